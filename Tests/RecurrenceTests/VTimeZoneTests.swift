import Foundation
import Recurrence
import Testing

/// VTIMEZONE components as zones.
struct VTimeZoneTests {
    private static func text(_ name: String) throws -> String {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "ics", subdirectory: "Fixtures/vtimezones"))
        return try String(decoding: Data(contentsOf: url), as: UTF8.self)
    }

    private static func zone(_ name: String) throws -> ZoneRules { try ZoneRules(vtimezone: text(name)) }

    private static let styles = [
        ("google-new-york", "America/New_York", 2007), ("apple-new-york", "America/New_York", 1967),
        ("outlook-western-europe", "Europe/Berlin", 1996), ("listed-lord-howe", "Australia/Lord_Howe", 1896),
        ("negative-dublin", "Europe/Dublin", 1997),
    ]

    @Test(arguments: styles)
    func `offsets are those of the zone's file`(style: String, identifier: String, year: Int) throws {
        let (zone, file) = (try Self.zone(style), try Zone.named(identifier))
        let first = try #require(CivilDate(year: year, month: 1, day: 1)).daysSinceEpoch * 86_400
        var generator = SeededGenerator(seed: 5_545)
        var differences: [UTCInstant] = []
        for hour in 0..<150 * 8_766 where hour % 7 == 0 {
            let seconds = first + hour * 3_600 + Int.random(in: 0..<3_600, using: &generator)
            let instant = UTCInstant(secondsSinceEpoch: Int64(seconds))
            if zone.offset(at: instant) != file.offset(at: instant) { differences.append(instant) }
        }
        #expect(differences.isEmpty)
    }

    @Test(arguments: styles)
    func `rules without end go on to the last year`(style: String, identifier: String, year: Int) throws {
        let (zone, file) = (try Self.zone(style), try Zone.named(identifier))
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let instant = UTCInstant(secondsSinceEpoch: .random(in: 4_000_000_000..<253_402_300_800, using: &generator))
            #expect(zone.offset(at: instant) == file.offset(at: instant))
        }
    }

    @Test(arguments: styles)
    func `local times of each change are resolved as in the zone's file`(
        style: String, identifier: String, year: Int
    ) throws {
        let (zone, file) = (try Self.zone(style), try Zone.named(identifier))
        let rule = "FREQ=YEARLY;BYMONTH=3,4,10,11;BYDAY=SU;BYHOUR=1,2,3;BYMINUTE=0,15,30,45;COUNT=5000"
        let start = "\(max(year, 1_970) + 30)0101T000000"
        let sets = try [zone, file].map { try RecurrenceSet(start: start, zone: $0, rules: [rule]) }
        #expect(sets[0].expand(limit: 5_000) == sets[1].expand(limit: 5_000))
    }

    @Test func `the name is the TZID, and before the first onset its TZOFFSETFROM holds`() throws {
        #expect(try Self.zone("outlook-western-europe").identifier == "W. Europe Standard Time")
        let zone = try Self.zone("listed-lord-howe")
        #expect(zone.offset(at: try #require(UTCInstant("1890-01-01T00:00:00Z"))) == 38_180)
        let newYork = try Self.zone("apple-new-york")
        #expect(newYork.offset(at: try #require(UTCInstant("1500-07-01T00:00:00Z"))) == -18_000)
    }

    @Test func `letters, folds and parts that nobody knows do not matter`() throws {
        let text = """
            begin:vtimezone
            tzid:Test\\, odd
            BEGIN:X-LOCAL
            TZOFFSETTO:nonsense
            END:X-LOCAL
            X-PROP;P="a:b;c":value
            begin:standard
            DTSTART;VALUE=DATE-
             TIME:20200101
             T000000
            \tTZOFFSET
            """
        let folded = text.replacingOccurrences(of: "\n\tTZOFFSET", with: "\nTZOFF\n\tSETFROM:+0100\nTZOFFSETTO:-010203")
        let zone = try ZoneRules(vtimezone: folded + "\nEND:standard\n\nEND:VTimezone\n\n")
        #expect(zone.identifier == "Test, odd")
        #expect(zone.offset(at: try #require(UTCInstant("2019-12-31T22:59:59Z"))) == 3_600)
        #expect(zone.offset(at: try #require(UTCInstant("2019-12-31T23:00:00Z"))) == -3_723)
    }

    /// A sound component, of which one line is replaced.
    private static let sound = [
        "BEGIN:VTIMEZONE", "TZID:X", "BEGIN:STANDARD", "DTSTART:20001029T030000", "TZOFFSETFROM:+0200",
        "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "RDATE:19990101T000000", "END:STANDARD",
        "END:VTIMEZONE",
    ]

    @Test(arguments: [
        (0, "BEGIN:VEVENT", "VTIMEZONE", RecurrenceError.Code.syntax, 1), (1, "X-A:1", "TZID", .syntax, 1),
        (3, "DTSTART:20001029", "DTSTART", .value, 4), (3, "DTSTART:20001029T030000Z", "DTSTART", .value, 4),
        (3, "X-A:1", "DTSTART", .syntax, 3), (4, "TZOFFSETFROM:0200", "TZOFFSETFROM", .value, 5),
        (4, "TZOFFSETTO:+0200", "TZOFFSETTO", .conflict, 6), (5, "TZOFFSETTO:+0160", "TZOFFSETTO", .value, 6),
        (5, "TZOFFSETTO:+01000", "TZOFFSETTO", .value, 6), (6, "RRULE:FREQ=NEVER", "RRULE", .value, 7),
        (6, "RRULE:FREQ=DAILY", "RRULE", .unsupported, 3), (6, "RRULE:FREQ=HOURLY;COUNT=2", "RRULE", .unsupported, 3),
        (6, "RRULE:FREQ=DAILY;COUNT=999999", "RRULE", .limit, 3), (6, "RRULE", "VTIMEZONE", .syntax, 7),
        (7, "RDATE:19990101", "RDATE", .value, 8), (8, "X-A:1", "END", .syntax, 10),
        (9, "X-A:1", "VTIMEZONE", .syntax, 10),
    ])
    func `an error names the property and the line`(
        index: Int, line: String, part: String, code: RecurrenceError.Code, number: Int
    ) throws {
        _ = try ZoneRules(vtimezone: Self.sound.joined(separator: "\n"))
        var lines = Self.sound
        lines[index] = line
        let error = try #require(throws: RecurrenceError.self) {
            try ZoneRules(vtimezone: lines.joined(separator: "\r\n"))
        }
        #expect(error.part == part && error.code == code && error.line == number)
        #expect(error.description.contains("line \(number)"))
    }

    @Test func `what is too large is refused soon`() throws {
        let rule = "RRULE:FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1;COUNT=1000"
        let part = Self.sound[2...5] + Array(repeating: rule, count: 4) + [Self.sound[8]]
        for count in [200, 257] {
            let parts = Array(repeating: part, count: count).flatMap(\.self)
            let text = (Self.sound[0...1] + parts + [Self.sound[9]]).joined(separator: "\n")
            let error = try #require(throws: RecurrenceError.self) { try ZoneRules(vtimezone: text) }
            #expect(error.code == .limit)
        }
        let long = Self.sound.joined(separator: "\n") + String(repeating: "\n", count: 1 << 20)
        #expect(try #require(throws: RecurrenceError.self) { try ZoneRules(vtimezone: long) }.code == .limit)
    }

    @Test func `no damage makes the reader trap`() throws {
        let sound = Array(try Self.text("apple-new-york").utf8)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...5, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 10...90, using: &generator)
            }
            guard let zone = try? ZoneRules(vtimezone: String(decoding: bytes, as: UTF8.self)) else { continue }
            let set = try RecurrenceSet(start: "19700101T023000", zone: zone, rules: ["FREQ=MONTHLY;INTERVAL=7"])
            let instants = set.occurrences.prefix(50).map(\.instant)
            #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
