import Foundation
import Testing

/// Model and engine over random histories: `SERIES_HISTORIES` says how many, `SERIES_SEED` with which seed they begin,
/// `SERIES_LENGTH` of how many commands each is.
struct HistoryTests {
    private static func number(_ name: String, _ otherwise: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    @Test
    func `the engine does what the model does, over random histories`() async throws {
        let (first, count) = (Self.number("SERIES_SEED", 1), Self.number("SERIES_HISTORIES", 60))
        let (lanes, length) = (2, Self.number("SERIES_LENGTH", 20))
        let report = try await withThrowingTaskGroup(of: Report.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var report = Report()
                    for seed in stride(from: first + lane, to: first + count, by: lanes) where report.canGoOn {
                        report.add(try await PairedHistory(seed: UInt64(seed), length: length))
                    }
                    return report
                }
            }
            return try await group.reduce(into: Report()) { $0.add($1) }
        }
        print(report.summary)
        for failure in report.failures { Issue.record("\(failure)") }
        // What cannot be compared is to stay the exception.
        #expect(report.withGapTwins * 20 <= report.histories + 20)
    }
}

/// What came of many histories.
private struct Report: Sendable {
    var failures: [String] = []
    var histories = 0
    var commands = 0
    var withGapTwins = 0

    var canGoOn: Bool { failures.count < 5 }

    mutating func add(_ history: PairedHistory) {
        (histories, commands) = (histories + 1, commands + history.pair.commands.count)
        if history.hasGapTwins { withGapTwins += 1 }
        if !history.pair.faults.isEmpty { failures.append("// seed \(history.seed)\n\(history.pair.source)") }
    }

    mutating func add(_ other: Report) {
        (histories, commands) = (histories + other.histories, commands + other.commands)
        (failures, withGapTwins) = (failures + other.failures, withGapTwins + other.withGapTwins)
    }

    var summary: String {
        "\(histories) histories, \(commands) commands; \(withGapTwins) ended early by labels that a gap brings together"
    }
}
