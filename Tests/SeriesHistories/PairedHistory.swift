import Recurrence
import SeriesModel

/// A random history of a model and an engine; one seed gives one history.
struct PairedHistory {
    let seed: UInt64
    /// Whether it ended because of labels that a gap of a zone brings together.
    private(set) var hasGapTwins = false
    private(set) var pair: Pair

    /// Lives through so many commands, as far as both agree.
    init(seed: UInt64, length: Int, editBatchSize: Int? = nil) async throws {
        self.seed = seed
        var generator = HistoryGenerator(seed: seed)
        pair = try await Pair(generator.makeStore(zones: Pair.zones), editBatchSize: editBatchSize)
        while pair.commands.count < length, pair.faults.isEmpty {
            guard let command = pair.model.comparable(generator.command(for: pair.model)) else { continue }
            var foreseen = pair.model
            let outcome = foreseen.apply(command)
            hasGapTwins = foreseen.hasGapTwins(since: pair.model)
            guard !hasGapTwins else { return }
            try await pair.run(command, foreseen: foreseen, outcome)
        }
    }
}
