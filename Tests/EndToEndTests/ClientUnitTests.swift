import ArgumentParser
import Basics
import Foundation
import Recurrence
import Scheduler
import Storage
import TaskdClient
import Testing

@testable import taskd

/// Saturday 2026-11-21, 14:30:10.4 in Berlin.
private let now = UTCInstant(millisecondsSinceEpoch: 1_795_267_810_400)

private func reader(_ zone: String = "Europe/Berlin", at instant: UTCInstant = now) -> TimeReader {
    TimeReader(now: instant) { try ZoneDatabase().rules(for: zone) }
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
        ("in 3d", "2026-11-24T13:30:11Z"),
        ("in 90s", "2026-11-21T13:31:41Z"),
        ("+10m", "2026-11-21T13:40:11Z"),
        ("in 1h30m", "2026-11-21T15:00:11Z"),
        ("in 2 hours", "2026-11-21T15:30:11Z"),
    ])
    func `words are read in the zone, which goes with them`(typed: String, text: String) throws {
        let time = try reader().read(typed, "--due")
        #expect(time.text == text)
        #expect(time.zone?.identifier == "Europe/Berlin")
    }

    @Test(arguments: [
        "", "soon", "in", "in 5", "in -5m", "+5x", "monday 25:00", "9", "24:00", "12:60", "tu", "2026-02-30",
        "tomorrow 09:00 sharp", "in 99999999999999999999d", "2026-12-01 nine",
    ])
    func `what is no time is refused`(typed: String) {
        #expect(throws: CommandFailure.self) { try reader().read(typed, "--due") }
    }

    @Test
    func `days keep the time of day over a change of the clocks, hours are exact`() throws {
        let before = try #require(UTCInstant("2026-10-24T12:00:00Z"))
        #expect(try reader(at: before).read("in 1d", "--due").text == "2026-10-25T13:00:00Z")
        #expect(try reader(at: before).read("in 24h", "--due").text == "2026-10-25T12:00:00Z")
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
        ("-PT1H", "-PT1H"), ("PT0S", "PT0S"), ("PT10M", "PT10M"), ("1h", "-PT1H"), ("1h30m", "-PT1H30M"),
        ("2d", "-P2D"), ("0s", "PT0S"), ("1 week", "-P1W"),
    ])
    func `a plain duration reminds before, an ISO one as it says`(typed: String, offset: String) throws {
        #expect(try TypedOffset(typed).text == offset)
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
            : TaskFields(new: options, remindsAtDue: true, reader()))
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
        #expect(try json([]) == #"{"reminders":[]}"#)
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
