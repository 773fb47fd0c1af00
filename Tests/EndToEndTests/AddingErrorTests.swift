import Basics
import Foundation
import TestSupport
import Testing

@testable import taskd

/// What cannot be added is told by its place in the input, and is the same where it is only tried.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AddingErrorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What is added, by arguments or on standard input, and how that ends.
    struct Addition: Sendable, CustomTestStringConvertible {
        var arguments: [String] = []
        var input = ""
        var status: Int32

        var testDescription: String { "\(arguments.map { $0.prefix(40) }) \(input.prefix(40))" }
    }

    private static let additions: [Addition] = [
        Addition(arguments: ["Tea @Nope"], status: 1), Addition(arguments: ["Tea", "--blocked-by", "nope"], status: 1),
        Addition(arguments: [String(repeating: "A", count: 501)], status: 64),
        Addition(arguments: ["Tea", "--note", String(repeating: "A", count: 50_001)], status: 64),
        Addition(arguments: ["Tea", "--tag", " "], status: 64),
        Addition(arguments: ["Tea +" + String(repeating: "a", count: 101)], status: 64),
        Addition(arguments: ["x", "--due", "2031-01-01", "--repeat", "FREQ=FOO"], status: 64),
        Addition(arguments: ["x", "--remind", "1h"], status: 64),
        Addition(arguments: ["x", "--missed", "keep"], status: 64),
        Addition(input: "One\n\nTwo @Nope\n", status: 1),
        Addition(input: "One\n" + String(repeating: "A", count: 501), status: 64),
        Addition(arguments: ["--json"], input: #"[{"title":"a"},{"title":""}]"#, status: 64),
        Addition(arguments: ["--json"], input: #"{"title":"a","color":1}"#, status: 64),
        Addition(arguments: ["Tea"], status: 0), Addition(arguments: ["Tea @New", "--create"], status: 0),
    ]

    @Test(arguments: additions)
    func `what would be refused is refused where it is only tried, too`(addition: Addition) async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
        func add(_ more: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(
                ["add"] + addition.arguments + more, environment: user.daemon.environment, input: addition.input)
        }
        let status = addition.status
        let (tried, added) = (try await add("--dry-run"), try await add())
        #expect(tried.status == status && added.status == status, "\(tried.errors)\(added.errors)")
        func plain(_ errors: String) -> String { errors.replacing(/,"requestId":"[^"]*"/, with: "") }
        if status != 0 { #expect(plain(tried.errors) == plain(added.errors)) }
        #expect(try await user.json("list", "Tea")["items"]?.array?.count == (status == 0 ? 1 : 0))
    }

    @Test func `without words nobody is waited for on a terminal where nothing may be asked`() async throws {
        let user = try await CommandLineUser(in: folder)
        let command = "'\(BuiltProgram.url.path)' add --no-input"
        let child = try ChildProcess(
            URL(filePath: "/usr/bin/script"), ["-qec", command, "/dev/null"],
            environment: BuiltProgram.baseEnvironment.merging(user.daemon.environment) { $1 })
        // Standard input stays open: a command that reads it would wait.
        #expect(await child.output.text().contains("taskd: there is nothing to add\r\n"))
        #expect(await child.exitStatus() == 64)
        let piped = try await BuiltProgram.run(
            ["add", "--no-input"], environment: user.daemon.environment, input: "Tea\n")
        #expect(piped.status == 0 && piped.output.contains("Tea"), "\(piped.errors)")
    }

    @Test func `without a daemon a dry run says what was not looked for`() async throws {
        let nobody = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]
        let outcome = try await BuiltProgram.run(["add", "Tea @Nope", "--dry-run"], environment: nobody)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("not added: Tea\n"))
        #expect(outcome.errors == "note: no daemon answers, so that nobody looked for the project \"Nope\"\n")
        #expect(try await BuiltProgram.run(["add", "Tea", "--dry-run"], environment: nobody).errors.isEmpty)
    }

    @Test
    func `lines and JSON on standard input that cannot be added are told by their place`() async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
        func add(_ arguments: [String], _ input: String) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(["add"] + arguments, environment: user.daemon.environment, input: input)
        }
        let lines = try await add([], "One\nTwo @Nope\n")
        #expect(lines.status == 1)
        #expect(lines.errors.hasPrefix("taskd: line 2: there is no project \"Nope\"; nothing was added\n"))
        // The empty lines count, too.
        let title = try await add([], "One\n\n+home\n")
        #expect(title.status == 64 && title.errors.hasPrefix("taskd: line 3: the title is missing"), "\(title.errors)")
        let text = try await add(["-", "--json"], "\"x\"")
        #expect(text.status == 64 && text.errors.contains("standard input is JSON, but no task"), "\(text.errors)")
        let bad = try await add(["--json"], #"[{"title":"a"},{"title":""}]"#)
        let problem = try JSONValue(json: Data(bad.errors.utf8))
        #expect(bad.status == 64 && problem["detail"]?.string == "task 2: title must not be empty", "\(bad.errors)")
        #expect(problem["errors"]?.array?.map { $0["pointer"]?.string } == ["/1/title"], "\(bad.errors)")
        let field = try await add(["-"], #"{"title":"Tea"}"#)
        #expect(field.status == 0 && field.errors.hasPrefix("note: standard input looks like JSON"), "\(field.errors)")
    }

    @Test
    func `text that is not UTF-8 is refused, and not stored as something else`() async throws {
        let user = try await CommandLineUser.withTasks(in: folder)
        let latin = Data([UInt8]("caf".utf8) + [0xE9])
        let piped = folder.path("latin1.txt")
        try latin.write(to: URL(fileURLWithPath: piped))
        for script in ["\"$0\" add \"$(cat \"$1\")\"", "\"$0\" add - < \"$1\""] {
            let child = try ChildProcess(
                URL(filePath: "/bin/sh"), ["-c", script, BuiltProgram.url.path, piped],
                environment: BuiltProgram.baseEnvironment.merging(user.daemon.environment) { $1 })
            let errors = await child.errors.text()
            #expect(await child.exitStatus() == 64 && errors.contains("is not UTF-8 text"), "\(errors)")
        }
        #expect(try await user.json("list", "caf")["items"]?.array?.isEmpty == true)
    }
}
