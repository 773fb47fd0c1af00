import Basics
import Foundation
import NIOHTTP1
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// `taskd hook test`, `enable`, `disable`, `rotate`, `health`, `deliveries` and `replay`, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HookCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A daemon with one hook, and who talks to it.
    private func start(
        _ receiver: WebhookReceiver, _ more: String...
    ) async throws -> (user: CommandLineUser, hook: String, secret: String) {
        let user = try await CommandLineUser(in: folder)
        let arguments = ["hook", "add", "--url", receiver.url, "--json"] + more
        let added = try await user.run(arguments)
        try #require(added.status == 0, "\(added.errors)")
        let hook = try JSONValue(json: Data(added.output.utf8))
        return (user, try #require(hook["id"]?.string), try #require(hook["secret"]?.string))
    }

    private func verify(_ request: WebhookReceiver.Request, by secret: String) throws {
        let headers = try WebhookHeaders { request.headers[$0] }
        try WebhookVerifier(keys: [try VerificationKey(secret)])
            .verify(headers, body: request.body, at: WallClock().now)
    }

    @Test
    func `a sample is sent, and the status tells whether it was taken`() async throws {
        let answers: [WebhookReceiver.Answer] = [.status(204), .status(500), .close, .status(200)]
        let receiver = try await WebhookReceiver.start(answers: answers)
        let (user, hook, secret) = try await start(receiver, "--events", "task.completed")
        let short = String(hook.prefix(13))
        try await user.check([
            (["hook", "test", hook], 0, ["delivered: reminder.due  204  "]),
            (
                ["hook", "test", short, "--type", "task.completed"], 1,
                ["not delivered: task.completed  500", "responded with 500"]
            ),
            (["hook", "test", short], 1, ["not delivered: reminder.due"]),
            (["hook", "test", hook, "--type", "task.deleted", "--json"], 0, [#""delivered":true"#, "task.deleted"]),
            (["hook", "test", hook, "--type", "task.invented"], 64, ["--type: there is no event \"task.invented\""]),
            (["hook", "test", "\(HookID.numbered(9))"], 1, ["no hook"]),
            (["hook", "test"], 64, ["which hook?"]),
        ])
        #expect(receiver.requests.count == answers.count)
        for request in receiver.requests {
            try verify(request, by: secret)
            #expect(try JSONValue(json: Data(request.body))["data"]?["test"] == .bool(true))
        }
        #expect(try await user.daemon.log().isEmpty)
    }

    @Test
    func `hooks are disabled and enabled, and what happens meanwhile is not sent`() async throws {
        let receiver = try await WebhookReceiver.start()
        let (user, hook, _) = try await start(receiver, "--events", "task.created")
        let stdout = "\(Hook.stdoutID)"
        try await user.check([
            (
                ["hook", "disable", String(hook.prefix(13)), stdout], 0,
                ["disabled ", "  \(receiver.url)\n", "  stdout\n"]
            ),
            (["hook", "disable", hook, "--json"], 0, [#""enabled":false"#]),
            (["hook", "health", hook], 0, ["no, the hook is disabled"]),
            (["hook", "list"], 0, ["disabled"]), (["add", "meanwhile"], 0, ["added"]),
            (["hook", "enable", hook, "\(HookID.numbered(9))"], 1, ["no hook"]),
            (["hook", "enable", hook, "!"], 1, ["there is no hook \"!\""]),
            (["hook", "enable"], 64, ["which hook?"]), (["hook", "disable"], 64, ["which hook?"]),
        ])
        let hooks = try await user.json("hook", "list")["items"]?.array ?? []
        #expect(hooks.map { $0["enabled"] } == [.bool(false), .bool(false)])
        #expect(receiver.requests.isEmpty)
        try await user.check([
            (["hook", "enable", hook, stdout], 0, ["enabled ", "  \(receiver.url)\n", "  stdout\n"]),
            (["add", "afterwards"], 0, ["added"]),
        ])
        let sent = try #require(await receiver.requests(atLeast: 1).first)
        #expect(try JSONValue(json: Data(sent.body))["data"]?["task"]?["title"]?.string == "afterwards")
    }

    @Test(arguments: ["add", "try"])
    func `a tag and a project that there are none of are told of a hook that was added`(command: String) async throws {
        let receiver = try await WebhookReceiver.start()
        let user = try await CommandLineUser(in: folder)
        let choice = ["--tag", "nope", "--where", "project:Nope"]
        let outcome = try await user.run(["hook", command, receiver.url, "--quiet"] + choice)
        #expect(outcome.status == 0)
        for note in [
            "the secret is shown once", "there is no tag \"nope\" yet", "--where: there is no project \"Nope\"",
        ] {
            #expect(outcome.errors.contains("note: \(note)"), "\(outcome.errors)")
        }
        try await receiver.stop()
    }

    @Test
    func `the tasks that a hook is chosen for are told where it is added, and in the list`() async throws {
        let user = try await CommandLineUser(in: folder)
        let hook = ["hook", "add", "--url", "http://127.0.0.1:8099/", "--events", "task.*"]
        let cases: [(options: [String], words: String)] = [
            (["--tag", "home", "--tag", "work"], "#home #work"), (["--priority", "high"], "priority high"),
            (["--where", "due <= today", "--zone", "Asia/Seoul"], "where due <= today (Asia/Seoul)"),
            (
                ["--tag", "a", "--priority", "low", "--priority", "none", "--where", "has:project"],
                "#a priority low,none where has:project"
            ),
        ]
        for (options, words) in cases {
            try await user.check([(hook + options, 0, ["\ntasks: \(words)\n"])])
        }
        let plain = try await user.run(hook)
        #expect(plain.status == 0 && !plain.output.contains("tasks:"), "\(plain.output)")
        let lines = try await user.text("hook", "list").split(separator: "\n").map(String.init)
        for (_, words) in cases {
            let line = "\ttask.*\thttp://127.0.0.1:8099/\t\(words)"
            #expect(lines.count { $0.hasSuffix(line) } == 1, "\(lines)")
        }
        #expect(lines.count { $0.hasSuffix("\ttask.*\thttp://127.0.0.1:8099/\t") } == 1, "\(lines)")
        let listed = try await user.json("hook", "list")["items"]?.array ?? []
        #expect(listed.compactMap { $0["filter"]?.string } == ["due <= today", "has:project"])
    }

    @Test
    func `events have spaces behind commas, and standard output is meant by its name`() async throws {
        let user = try await CommandLineUser(in: folder)
        let hook = ["hook", "add", "http://127.0.0.1:8099/", "--events"]
        _ = try await user.text("hook", "disable", "stdout")
        let added = try await user.run(hook + ["reminder.due, task.completed ,", "--json"])
        let made = try JSONValue(json: Data(added.output.utf8))
        #expect(made["events"]?.array?.compactMap(\.string) == ["reminder.due", "task.completed"], "\(added)")
        try await user.check([
            (hook + [" , "], 64, ["--events is empty"]), (["hook", "list"], 0, ["stdout\tstdout\tdisabled"]),
            (["hook", "enable", "stdout"], 0, ["enabled stdout  stdout\n"]),
            (["hook", "disable", "8099/"], 0, ["disabled ", "  http://127.0.0.1:8099/\n"]),
        ])
    }

    @Test
    func `on a terminal of 80 columns the ids of deliveries are whole`() async throws {
        let receiver = try await WebhookReceiver.start(answers: [.status(500)])
        let (user, hook, _) = try await start(receiver, "--events", "task.created", "--retry", "0s")
        _ = try await user.text("add", "task")
        var id: String?
        while id == nil {
            let page = try await user.json("hook", "deliveries", hook, "--state", "failed")
            id = page["items"]?.array?.first?["id"]?.string
        }
        let shown = try await user.onTerminal("hook", "deliveries", hook, environment: ["COLUMNS": "80"])
        #expect(shown.contains(try #require(id)) && shown.contains("failed"), "\(shown)")
        #expect(shown.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("\u{1B}") }, "\(shown)")
    }

    @Test
    func `a rotated secret signs, and the old one beside it for as long as is said`() async throws {
        let receiver = try await WebhookReceiver.start()
        let (user, hook, old) = try await start(receiver)
        let shown = try await user.text("hook", "rotate", hook, "--overlap", "1h")
        let new = try #require(shown.split(separator: "\n").first { $0.hasPrefix("secret: ") }.map { $0.dropFirst(8) })
        #expect(shown.hasPrefix("rotated ") && shown.contains("  \(receiver.url)\n"), "\(shown)")
        _ = try await user.text("hook", "test", hook)
        for secret in [old, String(new)] { try verify(receiver.requests[0], by: secret) }
        let third = SigningSecret.make().text
        let rotated = try await user.json("hook", "rotate", hook, "--overlap", "0s", "--secret", third)
        #expect(rotated["secret"]?.string == third)
        _ = try await user.text("hook", "test", hook)
        try verify(receiver.requests[1], by: third)
        #expect(throws: NotifyError.self) { try verify(receiver.requests[1], by: String(new)) }
        try await user.check([
            (["hook", "rotate", hook, "--overlap", "soon"], 64, ["--overlap"]),
            (["hook", "rotate", hook, "--overlap", "60d"], 64, ["--overlap must be 0s to 30d, not \"60d\""]),
            (["hook", "rotate", hook, "--secret", "whsec_short"], 64, ["--secret"]),
            (["hook", "rotate", "\(Hook.stdoutID)"], 1, ["only webhooks have a secret"]),
        ])
    }

    @Test
    func `health tells of a receiver that fails, and of what waits for it`() async throws {
        let receiver = try await WebhookReceiver.start(answers: Array(repeating: .status(503), count: 5))
        let (user, hook, _) = try await start(receiver, "--events", "task.created", "--concurrency", "1")
        let fresh = try await user.text("hook", "health", hook)
        #expect(fresh.contains("sending                   yes") && !fresh.contains("last"), "\(fresh)")
        for number in 1...5 { _ = try await user.text("add", "task \(number)") }
        _ = await receiver.requests(atLeast: 5)
        var health = try await user.json("hook", "health", hook)
        while health["circuit"]?.string != "open" { health = try await user.json("hook", "health", hook) }
        #expect(health["consecutiveFailures"]?.integer == 5)
        #expect(health["waiting"]?.integer == 5)
        let shown = try await user.text("hook", "health", hook)
        for word in ["sending ", "for a while", "waiting", "failed attempts in a row", "failing since", "resumes"] {
            #expect(shown.contains(word), "\(shown)")
        }
        // While nothing is sent, no delivery is tried before that is over.
        let resumes = try #require(health["resumesAt"]?.string.flatMap { UTCInstant($0) })
        let next = try await user.text("hook", "deliveries", hook).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).last.flatMap { UTCInstant(String($0)) }
        }
        #expect(
            next.count == 5 && next.allSatisfy { $0.map { $0.advanced(by: .seconds(1)) >= resumes } ?? false },
            "\(next)")
        try await user.check([(["hook", "health", "\(HookID.numbered(9))"], 1, ["no hook"])])
    }

    @Test
    func `dead letters are listed, and sent again one by one or together`() async throws {
        let receiver = try await WebhookReceiver.start(answers: Array(repeating: .status(400), count: 3))
        let (user, hook, _) = try await start(receiver, "--events", "task.created", "--retry", "0s")
        for number in 1...3 { _ = try await user.text("add", "task \(number)") }
        var dead: [String] = []
        while dead.count < 3 {
            let page = try await user.json("hook", "deliveries", hook, "--state", "failed")
            dead = page["items"]?.array?.compactMap { $0["id"]?.string } ?? []
        }
        try await user.check([
            (["hook", "deliveries", hook, "--state", "failed"], 0, ["\(dead[0])\t", "\tfailed\t1\tstatus 400: "]),
            (["hook", "deliveries", hook, "--state", "delivered"], 0, []),
            (["hook", "replay", hook, "--events", "task.deleted"], 0, ["replaying 0 deliveries"]),
            (["hook", "replay", hook, "--state", "expired"], 0, ["replaying 0 deliveries"]),
            (["hook", "replay", hook, "--until", "2020-01-01T00:00"], 0, ["replaying 0 deliveries"]),
            (["hook", "replay", dead[2]], 0, [dead[2], "pending"]),
            (["hook", "replay", hook, "--limit", "1", "--rate", "1000"], 0, ["replaying 1 delivery"]),
        ])
        _ = await receiver.requests(atLeast: 5)
        let rest = try await user.text("hook", "replay", hook, "--rate", "1000")
        #expect(rest.hasPrefix("replaying "))
        let requests = await receiver.distinct(atLeast: 3)
        _ = await receiver.requests(atLeast: 6)
        #expect(requests == Set(receiver.requests.suffix(3).compactMap { $0.headers["webhook-id"] }))
        _ = try await user.text("hook", "disable", hook)
        let disabled = try await user.run(["hook", "replay", hook, "--state", "delivered", "--limit", "1"])
        #expect(
            disabled.errors.contains("note: the hook is disabled; they are sent after taskd hook enable "),
            "\(disabled)")
        try await user.check([
            (["hook", "replay", "dlv_99"], 1, ["no delivery"]),
            (["hook", "replay", hook, "--state", "done"], 64, ["--state"]),
            (["hook", "replay", hook, "--limit", "0"], 64, ["--limit"]),
        ])
    }
}
