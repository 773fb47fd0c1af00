import Recurrence
import Testing

/// Rules in other calendars: random ones against a literal reading, and the order of SKIP by examples.
struct CalendarRuleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let text: String
        let start: CivilDate

        var testDescription: String { "seed \(seed): \(text) from \(start)" }

        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            let calendars = RuleCalendar.allCases
            let calendar = calendars.filter { seed % 2 == 0 || $0.description.count < 7 }.randomElement(
                using: &generator)
            self.seed = seed
            start = CivilDate(daysSinceEpoch: Int.random(in: -20_000...30_000, using: &generator))
            text = generator.calendarRule(calendar ?? .chinese)
        }
    }

    static let cases = (1...300).map { Case(seed: $0) }

    @Test(arguments: cases)
    func `a rule agrees with a literal reading of RFC 7529`(sample: Case) throws {
        let rule = try RecurrenceRule(sample.text)
        let literal = try #require(LiteralCalendarEvaluator(rule: rule, start: sample.start))
        let last = sample.start.adding(days: 12_000)
        let set = try RecurrenceSet(start: .date(sample.start), zone: nil, rules: [rule])
        let found = set.occurrences.lazy.map(\.start.date).prefix { $0 <= last }
        #expect(Array(found) == literal.members(until: last).map(\.date))
    }

    @Test(arguments: cases)
    func `it is the same forward, backward, by leaps and by count`(sample: Case) throws {
        let set = try RecurrenceSet(start: .date(sample.start), zone: nil, rules: [RecurrenceRule(sample.text)])
        let all = Array(set.occurrences.prefix(40))
        guard let last = all.last else { return }
        for (here, next) in zip(all, all.dropFirst()) { #expect(set.first(after: here.instant) == next) }
        let end = last.instant.advanced(by: .seconds(1))
        #expect(Array(set.reversedOccurrences(before: end)) == all.reversed())
        let counted = try RecurrenceSet(
            start: .date(sample.start), zone: nil, rules: [RecurrenceRule(sample.text + ";COUNT=\(all.count)")])
        #expect(Array(counted.occurrences) == all)
        #expect(counted.horizon == nil)
        #expect(set.occurrence(at: all.count - 1) == last)
    }

    @Test(arguments: cases)
    func `what was printed reads as the same rule`(sample: Case) throws {
        let rule = try RecurrenceRule(sample.text)
        #expect(try RecurrenceRule(rule.description) == rule)
        for language in ExplanationLanguage.allCases { #expect(!rule.explanation(in: language).isEmpty) }
    }

    @Test(arguments: [
        // A birthday in a leap month: 23 May 2020 is the first of the second fourth month.
        ("CHINESE", "20200523", "BYMONTH=4L;BYMONTHDAY=1;SKIP=OMIT", ["20200523", "20580522", "20690521"]),
        ("CHINESE", "20200523", "BYMONTH=4L;BYMONTHDAY=1;SKIP=FORWARD", ["20200523", "20210610", "20220530"]),
        ("CHINESE", "20200523", "BYMONTH=4L;BYMONTHDAY=1;SKIP=BACKWARD", ["20200523", "20210512", "20220501"]),
        ("CHINESE", "20200523", "SKIP=BACKWARD", ["20200523", "20210512", "20220501"]),
        // The month first: Adar I has 30 days, Adar 29, Shevat 30.
        ("HEBREW", "20240310", "BYMONTH=5L;BYMONTHDAY=30;SKIP=FORWARD", ["20240310", "20250330", "20260319"]),
        ("HEBREW", "20240310", "BYMONTH=5L;BYMONTHDAY=30;SKIP=BACKWARD", ["20240310", "20250228", "20260217"]),
        // Weekdays last: they judge the day that SKIP gave.
        ("HEBREW", "20240310", "BYMONTH=5L;BYMONTHDAY=30;BYDAY=TH;SKIP=FORWARD", ["20260319", "20400315", "20430312"]),
        // The 30th of a month that has 29 days or 30.
        ("DANGI", "20240309", "BYMONTH=1;BYMONTHDAY=30;SKIP=BACKWARD", ["20240309", "20250227", "20260318"]),
    ])
    func `SKIP moves months before days, and days before weekdays`(
        calendar: String, start: String, rest: String, expected: [String]
    ) throws {
        let set = try RecurrenceSet(start: start, zone: nil, rules: ["RSCALE=\(calendar);FREQ=YEARLY;" + rest])
        #expect(set.expand(limit: 3).occurrences == expected)
    }

    @Test(arguments: [
        "RSCALE=CHINESE;FREQ=YEARLY;BYWEEKNO=1", "RSCALE=DANGI;FREQ=YEARLY;BYMONTH=13",
        "RSCALE=DANGI;FREQ=YEARLY;BYMONTH=13L", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=12L;SKIP=FORWARD",
        "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY", "RSCALE=JAPANESE;FREQ=YEARLY;BYMONTH=2L",
    ])
    func `what a calendar does not have is refused with its part`(rule: String) throws {
        let error = try #require(throws: RecurrenceError.self) { try RecurrenceRule(rule) }
        #expect(error.part != nil)
    }

    @Test(arguments: [
        ("ISLAMICC", "ISLAMIC-CIVIL"), ("islamic-civil", "ISLAMIC-CIVIL"), ("ETHIOAA", "ETHIOPIC"),
        ("ethiopic-amete-alem", "ETHIOPIC"), ("GREGORY", "GREGORIAN"), ("Dangi", "DANGI"), ("roc", "ROC"),
    ])
    func `other names of a calendar are read`(name: String, canonical: String) throws {
        let rule = try RecurrenceRule("RSCALE=\(name);FREQ=YEARLY")
        #expect(rule.description == "RSCALE=\(canonical);FREQ=YEARLY")
    }

    @Test(arguments: [RuleCalendar.buddhist, .japanese, .roc])
    func `Gregorian months under another era give the Gregorian days`(calendar: RuleCalendar) throws {
        for rest in ["FREQ=YEARLY;BYWEEKNO=-1,20;BYDAY=MO", "FREQ=YEARLY;INTERVAL=4;SKIP=FORWARD", "FREQ=MONTHLY"] {
            let (start, gregorian) = ("20240229", "RSCALE=GREGORIAN;" + rest)
            let set = try RecurrenceSet(start: start, zone: nil, rules: ["RSCALE=\(calendar);" + rest])
            let other = try RecurrenceSet(start: start, zone: nil, rules: [gregorian])
            #expect(set.expand(limit: 50) == other.expand(limit: 50))
        }
    }
}

extension SeededGenerator {
    /// A random rule of whole days; the leap months are those that the calendar has somewhere.
    fileprivate mutating func calendarRule(_ calendar: RuleCalendar) -> String {
        let isYearly = Bool.random(using: &self)
        var text = "RSCALE=\(calendar);FREQ=\(isYearly ? "YEARLY" : "MONTHLY")"
        if Bool.random(using: &self) { text += ";INTERVAL=\(Int.random(in: 1...7, using: &self))" }
        if Bool.random(using: &self) { text += ";BYMONTH=" + months(calendar).joined(separator: ",") }
        let days = (0..<Int.random(in: 0...3, using: &self)).map { _ in
            Int.random(in: 1...31, using: &self) * (Bool.random(using: &self) ? 1 : -1)
        }
        if !days.isEmpty { text += ";BYMONTHDAY=" + days.map(String.init).joined(separator: ",") }
        let hasWeekdays = Int.random(in: 0..<3, using: &self) == 0
        if hasWeekdays {
            text +=
                ";BYDAY=" + Weekday.allCases.shuffled(using: &self).prefix(4).map(\.description).joined(separator: ",")
        }
        if Int.random(in: 0..<4, using: &self) == 0, !days.isEmpty || hasWeekdays { text += ";BYSETPOS=1,-2" }
        return text + ";SKIP=\(RuleSkip.allCases.randomElement(using: &self) ?? .omit)"
    }

    /// Three months that the calendar has, not all of them in every year.
    mutating func months(_ calendar: RuleCalendar) -> [String] {
        (0..<3).map { _ in
            let hasLeap = [.chinese, .dangi, .hebrew].contains(calendar)
            guard hasLeap, Bool.random(using: &self) else { return "\(Int.random(in: 1...12, using: &self))" }
            return calendar == .hebrew ? "5L" : "\(Int.random(in: 2...11, using: &self))L"
        }
    }
}
