import Recurrence
import Testing

/// SKIP with days that lie before the beginning of a month or beyond its end (RFC 7529 §4.1).
struct MovedDayTests {
    /// A random rule most of whose days are missing in some month, from a start near the border of two months.
    struct Case: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let text: String
        let start: CivilDate

        var testDescription: String { "seed \(seed): \(text) from \(start)" }

        init(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed &* 7_919)
            let calendar = seed % 3 == 0 ? .gregorian : RuleCalendar.allCases[Int(seed) % RuleCalendar.allCases.count]
            let day = CivilDate(daysSinceEpoch: Int.random(in: -20_000...30_000, using: &generator))
            let dayOfMonth = try #require(calendar.day(of: day)).day
            self.seed = seed
            start = day.adding(days: Int.random(in: -1...2, using: &generator) - dayOfMonth)
            text = generator.ruleThatMovesDays(calendar)
        }

        var hasTimes: Bool { text.contains("BYHOUR") }

        func set(_ suffix: String = "") throws -> RecurrenceSet {
            let midnight = CivilDateTime(date: start, secondOfDay: 0)
            return try RecurrenceSet(
                start: hasTimes ? .dateTime(midnight) : .date(start), zone: nil, rules: [RecurrenceRule(text + suffix)])
        }
    }

    /// The first members within a century.
    private static func members(_ set: RecurrenceSet, _ sample: Case) throws -> [Occurrence] {
        let from = CivilDateTime(date: sample.start, secondOfDay: 0)
        let horizon = CivilDateTime(date: sample.start.adding(days: 36_525), secondOfDay: 0)
        let start = try #require(UTCInstant("\(from)Z"))
        let end = try #require(UTCInstant("\(horizon)Z"))
        return Array(set.occurrences(from: start, before: end).prefix(12))
    }

    static let cases = (1...150).compactMap { try? Case(seed: $0) }

    @Test func `every seed gives a case`() {
        #expect(Self.cases.count == 150)
    }

    @Test(arguments: cases)
    func `a rule that moves days agrees with a literal reading`(sample: Case) throws {
        let literal = try #require(LiteralCalendarEvaluator(rule: RecurrenceRule(sample.text), start: sample.start))
        let last = sample.start.adding(days: 3_000)
        let found = try sample.set().occurrences.lazy.map(\.start.startOfDayOrTime).prefix { $0.date <= last }
        #expect(Array(found) == literal.members(until: last))
    }

    @Test(arguments: cases)
    func `each occurrence can be entered at, from either side`(sample: Case) throws {
        let set = try sample.set()
        let all = try Self.members(set, sample)
        guard let first = all.first, let last = all.last else { return }
        #expect(set.first(after: first.instant.advanced(by: .seconds(-1))) == first)
        #expect(set.last(before: first.instant) == nil)
        for (here, next) in zip(all, all.dropFirst()) {
            #expect(set.first(after: here.instant) == next)
            #expect(set.first(after: next.instant.advanced(by: .seconds(-1))) == next)
            #expect(set.last(before: next.instant) == here)
        }
        let middle = all[all.count / 2].instant
        #expect(Array(set.occurrences(from: middle, before: last.instant)) == all[(all.count / 2)...].dropLast())
        #expect(Array(set.reversedOccurrences(before: last.instant)) == all.dropLast().reversed())
    }

    @Test(arguments: cases)
    func `COUNT and UNTIL take a prefix`(sample: Case) throws {
        let set = try sample.set()
        let all = try Self.members(set, sample)
        for count in [1, 3, 11] where count < all.count {
            #expect(Array(try sample.set(";COUNT=\(count)").occurrences) == Array(all.prefix(count)))
            let until = all[count - 1].start.basicFormat
            #expect(Array(try sample.set(";UNTIL=\(until)").occurrences) == Array(all.prefix(count)))
            #expect(set.occurrence(at: count) == all[count])
            #expect(set.count(from: all[0].instant, before: all[count].instant) == count)
        }
    }

    @Test(arguments: [
        // Counted from the end, -31 of a month of 30 days is the place before its first day.
        ("20260131", "MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD", "20260131,20260301,20260331,20260501,20260531,20260701"),
        ("20260131", "MONTHLY;BYMONTHDAY=-31;SKIP=FORWARD", "20260201,20260301,20260401,20260501,20260601"),
        ("20260131", "MONTHLY;BYMONTHDAY=-31;SKIP=OMIT", "20260301,20260501,20260701,20260801"),
        (
            "20260101", "MONTHLY;BYMONTHDAY=-30,-29;SKIP=BACKWARD",
            "20260102,20260103,20260131,20260302,20260303,20260401"
        ),
        (
            "20260101", "MONTHLY;BYMONTHDAY=-30,-29;SKIP=FORWARD",
            "20260102,20260103,20260201,20260302,20260303,20260401"
        ),
        ("20280104", "MONTHLY;BYMONTHDAY=-30,-29;SKIP=BACKWARD", "20280131,20280201,20280302"),
        // A start on such a day, and one day later.
        ("20260331", "YEARLY;BYMONTH=4;BYMONTHDAY=-31;SKIP=BACKWARD;INTERVAL=2", "20260331,20280331"),
        ("20260401", "YEARLY;BYMONTH=4;BYMONTHDAY=-31;SKIP=BACKWARD;INTERVAL=2", "20280331,20300331"),
        ("20260401", "YEARLY;BYMONTHDAY=-31;SKIP=FORWARD", "20260401,20270401"),
        // BYMONTH does not name the month in which the day comes to lie.
        ("20260101", "YEARLY;BYMONTH=4;BYMONTHDAY=-31;SKIP=BACKWARD", "20260331,20270331"),
        ("20260101", "MONTHLY;BYMONTH=4;BYMONTHDAY=-31;SKIP=BACKWARD", "20260331,20270331"),
        ("20260101", "MONTHLY;BYMONTH=6;BYMONTHDAY=31;SKIP=FORWARD", "20260701,20270701"),
        // The month in which the day comes to lie is off the grid.
        ("20260401", "MONTHLY;INTERVAL=2;BYMONTHDAY=-31;SKIP=BACKWARD", "20260531,20260801,20261001,20261201,20270131"),
        ("20260331", "MONTHLY;INTERVAL=2;BYMONTHDAY=-31;SKIP=BACKWARD", "20260501,20260701,20260831,20261031"),
        // Two months share a day: it counts once.
        ("20260101", "MONTHLY;BYMONTHDAY=-31,-1;SKIP=BACKWARD", "20260101,20260131,20260228,20260301,20260331"),
        ("20260101", "MONTHLY;BYMONTHDAY=-31,-1;SKIP=BACKWARD;COUNT=4", "20260101,20260131,20260228,20260301"),
        ("20260101", "MONTHLY;BYMONTHDAY=-31,31;SKIP=BACKWARD", "20260101,20260131,20260228,20260301,20260331"),
        ("20260101", "YEARLY;BYMONTH=3,4;BYMONTHDAY=-31,-1;SKIP=BACKWARD;COUNT=3", "20260301,20260331,20260430"),
        // Weekdays judge the day as it was moved, numbered ones in the month in which it lies.
        ("20260101", "MONTHLY;BYMONTHDAY=-31;BYDAY=SA;SKIP=BACKWARD", "20260131,20260801,20261031"),
        ("20260101", "MONTHLY;BYMONTHDAY=-31;BYDAY=-1SA;SKIP=BACKWARD", "20260131,20261031"),
        ("20260201", "MONTHLY;BYMONTHDAY=31;BYDAY=1SU;SKIP=FORWARD", "20260301,20281001"),
        // BYSETPOS picks from the set of its month, or of its year.
        ("20260101", "MONTHLY;BYMONTHDAY=-31,-15,-1;BYSETPOS=1;SKIP=BACKWARD", "20260101,20260131,20260301,20260331"),
        ("20260101", "MONTHLY;BYMONTHDAY=-31,-15,-1;BYSETPOS=2;SKIP=BACKWARD", "20260117,20260214,20260317,20260416"),
        ("20260101", "MONTHLY;BYMONTHDAY=-31,-1;BYSETPOS=1,-1;SKIP=BACKWARD", "20260101,20260131,20260228,20260301"),
        ("20260101", "YEARLY;BYMONTH=3,4;BYMONTHDAY=-31,-1;BYSETPOS=3;SKIP=BACKWARD", "20260430,20270430"),
        ("20260101", "YEARLY;BYMONTH=2,3;BYMONTHDAY=1,30;BYSETPOS=3;SKIP=FORWARD", "20260330,20270330"),
        // UNTIL cuts the day as it was moved.
        ("20260101", "MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD;UNTIL=20260331", "20260101,20260131,20260301,20260331"),
        ("20260101", "MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD;UNTIL=20260330", "20260101,20260131,20260301"),
        ("20260101", "MONTHLY;BYMONTHDAY=-31;SKIP=BACKWARD;COUNT=2", "20260101,20260131"),
        // Of several times of the day that two months share, each may choose another.
        (
            "20260101T000000", "MONTHLY;BYMONTHDAY=-31,-1;BYHOUR=9,18;BYSETPOS=1,-1;SKIP=BACKWARD",
            "20260101T090000,20260131T090000,20260131T180000,20260228T180000,20260301T090000,20260331T090000"
        ),
        (
            "20260102T000000", "MONTHLY;BYMONTHDAY=1,31;BYHOUR=9,18;BYSETPOS=1,-1;SKIP=FORWARD",
            "20260131T180000,20260201T090000,20260301T090000,20260301T180000,20260331T180000"
        ),
    ])
    func `a day that a month lacks becomes the valid one before or after its place`(
        start: String, rule: String, expected: String
    ) throws {
        try check(start: start, rule: "RSCALE=GREGORIAN;FREQ=" + rule, expected: expected)
    }

    @Test(arguments: [
        // The day before the first month lies in the year before.
        ("20240101", "DANGI;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=-30;SKIP=BACKWARD", "20240209,20250129,20260217"),
        ("20240101", "DANGI;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=-30;SKIP=FORWARD", "20240210,20250129,20260217"),
        // That year is off the grid.
        ("20240209", "DANGI;FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYMONTHDAY=-30;SKIP=BACKWARD", "20250129"),
        // A thirteenth month of five or six days.
        ("20260101", "COPTIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=-7;SKIP=BACKWARD", "20260905,20270905"),
        ("20260101", "COPTIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=-7;SKIP=FORWARD", "20260906,20270906"),
        // The first and the last months of a table of years.
        ("19000131", "CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=-30;SKIP=BACKWARD", "19010218"),
        ("19000131", "CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=-30;SKIP=BACKWARD;BYSETPOS=1", "19010218"),
        ("19000131", "CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=-30;SKIP=FORWARD;BYSETPOS=1", "19000131"),
    ])
    func `it does so in every calendar`(start: String, rule: String, expected: String) throws {
        try check(start: start, rule: "RSCALE=" + rule, expected: expected)
    }

    private func check(start: String, rule: String, expected: String) throws {
        let set = try RecurrenceSet(start: start, zone: nil, rules: [rule])
        let days = expected.split(separator: ",").map(String.init)
        let ends = rule.contains("COUNT") || rule.contains("UNTIL")
        #expect(set.expand(limit: ends ? 99 : days.count).occurrences == days)
    }
}

extension SeededGenerator {
    fileprivate mutating func ruleThatMovesDays(_ calendar: RuleCalendar) -> String {
        let isYearly = Bool.random(using: &self)
        var text = "RSCALE=\(calendar);FREQ=\(isYearly ? "YEARLY" : "MONTHLY")"
        if chance(2) { text += ";INTERVAL=\(Int.random(in: 1...5, using: &self))" }
        if chance(2) { text += ";BYMONTH=" + months(calendar).joined(separator: ",") }
        let days = (0..<Int.random(in: 1...4, using: &self)).compactMap { _ in
            [-31, -31, -30, -30, -29, -29, 31, 31, 30, 30, 29, 1, 2, -1, -2, 15, -15].randomElement(using: &self)
        }
        text += ";BYMONTHDAY=" + days.map(String.init).joined(separator: ",")
        if isYearly, chance(6) { text += ";BYYEARDAY=" + numbers(1...366, count: 120, signed: true) }
        if chance(4) { text += ";BYDAY=" + weekdays(ordinals: chance(2) ? 1...5 : nil) }
        if chance(3) { text += ";BYHOUR=9,18" }
        if chance(3) { text += ";BYSETPOS=" + numbers(1...3, count: 3, signed: true) }
        return text + ";SKIP=\(Bool.random(using: &self) ? "BACKWARD" : "FORWARD")"
    }
}
