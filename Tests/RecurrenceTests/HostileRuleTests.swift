import Recurrence
import Testing

/// Rules that ask for endless work: each must answer soon.
@Suite(.timeLimit(.minutes(1))) struct HostileRuleTests {
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
        let set = try RecurrenceSet(start: start, zone: nil, rules: [rule])
        #expect(set.occurrences.first { _ in true } == nil)
        #expect(set.expand(limit: 1).isComplete)
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
        let set = try RecurrenceSet(start: "19700101T000000Z", zone: nil, rules: [rule])
        #expect(set.occurrences.first { _ in true } != nil)
        let far = try #require(UTCInstant("2525-06-07T08:09:10Z"))
        let next = try #require(set.first(after: far))
        #expect(next.instant > far)
    }

    @Test(arguments: [
        "FREQ=HOURLY;INTERVAL=342;BYDAY=SA;RSCALE=ISLAMIC-CIVIL;BYMONTHDAY=-22;BYMONTH=4;COUNT=76",
        "FREQ=SECONDLY;INTERVAL=86401;BYHOUR=3;BYMINUTE=7;BYSECOND=9;RSCALE=COPTIC;BYMONTH=13,1;COUNT=2147483647",
        "FREQ=WEEKLY;RSCALE=HEBREW;BYMONTH=5L;BYDAY=SU,MO;BYSETPOS=2", "FREQ=WEEKLY;RSCALE=INDIAN;BYMONTH=9;BYDAY=FR",
        "FREQ=HOURLY;RSCALE=COPTIC;SKIP=BACKWARD;INTERVAL=2994;BYYEARDAY=366,-366",
        "FREQ=MINUTELY;RSCALE=HEBREW;INTERVAL=121010;BYMONTHDAY=3;BYHOUR=5,16;BYMINUTE=0,8,7",
        "FREQ=YEARLY;BYYEARDAY=366;BYMONTHDAY=31;BYDAY=SU", "FREQ=SECONDLY;INTERVAL=278305;BYMONTHDAY=-4;BYMINUTE=0",
    ])
    func `a sparse rule is searched backwards soon`(rule: String) throws {
        for policy in [EvaluationPolicy.standard, EvaluationPolicy(gap: .skip), EvaluationPolicy(overlap: .both)] {
            let set = try RecurrenceSet(
                start: "20110327T023000", zone: Zone.named("America/New_York"), rules: [rule], policy: policy)
            let all = Array(set.occurrences.prefix(12))
            for (here, next) in zip(all, all.dropFirst()) { #expect(set.last(before: next.instant) == here) }
            let later = try #require(all.last).instant
            #expect(Array(set.reversedOccurrences(before: later)) == all.dropLast().reversed())
            let last = set.last(before: UTCInstant(millisecondsSinceEpoch: .max))
            #expect(try set.contains(#require(last).instant))
        }
    }

    @Test(arguments: [
        "FREQ=YEARLY;BYMONTH=3;BYDAY=2SU", "FREQ=DAILY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU",
        "FREQ=MINUTELY;BYHOUR=2;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU",
    ])
    func `a rule that only ever falls into ignored gaps is empty`(rule: String) throws {
        for count in ["", ";COUNT=1", ";COUNT=2147483647"] {
            let set = try RecurrenceSet(
                start: "20070311T023000", zone: Zone.named("America/New_York"), rules: [rule + count],
                policy: EvaluationPolicy(gap: .skip))
            #expect(set.occurrences.first { _ in true } == nil)
            #expect(set.last(before: UTCInstant(millisecondsSinceEpoch: .max)) == nil)
        }
    }

    @Test(arguments: [86_399, 43_201, 3_599, 7_200, 90_000, 61])
    func `a grid meets times of day where stepping meets them`(interval: Int) throws {
        let set = try RecurrenceSet(
            start: "19700101T030709", zone: nil,
            rules: ["FREQ=SECONDLY;INTERVAL=\(interval);BYHOUR=3,4;BYMINUTE=7;BYSECOND=9,10"])
        let first = 3 * 3_600 + 7 * 60 + 9
        let wanted = Set([first, first + 1, first + 3_600, first + 3_601])
        let steps = stride(from: first, to: .max, by: interval).lazy.filter { wanted.contains($0 % 86_400) }.prefix(12)
        #expect(set.occurrences.prefix(12).map { Int($0.instant.millisecondsSinceEpoch) / 1_000 } == Array(steps))
    }

    @Test(arguments: ["FREQ=DAILY", "FREQ=MINUTELY;INTERVAL=45", "FREQ=MONTHLY;BYDAY=SU;BYSETPOS=2"])
    func `COUNT counts what ignored gaps leave`(rule: String) throws {
        func set(_ rule: String) throws -> RecurrenceSet {
            try RecurrenceSet(
                start: "20070301T023000", zone: Zone.named("America/New_York"), rules: [rule],
                policy: EvaluationPolicy(gap: .skip))
        }
        let all = Array(try set(rule).occurrences.prefix(5_000))
        for count in [1, 10, 11, 12, 400, 5_000] {
            #expect(Array(try set(rule + ";COUNT=\(count)").occurrences) == Array(all.prefix(count)))
        }
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
