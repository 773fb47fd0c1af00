import Basics
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import taskd

/// The real program in a real terminal: what a person sees, types and gets back.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TerminalTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A list, and what its header begins with; nil for one without.
    typealias ListCase = (command: String, header: String?)

    private static let lists: [ListCase] = [
        ("taskd", "handle"), ("taskd list", "handle"), ("taskd list --all", "handle"), ("taskd today", "handle"),
        ("taskd week", "handle"), ("taskd upcoming", "when"), ("taskd hook list", "handle"),
        ("taskd project list", "handle"), ("taskd history seoul", "when"), ("taskd undo --list", "when"),
        ("taskd tag list", "name"), ("taskd view list", "name"), ("taskd trash list", "deleted"),
        ("taskd token list", "name"), ("taskd stats", "day"), ("taskd stats --by tag", "tag"), ("taskd events", nil),
        ("taskd pauses", "what"), ("taskd attachments seoul", nil), ("taskd series occurrences seoul", "when"),
        ("taskd list --group day", nil), ("taskd list --group project", nil), ("taskd hook deliveries stdout", nil),
        ("taskd list --limit 2", "handle"), ("LANG=ko_KR.UTF-8 taskd list", "기호"),
        ("LANG=ko_KR.UTF-8 taskd upcoming", "때"), ("taskd list --iso", "handle"),
    ]

    /// Titles that no terminal has room for, in cells of one and of two, and a due time in another zone.
    private static let tasks = [
        #"{"title":"A title that is longer than any terminal of forty or eighty columns will ever be wide, and than one of two hundred beside all that is told of it too","due":"2020-01-01T09:00:00","tags":["alpha1"],"priority":"high"}"#,
        #"{"title":"치과에 가서 정기 검진을 받고 다음 예약까지 잡은 다음 돌아오는 길에 약국에 들른다","due":"2020-02-02T15:30:00","tags":["alpha2"],"priority":"urgent"}"#,
        #"{"title":"🎂 Cake for 👨‍👩‍👧 and 🇰🇷 guests, who all like ☕️ with it, and a great many candles","due":"2020-03-03T23:15:00","tags":["alpha3"],"priority":"low"}"#,
        #"{"title":"Seoul","due":"2031-03-03T17:00:00","timeZone":"Asia/Seoul","tags":["alpha4"],"recurrence":{"rrule":["FREQ=MONTHLY;BYDAY=-1MO"]},"reminders":[{"offset":"-PT1H"}]}"#,
        #"{"title":"Tea"}"#,
    ]

    /// A daemon with something in each list.
    private func furnished() async throws -> CommandLineUser {
        let user = try await CommandLineUser(in: folder)
        let name = #"{"name":"집수리와 정원 일, 여름이 오기 전에 끝낼 것, 그리고 지붕"}"#
        let project = try await user.daemon.request(.POST, "/v1/projects", name).json["id"]?.string
        for task in Self.tasks {
            let inProject = try task.replacing("{\"title\"", with: "{\"projectId\":\"\(#require(project))\",\"title\"")
            let answer = try await user.daemon.request(.POST, "/v1/tasks", inProject)
            try #require(answer.status == 201, "\(answer.json)")
        }
        let hook =
            #"{"url":"http://127.0.0.1:8080/a/path/that/is/longer/than/forty/columns","events":["task.*","reminder.*"],"tags":["nobody"]}"#
        try #require(try await user.daemon.request(.POST, "/v1/hooks", hook).status == 201)
        _ = try await user.text("view", "add", "Everything at home", "--where", "tag:alpha1 or tag:alpha2 or overdue")
        _ = try await user.text("delete", "tea", "--yes")
        _ = try await user.text("pause", "seoul", "--for", "2w", "--missed", "skip", "--note", "until the roof is done")
        _ = try await user.text(
            "attach", "seoul", "https://example.org/a/long/path/to/a/plan?of=roof", "--name", "Plan")
        return user
    }

    private func environment(of user: CommandLineUser) -> [String: String] {
        user.daemon.environment.merging(["TASKD_PAGER": ""]) { $1 }
    }

    @Test(arguments: [40, 80, 200])
    func `no line of a list is wider than the terminal, and each list has its header`(width: Int) async throws {
        let user = try await furnished()
        let terminal = try await TerminalSession(
            columns: width, rows: 100, in: folder, environment: environment(of: user))
        for (command, header) in Self.lists {
            let screen = try await terminal.run(command)
            #expect(screen.status == 0, "\(command): \(screen.text)")
            #expect(screen.lines.count > 1, "\(command): \(screen.text)")
            if let header { #expect(screen.lines.first?.hasPrefix(header) == true, "\(command): \(screen.text)") }
            // What was too long for a line is told as one line here.
            let joined = try await terminal.lines(joined: true)
            #expect(joined.count == screen.lines.count + 1, "\(command) wraps: \(screen.text)")
        }
        await terminal.close()
    }

    /// What is seen of the due times at each width.
    private static let dueTimes: [(width: Int, seen: [String])] = [
        (40, ["1 Jan 2020 09:00", "2 Feb 2020 15:30", "3 Mar 2020 23:15", "3 Mar 2031 08:00"]),
        (80, ["Wed 1 Jan 2020 09:00", "Sun 2 Feb 2020 15:30", "Mon 3 Mar 2031 17:00 Seoul = 08:00"]),
        (200, ["Wed 1 Jan 2020 09:00 ", "Mon 3 Mar 2031 17:00 Seoul = 08:00  in "]),
    ]

    @Test(arguments: dueTimes)
    func `titles give way, and neither handles nor due times do`(width: Int, seen: [String]) async throws {
        let user = try await furnished()
        let terminal = try await TerminalSession(columns: width, in: folder, environment: environment(of: user))
        let screen = try await terminal.run("taskd list")
        for text in seen {
            #expect(screen.text.contains(text), "\(text): \(screen.text)")
        }
        let handles = try await user.json("list")["items"]?.array?.compactMap { $0["handle"]?.string } ?? []
        #expect(handles.count == 4)
        for (handle, title) in zip(handles, ["A title", "치과에", "🎂", "Seoul"]) {
            let row = try #require(screen.lines.first { $0.hasPrefix(handle.prefix(3)) }, "\(screen.text)")
            let place = try #require(row.range(of: title), "\(screen.text)")
            #expect(!row[..<place.lowerBound].contains("…"), "\(screen.text)")
            #expect(row[place.lowerBound...].contains("…") || title == "Seoul" || width == 200, "\(screen.text)")
        }
        await terminal.close()
    }

    /// What stands behind the titles at each width.
    private static let lastColumns: [(width: Int, command: String, cells: [String])] = [
        (80, "taskd list", ["high", "urgent", "low"]),
        (200, "taskd list", ["#alpha1", "#alpha2", "#alpha3", "#alpha4"]),
        (200, "LANG=ko_KR.UTF-8 taskd list", ["#alpha1", "#alpha2", "#alpha3", "#alpha4"]),
    ]

    @Test(arguments: lastColumns)
    func `columns stand below each other behind titles of two cells and emoji`(
        width: Int, command: String, cells: [String]
    ) async throws {
        let user = try await furnished()
        let terminal = try await TerminalSession(columns: width, in: folder, environment: environment(of: user))
        let screen = try await terminal.run(command)
        let columns = try await terminal.columns(of: cells)
        #expect(Set(columns).count == 1, "\(columns): \(screen.text)")
        await terminal.close()
    }

    @Test
    func `a window that is given another size is filled as it is then`() async throws {
        let user = try await furnished()
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: environment(of: user))
        let before = try await terminal.run("taskd list")
        for (columns, rows) in [(40, 30), (120, 40), (60, 20)] {
            try await terminal.resize(columns: columns, rows: rows)
            let screen = try await terminal.run("taskd list")
            let joined = try await terminal.lines(joined: true)
            #expect(screen.lines != before.lines && joined.count == screen.lines.count + 1, "\(screen.text)")
            let widest = screen.lines.map { DisplayWidth.of($0) }.max() ?? 0
            #expect(columns - 12...columns ~= widest, "\(columns): \(screen.text)")
        }
        await terminal.close()
    }

    @Test
    func `what is late is red on a terminal, and nothing is coloured where that is not wanted`() async throws {
        let user = try await furnished()
        let terminal = try await TerminalSession(columns: 80, in: folder, environment: environment(of: user))
        func seen(_ command: String) async throws -> String {
            _ = try await terminal.run(command)
            return try await terminal.lines(escapes: true).joined(separator: "\n")
        }
        let coloured = try await seen("taskd list")
        #expect(coloured.contains("\u{1B}[2mhandle") && coloured.contains("\u{1B}[31m!"), "\(coloured)")
        #expect(coloured.contains("\u{1B}[31mWed 1 Jan 2020"), "\(coloured)")
        for command in ["NO_COLOR=1 taskd list", "taskd list --color never", "TERM=dumb taskd list"] {
            let plain = try await seen(command)
            #expect(plain.contains("Wed 1 Jan 2020") && !plain.contains("\u{1B}"), "\(command): \(plain)")
        }
        #expect(try await seen("NO_COLOR=1 taskd list --color=always").contains("\u{1B}[31m"))
        await terminal.close()
    }

    @Test
    func `for who listens to the screen, words stand for signs, and nothing is drawn twice`() async throws {
        let user = try await furnished()
        for number in 1...40 {
            _ = try await user.daemon.request(.POST, "/v1/tasks", "{\"title\":\"Walk \(number)\"}")
        }
        var environment = user.daemon.environment
        environment["ACCESSIBLE"] = "1"
        let terminal = try await TerminalSession(columns: 80, rows: 24, in: folder, environment: environment)
        let list = try await terminal.run("taskd list overdue")
        #expect(
            list.lines.filter { $0.contains(#/^\w+ +late /#) }.count == 3 && !list.text.contains(" ! "), "\(list.text)")
        let coming = try await terminal.run("taskd upcoming --limit 2")
        #expect(coming.text.contains("projected") && !coming.text.contains("↻"), "\(coming.text)")
        // No pager stands between a long list and the prompt.
        let long = try await terminal.run("taskd list")
        #expect(long.status == 0 && long.text.contains("Walk 40"), "\(long.text)")
        try await terminal.start("taskd done walk")
        try await terminal.wait(until: "Which one? [1-10]")
        try await terminal.type("x", "Enter")
        let asked = try await terminal.wait("the second question") { lines in
            lines.filter { $0.hasPrefix("Which one? [1-10]") }.count == 2 ? lines : nil
        }
        #expect(asked.contains { $0.hasPrefix("Please give a number from 1 to 10") }, "\(asked)")
        try await terminal.type("", "Enter")
        #expect(try await terminal.prompt().status == 1)
        await terminal.close()
    }
}
