import ArgumentParser
import Basics
import Foundation
import Recurrence
import Scheduler
import TaskdClient
import Testing

@testable import taskd

/// Saturday 2026-11-21, 14:30 in Berlin.
private let now = UTCInstant(millisecondsSinceEpoch: 1_795_267_800_000)

private func words(
    _ language: ExplanationLanguage = .english, zone: String = "Europe/Berlin", hours: TimeWords.Hours? = nil,
    iso: Bool = false, utc: Bool = false
) throws -> TimeWords {
    let zones = ZoneDatabase()
    let own = try zones.rules(for: utc ? "UTC" : zone)
    return TimeWords(now: now, zone: own, language: language, hours: hours, isISO: iso, isUTC: utc) {
        try? zones.rules(for: $0)
    }
}

@Suite
struct DisplayWidthTests {
    struct Sample: Decodable {
        var text: String
        var width: Int
    }

    static func samples() throws -> [Sample] {
        let url = try #require(
            Bundle.module.url(forResource: "display-widths", withExtension: "jsonl", subdirectory: "Fixtures"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        return try lines.map { try JSONDecoder().decode(Sample.self, from: Data($0.utf8)) }
    }

    @Test
    func `texts take as many cells as wcwidth says`() throws {
        let samples = try Self.samples()
        #expect(samples.count > 2_000)
        let wrong = samples.filter { DisplayWidth.of($0.text) != $0.width }
        for one in wrong.prefix(10) {
            Issue.record(
                "\(one.text): \(DisplayWidth.of(one.text)), not \(one.width); \(Array(one.text.unicodeScalars))")
        }
        #expect(wrong.isEmpty, "\(wrong.count)")
    }

    @Test
    func `what is cut is never too wide, ends in an ellipsis, and keeps characters whole`() throws {
        for text in try Self.samples().map(\.text) {
            let whole = DisplayWidth.of(text)
            for width in 0...(whole + 1) {
                let cut = text.cut(toWidth: width)
                #expect(DisplayWidth.of(cut) <= width)
                guard width < whole, width > 0 else { continue }
                #expect(cut.last == "…" && text.hasPrefix(cut.dropLast()))
                #expect(Array(text).starts(with: Array(cut).dropLast()))
            }
        }
    }
}

@Suite
struct TimeTextTests {
    @Test(arguments: [
        ("2026-12-01T09:00:00", "Tue 1 Dec 09:00  in 10 days"), ("2026-11-21T15:00:00", "today 15:00  in 30 min"),
        ("2026-11-21T15:50:00", "today 15:50  in 1 h 20 min"),
        ("2026-11-22T09:00:00", "tomorrow 09:00  in 18 h 30 min"),
        ("2026-11-20T09:00:00", "yesterday 09:00  1 day ago"), ("2026-11-19T09:00:00", "Thu 19 Nov 09:00  2 days ago"),
        ("2026-12-12T09:00:00", "Sat 12 Dec 09:00  in 3 weeks"),
        ("2027-03-01T09:00:00", "Mon 1 Mar 2027 09:00  in 3 months"),
        ("2026-11-21T14:30:45", "today 14:30  in 45 s"), ("2026-11-21T14:30:00", "today 14:30"),
        ("2026-11-21", "today"), ("2026-11-22", "tomorrow"), ("2026-12-01", "Tue 1 Dec  in 10 days"),
        ("2029-12-01", "Sat 1 Dec 2029  in 3 years"),
    ])
    func `a due time is told by its distance`(civil: String, text: String) throws {
        #expect(try words().local(civil, in: "Europe/Berlin").columns == text)
    }

    @Test(arguments: [
        ("2026-11-04T20:00:00", "2 weeks ago", "2 weeks"), ("2026-11-20T13:00:00", "1 day ago", "1 day"),
        ("2026-11-21T13:00:00", "1 h 30 min ago", "1 h 30 min"), ("2026-10-21T22:00:00", "4 weeks ago", "4 weeks"),
    ])
    func `how long something lasted is counted as its distance from now is`(
        civil: String, distance: String, span: String
    ) throws {
        let words = try words()
        let instant = words.zone.instant(of: try #require(CivilTime(civil)).startOfDayOrTime)
        #expect(words.relative(instant) == distance)
        #expect(words.span(from: instant, to: words.now) == span)
    }

    @Test(arguments: [
        ("2026-12-01T09:00:00", "12월 1일 (화) 오전 9:00  10일 뒤"), ("2026-11-21T15:50:00", "오늘 오후 3:50  1시간 20분 뒤"),
        ("2026-11-22", "내일"), ("2027-01-01", "2027년 1월 1일 (금)  6주 뒤"), ("2026-11-19", "11월 19일 (목)  2일 전"),
    ])
    func `the same in Korean`(civil: String, text: String) throws {
        #expect(try words(.korean).local(civil, in: "Europe/Berlin").columns == text)
    }

    @Test
    func `a zone is named where it is not the reader's`() throws {
        let time = try words().local("2026-12-01T17:00:00", in: "Asia/Seoul")
        #expect(time.columns == "Tue 1 Dec 17:00 Seoul = 09:00  in 10 days")
        let early = try words().local("2026-12-01T07:00:00", in: "Asia/Seoul")
        #expect(early.absolute == "Tue 1 Dec 07:00 Seoul = Mon 30 Nov 23:00")
        #expect(try words().local("2026-12-01T09:00:00", in: "Europe/Paris").absolute == "Tue 1 Dec 09:00")
        #expect(try words().local("2026-12-01T09:00:00", in: "No/Zone").absolute == "Tue 1 Dec 09:00 No/Zone")
    }

    @Test(arguments: [
        ("2027-10-31T00:30:00Z", "2027-10-31T02:30:00+02:00", "02:30+02:00", "02:30 Berlin = 00:30"),
        ("2027-10-31T01:30:00Z", "2027-10-31T02:30:00+01:00", "02:30+01:00", "02:30 Berlin = 01:30"),
    ])
    func `of two equal hours the one is told that the daemon means`(
        told: String, iso: String, own: String, foreign: String
    ) throws {
        func text(_ words: TimeWords) -> TimeText {
            words.local("2027-10-31T02:30:00", in: "Europe/Berlin", at: told)
        }
        #expect(try text(words(iso: true)).absolute == iso)
        #expect(try text(words(iso: true, utc: true)).absolute == told)
        #expect(try text(words()).absolute == "Sun 31 Oct 2027 \(own)")
        #expect(try text(words()).short == "31 Oct 2027 \(own)")
        #expect(try text(words(zone: "UTC")).absolute == "Sun 31 Oct 2027 \(foreign)")
        #expect(try words().moment(told).absolute == "Sun 31 Oct 2027 \(own)")
        let twelve = own.replacing("02:30", with: "2:30 am ")
        #expect(try text(words(hours: .twelve)).absolute == "Sun 31 Oct 2027 \(twelve)")
    }

    @Test
    func `a template tells the instants of local times`() throws {
        let times = """
            {"due":"2027-11-07T01:30:00","dueAt":"2027-11-07T06:30:00Z","start":"2027-11-07T01:10:00",
            "startAt":"2027-11-07T06:10:00Z","timeZone":"America/New_York"}
            """
        let task = try JSONValue(json: Array(times.utf8))
        let template = try OutputTemplate("{{time(start)}} {{time(due)}}")
        #expect(
            try template.fill(with: task, words(iso: true)) == "2027-11-07T01:10:00-05:00 2027-11-07T01:30:00-05:00")
    }

    @Test
    func `clocks of twelve hours, UTC and ISO 8601 are a matter of choice`() throws {
        let due = "2026-12-01T21:05:00"
        #expect(try words(hours: .twelve).local(due, in: "Europe/Berlin").absolute == "Tue 1 Dec 9:05 pm")
        #expect(try words(.korean, hours: .twentyFour).local(due, in: "Europe/Berlin").absolute == "12월 1일 (화) 21:05")
        #expect(try words(iso: true).local(due, in: "Asia/Seoul").absolute == "2026-12-01T21:05:00+09:00")
        #expect(try words(iso: true, utc: true).local(due, in: "Asia/Seoul").absolute == "2026-12-01T12:05:00Z")
        #expect(try words(utc: true).local(due, in: "Asia/Seoul").absolute == "Tue 1 Dec 12:05 UTC")
        #expect(try words(iso: true).local("2026-12-01", in: "Asia/Seoul").columns == "2026-12-01")
    }
}

@Suite
struct TableTests {
    private func table() -> TextTable {
        var table = TextTable([
            .init(title: "handle"), .init(title: "when", isForPeople: true),
            .init(title: "title", yielding: .first(12)), .init(title: "tags", yielding: .dropped(6, rank: 0)),
            .init(title: "empty"),
        ])
        table.append([
            .init("kf3", line: "kf3mnpqrstvw"), .init("today"), .init("주간 회의 자료를 준비한다"), .init("#work #office"),
            .init(""),
        ])
        table.append([.init("m7q"), .init(""), .init("Tea"), .init(""), .init("")])
        return table
    }

    @Test
    func `empty columns are left out, and wide characters take two cells`() {
        let text = table().text(TextStyle(hasColour: false), .columns(width: nil, hasHeader: true))
        #expect(
            text == """
                handle  when   title                      tags
                kf3     today  주간 회의 자료를 준비한다  #work #office
                m7q            Tea

                """)
    }

    @Test
    func `no line is wider than the terminal, down to forty columns`() {
        for width in 40...80 {
            let text = table().text(TextStyle(hasColour: false), .columns(width: width, hasHeader: true))
            #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= width }, "\(width): \(text)")
            #expect(text.contains("kf3") && text.contains("주간"))
        }
    }

    @Test
    func `what has a short form is shortened before it is cut, and the title is cut to three cells before that`() throws
    {
        let times = try words().local("2031-03-03T17:00:00", in: "Asia/Seoul")
        var table = TextTable([
            .init(title: "handle"), .init(title: "due"), .init(title: "title", yielding: .first(24)),
        ])
        table.append([
            .init("kf3"), .init(times.absolute, .plain, short: times.short), .init("A title with several words"),
        ])
        func shown(_ width: Int) -> String? {
            table.text(TextStyle(hasColour: false), .columns(width: width, hasHeader: true)).lines.last
        }
        #expect(shown(72) == "kf3     Mon 3 Mar 2031 17:00 Seoul = 09:00  A title with several words")
        #expect(shown(67)?.hasPrefix("kf3     3 Mar 2031 09:00  A title") == true)
        #expect(shown(40) == "kf3     3 Mar 2031 09:00  A title with …")
        #expect(shown(29) == "kf3     3 Mar 2031 09:00  A …")
    }

    @Test(arguments: [
        (ExplanationLanguage.english, "2026-12-01T09:00:00", "1 Dec 09:00"), (.english, "2020-01-01", "1 Jan 2020"),
        (.english, "2026-11-21T15:00:00", "today 15:00"), (.korean, "2020-01-01T21:00:00", "2020.1.1. 오후 9:00"),
        (.korean, "2026-12-01", "12.1."), (.korean, "2026-11-22", "내일"),
    ])
    func `a due time has a short form in both languages`(
        language: ExplanationLanguage, civil: String, text: String
    ) throws {
        #expect(try words(language).local(civil, in: "Europe/Berlin").short == text)
    }

    @Test
    func `programs get every column between tabs, whole and without a header`() {
        let text = table().text(TextStyle(hasColour: false), .lines)
        #expect(text == "kf3mnpqrstvw\t주간 회의 자료를 준비한다\t#work #office\t\nm7q\tTea\t\t\n")
        var late = TextTable([.init(title: "handle"), .init(title: "due")])
        late.append([.init("kf3"), .init("today", .late, line: "2026-11-21")])
        #expect(late.text(TextStyle(hasColour: true), .lines) == "kf3\t\u{1B}[31m2026-11-21\u{1B}[0m\n")
    }
}

@Suite
struct TerminalChoiceTests {
    private func terminal(_ environment: [String: String], onTerminal: Bool = true, _ colour: ColourChoice = .auto)
        -> Terminal
    {
        Terminal(
            environment: environment,
            descriptors: .init(
                input: onTerminal, output: onTerminal, errors: onTerminal, size: .init(columns: 100, rows: 30)),
            colour: colour)
    }

    @Test
    func `colours are for terminals, unless somebody says otherwise`() {
        #expect(terminal([:]).hasColour && !terminal([:], onTerminal: false).hasColour)
        #expect(!terminal(["NO_COLOR": "1"]).hasColour && !terminal(["TERM": "dumb"]).hasColour)
        #expect(terminal(["CLICOLOR_FORCE": "1"], onTerminal: false).hasColour)
        #expect(!terminal(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], onTerminal: false).hasColour)
        #expect(terminal(["NO_COLOR": "1"], onTerminal: false, .always).hasColour && !terminal([:], .never).hasColour)
    }

    @Test
    func `width, language and pager are what the environment says`() {
        #expect(terminal(["COLUMNS": "40"]).columns == 40 && terminal(["COLUMNS": "x"]).columns == 100)
        #expect(terminal(["LANG": "ko_KR.UTF-8"]).language == .korean)
        #expect(terminal(["LANG": "ko_KR.UTF-8", "LC_ALL": "en_US.UTF-8"]).language == .english)
        #expect(terminal(["PAGER": "more"]).pager == "more" && terminal([:]).pager == "less -FRX")
        #expect(terminal(["TASKD_PAGER": "", "PAGER": "more"]).pager == nil && terminal(["PAGER": "cat"]).pager == nil)
        #expect(terminal(["ACCESSIBLE": "1"]).isAccessible && !terminal([:]).isAccessible)
        #expect(terminal(["ACCESSIBLE": "1"]).pager == nil)
        #expect(terminal(["ACCESSIBLE": "1", "PAGER": "more"]).pager == "more")
    }
}

@Suite
struct MachineFormTests {
    private static let answer = DaemonResponse(
        body: Array(
            #"{"items":[{"id":"1","title":"A, \"b\"","due":"2026-12-01T09:00:00","timeZone":"Europe/Berlin","tags":["x","y"],"sub":{"n":1.5}}],"nextCursor":null}"#
                .utf8))

    private func text(_ form: MachineForm) throws -> String {
        var writer = MachineWriter(form, try words(), path: "tasks")
        return try writer.text(Self.answer)
    }

    @Test
    func `fields are picked, in the shape of the answer`() throws {
        let fields = FieldSelection(names: ["title", "sub.n"])
        #expect(
            try text(.json(fields)) == #"{"items":[{"title":"A, \"b\"","sub.n":1.5}],"nextCursor":null}"# + "\n")
        #expect(try text(.lines(fields)) == #"{"title":"A, \"b\"","sub.n":1.5}"# + "\n")
        #expect(
            try text(.csv(FieldSelection(names: ["id", "title", "tags"])))
                == "id,title,tags\n1,\"A, \"\"b\"\"\",\"[\"\"x\"\",\"\"y\"\"]\"\n")
    }

    @Test
    func `on a terminal nothing stored steers it, and elsewhere it stays as it is`() throws {
        let title = "a\u{9B}31m\u{202E}\u{7F}\u{2028}b"
        let body = #"{"items":[{"id":"1","title":"\u001b]52;c;eA==\u0007\#(title)\nc\td","x":{"\#(title)":1}}]}"#
        let shown = "\u{FFFD}]52;c;eA==\u{FFFD}a\u{FFFD}31m\u{FFFD}\u{FFFD}\u{FFFD}b\nc\td"
        let raw = "\u{1B}]52;c;eA==\u{7}\(title)\nc\td"
        let name = "a\u{FFFD}31m\u{FFFD}\u{FFFD}\u{FFFD}b"
        for isForTerminal in [true, false] {
            func text(_ form: MachineForm) throws -> String {
                var writer = MachineWriter(form, try words(), path: "tasks", isForTerminal: isForTerminal)
                return try writer.text(DaemonResponse(body: Array(body.utf8)))
            }
            let (title, name) = isForTerminal ? (shown, name) : (raw, title)
            #expect(try text(.csv(FieldSelection(names: ["title"]))) == "title\n\"\(title)\"\n")
            #expect(
                try text(.template(OutputTemplate("{{title}} {{json(x)}}"))) == "\(title) {\"\(name)\":1}")
            for form in [MachineForm.json(nil), .lines(nil), .json(FieldSelection(names: ["title"]))] {
                let json = try text(form)
                #expect(!json.unicodeScalars.contains { $0 == "\u{9B}" || $0 == "\u{202E}" || $0 == "\u{2028}" })
                #expect(json.contains(#"a\u009b31m\u202e\u007f\u2028b"#), "\(json)")
            }
        }
    }

    @Test
    func `an unknown field is refused with those there are, of an empty list too`() throws {
        let fields = FieldSelection(names: ["titel"])
        let failure = #expect(throws: CommandFailure.self) { try text(.json(fields)) }
        #expect(failure?.exitStatus == 64 && failure?.suggestion?.contains("id, title, due") == true)
        var writer = MachineWriter(.json(fields), try words(), path: "tasks")
        let empty = DaemonResponse(body: Array(#"{"items":[],"nextCursor":null}"#.utf8))
        let other = #expect(throws: CommandFailure.self) { try writer.text(empty) }
        #expect(other?.suggestion?.contains("priority") == true, "\(String(describing: other))")
        var known = MachineWriter(.json(FieldSelection(names: ["title", "isOverdue"])), try words(), path: "tasks")
        #expect(try known.text(empty) == #"{"items":[],"nextCursor":null}"# + "\n")
    }

    @Test
    func `templates are filled, with times in words`() throws {
        let template = try OutputTemplate(
            #"{{title}}\t{{time(due)}} {{relative(due)}} {{json(tags)}} {{#tags}}<{{.}}>{{/tags}}\n"#)
        #expect(try text(.template(template)) == "A, \"b\"\tTue 1 Dec 09:00 in 10 days [\"x\",\"y\"] <x><y>\n")
        let failure = #expect(throws: CommandFailure.self) { try OutputTemplate("{{#a}}x") }
        #expect(failure?.exitStatus == 64 && failure?.message == "--template: unclosed section")
    }

    @Test
    func `an option with an equals sign takes fields, one without leaves the next word alone`() throws {
        let forms = ArgumentForms(["show", "--json", "kf3", "--color", "never", "--", "--json=x"])
        #expect(forms.arguments == ["show", "--json", "kf3", "--", "--json=x"] && forms.colour == .never)
        #expect(
            ArgumentForms(["tag", "add", "a", "--color", "red"]).arguments == ["tag", "add", "a", "--color", "red"])
        let bare = try ViewRemove.parse(["--json", "kf3"])
        #expect(bare.view == "kf3" && bare.client.access.output.jsonFields?.selection == nil && bare.client.access.json)
        let picked = try ViewRemove.parse(ArgumentForms(["--json=id,title", "kf3"]).arguments)
        #expect(picked.view == "kf3" && picked.client.access.output.jsonFields?.selection?.names == ["id", "title"])
        #expect(throws: (any Error).self) { try ViewRemove.parse(["kf3", "--json", "--jsonl"]) }
    }
}
