import Recurrence
import Testing

struct QueryTests {
    static let cases = PropertyTests.cases.filter { $0.seed <= 80 }

    @Test(arguments: cases)
    func `backwards is forwards reversed`(sample: PropertyTests.Case) throws {
        let zone = sample.seed % 2 == 0 ? nil : try Zone.named("America/New_York")
        let set = try sample.set(zone: zone)
        let all = Array(set.occurrences.prefix(700))
        guard let last = all.last else { return }
        #expect(Array(set.reversedOccurrences(before: last.instant)) == Array(all.dropLast().reversed()))
        guard all.count > 50 else { return }
        let window = set.reversedOccurrences(before: all[40].instant, from: all[20].instant)
        #expect(Array(window) == Array(all[20..<40].reversed()))
    }

    @Test(arguments: cases)
    func `the last before an instant is the one that walking finds`(sample: PropertyTests.Case) throws {
        let set = try sample.set()
        let all = Array(set.occurrences.prefix(60))
        guard let first = all.first else { return }
        #expect(set.last(before: first.instant) == nil)
        for index in all.indices.dropFirst() where index % 5 == 0 {
            #expect(set.last(before: all[index].instant) == all[index - 1])
            #expect(set.last(before: all[index].instant.advanced(by: .milliseconds(1))) == all[index])
        }
    }

    @Test(arguments: cases)
    func `the nth and the number of occurrences agree with the list`(sample: PropertyTests.Case) throws {
        let set = try sample.set()
        let all = Array(set.occurrences.prefix(200))
        for index in [0, 1, 7, 50, 199] {
            #expect(set.occurrence(at: index) == (index < all.count ? all[index] : nil))
        }
        guard all.count == 200 else { return }
        #expect(set.count(from: all[13].instant, before: all[190].instant) == 177)
        #expect(all.allSatisfy { set.contains($0.instant) })
        #expect(!set.contains(all[3].instant.advanced(by: .milliseconds(1))))
    }

    @Test(arguments: cases)
    func `the last local start that is not later, and the members before one, are those that walking finds`(
        sample: PropertyTests.Case
    ) throws {
        let zone = sample.seed % 2 == 0 ? nil : try Zone.named("America/New_York")
        let set = try sample.set(zone: zone)
        let all = set.occurrences.prefix(120).sorted { $0.start < $1.start }.prefix(100)
        for (index, occurrence) in all.enumerated() where index % 9 == 0 {
            let local = occurrence.start.startOfDayOrTime.secondsSinceEpoch
            #expect(set.last(notAfterLocal: local)?.start == occurrence.start)
            #expect(set.last(notAfterLocal: local - 1)?.start == (index == 0 ? nil : all[index - 1].start))
            guard zone == nil, set.rules.count == 1, set.dates.isEmpty, set.exceptionDates.isEmpty else { continue }
            #expect(set.members(ofRule: 0, before: occurrence.start) == index)
        }
    }

    @Test func `the end of the calendar is told from that of a rule`() throws {
        for (rule, isBeyond) in [
            ("FREQ=DAILY", true), ("FREQ=YEARLY;COUNT=9", false), ("FREQ=DAILY;UNTIL=99981231T235959", false),
            ("FREQ=YEARLY;COUNT=90000", true), ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", false),
        ] {
            let set = try RecurrenceSet(start: "20260104T090000", zone: nil, rules: [rule])
            #expect(set.goesBeyondCalendar == isBeyond, "\(rule)")
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["20260104T090000", "20260105T090000"])
    func `the nth beside a DTSTART that always counts is found without walking`(start: String) throws {
        let set = try RecurrenceSet(
            start: start, zone: nil, rules: ["FREQ=SECONDLY;BYDAY=MO"],
            policy: EvaluationPolicy(alwaysIncludesStart: true))
        for (index, occurrence) in set.occurrences.prefix(3).enumerated() {
            #expect(set.occurrence(at: index) == occurrence)
        }
        let late = try #require(set.occurrence(at: 2_000_000_000))
        #expect(late.start.date.weekday == .monday)
    }

    @Test func `the last of an endless rule is found centuries later`() throws {
        let set = try RecurrenceSet(
            start: "19700101T000000", zone: Zone.named("Europe/Berlin"), rules: ["FREQ=SECONDLY;BYMONTH=1"])
        let july = try #require(UTCInstant("2926-07-01T00:00:00Z"))
        let last = try #require(set.last(before: july))
        #expect(set.text(of: last) == "2926-01-31T23:59:59+01:00")
    }

    @Test func `a set that has ended has a last occurrence`() throws {
        let set = try RecurrenceSet(
            start: "20260101", zone: nil, rules: ["FREQ=DAILY;COUNT=9"], exceptionDates: ["20260109"])
        #expect(set.last(before: UTCInstant(millisecondsSinceEpoch: .max))?.start.description == "2026-01-08")
        #expect(set.occurrence(at: 8) == nil && set.occurrence(at: -1) == nil)
        #expect(set.occurrence(at: 7)?.start.description == "2026-01-08")
    }

    @Test(arguments: [
        "FREQ=YEARLY;BYWEEKNO=20", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=DAILY", "FREQ=DAILY;INTERVAL=40", "FREQ=WEEKLY",
        "FREQ=HOURLY;INTERVAL=5", "FREQ=MONTHLY;BYDAY=MO,TU;BYHOUR=9,10;BYSETPOS=-1",
    ])
    func `a set that has ended stays ended`(rule: String) throws {
        let set = try RecurrenceSet(start: "20260105T090000", zone: nil, rules: [rule + ";UNTIL=20300101T000000"])
        let end = try #require(UTCInstant("2030-01-01T00:00:00Z"))
        var rest = set.occurrences(
            from: end.advanced(by: .seconds(1)), before: UTCInstant(millisecondsSinceEpoch: .max))
        #expect(rest.next() == nil && rest.next() == nil)
        var all = set.occurrences
        while all.next() != nil {}
        #expect(all.next() == nil)
    }

    @Test(arguments: [
        "FREQ=MONTHLY;BYDAY=MO,TU;BYHOUR=9,10;BYSETPOS=1,-1", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;BYSETPOS=-1",
        "RSCALE=HEBREW;FREQ=YEARLY;BYMONTHDAY=15,-31,-29;BYSETPOS=1;SKIP=BACKWARD",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,31;BYHOUR=9,18;BYSETPOS=1,-1;SKIP=FORWARD",
    ])
    func `BYSETPOS picks nothing before the start`(rule: String) throws {
        let set = try RecurrenceSet(start: "20260105T090000", zone: nil, rules: [rule])
        let start = try #require(UTCInstant("2026-01-05T09:00:00Z"))
        let early = try #require(UTCInstant("1000-01-01T00:00:00Z"))
        var none = set.occurrences(from: early, before: start)
        #expect(none.next() == nil && none.next() == nil)
        #expect(set.last(before: start) == nil)
    }

    @Test(arguments: [
        "RSCALE=ISLAMIC-CIVIL;FREQ=YEARLY;INTERVAL=3;BYMONTH=2,7,8;BYMONTHDAY=-29,-22,-9,-3,4;BYDAY=SA;SKIP=FORWARD",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=15,31;SKIP=FORWARD",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,15,30,31;SKIP=FORWARD;BYHOUR=2,14",
        "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L,6;BYMONTHDAY=30,1;SKIP=FORWARD",
        "RSCALE=HEBREW;FREQ=MONTHLY;BYMONTHDAY=30,-30;SKIP=BACKWARD",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-31,-1,15;SKIP=BACKWARD;BYHOUR=2,14",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=-31,-30,-29;SKIP=BACKWARD;BYHOUR=2,14;BYSETPOS=1,-1",
    ])
    func `a rule that moves days out of their month can be entered anywhere`(rule: String) throws {
        let set = try RecurrenceSet(start: "20110327T023000", zone: nil, rules: [rule])
        let all = Array(set.occurrences.prefix(60))
        for (here, next) in zip(all, all.dropFirst()) {
            #expect(set.first(after: here.instant) == next)
            #expect(set.first(after: next.instant.advanced(by: .seconds(-1))) == next)
            #expect(set.last(before: next.instant) == here)
        }
    }
}
