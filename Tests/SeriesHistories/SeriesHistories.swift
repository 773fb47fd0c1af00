import Foundation

/// Runs random histories on model and engine, on every core.
///
/// `SeriesHistories HISTORIES SEED LENGTH [ROWS | undo | undo-in-parts]`: that many of consecutive seeds, each of so many commands, whose
/// changes of whole series write so many rows of open occurrences in one transaction; it fails with 1 where the two part,
/// and prints the commands that lead there. With `undo` every command is undone and done again instead, on the engine alone; with
/// `undo-in-parts` one task at a time.
@main
enum SeriesHistories {
    static func main() async throws {
        let last = CommandLine.arguments.last ?? ""
        let undoes = last == "undo" || last == "undo-in-parts"
        let numbers = CommandLine.arguments.dropFirst().dropLast(undoes ? 1 : 0).map { Int($0) }
        guard (3...(undoes ? 3 : 4)).contains(numbers.count), let count = numbers[0], let seed = numbers[1],
            let length = numbers[2], count > 0, seed >= 0, length > 0, !numbers.dropFirst(3).contains(nil)
        else {
            let usage = "usage: SeriesHistories HISTORIES SEED LENGTH [ROWS | undo | undo-in-parts]\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
        let lanes = ProcessInfo.processInfo.activeProcessorCount
        let report =
            undoes
            ? try await HistoryReport.ofUndoneHistories(
                count, from: seed, length: length, lanes: lanes, inParts: last == "undo-in-parts")
            : try await HistoryReport.ofHistories(
                count, from: seed, length: length, lanes: lanes, editBatchSize: numbers.count > 3 ? numbers[3] : nil)
        for failure in report.failures { print(failure) }
        print(report.summary)
        exit(report.failures.isEmpty ? 0 : 1)
    }
}
