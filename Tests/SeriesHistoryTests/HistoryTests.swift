import Foundation
import Testing

@testable import SeriesHistories

/// Model and engine over random histories.
///
/// `SERIES_HISTORIES` says how many, `SERIES_SEED` with which seed they begin, `SERIES_LENGTH` of how many commands each is;
/// `make test-histories` runs many more.
struct HistoryTests {
    private static func number(_ name: String, _ otherwise: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    /// Also where changes of whole series are carried out in many small transactions.
    @Test(arguments: [nil, 2])
    func `the engine does what the model does, over random histories`(editBatchSize: Int?) async throws {
        let report = try await HistoryReport.ofHistories(
            Self.number("SERIES_HISTORIES", 60), from: Self.number("SERIES_SEED", 1),
            length: Self.number("SERIES_LENGTH", 20), lanes: 2, editBatchSize: editBatchSize)
        print(report.summary)
        for failure in report.failures { Issue.record("\(failure)") }
        // What cannot be compared is to stay the exception.
        #expect(report.withGapTwins * 20 <= report.histories + 20)
    }
}
