import Foundation
import TestSupport
import Testing

/// The example programs of the libraries, which their articles show piece by piece.
@Suite struct ExampleProgramTests {
    struct Example: Sendable {
        var program: String
        var output: [String]
    }

    static let examples = [
        Example(
            program: "keeping-tasks",
            output: [
                "nothing was deleted", "found: Water the plants", "event 1: task.created", "open: Water the plants",
                "open: ",
            ]),
        Example(
            program: "observing-tasks",
            output: ["there are 2", "next of 2: Water the plants", "next of 1: Call the plumber"]),
        Example(
            program: "reminding",
            output: ["task.created", "series.created", "reminder.due", "next: 24 hours later"]),
        Example(program: "undoing", output: ["undone: Water the plants", "redone: gone"]),
        Example(program: "delivering", output: ["attempt 1: task.created", "signed by v1,"]),
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

    @Test(.timeLimit(.minutes(1))) func `a client adds a line, waits for its reminder and completes it`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("tasks.db"))
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "reminding-client")
        func run(_ line: String) async throws -> String {
            let arguments = [daemon.url, daemon.token, line]
            let child = try ChildProcess(program, arguments, environment: BuiltProgram.baseEnvironment)
            #expect(await child.exitStatus() == 0)
            return await child.output.text()
        }
        let expected = [
            "reminder: remind 0s", "when: in 1 second", "task.created", "reminder.due", "Stretch: completed, done",
        ]
        #expect(try await run("Stretch remind 0s in 1 second") == expected.map { $0 + "\n" }.joined())
        #expect(try await run("Call Anna about it at 8") == "try: Call Anna about it 8am\n")
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    /// Each page, and the sources of what it shows, in that order; all of one that marks nothing.
    private static let pages = [
        ("Sources/Storage/Storage.docc/Storage.md", ["Examples/KeepingTasks.swift"]),
        ("Sources/Scheduler/Scheduler.docc/Scheduler.md", ["Examples/Reminding.swift"]),
        ("Sources/Notify/Notify.docc/Notify.md", ["Examples/Delivering.swift"]),
        ("Sources/TaskdClient/TaskdClient.docc/TaskdClient.md", ["Examples/RemindingClient.swift"]),
        ("Sources/Recurrence/Recurrence.docc/Recurrence.md", ["Tests/RecurrenceTests/DocumentationTests.swift"]),
        (
            "docs/libraries.md",
            ["Examples/ObservingTasks.swift", "Examples/Undoing.swift", "Examples/TaskAdding.swift"]
        ),
    ]

    @Test(arguments: pages) func `a page shows what is compiled`(page: String, sources: [String]) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let shown = Self.pieces(
            of: try String(contentsOf: root.appending(path: page), encoding: .utf8), from: "```swift", to: "```")
        let compiled = try sources.flatMap { source in
            let text = try String(contentsOf: root.appending(path: source), encoding: .utf8)
            let pieces = Self.pieces(of: text, from: "// example:", to: "// end")
            return pieces.isEmpty ? [String(text.dropLast())] : pieces
        }
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
