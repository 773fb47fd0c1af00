import Basics
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import taskd

/// What the shells complete, in the shells themselves and as the program tells them.
@Suite(.timeLimit(.minutes(10)))
struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Nothing listens there.
    private static let nobody = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]

    private func offered(
        _ line: String, _ shell: Shell = .fish, replaced: String? = nil, _ environment: [String: String] = nobody
    ) async throws -> [String] {
        let arguments = ["__complete", shell.rawValue, "--", line] + [replaced].compactMap(\.self)
        let outcome = try await BuiltProgram.run(arguments, environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        ("taskd don", "done\tComplete tasks"), ("taskd hook en", "enable\t"), ("taskd help sno", "snooze\t"),
        ("taskd done --js", "--json\tPrint the daemon's JSON"), ("taskd list --sort ti", "title"),
        ("taskd add x --due tom", "tomorrow"), ("taskd add x --due=tom", "--due=tomorrow"),
        ("taskd add x --due 내", "내일"), ("taskd date next\\ f", "next friday"), ("taskd date 'next f", "next friday"),
        ("taskd add x --zone Asia/Se", "Asia/Seoul"), ("taskd add x --zone asia/se", "Asia/Seoul"),
        ("taskd hook add --events task.c", "task.created"),
        ("taskd list --where 'due < today and over", "due < today and overdue"),
        ("taskd serve --db ", ":files"), ("taskd list --priority h", "high"), ("taskd completions print z", "zsh"),
    ])
    func `a word is completed by what may stand there`(line: String, first: String) async throws {
        let lines = try await offered(line)
        #expect(lines.first?.hasPrefix(first) == true, "\(lines)")
    }

    @Test(arguments: ["taskd add tom", "taskd done x --", "taskd qqq ", "taskd done kf", "taskd hook test "])
    func `where nothing is known, or there is no daemon, nothing is said`(line: String) async throws {
        let lines = try await offered(line)
        #expect(lines.allSatisfy { $0.hasPrefix("--") }, "\(lines)")
    }

    @Test(arguments: [
        ("status --", ["--quiet"]), ("export --", ["--csv", "--utc"]),
    ])
    func `options that a command lacks are neither offered nor in its help`(line: String, lacking: [String])
        async throws
    {
        let options = try await offered("taskd \(line)").map { $0.prefix { $0 != "\t" } }
        let help = try await BuiltProgram.run(line.split(separator: " ").dropLast().map(String.init) + ["--help"])
            .output
        #expect(options.contains("--json") && help.contains("\n  --json"))
        for option in lacking {
            #expect(!options.contains { $0 == option }, "\(options)")
            #expect(!help.contains("\n  \(option) "), "\(help)")
        }
    }

    @Test func `bash replaces only what is behind a colon or an equals sign`() async throws {
        #expect(try await offered("taskd add x --due=tom", .bash, replaced: "tom").first == "tomorrow")
        #expect(try await offered("taskd hook add --events task.c", .bash, replaced: "task.c").first == "task.created")
        #expect(try await offered("taskd list --where status:op", .bash, replaced: "op").first == "open")
        #expect(try await offered("taskd add x --due next\\ f", .bash, replaced: "next\\ f").first == "next\\ friday")
        #expect(try await offered("taskd add x --due 'next f", .bash, replaced: "next f").first == "next friday")
    }

    @Test(arguments: [
        ("", [], "", false), ("taskd ", ["taskd"], "", false), ("taskd do", ["taskd"], "do", false),
        ("taskd 'a b' \"c\\\"d", ["taskd", "a b"], "c\"d", true), ("a\\ b c", ["a b"], "c", false),
        ("a ''", ["a"], "", false), (#"a "\$\x"#, ["a"], #"$\x"#, true), ("a \"\u{301}b c", ["a"], "\u{301}b c", true),
    ])
    func `a line is split as a shell splits it`(line: String, words: [String], partial: String, isQuoted: Bool) {
        let split = ShellLine(line)
        #expect(split.words == words && split.partial == partial && (split.quote != nil) == isQuoted)
    }

    /// A daemon with a task, a tag, a hook and a profile that leads to it.
    private func daemon() async throws -> (RunningDaemon, task: String) {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let answer = try await daemon.request(.POST, "/v1/tasks", #"{"title":"Pay rent","tags":["home"]}"#)
        return (daemon, try #require(answer.json["id"]?.string))
    }

    @Test func `values come from the daemon, with what they are`() async throws {
        let (daemon, id) = try await daemon()
        // A machine that is busy with other tests may not answer in time.
        func first(_ line: String, _ environment: [String: String]) async throws -> String? {
            for _ in 0..<50 {
                if let first = try await offered(line, .fish, environment).first { return first }
            }
            return nil
        }
        let task = try #require(try await first("taskd done ", daemon.environment))
        let parts = task.split(separator: "\t").map(String.init)
        #expect(parts.last == "Pay rent" && parts.first.map { id.hasPrefix($0) || $0.count >= 3 } == true, "\(task)")
        #expect(try await first("taskd list --tag h", daemon.environment) == "home\t1 task")
        #expect(try await first("taskd hook test ", daemon.environment)?.hasSuffix("\tstdout") == true)
        #expect(try await offered("taskd reopen ", .fish, daemon.environment).isEmpty)
        let settings = folder.path("client.yaml")
        let text = "profiles:\n  work:\n    url: \(daemon.url)\n    tokenFile: taskd.db.token\n"
        try text.write(toFile: settings, atomically: true, encoding: .utf8)
        let environment = ["TASKD_CLIENT_CONFIG": settings]
        #expect(try await first("taskd list --profile w", environment) == "work")
        #expect(try await first("taskd list --profile work --tag h", environment) == "home\t1 task")
        await daemon.end(by: SIGTERM)
    }

    @Test(arguments: Shell.allCases) func `a real shell completes`(shell: Shell) async throws {
        let (daemon, id) = try await daemon()
        let handle = try #require(try await daemon.request(.GET, "/v1/tasks/\(id)").json["handle"]?.string)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("taskd"), withDestinationPath: BuiltProgram.url.path)
        let script = folder.path("completions")
        try shell.script.write(toFile: script, atomically: true, encoding: .utf8)
        var environment = daemon.environment
        environment.merge([
            "PATH": "\(folder.url.path):/usr/bin:/bin", "HOME": folder.url.path, "TERM": "xterm", "LC_ALL": "C.UTF-8",
        ]) { $1 }
        let tests: [(typed: String, expected: String)] = [
            ("taskd acknow", "taskd acknowledge "), ("taskd list --tag ho", "--tag home"),
            ("taskd add x --due tomorrow\\ 9", "9am"), ("taskd date 내일모", "내일모레"),
            ("taskd hook add --events reminder.ack", "reminder.acknowledged"),
            ("taskd done \(handle.prefix(2))", "taskd done \(handle.prefix(3))"),
        ]
        let python = URL(fileURLWithPath: "/usr/bin/python3")
        let driver = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/press_tab.py")
        for test in tests {
            let arguments = [driver.path, shell.rawValue, script, test.typed, test.expected]
            let process = try ChildProcess(
                python, arguments, environment: BuiltProgram.baseEnvironment.merging(environment) { $1 })
            let errors = await process.errors.text()
            #expect(await process.exitStatus() == 0, "\(shell): \(test.typed)\n\(errors)")
        }
        await daemon.end(by: SIGTERM)
    }

    @Test func `what a name holds is never run by bash, and what it inserts means the name`() async throws {
        let bin = URL(fileURLWithPath: folder.path("bin"))
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: bin.appending(path: "taskd"), withDestinationURL: BuiltProgram.url)
        let script = folder.path("completions")
        try Shell.bash.script.write(toFile: script, atomically: true, encoding: .utf8)
        let environment = [
            "PATH": "\(bin.path):/usr/bin:/bin", "HOME": folder.url.path, "TERM": "xterm", "LC_ALL": "C.UTF-8",
        ]
        let driver = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Fixtures/complete_hostile.py")
        let process = try ChildProcess(
            URL(fileURLWithPath: "/usr/bin/python3"), [driver.path, script],
            environment: BuiltProgram.baseEnvironment.merging(environment) { $1 })
        let errors = await process.errors.text()
        #expect(await process.exitStatus() == 0, "\(errors)")
    }

    @Test(arguments: [
        (Shell.bash, "data/bash-completion/completions/taskd"), (.zsh, "data/zsh/site-functions/_taskd"),
        (.fish, "config/fish/completions/taskd.fish"),
    ])
    func `install writes where the shell looks, and says so`(shell: Shell, file: String) async throws {
        let environment = [
            "XDG_DATA_HOME": folder.path("data"), "XDG_CONFIG_HOME": folder.path("config"), "SHELL": "/bin/\(shell)",
        ]
        let outcomes = [
            try await BuiltProgram.run(["completions", "install"], environment: environment),
            try await BuiltProgram.run(
                ["completions", "install", "--shell", shell.rawValue], environment: environment),
        ]
        #expect(outcomes[0].output.hasPrefix("installed: \(folder.path(file))\n"), "\(outcomes[0])")
        #expect(outcomes[1].output.hasPrefix("already there: \(folder.path(file))\n"))
        let taken = folder.path("taken")
        try Data().write(to: URL(fileURLWithPath: taken))
        let refused = try await BuiltProgram.run(
            ["completions", "install", "--shell", "bash"], environment: ["HOME": taken])
        #expect(refused.status == 1 && refused.errors.contains(": Not a directory\n"), "\(refused.errors)")
        #expect(outcomes[0].output.contains("fpath=") == (shell == .zsh))
        let printed = try await BuiltProgram.run(["completions", "print", shell.rawValue])
        #expect(try String(contentsOfFile: folder.path(file), encoding: .utf8) == printed.output)
        let other = try await BuiltProgram.run(["completions", "install"], environment: ["SHELL": "/bin/tcsh"])
        #expect(other.status == 64 && other.errors.contains("there are no completions for tcsh"))
        let place = folder.path("data/bash-completion/completions/taskd")
        try? FileManager.default.removeItem(atPath: place)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let blocked = try await BuiltProgram.run(
            ["completions", "install", "--shell", "bash"], environment: environment)
        #expect(blocked.status == 1 && blocked.errors.contains("  Move that folder away"), "\(blocked.errors)")
    }
}
