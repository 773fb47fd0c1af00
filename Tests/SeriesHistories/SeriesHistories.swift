import Foundation

/// Runs random histories on model and engine, on every core.
///
/// `SeriesHistories HISTORIES SEED LENGTH`: that many of consecutive seeds, each of so many commands; it fails with 1 where
/// the two part, and prints the commands that lead there.
@main
enum SeriesHistories {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().map { Int($0) }
        guard numbers.count == 3, let count = numbers[0], let seed = numbers[1], let length = numbers[2], count > 0,
            seed >= 0, length > 0
        else {
            FileHandle.standardError.write(Data("usage: SeriesHistories HISTORIES SEED LENGTH\n".utf8))
            exit(2)
        }
        let report = try await HistoryReport.ofHistories(
            count, from: seed, length: length, lanes: ProcessInfo.processInfo.activeProcessorCount)
        for failure in report.failures { print(failure) }
        print(report.summary)
        exit(report.failures.isEmpty ? 0 : 1)
    }
}
