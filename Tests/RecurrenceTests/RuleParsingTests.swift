import Recurrence
import Testing

struct RuleParsingTests {
    @Test(arguments: [
        ("RRULE:FREQ=DAILY", "FREQ=DAILY"),
        ("freq=weekly;byday=fr,mo;interval=1", "FREQ=WEEKLY;BYDAY=MO,FR"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1,31,1,1,-31;", "FREQ=MONTHLY;BYMONTHDAY=-31,-1,1,31"),
        ("FREQ=YEARLY;BYDAY=+2MO,-1FR,TU;WKST=MO", "FREQ=YEARLY;BYDAY=TU,-1FR,2MO"),
        (" FREQ=DAILY;UNTIL=19971224 \r\n", "FREQ=DAILY;UNTIL=19971224"),
        ("FREQ=DAILY;UNTIL=19971224t090000z", "FREQ=DAILY;UNTIL=19971224T090000Z"),
        ("FREQ=DAILY;UNTIL=1997-12-24T09:00:00", "FREQ=DAILY;UNTIL=19971224T090000"),
        ("FREQ=DAILY;BYSECOND=60,0", "FREQ=DAILY;BYSECOND=0,60"),
        ("FREQ=WEEKLY; BYDAY= MO , WE; INTERVAL=2 ;COUNT=4", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=MO,WE"),
        ("SKIP=FORWARD;FREQ=YEARLY;RSCALE=gregorian", "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD"),
    ])
    func `a rule is printed in its canonical form`(text: String, canonical: String) throws {
        #expect(try RecurrenceRule(text).description == canonical)
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=2;UNTIL=20261224", "UNTIL: cannot be combined with COUNT; keep one"),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY: not allowed with FREQ=WEEKLY; use FREQ=MONTHLY"),
        ("FREQ=DAILY;;COUNT=2", "RRULE: a part is empty; remove one of the two \";\" (at byte 11)"),
        ("FREQ=DAILY;INTERVAL=-1", "INTERVAL: expected a whole number of 1 or more (at byte 20)"),
        ("FREQ=WEEKLY;BYDAY=MO,,TU", "BYDAY: expected a weekday: MO, TU, WE, TH, FR, SA or SU (at byte 21)"),
        ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY: a day of the month must be 1 to 31 or -31 to -1 (at byte 24)"),
    ])
    func `an error says what is wrong and how to mend it`(text: String, description: String) {
        let error = #expect(throws: RecurrenceError.self) { try RecurrenceRule(text) }
        #expect(error?.description == description)
    }

    @Test(arguments: [
        ("", "FREQ", 0),
        ("=DAILY", "RRULE", 0),
        ("FREQ=DAILY;=", "RRULE", 11),
        (";", "RRULE", 0),
        ("INTERVAL=2", "FREQ", 10),
        ("FREQ=DAILY;INTERVAL=0", "INTERVAL", 20),
        ("FREQ=DAILY;COUNT=0", "COUNT", 17),
        ("FREQ=DAILY;COUNT=99999999999999999999", "COUNT", 17),
        ("FREQ=FORTNIGHTLY", "FREQ", 5),
        ("FREQ=DAILY;FREQ=DAILY", "FREQ", 11),
        ("FREQ=DAILY;BYMONTH=13", "BYMONTH", nil),
        ("FREQ=DAILY;BYMONTH=14", "BYMONTH", 19),
        ("FREQ=DAILY;BYMONTH=5L", "BYMONTH", nil),
        ("FREQ=DAILY;BYHOUR=24", "BYHOUR", 18),
        ("FREQ=DAILY;BYMINUTE=5,60", "BYMINUTE", 22),
        ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY", 24),
        ("FREQ=MONTHLY;BYDAY=MO,XX", "BYDAY", 22),
        ("FREQ=YEARLY;BYDAY=54MO", "BYDAY", 18),
        ("FREQ=YEARLY;BYYEARDAY=386", "BYYEARDAY", 22),
        ("FREQ=YEARLY;BYYEARDAY=367", "BYYEARDAY", nil),
        ("FREQ=YEARLY;BYYEARDAY=1;BYSETPOS=-367", "BYSETPOS", nil),
        ("RSCALE=PERSIAN;FREQ=YEARLY;BYYEARDAY=-367", "BYYEARDAY", nil),
        ("RSCALE=HEBREW;FREQ=YEARLY;BYYEARDAY=-386", "BYYEARDAY", 36),
        ("FREQ=DAILY;UNTIL=19970230", "UNTIL", 17),
        ("FREQ=DAILY;BYEASTER=0", "RRULE", 11),
        ("FREQ=YEARLY;BYMONTHDA=1", "RRULE", 12),
        ("FREQ=YEARLY;BYMONTHDAYS=1", "RRULE", 12),
        ("FREQ=YEARLY;BYYEARD=1", "RRULE", 12),
        ("FREQ=DAILY;INTERVALS=2", "RRULE", 11),
        ("`FREQ=DAILY", "RRULE", 0),
        ("FREQ=SECONDLYS", "FREQ", 5),
        ("FREQ=DAILY;WKST=MON", "WKST", 18),
        ("FREQ=DAILY;INTERVAL", "INTERVAL", 19),
        ("FREQ=DAILY;INTERVAL=2x", "INTERVAL", 21),
        ("FREQ=DAILY;COUNT=2;UNTIL=20260101", "UNTIL", nil),
        ("FREQ=WEEKLY;BYDAY=2MO", "BYDAY", nil),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "BYDAY", nil),
        ("FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY", nil),
        ("FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY", nil),
        ("FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO", nil),
        ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS", nil),
        ("FREQ=MONTHLY;SKIP=FORWARD", "SKIP", nil),
        ("RSCALE=KLINGON;FREQ=DAILY", "RSCALE", 7),
    ])
    func `an error names the part and the byte`(text: String, part: String, offset: Int?) throws {
        let error = try #require(throws: RecurrenceError.self) { try RecurrenceRule(text) }
        #expect(error.part == part)
        #expect(error.offset == offset)
        #expect(!error.message.isEmpty)
    }

    @Test func `a rule longer than 64 KiB is refused`() throws {
        let text = "FREQ=DAILY;BYHOUR=" + String(repeating: "1,", count: 40_000) + "1"
        let error = try #require(throws: RecurrenceError.self) { try RecurrenceRule(text) }
        #expect(error.code == .limit)
    }

    @Test func `random bytes never do more than throw`() {
        var generator = SeededGenerator(seed: 20_261_121)
        let alphabet = Array("FREQ=DAILY;BYMOUNTHWKSCR:,+-0123456789LTZ é".utf8)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            guard let rule = try? RecurrenceRule("FREQ=" + String(decoding: bytes, as: UTF8.self)) else { continue }
            #expect((try? RecurrenceRule(rule.description)) == rule)
        }
    }

    @Test func `the parts of a rule can be read`() throws {
        let rule = try RecurrenceRule(
            "FREQ=YEARLY;INTERVAL=3;COUNT=7;BYMONTH=6,1;BYDAY=-1FR,MO;BYHOUR=9;BYSETPOS=-1;WKST=SU")
        #expect(rule.frequency == .yearly && rule.interval == 3 && rule.count == 7 && rule.until == nil)
        #expect(rule.byMonth == [RuleMonth(1), RuleMonth(6)])
        #expect(rule.byDay == [RuleWeekday(.monday), RuleWeekday(.friday, ordinal: -1)])
        #expect(rule.byHour == [9] && rule.bySetPosition == [-1] && rule.weekStart == .sunday)
    }

    @Test(arguments: [
        ("FREQ=DAILY;COUNT=2", nil), ("FREQ=YEARLY;BYDAY=+2MO,-1FR;WKST=SU", nil), ("FREQ=DAILY;UNTIL=20261224", nil),
        ("RRULE:FREQ=DAILY", 0), ("freq=DAILY", 0), ("FREQ=DAILY;", 10), (" FREQ=DAILY", 0),
        ("FREQ=WEEKLY;BYDAY=Mo", 19),
        ("FREQ=WEEKLY;BYDAY=MO, TU", 21), ("FREQ=DAILY;UNTIL=2026-12-24", 17),
    ])
    func `a strict reader keeps to the grammar`(text: String, offset: Int?) throws {
        guard let offset else {
            _ = try RecurrenceRule(text, form: .strict)
            return
        }
        _ = try RecurrenceRule(text)
        let error = try #require(throws: RecurrenceError.self) { try RecurrenceRule(text, form: .strict) }
        #expect(error.offset == offset)
    }

    @Test(arguments: [
        ("20260101", nil, "20261224", true), ("20260101", nil, "20261224T000000Z", false),
        ("20260101T090000", nil, "20261224T090000", true), ("20260101T090000", nil, "20261224", false),
        ("20260101T090000", "Europe/Berlin", "20261224T080000Z", true),
        ("20260101T090000", "Europe/Berlin", "20261224T090000", false),
        ("20260101T090000Z", nil, "20261224T080000Z", true), ("20260101T090000Z", nil, "20261224", false),
    ])
    func `a strict UNTIL is of the type of DTSTART`(start: String, zone: String?, until: String, fits: Bool) throws {
        let (zone, rule) = (try zone.map(Zone.named), "FREQ=DAILY;UNTIL=" + until)
        _ = try RecurrenceSet(start: start, zone: zone, rules: [rule])
        guard !fits else {
            _ = try RecurrenceSet(start: start, zone: zone, rules: [rule], form: .strict)
            return
        }
        let error = try #require(throws: RecurrenceError.self) {
            try RecurrenceSet(start: start, zone: zone, rules: [rule], form: .strict)
        }
        #expect(error.part == "UNTIL" && error.code == .conflict)
    }
}
