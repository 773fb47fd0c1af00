import Basics
import Foundation
import Storage
import TestSupport
import Testing

/// The command line of a running daemon's user.
struct CommandLineUser {
    let daemon: RunningDaemon

    /// Starts a daemon whose store lies in a folder.
    init(in folder: TemporaryFolder) async throws {
        daemon = try await RunningDaemon(store: folder.path("taskd.db"))
    }

    /// A user with tasks that errors speak of: Plain, and three that repeat: After, Timed and Rent.
    static func withTasks(in folder: TemporaryFolder) async throws -> CommandLineUser {
        let user = try await CommandLineUser(in: folder)
        let daily = ["--due", "2031-01-31", "--repeat", "FREQ=DAILY"]
        _ = try await user.run(["add", "After", "--anchor", "completion"] + daily)
        _ = try await user.run(["add", "Timed", "--respawn", "schedule"] + daily)
        _ = try await user.text("add", "Plain")
        _ = try await user.text(
            "add", "Rent", "--due", "2031-01-31T09:00", "--repeat", "FREQ=MONTHLY;BYMONTHDAY=-1", "--remind", "1h")
        return user
    }

    /// The user of a daemon that runs.
    init(of daemon: RunningDaemon) {
        self.daemon = daemon
    }

    /// Runs a command.
    func run(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(arguments, environment: daemon.environment)
    }

    /// What a command prints for machines; it must succeed.
    func json(_ arguments: String...) async throws -> JSONValue {
        let outcome = try await run(arguments + ["--json"])
        try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome.output.isEmpty ? .null : try JSONValue(json: Data(outcome.output.utf8))
    }

    /// The beginning of a task's handle, by which it is told.
    func shortHandle(_ id: String) async throws -> String {
        try #require(try await json("show", id)["shortHandle"]?.string)
    }

    /// The beginning of the handle of the task with a title.
    func handle(of title: String) async throws -> String {
        try #require(try await json("list", title)["items"]?.array?.first?["shortHandle"]?.string)
    }

    /// What a command prints for people; it must succeed.
    func text(_ arguments: String..., environment: [String: String] = [:]) async throws -> String {
        let outcome = try await BuiltProgram.run(arguments, environment: daemon.environment.merging(environment) { $1 })
        try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome.output
    }

    /// What a command shows on a terminal; it must succeed.
    func onTerminal(_ arguments: String..., environment: [String: String] = [:]) async throws -> String {
        try await onTerminal(arguments, environment: environment)
    }

    /// The same of arguments in a list.
    func onTerminal(_ arguments: [String], environment: [String: String] = [:]) async throws -> String {
        let words = ([BuiltProgram.url.path] + arguments).map { "'\($0.replacing("'", with: #"'\''"#))'" }
        let child = try ChildProcess(
            URL(filePath: "/usr/bin/script"), ["-qec", words.joined(separator: " "), "/dev/null"],
            environment: BuiltProgram.baseEnvironment.merging(daemon.environment) { $1 }.merging(environment) { $1 })
        try child.closeInput()
        let output = await child.output.text()
        let status = await child.exitStatus()
        try #require(status == 0, "\(arguments): \(output)")
        return output.replacing("\r\n", with: "\n")
    }

    /// Checks commands one after the other: how each ends, and what it says.
    func check(_ cases: [(arguments: [String], status: Int32, says: [String])]) async throws {
        for (arguments, status, words) in cases {
            let outcome = try await run(arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.output)\(outcome.errors)")
            for word in words {
                let told = status == 0 ? outcome.output : outcome.output + outcome.errors
                #expect(told.contains(word), "\(arguments) says: \(told)")
            }
        }
    }
}
