import Recurrence
import Testing

/// EXRULE: rules that take away.
struct ExceptionRuleTests {
    @Test(arguments: PropertyTests.cases)
    func `what both give is gone, the rest stays`(sample: PropertyTests.Case) throws {
        let zone = sample.seed % 2 == 0 ? nil : try Zone.named("Europe/Berlin")
        let exception = ["FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=1,15"][
            Int(sample.seed % 3)]
        let all = Array(try sample.set(zone: zone).occurrences.prefix(250))
        guard let last = all.last else { return }
        let removed = try RecurrenceSet(
            start: .dateTime(sample.start), zone: zone, rules: [RecurrenceRule(exception)])
        let gone = Set(removed.occurrences.prefix { $0.instant <= last.instant }.map(\.instant))
        let left = all.filter { !gone.contains($0.instant) }
        let set = try RecurrenceSet(
            start: .dateTime(sample.start), zone: zone, rules: [RecurrenceRule(sample.text)],
            exceptionRules: [RecurrenceRule(exception)])
        #expect(Array(set.occurrences.prefix(left.count)) == left)
        for (index, occurrence) in left.enumerated().dropFirst() where index % 17 == 0 {
            #expect(set.first(after: left[index - 1].instant) == occurrence)
            #expect(set.last(before: occurrence.instant) == left[index - 1])
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a rule against itself leaves nothing, at once`() throws {
        let set = try RecurrenceSet(
            start: "20260101T000000Z", zone: nil, rules: ["FREQ=SECONDLY;COUNT=99"],
            exceptionRules: ["EXRULE:FREQ=SECONDLY"])
        #expect(set.occurrences.first { _ in true } == nil)
    }

    @Test(arguments: ["America/New_York", "Asia/Seoul"])
    func `after a local time they take away too`(zone: String) throws {
        let set = try RecurrenceSet(
            start: "20260101T090000", zone: Zone.named(zone), rules: ["FREQ=DAILY"],
            exceptionRules: ["FREQ=WEEKLY;BYDAY=FR,SA"])
        let first = set.first(after: set.start)
        #expect(first?.start.description == "2026-01-04T09:00:00")
    }

    @Test(.timeLimit(.minutes(1)))
    func `many rules that many take away whole are refused soon`() throws {
        let rules = Array(repeating: "FREQ=MINUTELY", count: 64)
        let error = try #require(throws: RecurrenceError.self) {
            try RecurrenceSet(
                start: "20260101T090000", zone: Zone.named("Europe/Berlin"), rules: rules,
                exceptionRules: (1...64).map { "FREQ=SECONDLY;INTERVAL=\($0 % 2 + 1)" },
                policy: EvaluationPolicy(overlap: .both))
        }
        #expect(error.code == .limit && error.part == "EXRULE")
    }

    @Test func `a rule that another swallows whole is refused or empty`() throws {
        let weekly = try RecurrenceSet(
            start: "20260105T090000", zone: nil, rules: ["FREQ=YEARLY;BYDAY=1MO"], exceptionRules: ["FREQ=WEEKLY"])
        #expect(weekly.occurrences.first { _ in true } == nil)
        #expect(weekly.last(before: UTCInstant(millisecondsSinceEpoch: .max)) == nil)
    }

    @Test func `an EXRULE with an end takes away up to it, RDATE too`() throws {
        let set = try RecurrenceSet(
            start: "20260101", zone: nil, rules: ["FREQ=WEEKLY;COUNT=4"], dates: ["20260103", "20260302"],
            exceptionRules: ["FREQ=DAILY;UNTIL=20260110"])
        #expect(set.expand(limit: 9).occurrences == ["20260115", "20260122", "20260302"])
    }

    @Test func `its errors name it`() throws {
        for (rule, offset) in [("EXRULE:FREQ=DAILY;BYHOUR=24", 25), ("FREQ=DAILY;BYHOUR=24", 18)] {
            let error = try #require(throws: RecurrenceError.self) {
                try RecurrenceSet(start: "20260101T090000", zone: nil, rules: [], exceptionRules: [rule])
            }
            #expect(error.part == "EXRULE, BYHOUR" && error.offset == offset)
        }
        let error = try #require(throws: RecurrenceError.self) {
            try RecurrenceSet(start: "20260101", zone: nil, rules: [], exceptionRules: ["FREQ=HOURLY"])
        }
        #expect(error.part == "EXRULE")
    }
}
