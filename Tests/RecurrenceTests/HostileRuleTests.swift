import Recurrence
import Testing

/// Rules that ask for endless work: each must answer soon, in bounds wide enough for debug builds.
struct HostileRuleTests {
    @Test(arguments: [
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=30",
        "FREQ=HOURLY;INTERVAL=24;BYHOUR=7",
        "FREQ=SECONDLY;INTERVAL=86400;BYSECOND=1", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
        "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=-2",
        "FREQ=YEARLY;BYWEEKNO=1;BYMONTH=6", "FREQ=MONTHLY;INTERVAL=12;BYMONTH=5", "FREQ=SECONDLY;BYSECOND=1;BYSETPOS=2",
        "FREQ=DAILY;INTERVAL=2147483647;BYMONTH=3", "FREQ=YEARLY;BYYEARDAY=366;BYMONTHDAY=30",
        "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
    ])
    func `a rule that cannot match is empty at once`(rule: String) throws {
        let start = "19710115T000000"
        let elapsed = try ContinuousClock().measure {
            let set = try RecurrenceSet(start: start, zone: nil, rules: [rule])
            #expect(set.occurrences.first { _ in true } == nil)
            #expect(set.expand(limit: 1).isComplete)
        }
        #expect(elapsed < .seconds(1))
    }

    @Test(arguments: [
        "FREQ=SECONDLY;INTERVAL=9;COUNT=2147483647", "FREQ=SECONDLY;INTERVAL=7;BYMONTH=1;COUNT=2147483647",
        "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=3;BYMINUTE=7;BYSECOND=9", "FREQ=YEARLY;COUNT=2147483647",
        "FREQ=SECONDLY;INTERVAL=3599;BYMINUTE=0;BYSECOND=0;BYDAY=TU", "FREQ=DAILY;BYDAY=MO;COUNT=2147483647",
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU;BYHOUR=23;BYMINUTE=59;BYSECOND=59",
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;BYHOUR=0,1,2,3,4,5;BYMINUTE=0,1,2,3;BYSETPOS=1,5,-1;COUNT=2147483647",
        "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU;COUNT=100000",
    ])
    func `a rule with huge numbers answers soon`(rule: String) throws {
        let elapsed = try ContinuousClock().measure {
            let set = try RecurrenceSet(start: "19700101T000000Z", zone: nil, rules: [rule])
            #expect(set.occurrences.first { _ in true } != nil)
            let far = try #require(UTCInstant("2525-06-07T08:09:10Z"))
            let next = try #require(set.first(after: far))
            #expect(next.instant > far)
        }
        #expect(elapsed < .seconds(2))
    }

    @Test func `a long COUNT ends where walking ends`() throws {
        for rule in [
            "FREQ=MINUTELY;INTERVAL=11;BYHOUR=3,4;BYDAY=MO", "FREQ=HOURLY;INTERVAL=5;BYMONTH=2",
            "FREQ=SECONDLY;INTERVAL=7000",
        ] {
            let endless = try RecurrenceSet(start: "20260105T030000", zone: nil, rules: [rule])
            let limited = try RecurrenceSet(start: "20260105T030000", zone: nil, rules: [rule + ";COUNT=3000"])
            let last = Array(endless.occurrences.prefix(3_000)).last
            #expect(limited.first(after: try #require(last).instant) == nil)
            #expect(limited.first(after: try #require(last).instant.advanced(by: .seconds(-1))) == last)
        }
    }

    @Test func `ten thousand exceptions cost no more than they must`() throws {
        let days = (0..<10_000).map { CivilDate(daysSinceEpoch: $0).description }
        let set = try RecurrenceSet(
            start: .date(CivilDate(daysSinceEpoch: 0)), zone: nil, rules: [RecurrenceRule("FREQ=DAILY")],
            exceptionDates: days.map { try RecurrenceDate($0) })
        #expect(set.occurrences.first { _ in true }?.start == .date(CivilDate(daysSinceEpoch: 10_000)))
    }

    @Test func `too many rules are refused`() throws {
        let rules = Array(repeating: "FREQ=DAILY", count: 65)
        let error = try #require(throws: RecurrenceError.self) {
            try RecurrenceSet(start: "20260101", zone: nil, rules: rules)
        }
        #expect(error.code == .limit)
    }

    @Test func `the extremes of time do not trap`() throws {
        let set = try RecurrenceSet(
            start: "99991231T235900", zone: Zone.named("America/New_York"), rules: ["FREQ=SECONDLY"])
        #expect(set.occurrences.reduce(0) { count, _ in count + 1 } == 60)
        for instant in [UTCInstant(millisecondsSinceEpoch: .min), UTCInstant(millisecondsSinceEpoch: .max)] {
            #expect((set.first(after: instant) == nil) == (instant.millisecondsSinceEpoch == .max))
            #expect(try Zone.named("Europe/Berlin").civilDateTime(at: instant).description.count > 10)
        }
        let first = try RecurrenceSet(start: "00010101", zone: nil, rules: ["FREQ=YEARLY;BYWEEKNO=1,-1"])
        #expect(Array(first.occurrences.prefix(3)).count == 3)
    }
}
