import Foundation
import Testing

@testable import SeriesHistories

/// Undoing over random histories.
///
/// `UNDO_HISTORIES` says how many, `SERIES_SEED` with which seed they begin, `SERIES_LENGTH` of how many commands each is;
/// `make test-histories ARGS="100000 1 20 undo"` runs many more.
struct UndoTests {
    private static func number(_ name: String, _ otherwise: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    @Test
    func `undoing gives the state before, byte for byte but for versions, and undoing that the state after`()
        async throws
    {
        let report = try await HistoryReport.ofUndoneHistories(
            Self.number("UNDO_HISTORIES", 30), from: Self.number("SERIES_SEED", 1),
            length: Self.number("SERIES_LENGTH", 20), lanes: 2)
        print(report.summary)
        for failure in report.failures { Issue.record("\(failure)") }
        #expect(report.undone > 0)
    }

    @Test
    func `undoing one task at a time gives the same, and what is seen meanwhile has versions of its own`() async throws
    {
        let report = try await HistoryReport.ofUndoneHistories(
            Self.number("UNDO_HISTORIES", 30), from: Self.number("SERIES_SEED", 1),
            length: Self.number("SERIES_LENGTH", 20), lanes: 2, inParts: true)
        print(report.summary)
        for failure in report.failures { Issue.record("\(failure)") }
        #expect(report.undone > 0 && report.pauses > 0)
    }

    @Test(arguments: [22_996, 54_160])
    func `histories that once were undone to another state are undone to that before`(seed: Int) async throws {
        let report = try await HistoryReport.ofUndoneHistories(1, from: seed, length: 20, lanes: 1)
        #expect(report.failures.isEmpty && report.undone > 0, "\(report.failures)")
    }
}
