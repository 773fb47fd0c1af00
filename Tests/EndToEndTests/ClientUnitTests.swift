import ArgumentParser
import Basics
import Foundation
import Phrases
import Recurrence
import Scheduler
import Storage
import TaskdClient
import Testing

@testable import taskd

/// Saturday 2026-11-21, 14:30:10.4 in Berlin.
private let now = UTCInstant(millisecondsSinceEpoch: 1_795_267_810_400)

func reader(_ zone: String = "Europe/Berlin", at instant: UTCInstant = now) -> TimeReader {
    let zones = ZoneDatabase()
    let named: @Sendable (String) -> ZoneRules? = { try? zones.rules(for: $0) }
    return TimeReader(now: instant, phrases: PhraseReader(zones: named), zones: named) { try zones.rules(for: zone) }
}

@Suite
struct TimeWordsTests {
    @Test(arguments: [
        ("2026-12-01", "2026-12-01"),
        ("20261201", "2026-12-01"),
        ("2026-12-01T09:00", "2026-12-01T09:00:00"),
        ("2026-12-01 09:00", "2026-12-01T09:00:00"),
        ("2026-12-01 09:00:30", "2026-12-01T09:00:30"),
        ("2026-12-01T09:00:00Z", "2026-12-01T09:00:00Z"),
        ("2026-12-01 09:00Z", "2026-12-01T09:00:00Z"),
        ("2026-12-01T09:00+01:00", "2026-12-01T08:00:00Z"),
        ("2026-12-01 09:00 +01:00", "2026-12-01T08:00:00Z"),
    ])
    func `a time that is written out goes as it stands and names no zone`(typed: String, text: String) throws {
        let time = try reader().read(typed, "--due")
        #expect(time.text == text)
        #expect(time.zone == nil)
    }

    @Test(arguments: [
        ("today", "2026-11-21"),
        ("Tomorrow 09:00", "2026-11-22T09:00:00"),
        ("sunday", "2026-11-22"),
        ("sat", "2026-11-28"),
        ("MON 8:05", "2026-11-23T08:05:00"),
        ("fri 17:00:30", "2026-11-27T17:00:30"),
        ("14:31", "2026-11-21T14:31:00"),
        ("14:30", "2026-11-22T14:30:00"),
        ("in 3d", "2026-11-24"),
        ("in 90s", "2026-11-21T14:31:41"),
        ("+10m", "2026-11-21T14:40:11"),
        ("in 1h30m", "2026-11-21T16:00:11"),
        ("in 2 hours", "2026-11-21T16:30:11"),
        ("fri 5pm", "2026-11-27T17:00:00"), ("tomorrow 9am", "2026-11-22T09:00:00"), ("3pm", "2026-11-21T15:00:00"),
        ("next friday", "2026-11-27"), ("dec 1", "2026-12-01"), ("내일 오후 3시", "2026-11-22T15:00:00"),
        ("end of month", "2026-11-30"), ("first monday of december", "2026-12-07"),
    ])
    func `words are read in the zone, which goes with them`(typed: String, text: String) throws {
        let time = try reader().read(typed, "--due")
        #expect(time.text == text)
        #expect(time.zone?.identifier == "Europe/Berlin")
    }

    @Test(arguments: [
        "", "soon", "in", "in 5", "in -5m", "+5x", "monday 25:00", "9", "12:60", "2026-02-30", "feb 30", "every monday",
        "dec 1 to dec 5", "3/4", "at 8",
        "tomorrow 09:00 sharp", "in 99999999999999999999d",
    ])
    func `what is no time is refused`(typed: String) {
        #expect(throws: CommandFailure.self) { try reader().read(typed, "--due") }
    }

    @Test
    func `days keep the time of day over a change of the clocks, hours are exact`() throws {
        let before = try #require(UTCInstant("2026-10-24T12:00:00Z"))
        #expect(try reader(at: before).read("in 1d at 2pm", "--due").text == "2026-10-25T14:00:00")
        #expect(try reader(at: before).read("in 24h", "--due").text == "2026-10-25T13:00:00")
        let twice = try #require(UTCInstant("2026-10-25T00:10:00Z"))
        #expect(
            try reader(at: twice).read("in 1h", "--due").text == "2026-10-25T01:10:00Z", "02:10 for the second time")
    }

    @Test
    func `a date alone is its midnight where an instant is asked for`() throws {
        #expect(try reader().instant("2026-12-01", "--due").description == "2026-11-30T23:00:00Z")
        #expect(try reader().instant("tomorrow 09:00", "--due").description == "2026-11-22T08:00:00Z")
    }

    @Test
    func `an unknown zone matters only where words are read`() throws {
        #expect(try reader("Nowhere/City").read("2026-12-01", "--due").text == "2026-12-01")
        #expect(throws: SchedulerError.self) { try reader("Nowhere/City").read("today", "--due") }
    }

    @Test(arguments: [
        ("-PT1H", "-PT1H"), ("PT0S", "PT0S"), ("+PT10M", "PT10M"), ("1h", "-PT1H"), ("1h30m", "-PT1H30M"),
        ("2d", "-P2D"), ("0s", "PT0S"), ("1 week", "-P1W"), ("30 min before", "-PT30M"), ("10m after", "PT10M"),
        ("half an hour", "-PT30M"), ("30분 전", "-PT30M"), ("1시간 뒤", "PT1H"), ("-15m", "-PT15M"), ("+15m", "PT15M"),
    ])
    func `a plain duration reminds before`(typed: String, offset: String) throws {
        #expect(try TypedReminder.offset(typed)?.description == offset)
    }

    @Test(arguments: ["PT1H", "P1D", "pt10m"])
    func `an ISO duration without a sign could be meant both ways`(typed: String) throws {
        let failure = #expect(throws: CommandFailure.self) { _ = try TypedReminder.offset(typed) as CalendarDuration? }
        let text = try #require(failure?.description)
        #expect(text.contains("--remind=-\(typed)") && text.contains("--remind=+\(typed)"), "\(text)")
    }

    @Test
    func `what clocks do to a time is told, and what is past`() throws {
        let spring = try reader().read("mar 28 2027 2:30", "--due")
        #expect(spring.notes.contains { $0.contains("skip that time") && $0.contains("03:30") }, "\(spring.notes)")
        let autumn = try reader().read("oct 31 2027 2:30", "--due")
        #expect(autumn.notes.contains { $0.contains("twice") }, "\(autumn.notes)")
        #expect(
            try reader("Australia/Lord_Howe").read("apr 4 2027 1:45", "--due").notes.contains { $0.contains("twice") })
        #expect(try reader().read("yesterday 9am", "--due").notes.contains { $0.contains("past") })
        #expect(try reader().read("어제 오전 9시", "--due").notes.contains { $0.contains("지난") })
        #expect(try reader().read("tomorrow 9am", "--due").notes.isEmpty)
    }

    @Test
    func `a day as an end is that whole day`() throws {
        #expect(try reader().instant("fri", "--until", endsDay: true).description == "2026-11-27T23:00:00Z")
        #expect(try reader().instant("fri 5pm", "--until", endsDay: true).description == "2026-11-27T16:00:00Z")
        #expect(try reader().instant("fri", "--until").description == "2026-11-26T23:00:00Z")
    }
}

@Suite
struct PrintingTests {
    @Test
    func `columns stand below each other, without spaces at the end`() {
        var table = TextTable()
        table.append([.init("a"), .init("long one"), .init("x")])
        table.append([.init("bcd"), .init("short"), .init("")])
        #expect(table.text(TextStyle(hasColour: false)) == "a    long one  x\nbcd  short\n")
    }

    @Test
    func `colours do not move the columns`() {
        var table = TextTable()
        table.append([.init("a", .late), .init("x")])
        table.append([.init("bc"), .init("y")])
        #expect(table.text(TextStyle(hasColour: true)) == "\u{1B}[31ma\u{1B}[0m   x\nbc  y\n")
    }

    @Test
    func `what is stored cannot steer a terminal`() {
        var table = TextTable()
        table.append([.init("\u{1B}[2Jgone\n\u{202E}")])
        #expect(table.text(TextStyle(hasColour: false)) == "\u{FFFD}[2Jgone\u{FFFD}\u{FFFD}\n")
    }

    @Test
    func `a separator of lines is replaced, and counted as what replaces it`() {
        #expect("a\u{2028}b\u{2029}c".withoutControls == "a\u{FFFD}b\u{FFFD}c")
        #expect(DisplayWidth.of("a\u{2028}b\u{2029}c") == 5)
    }

    @Test
    func `JSON has no control characters, and still means the same`() throws {
        let text = "\u{7F}\u{9B}31m\u{2028}\u{202E}\u{2066}é"
        let line = JSONValue.array([.string(text)]).line
        #expect(line == #"["\u007f\u009b31m\u2028\u202e\u2066é"]"# + "\n")
        #expect(try JSONValue(json: Array(line.utf8)) == .array([.string(text)]))
    }

    @Test
    func `ids are cut to where they still differ`() {
        #expect(ShortIdentifiers(["0198c5a0-1", "f198c5a0-1"])("0198c5a0-1") == "0198c5a0")
        let twins = ["0198c5a0-1234-7001", "0198c5a0-1235-7001"]
        #expect(twins.map { ShortIdentifiers(twins)($0) } == ["0198c5a0-1234", "0198c5a0-1235"])
        #expect(ShortIdentifiers(["0198c5a0-1234"])("0198c5a0-1234") == "0198c5a0")
        let one = "0198c5a0-1234-7001-8a3b-0123456789ab"
        #expect(ShortIdentifiers([one])(one) == "0198c5a0-1234", "others of the same minute begin with 0198c5a0")
    }
}

@Suite
struct ConnectionTests {
    @Test
    func `queries are encoded`() {
        let query =
            QueryItem.optional("q", "a b&c=ü+") + QueryItem.list("status", [StatusArgument.needsAction, .completed])
        #expect(query.text == "?q=a%20b%26c%3D%C3%BC%2B&status=needsAction%2Ccompleted")
        #expect([QueryItem]().text == "")
    }

    @Test
    func `the store lies where the environment says`() {
        #expect(StorePaths(environment: ["TASKD_DB": "/a/b.db", "HOME": "/h"]).tokenFile == "/a/b.db.token")
        #expect(StorePaths(environment: ["XDG_DATA_HOME": "/x"]).keyFile == "/x/taskd/taskd.db.key")
        let home = StorePaths(environment: ["XDG_DATA_HOME": "relative", "HOME": "/h"])
        #expect(home.database == "/h/.local/share/taskd/taskd.db")
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), (":Asia/Seoul", "Asia/Seoul"), ("", "UTC"),
        ("/usr/share/zoneinfo/America/New_York", "America/New_York"),
    ])
    func `the machine's zone is what TZ says`(variable: String, zone: String) {
        #expect(MachineZone(environment: ["TZ": variable]).identifier == zone)
    }
}

@Suite
struct TaskFieldsTests {
    private func json(_ arguments: [String], changing: Bool = false) throws -> String {
        let options = try TaskOptions.parse(arguments)
        let fields =
            try
            (changing
            ? TaskFields(changing: options, reader())
            : TaskFields(new: options, standard: ["PT0S"], reader()))
        var json = JSONWriter()
        json.object(fields.write(fieldsTo:))
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test
    func `a due time alone brings a reminder at it`() throws {
        #expect(
            try json(["--due", "2026-12-01T09:00"])
                == #"{"due":"2026-12-01T09:00:00","reminders":[{"offset":"PT0S","relativeTo":"due"}]}"#
        )
        #expect(
            try json(["--due", "tomorrow 09:00", "--remind", "-PT1H"])
                == #"{"due":"2026-11-22T09:00:00","timeZone":"Europe/Berlin","#
                + #""reminders":[{"offset":"-PT1H","relativeTo":"due"}]}"#
        )
        let twice = ["--due", "2026-12-01T09:00", "--remind", "0m", "--remind", "0s"]
        #expect(try json(twice) == json(["--due", "2026-12-01T09:00"]))
        for remind in ["0m", "0s", "0 minutes before"] {
            #expect(
                try json(["--due", "2026-12-01T09:00", "--remind", remind]) == json(["--due", "2026-12-01T09:00"]))
        }
        #expect(try json([]) == #"{"reminders":[]}"#)
        #expect(
            try json(["--due", "fri 5pm", "--remind", "9am", "--remind", "thu 8pm"])
                == #"{"due":"2026-11-27T17:00:00","timeZone":"Europe/Berlin","#
                + #""reminders":[{"at":"2026-11-27T09:00:00"},{"at":"2026-11-26T20:00:00"}]}"#)
    }

    @Test(arguments: ["1h,10m", "1h, 10m before"])
    func `distances with commas between them are one reminder each, as in a line`(typed: String) throws {
        let reminders =
            #""reminders":[{"offset":"-PT1H","relativeTo":"due"},{"offset":"-PT10M","relativeTo":"due"}]}"#
        #expect(try json(["--due", "2026-12-01T09:00", "--remind", typed]).hasSuffix(reminders))
        #expect(try json(["--remind", typed], changing: true).hasSuffix(reminders))
    }

    @Test
    func `a rule in words brings its first time along`() throws {
        #expect(
            try json(["--repeat", "every monday at 9am", "--remind", "8am"])
                == #"{"due":"2026-11-23T09:00:00","timeZone":"Europe/Berlin","#
                + #""recurrence":{"rrule":["FREQ=WEEKLY;BYDAY=MO"]},"reminders":[{"offset":"-PT1H","relativeTo":"due"}]}"#
        )
        #expect(
            try json(["--repeat", "매주 월요일", "--due", "2026-11-30T10:00"])
                == #"{"due":"2026-11-30T10:00:00","recurrence":{"rrule":["FREQ=WEEKLY;BYDAY=MO"]},"#
                + #""reminders":[{"offset":"PT0S","relativeTo":"due"}]}"#)
        #expect(try json(["--repeat", "every! 3 days"]).contains(#""anchor":"completion""#))
        #expect(throws: CommandFailure.self) { try json(["--repeat", "every monday", "--due", "2026-12-01T10:00"]) }
        #expect(throws: CommandFailure.self) { try json(["--repeat", "monday"]) }
        #expect(throws: CommandFailure.self) { try json(["--repeat", "every monday", "--remind", "9am"]) }
        // The evening before may be that of the first Monday alone.
        let failure = #expect(throws: CommandFailure.self) {
            try json(["--repeat", "every monday at 9am", "--remind", "2026-11-22 8pm"])
        }
        #expect(
            failure?.message == "a reminder at 2026-11-22 20:00 is of one day, and each occurrence has its own day"
                && failure?.suggestion?.contains("such as --remind 1h") == true)
    }

    /// Where a task is due and starts that was typed with `options`; nil where they are refused.
    private func times(_ options: [String], changing: Bool = false) throws -> [String?]? {
        do {
            let json = try JSONValue(json: Array(json(options, changing: changing).utf8))
            return [json["start"]?.string, json["due"]?.string]
        } catch let failure as CommandFailure {
            #expect(failure.exitStatus == 64 && failure.message.contains("is not a time of"), "\(failure)")
            return nil
        }
    }

    @Test(
        arguments: [
            ("every monday at 9am", "fri 8am", nil, nil),
            ("every monday at 9am", "mon 8am", nil, ["2026-11-23T08:00:00", "2026-11-23T09:00:00"]),
            ("every monday at 9am", "mon 10am", nil, nil), ("every monday at 9am", "sun 9am", nil, nil),
            ("every monday at 9am", "nov 30", nil, ["2026-11-30T09:00:00", "2026-11-30T09:00:00"]),
            (
                "every monday at 9am", "2026-11-30 08:00", "2026-11-30 09:00",
                ["2026-11-30T08:00:00", "2026-11-30T09:00:00"]
            ),
            ("every monday at 9am", "2026-11-27 08:00", "2026-11-30 09:00", nil),
            ("every day at 9am", "sat 9am", nil, ["2026-11-28T09:00:00", "2026-11-28T09:00:00"]),
            ("every day", "nov 23", "nov 25", ["2026-11-23", "2026-11-25"]),
            ("every monday", "nov 25", nil, nil), ("FREQ=WEEKLY;BYDAY=MO", "fri", "mon", ["2026-11-27", "2026-11-23"]),
            ("every day at 9 and 21", "2026-11-22 08:00", nil, nil),
            ("every month on the 15th", "dec 10", nil, nil),
        ] as [(String, String, String?, [String?]?)])
    func `a start beside a rule in words is one of its times, or as long before each of them`(
        rule: String, start: String, due: String?, expected: [String?]?
    ) throws {
        let options = ["--repeat", rule, "--start", start] + (due.map { ["--due", $0] } ?? [])
        for changing in [false, true] { #expect(try times(options, changing: changing) == expected) }
    }

    @Test(
        arguments: [
            (["every friday 5pm", "every mon 5pm"], "2026-11-23T17:00:00"),
            (["every friday", "every mon", "every 1st"], "2026-11-23"),
            (["every mon at 9 and 21", "every fri at 9 and 21"], "2026-11-23T09:00:00"),
            (["매주 금요일 오후 5시", "FREQ=DAILY"], "2026-11-27T17:00:00"),
            (["every friday 5pm", "every mon 9am"], nil), (["every friday 5pm", "every mon"], nil),
            (["every fri 5pm", "every 2 weeks on mon 5pm", "every tue 5pm"], "2026-11-23T17:00:00"),
            (["every 3 weeks on tue", "every 2 weeks on mon 5pm"], nil),
            (["every sun 5pm", "every 2 weeks on mon 5pm"], nil),
        ] as [([String], String?)])
    func `several rules in words have their earliest first time in common, or are refused`(
        rules: [String], due: String?
    ) throws {
        let options = rules.flatMap { ["--repeat", $0] }
        guard let due else {
            let failure = #expect(throws: CommandFailure.self) { try json(options) }
            #expect(failure.map { $0.message.contains(rules[0]) && $0.message.contains(rules[1]) } == true)
            return
        }
        #expect(try times(options)?.last == due)
    }

    @Test
    func `a due time beside several rules is one of theirs`() throws {
        let rules = ["--repeat", "every friday 5pm", "--repeat", "every mon 5pm"]
        #expect(try times(rules + ["--due", "nov 27"]) == [nil, "2026-11-27T17:00:00"])
        #expect(try times(rules + ["--due", "nov 28"]) == nil)
    }

    @Test(
        arguments: [
            (["--due", "2026-12-01 09:00"], "Europe/Berlin", "Europe/Berlin"),
            (["--due", "2026-12-01 9:00"], "Europe/Berlin", "Europe/Berlin"),
            (["--due", "2026-12-01"], "Europe/Berlin", "Europe/Berlin"),
            (["--start", "2026-12-01 09:00"], "Europe/Berlin", "Europe/Berlin"),
            (["--due", "2026-12-01T09:00"], nil, "Europe/Berlin"),
            (["--remind", "tomorrow 9am"], "Europe/Berlin", "Europe/Berlin"),
            (["--remind", "2026-12-01T09:00"], nil, "Europe/Berlin"),
            (["--due", "2026-12-01 09:00", "--zone", "Asia/Seoul"], "Asia/Seoul", "Asia/Seoul"),
        ] as [([String], String?, String?)])
    func `the zone of a new task is the person's, in words and in digits`(
        options: [String], zone: String?, zoneOfSettings: String?
    ) throws {
        #expect(try JSONValue(json: Array(json(options).utf8))["timeZone"]?.string == zone)
        var reader = reader()
        reader.hasZoneOfSettings = true
        var json = JSONWriter()
        try json.object(TaskFields(new: TaskOptions.parse(options), standard: [], reader).write(fieldsTo:))
        #expect(try JSONValue(json: json.bytes)["timeZone"]?.string == zoneOfSettings)
    }

    @Test
    func `a reminder in words beside a time of the daemon's zone is a moment`() throws {
        #expect(
            try json(["--due", "2026-12-01T09:00", "--remind", "2026-11-30 20:00"]).contains(
                #""reminders":[{"at":"2026-11-30T19:00:00Z"}]"#))
    }

    @Test
    func `what is not typed is left alone in a change, and none empties it`() throws {
        #expect(try json([], changing: true) == "{}")
        #expect(
            try json(
                ["--due", "none", "--repeat", "none", "--remind", "none", "--tag", "none", "--description", "none"],
                changing: true
            ) == #"{"due":null,"recurrence":null,"reminders":[],"tags":[],"description":null}"#
        )
        #expect(
            try json(["--repeat", "FREQ=DAILY", "--missed", "keep"], changing: true)
                == #"{"recurrence":{"rrule":["FREQ=DAILY"],"missed":"keep"}}"#
        )
    }
}

@Suite
struct RuleLinesTests {
    private func answers(_ text: String) throws -> [JSONValue] {
        var splitter = LineSplitter()
        let lines = splitter.append(Array(text.utf8)[...]) + [splitter.finish()].compactMap(\.self)
        let expander = ExpansionLines(zones: ZoneDatabase())
        return try lines.map { expander.answer($0) }.filter { !$0.isEmpty }.map { try JSONValue(json: Data($0)) }
    }

    @Test(arguments: [
        (#"{"id":"a"}"#, "dtstart: is missing"),
        (#"{"id":"a","dtstart":5}"#, "dtstart: must be a string"),
        (#"{"id":"a","dtstart":"20261121","rrule":"FREQ=DAILY"}"#, "rrule: must be an array of strings"),
        (#"{"id":"a","dtstart":"20261121","rrule":["FREQ=DAILY"],"limit":100001}"#, "limit: must be 0 to 100000"),
        (#"{"id":"a","dtstart":"20261121T090000","tzid":"No/Zone"}"#, #"there is no time zone "No/Zone""#),
        (#"{"id":"a","dtstart":"tomorrow"}"#, "DTSTART"),
        (#"{"id":"a","dtstart":"20261121","rrule":["FREQ=DAILY;BYDAY=XX"]}"#, "BYDAY"),
        (#"{"id":"a","dtstart":"20261121","rdate":[null]}"#, "rdate/0: must be a string"),
    ])
    func `a bad line is answered with its id and what is wrong`(line: String, words: String) throws {
        let answer = try #require(try answers(line).first)
        #expect(answer["id"]?.string == "a")
        #expect(answer["error"]?.string?.contains(words) == true, "\(answer)")
    }

    @Test
    func `windows, numbers as ids, empty lines and a last line without an end are taken`() throws {
        let set = #""dtstart":"20261121T090000Z","rrule":["FREQ=DAILY;COUNT=5"]"#
        let all = try answers(
            "{\"id\":1,\(set),\"after\":\"20261122T090000Z\",\"before\":\"20261124T090000Z\"}\n\r\n{\(set)}")
        #expect(all.map { $0["id"] } == [.number(1), .null])
        #expect(all[0]["occurrences"]?.array?.map(\.string) == ["2026-11-22T09:00:00Z", "2026-11-23T09:00:00Z"])
        #expect(all[0]["complete"] == .bool(false))
        #expect(all[1]["occurrences"]?.array?.count == 5)
        #expect(all[1]["complete"] == .bool(true))
    }

    @Test(arguments: [
        ("null", nil), ("[1]", "id: must be a string or an integer"), ("1.5", "id: must be a string or an integer"),
    ])
    func `an id that is none is answered as null`(id: String, words: String?) throws {
        let answer = try #require(try answers(#"{"id":\#(id),"dtstart":"20261121"}"#).first)
        #expect(answer["id"] == .null)
        #expect(answer["error"]?.string == words, "\(answer)")
        #expect((answer["occurrences"] == nil) == (words != nil))
    }

    @Test
    func `a line too long is answered, and the next one is read`() throws {
        let long = String(repeating: "x", count: LineSplitter.maxLine + 1)
        let all = try answers("\(long)\n{\"id\":\"b\",\"dtstart\":\"20261121\"}\n")
        #expect(all[0]["error"]?.string?.contains("longer than") == true)
        #expect(all[1]["occurrences"]?.array?.map(\.string) == ["20261121"])
    }

    @Test
    func `the fault of a rule is marked below it`() throws {
        let rule = "FREQ=DAILY;INTERVAL=0"
        let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(rule) }
        let lines = RuleCheck.words(try #require(error), in: rule).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == "  \(rule)")
        #expect(lines[2].last == "^")
    }
}
