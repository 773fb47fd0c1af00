import Foundation
import Recurrence
import TestSupport
import Testing

/// All zones of the machine beside Python's `zoneinfo`, which reads the same files by code of its own.
struct ZoneDatabaseTests {
    /// What the script prints: the instants, then for each zone its name and offsets as runs `count*offset`.
    private struct Answers {
        var instants: [UTCInstant] = []
        var zones: [(name: String, runs: [(count: Int, offset: Int)])] = []

        init(_ text: String) {
            var lines = text.split(separator: "\n")[...]
            instants = (lines.popFirst() ?? "").split(separator: " ").compactMap { Int64($0) }
                .map { UTCInstant(secondsSinceEpoch: $0) }
            zones = lines.map { line in
                let words = line.split(separator: " ")
                let runs = words.dropFirst().compactMap { word in
                    let parts = word.split(separator: "*").compactMap { Int($0) }
                    return parts.count == 2 ? (count: parts[0], offset: parts[1]) : nil
                }
                return (String(words[0]), runs)
            }
        }
    }

    private static func answers() throws -> Answers {
        let python = try #require(
            ProcessInfo.processInfo.environment["TASKD_TEST_PYTHON"],
            "TASKD_TEST_PYTHON names no Python; run the tests with `Scripts/test`")
        let script = try #require(
            Bundle.module.url(forResource: "zone_offsets", withExtension: "py", subdirectory: "Fixtures"))
        let end = try ToolProcess.run(
            [python, script.path, "10000", "2150"],
            environment: ["PYTHONTZPATH": "/usr/share/zoneinfo", "PATH": "/usr/bin:/bin"])
        #expect(end.status == 0)
        return Answers(end.output)
    }

    @Test func `offsets of ten thousand instants in every zone are Python's`() throws {
        let answers = try Self.answers()
        #expect(answers.instants.count == 10_000 && answers.zones.count > 300)
        var differences: [String] = []
        for (name, runs) in answers.zones {
            let zone = try Zone.named(name)
            var index = 0
            for (count, offset) in runs {
                for instant in answers.instants[index..<index + count] where zone.offset(at: instant) != offset {
                    differences.append("\(name) at \(instant): \(zone.offset(at: instant)), not \(offset)")
                }
                index += count
            }
            #expect(index == answers.instants.count)
        }
        #expect(differences.isEmpty)
    }
}
