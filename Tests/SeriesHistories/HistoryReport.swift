/// What came of many histories.
struct HistoryReport: Sendable {
    private(set) var failures: [String] = []
    private(set) var histories = 0
    private(set) var withGapTwins = 0
    private var commands = 0

    /// How many failures are enough.
    private static let maxFailures = 5

    /// Lives through histories of consecutive seeds, in lanes side by side, until all are done or enough have failed.
    static func ofHistories(_ count: Int, from first: Int, length: Int, lanes: Int) async throws -> HistoryReport {
        try await withThrowingTaskGroup(of: HistoryReport.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var report = HistoryReport()
                    for seed in stride(from: first + lane, to: first + count, by: lanes) {
                        report.add(try await PairedHistory(seed: UInt64(seed), length: length))
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

    private mutating func add(_ other: HistoryReport) {
        (histories, commands) = (histories + other.histories, commands + other.commands)
        (failures, withGapTwins) = (failures + other.failures, withGapTwins + other.withGapTwins)
    }

    var summary: String {
        "\(histories) histories, \(commands) commands; \(withGapTwins) ended early by labels that a gap brings together"
    }
}
