import Recurrence

/// A history of random commands, held against the invariants after each of them.
package struct RandomHistory: Sendable {
    /// The seed that it was drawn from.
    package let seed: UInt64
    /// The commands, as far as it went.
    package private(set) var commands: [ModelCommand] = []
    /// Its last state.
    package private(set) var store: ModelStore
    /// What went wrong; the history ends there.
    package private(set) var faults: [String] = []
    /// How many commands were done and changed something, and how many were refused, by the kind of command.
    package private(set) var counts: [String: [Int]] = [:]
    /// When the history began.
    private let begin: UTCInstant
    private var shown: [TaskID: [Int: ShownTask]] = [:]

    /// Runs the history of a seed.
    package init(seed: UInt64, length: Int, zones: ZoneTable) {
        var generator = HistoryGenerator(seed: seed)
        self.seed = seed
        store = generator.makeStore(zones: zones)
        begin = store.now
        let end = Int.random(in: 1...max(1, length), using: &generator.draw.random)
        while commands.count < end, faults.isEmpty { run(generator.command(for: store)) }
    }

    private mutating func run(_ command: ModelCommand) {
        commands.append(command)
        let step = ModelStep(command, on: &store)
        count(step)
        faults = store.check() + step.check() + step.checkByTrying() + checkVersions()
    }

    private mutating func count(_ step: ModelStep) {
        let place = step.outcome.effects.map { $0.isEffective ? 0 : 1 } ?? 2
        counts[step.command.kind, default: [0, 0, 0]][place] += 1
    }

    /// 9: (id, version) names one content for ever.
    private mutating func checkVersions() -> [String] {
        var faults: [String] = []
        for id in store.tasks.keys {
            guard let version = store.versions[id], let now = store.shown(id) else { continue }
            if let then = shown[id]?[version], then != now {
                faults.append("9: \(id) version \(version) is two things")
            }
            shown[id, default: [:]][version] = now
        }
        return faults
    }

    /// The history as Swift, to be pasted into a test.
    package var source: String {
        let lines = commands.map { "    \($0)," }.joined(separator: "\n")
        return "// seed \(seed)\n// " + faults.joined(separator: "\n// ") + "\nnow: utc(\"\(begin)\")\n[\n\(lines)\n]"
    }
}

extension ModelCommand {
    /// The command's name with its scope.
    package var kind: String {
        switch self {
        case .create(let task): task.recurrence == nil ? "create plain" : "create recurring"
        case .complete: "complete"
        case .skip: "skip"
        case .reopen: "reopen"
        case .setStatus(_, let status, let scope): "\(status) \(scope)"
        case .touch: "touch"
        case .delete(_, let scope): "delete \(scope)"
        case .patch(_, let scope, let patch):
            "patch" + (patch.contentFields.isEmpty ? "" : " content") + (patch.namesTime ? " time" : "")
                + (patch.recurrence == .untouched ? "" : " recurrence") + " \(scope)"
        case .patchSeries: "patchSeries"
        case .deleteSeries: "deleteSeries"
        case .advance: "advance"
        case .undo: "undo"
        }
    }
}
