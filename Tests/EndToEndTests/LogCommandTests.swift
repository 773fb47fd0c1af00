import Basics
import Foundation
import Recurrence
import Scheduler
import Storage
import TaskdClient
import TestSupport
import Testing

@testable import taskd

/// `taskd log` and `taskd why`: what happened and why, against a running daemon.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LogCommandTests {
    @Test
    func `what happened is told, latest first, in lines and as JSON`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        for title in ["First", "Second", "Third"] { _ = try await user.json("add", title) }
        _ = try await user.json("done", "second", "--yes")
        let lines = try await user.text("log").split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        #expect(lines.map { $0[1] } == ["task.completed", "task.created", "task.created", "task.created"])
        #expect(lines.map { $0[3] } == ["Second", "Third", "Second", "First"])
        #expect(lines[0][2] == lines[2][2] && lines[0][2].count == 12)
        let page = try await user.json("log", "--limit", "3")
        #expect(page["items"]?.array?.compactMap { $0["seq"]?.integer } == [4, 3, 2])
        let all = try await user.text("log", "--jsonl").split(separator: "\n")
        #expect(all.count == 4)
        try await user.check([
            (["log", "--limit", "1"], 0, ["task.completed"]), (["log", "--limit", "0"], 64, ["--limit"]),
            (["log", "--cursor", "x"], 64, ["cursor"]),
        ])
    }

    @Test(arguments: [
        (ExplanationLanguage.english, ["restored", "added", "added"]), (.korean, ["되살림", "추가", "추가"]),
    ])
    func `a task that was deleted and is there again was restored`(
        language: ExplanationLanguage, expected: [String]
    ) throws {
        var terminal = Terminal()
        (terminal.hasOutput, terminal.columns, terminal.language) = (true, 80, language)
        let now = try #require(UTCInstant("2026-11-26T12:00:00Z"))
        let printer = TextFormatter(
            context: CommandContext(
                clock: TestClock(now), environment: ["TZ": "UTC", "TASKD_CLIENT_CONFIG": "/dev/null"],
                zones: ZoneDatabase(), terminal: terminal))
        let events = try [#","undone":{"kind":"delete"}"#, #","undone":{"kind":"update"}"#, ""].map { undone in
            let json =
                #"{"seq":1,"type":"task.created","timestamp":"2026-11-26T09:00:00.000Z","data":{"task":{"title":"x"}"#
                + undone + "}}"
            return try JSONDecoder().decode(EventView.self, from: Data(json.utf8))
        }
        let lines = printer.log(events).split(separator: "\n").filter { $0.contains("09:00") || $0.contains("9:00") }
        #expect(lines.count == 3)
        for (line, word) in zip(lines, expected) { #expect(line.contains(word), "\(line)") }
    }

    @Test
    func `why tells what is in the way, and why nothing will go off`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let done = try #require(try await user.json("add", "Done", "--due", "2031-01-31T09:00")["id"]?.string)
        _ = try await user.json("done", done)
        let early = try #require(
            try await user.json("add", "Early", "--due", "2031-01-31T09:00", "--remind", "30m")["id"]?.string)
        let seen = try #require(try await user.json("add", "Seen", "--due", "2031-01-31T09:00")["id"]?.string)
        _ = try await user.json("acknowledge", seen)
        let series = try #require(
            try await user.json("add", "Rent", "--due", "2031-01-31T09:00", "--repeat", "FREQ=DAILY")["id"]?.string)
        try await user.check([
            (["why", done], 0, ["Nothing will go off, as it was done today"]),
            (["why", early], 0, ["It will go off ", "That is 30 min before it is due.", "up to 24 h late"]),
            (["why", seen], 0, ["The reminder when it is due was acknowledged", "Nothing more will go off."]),
            (["why", series], 0, ["That is when it is due.", "for the occurrence of Sat 1 Feb 2031 09:00"]),
        ])
        for hook in try await user.json("hook", "list")["items"]?.array ?? [] {
            _ = try await user.json("hook", "disable", try #require(hook["id"]?.string))
        }
        try await user.check([
            (["why", early, "--json=title"], 64, ["there is no field", "scheduledAt"]),
            (["why", early, "--csv=fireAt,projected"], 0, ["fireAt,projected\n2031-"]),
            (["why", early, "--json=fireAt"], 0, [#"{"planned":[{"fireAt":"2031-"#, #""items":["#]),
        ])
        try await user.check([(["why", early], 0, ["No hook is enabled, so nobody hears of it"])])
        let korean = try await user.text("why", early, environment: ["LANG": "ko_KR.UTF-8"])
        #expect(korean.contains("알림 예정:") && korean.contains("켜진 훅이 없어") && !korean.contains("It "), "\(korean)")
    }
}

/// What a new task is offered.
@Suite
struct OfferedTermsTests {
    private static func task(_ more: String = "") throws -> TaskView {
        let json = #"""
            {"id":"0198c5a0-0000-7000-8000-000000000001","handle":"kf3kf3kf3kf3","version":1,"title":"Dentist","status":
            "needsAction","priority":"none","timeZone":"UTC","isOverdue":false,"reminders":[],"tags":[],"subtasks":[],
            "blockedBy":[],"isBlocked":false,"createdAt":"2026-11-26T12:00:00Z"\#(more)}
            """#
        return try JSONDecoder().decode(TaskView.self, from: Data(json.utf8))
    }

    private static let suggestions = """
        [{"field":"dueTime","value":"15:00","because":"","word":"dentist","count":4,"of":5},
        {"field":"dueWeekday","value":"tuesday","because":"","word":"dentist","count":4,"of":5},
        {"field":"tags","value":["health"],"because":"","word":"dentist","count":4,"of":5},
        {"field":"projectId","value":"0198c5a0-0000-7000-8000-000000000002","name":"Flat & garden","because":"",
        "word":"dentist","count":3,"of":5},
        {"field":"priority","value":"high","because":"","word":"dentist","count":3,"of":5},
        {"field":"reminders","value":[{"offset":"-PT30M"}],"because":"","word":"dentist","count":3,"of":5}]
        """

    @Test(arguments: [
        ("", ["'due:tuesday 15:00'", "+health", "'@Flat & garden'"]),
        (#","due":"2026-12-01""#, ["'@Flat & garden'", "p:high", "--remind=-PT30M"]),
    ])
    func `what earlier tasks have is offered where the task has nothing of it`(more: String, terms: [String]) throws {
        let suggestions = try JSONDecoder().decode([SuggestionView].self, from: Data(Self.suggestions.utf8))
        var task = try Self.task(more)
        if !more.isEmpty { task.tags = ["Health"] }
        let offered = OfferedTerms(suggestions, for: task, in: task.timeZone, .english)
        #expect(offered.terms.map(\.text) == terms)
        #expect(offered.terms.first?.reason.hasSuffix(" of 5 with \"dentist\"") == true)
        #expect(OfferedTerms([], for: task, in: task.timeZone, .english).terms.isEmpty)
        let elsewhere = OfferedTerms(suggestions, for: task, in: "Asia/Seoul", .english)
        #expect(elsewhere.terms.contains { $0.text == "zone:Asia/Seoul" } == (task.due == nil))
    }

    @Test
    func `on a terminal what earlier tasks have is offered, and can be taken as it is written`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        for _ in 1...3 { _ = try await user.json("add", "Dentist +health p:high") }
        func added(_ environment: [String: String] = [:]) async throws -> String {
            try await user.onTerminal("add", "Dentist for Mia", environment: environment)
        }
        let shown = try await added()
        #expect(shown.contains("often: ") && shown.contains("+health (3 of 3 with \"dentist\")"), "\(shown)")
        let command = try #require(shown.split(separator: "\n").first { $0.contains("take it: taskd ") })
        let words = command.split(separator: "taskd ")[1].split(separator: " ").map {
            $0.trimmingCharacters(in: .controlCharacters)
        }
        let changed = try await user.run(words + ["--json"])
        let task = try JSONValue(json: Data(changed.output.utf8))
        #expect(task["tags"] == .array([.string("health")]) && task["priority"]?.string == "high")
        #expect(try await !added(["TASKD_SUGGEST": "false"]).contains("often"))
        #expect(try await !user.text("add", "Dentist again").contains("often"))
    }
}
