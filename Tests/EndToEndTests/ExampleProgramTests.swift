import Foundation
import TestSupport
import Testing

/// The example programs of the libraries, which their articles show piece by piece.
@Suite struct ExampleProgramTests {
    struct Example: Sendable {
        var program: String
        var source: String
        var module: String
        var output: [String]
    }

    static let examples = [
        Example(
            program: "keeping-tasks", source: "KeepingTasks", module: "Storage",
            output: ["nothing was deleted", "found: Water the plants", "event 1: task.created"]),
        Example(
            program: "reminding", source: "Reminding", module: "Scheduler",
            output: ["task.created", "series.created", "reminder.due", "next: 24 hours later"]),
        Example(
            program: "delivering", source: "Delivering", module: "Notify",
            output: ["attempt 1: task.created", "signed by v1,"]),
    ]

    @Test(.timeLimit(.minutes(1)), arguments: examples) func `an example does what its article says`(
        example: Example
    ) async throws {
        let folder = try TemporaryFolder()
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: example.program)
        let child = try ChildProcess(program, [folder.path("tasks.db")], environment: BuiltProgram.baseEnvironment)
        #expect(await child.exitStatus() == 0)
        #expect(await child.output.text() == example.output.map { $0 + "\n" }.joined())
    }

    private static let articles =
        examples.map { ($0.module, "Examples/\($0.source).swift") } + [
            ("Recurrence", "Tests/RecurrenceTests/DocumentationTests.swift")
        ]

    @Test(arguments: articles) func `an article shows what is compiled`(module: String, source: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let article = root.appending(path: "Sources/\(module)/\(module).docc/\(module).md")
        let shown = Self.pieces(of: try String(contentsOf: article, encoding: .utf8), from: "```swift", to: "```")
        let compiled = Self.pieces(
            of: try String(contentsOf: root.appending(path: source), encoding: .utf8), from: "// example:", to: "// end"
        )
        #expect(shown == compiled && !shown.isEmpty)
    }

    /// The lines between two marks, without their common indentation.
    private static func pieces(of text: String, from begin: String, to end: String) -> [String] {
        var (pieces, current): ([String], [Substring]?) = ([], nil)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            if let lines = current, trimmed == end {
                let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
                pieces.append(lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n"))
                current = nil
            } else if current == nil, trimmed.hasPrefix(begin) {
                current = []
            } else {
                current?.append(line)
            }
        }
        return pieces
    }
}
