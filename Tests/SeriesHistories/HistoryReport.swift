/// What came of many histories.
struct HistoryReport: Sendable {
    private(set) var failures: [String] = []
    private(set) var histories = 0
    private(set) var withGapTwins = 0
    private var commands = 0
    /// How many changes were undone, or done again.
    private(set) var undone = 0
    /// Between how many transactions of undos the stores were looked at.
    private(set) var pauses = 0

    /// How many failures are enough.
    private static let maxFailures = 5

    /// Lives through histories in which every command is undone and done again, in transactions of one task each where that
    /// is to be in parts.
    static func ofUndoneHistories(
        _ count: Int, from first: Int, length: Int, lanes: Int, inParts isInParts: Bool = false
    ) async throws -> HistoryReport {
        try await ofSeeds(count, from: first, lanes: lanes) { report, seed in
            report.add(try await UndoneHistory(seed: seed, length: length, isInParts: isInParts))
        }
    }

    /// Lives through histories of consecutive seeds, in lanes side by side, until all are done or enough have failed.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - first: The first seed.
    ///   - length: How many commands each has.
    ///   - lanes: How many at once.
    ///   - editBatchSize: How many rows of open occurrences one transaction of the engine writes for a change; nil for
    ///     changes that are one transaction each.
    /// - Returns: What came of them.
    /// - Throws: What keeps a history from being lived through.
    static func ofHistories(
        _ count: Int, from first: Int, length: Int, lanes: Int, editBatchSize: Int? = nil
    ) async throws -> HistoryReport {
        try await ofSeeds(count, from: first, lanes: lanes) { report, seed in
            report.add(try await PairedHistory(seed: seed, length: length, editBatchSize: editBatchSize))
        }
    }

    private static func ofSeeds(
        _ count: Int, from first: Int, lanes: Int,
        _ live: @escaping @Sendable (inout HistoryReport, UInt64) async throws -> Void
    ) async throws -> HistoryReport {
        try await withThrowingTaskGroup(of: HistoryReport.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var report = HistoryReport()
                    for seed in stride(from: first + lane, to: first + count, by: lanes) {
                        try await live(&report, UInt64(seed))
                        if report.failures.count >= maxFailures { break }
                    }
                    return report
                }
            }
            return try await group.reduce(into: HistoryReport()) { $0.add($1) }
        }
    }

    private mutating func add(_ history: PairedHistory) {
        (histories, commands) = (histories + 1, commands + history.pair.commands.count)
        if history.hasGapTwins { withGapTwins += 1 }
        if !history.pair.faults.isEmpty { failures.append("// seed \(history.seed)\n\(history.pair.source)") }
    }

    private mutating func add(_ history: UndoneHistory) {
        (histories, commands, undone) = (histories + 1, commands + history.commands.count, undone + history.undone)
        pauses += history.pauses
        if !history.faults.isEmpty { failures.append(history.source) }
    }

    private mutating func add(_ other: HistoryReport) {
        (undone, pauses) = (undone + other.undone, pauses + other.pauses)
        (histories, commands) = (histories + other.histories, commands + other.commands)
        (failures, withGapTwins) = (failures + other.failures, withGapTwins + other.withGapTwins)
    }

    var summary: String {
        undone > 0
            ? "\(histories) histories, \(commands) commands; \(undone) changes undone or done again, \(pauses) pauses"
            : "\(histories) histories, \(commands) commands; \(withGapTwins) ended early by labels that a gap brings together"
    }
}
