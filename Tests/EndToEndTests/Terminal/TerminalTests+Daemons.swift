import Basics
import Foundation
import Recurrence
import TestSupport
import Testing

extension TerminalTests {
    /// Commands that need a daemon.
    private static let asking = [
        "taskd", "taskd list", "taskd add x", "taskd done rent", "taskd undo", "taskd events", "taskd status",
        "taskd upcoming",
    ]

    @Test
    func `where no daemon answers, a command says so in two lines and ends with 3`() async throws {
        let environment = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: environment)
        for command in Self.asking {
            let screen = try await terminal.run(command)
            #expect(screen.status == 3, "\(command): \(screen.text)")
            #expect(
                screen.lines == [
                    "taskd: cannot reach the daemon at http://127.0.0.1:1: nothing listens there",
                    "  Start it with \"taskd serve\", or give its address with --url or TASKD_URL.",
                ], "\(command): \(screen.text)")
        }
        await terminal.close()
    }

    @Test
    func `who waits for a slow daemon is told so, and gets the answer when it comes`() async throws {
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "Pay rent")
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: user.daemon.environment)
        #expect(try await terminal.run("stty -a >before").status == 0)
        user.daemon.signal(SIGSTOP)
        defer { user.daemon.signal(SIGCONT) }
        // It takes ten seconds, so that the rest is done meanwhile.
        async let late = user.run(["list"])

        try await terminal.start("taskd list")
        try await terminal.wait(until: "waiting for the daemon at \(user.daemon.url) …")
        try await terminal.type("", "C-c")
        #expect(try await terminal.prompt().status == 130)
        #expect(try await terminal.run("stty -a | cmp - before").lines.isEmpty)

        let began = WallClock().now
        let offered = try await user.run(["__complete", "fish", "--", "taskd done "])
        #expect(
            offered.status == 0 && offered.output.allSatisfy { !$0.isLetter } && offered.errors.isEmpty, "\(offered)")
        #expect(began.duration(to: WallClock().now) < .seconds(5))

        let outcome = try await late
        #expect(outcome.status == 3 && outcome.output.isEmpty)
        #expect(
            outcome.errors == """
                taskd: the daemon at \(user.daemon.url) did not respond in time
                  It may still carry out what was asked. Look at its log; if it hangs, restart it.

                """)

        try await terminal.start("taskd list")
        try await terminal.wait(until: "waiting for the daemon")
        user.daemon.signal(SIGCONT)
        let screen = try await terminal.prompt()
        #expect(screen.status == 0 && screen.lines.last?.contains("Pay rent") == true, "\(screen.text)")
        await terminal.close()
    }

    /// Runs a script in a shell that has no terminal.
    private func script(_ text: String, _ user: CommandLineUser) async throws -> BuiltProgram.Outcome {
        var environment = BuiltProgram.baseEnvironment.filter { $0.key != "NO_COLOR" }
        environment.merge(user.daemon.environment) { $1 }
        environment["PATH"] = "\(BuiltProgram.url.deletingLastPathComponent().path):/usr/bin:/bin"
        let shell = try ChildProcess(URL(filePath: "/bin/bash"), ["-c", text], environment: environment)
        try shell.closeInput()
        let (output, errors) = (await shell.output.text(), await shell.errors.text())
        return .init(status: await shell.exitStatus(), output: output, errors: errors)
    }

    @Test
    func `off a terminal lines are whole, between tabs and without colours, unless those are asked for`() async throws {
        let user = try await CommandLineUser(in: folder)
        let title = String(repeating: "치과에 간다 ", count: 40).trimmingCharacters(in: .whitespaces)
        _ = try await user.text("add", title, "--literal", "--due", "2020-01-01 09:00", "--tag", "home")
        let handle = try #require(try await user.json("list")["items"]?.array?.first?["handle"]?.string)
        let line = "\(handle)\t2020-01-01T09:00:00+00:00\t\(title)\t\t\thome\tnone\toverdue\n"
        for command in ["taskd list", "COLUMNS=40 taskd list | cat", "taskd today --color never", "taskd due"] {
            let outcome = try await script(command, user)
            #expect(outcome.status == 0 && outcome.output == line && outcome.errors.isEmpty, "\(command): \(outcome)")
        }
        for command in ["CLICOLOR_FORCE=1 taskd list", "taskd list --color always", "taskd --color=always today"] {
            let outcome = try await script(command, user)
            #expect(outcome.output.contains("\u{1B}[31m2020-01-01T09:00:00+00:00\u{1B}[0m\t"), "\(command): \(outcome)")
            #expect(outcome.output.replacing(/\u{1B}\[\d*m/, with: "") == line, "\(command)")
        }
        for command in ["stats", "hook list", "events", "undo --list", "token list"] {
            let outcome = try await script("taskd \(command)", user)
            let lines = outcome.output.split(separator: "\n")
            #expect(outcome.status == 0 && !lines.isEmpty && lines.allSatisfy { $0.contains("\t") }, "\(outcome)")
        }
    }

    @Test
    func `a reader who has seen enough ends a long list quietly`() async throws {
        let user = try await CommandLineUser(in: folder)
        let title = String(repeating: "long ", count: 90)
        let lines = (1...300).map { "\(title)\($0)" }.joined(separator: "\n")
        let added = try await BuiltProgram.run(
            ["add", "--literal", "-"], environment: user.daemon.environment, input: lines)
        try #require(added.status == 0, "\(added.errors)")
        for command in [
            "taskd list --limit 1000", "taskd list --limit 1000 --color always", "taskd list --json --limit 1000",
            "taskd list --jsonl", "taskd list --csv", "taskd events --follow --after 0",
        ] {
            let outcome = try await script("\(command) | head -c 10; exit ${PIPESTATUS[0]}", user)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(command): \(outcome)")
        }
    }
}
