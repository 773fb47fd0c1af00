import Recurrence
import Testing

/// Where the tables of the lunisolar calendars end.
struct LunisolarRangeTests {
    @Test(
        arguments: [
            ("19000130", "FREQ=DAILY", "DTSTART"), ("18000101", "FREQ=YEARLY", "DTSTART"),
            ("21510217", "FREQ=YEARLY", "DTSTART"), ("99991231T235959", "FREQ=SECONDLY", "DTSTART"),
            ("20260217", "FREQ=YEARLY;UNTIL=22000101", "UNTIL"),
            ("20260217T090000", "FREQ=MONTHLY;UNTIL=21510217T000000Z", "UNTIL"),
        ], [RuleCalendar.chinese, .dangi])
    func `a start or end outside the tables is refused by name`(
        sample: (start: String, rule: String, part: String), calendar: RuleCalendar
    ) throws {
        let error = try #require(throws: RecurrenceError.self) {
            try RecurrenceSet(start: sample.start, zone: nil, rules: ["RSCALE=\(calendar);\(sample.rule)"])
        }
        #expect(error.code == .unsupported)
        #expect(error.part == sample.part)
        #expect(error.message.contains("\(calendar)") && error.message.contains("1900-01-31"))
    }

    @Test(
        arguments: [
            "FREQ=YEARLY", "FREQ=YEARLY;INTERVAL=7", "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=30,1;SKIP=FORWARD",
            "FREQ=MONTHLY;BYMONTHDAY=-1,30;SKIP=FORWARD", "FREQ=DAILY;INTERVAL=17;BYMONTH=2,7",
            "FREQ=WEEKLY;BYMONTH=12", "FREQ=WEEKLY;INTERVAL=3", "FREQ=YEARLY;BYMONTH=12,4L;SKIP=BACKWARD",
            "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1,2", "FREQ=YEARLY;BYYEARDAY=-1,200;BYSETPOS=-1",
            "FREQ=YEARLY;COUNT=999",
        ], [RuleCalendar.chinese, .dangi])
    func `an endless rule ends with the table and says so`(rule: String, calendar: RuleCalendar) throws {
        let end = calendar.dates.upperBound
        for start in ["19000131", "20260217", "21510101"] {
            let set = try RecurrenceSet(start: start, zone: nil, rules: ["RSCALE=\(calendar);\(rule)"])
            #expect(set.horizon == end)
            #expect(!set.expand(limit: 100_000).isComplete)
            #expect(try !set.expand(after: "21500101", before: "22000101").isComplete)
            #expect(set.occurrences.allSatisfy { $0.start.date <= end })
            guard let last = set.last(before: UTCInstant(millisecondsSinceEpoch: .max)) else { continue }
            #expect(set.first(after: last.instant) == nil)
        }
    }

    @Test(arguments: ["FREQ=YEARLY;COUNT=3", "FREQ=YEARLY;UNTIL=20300101", "FREQ=DAILY;UNTIL=21510215"])
    func `a rule that ends before has no horizon`(rule: String) throws {
        let set = try RecurrenceSet(start: "20260217", zone: nil, rules: ["RSCALE=CHINESE;" + rule])
        #expect(set.horizon == nil)
        #expect(set.expand(limit: 100_000).isComplete)
    }

    @Test func `the nearest of several ends is the horizon`() throws {
        let set = try RecurrenceSet(
            start: "20260217", zone: nil,
            rules: [
                "RSCALE=DANGI;FREQ=YEARLY", "FREQ=YEARLY", "RSCALE=CHINESE;FREQ=YEARLY", "RSCALE=HEBREW;FREQ=YEARLY",
            ])
        #expect(set.horizon == CivilDate(year: 2151, month: 2, day: 15))
    }
}
