import LiteralRecurrence
import Recurrence
import Testing

/// Truths about random rules; a failure prints the case, whose number is its seed.
struct PropertyTests {
    /// A random rule with a start, in floating time.
    struct Case: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let parts: [String]
        let start: CivilDateTime

        var text: String { parts.joined(separator: ";") }
        var testDescription: String { "seed \(seed): \(text) from \(start)" }

        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            self.seed = seed
            parts = generator.ruleParts()
            start = generator.start()
        }

        func set(_ suffix: String = "", policy: EvaluationPolicy = .standard, zone: ZoneRules? = nil) throws
            -> RecurrenceSet
        {
            try RecurrenceSet(
                start: .dateTime(start), zone: zone, rules: [RecurrenceRule(text + suffix)], policy: policy)
        }

        func first(_ count: Int, _ suffix: String = "", zone: ZoneRules? = nil) throws -> [Occurrence] {
            Array(try set(suffix, zone: zone).occurrences.prefix(count))
        }
    }

    static let cases = (1...200).map { Case(seed: $0) }

    @Test(arguments: cases)
    func `it agrees with a literal reading of the table`(sample: Case) throws {
        let rule = try RecurrenceRule(sample.text)
        let spans: [Frequency: Int] = [.secondly: 5_000, .minutely: 150_000, .hourly: 4_000_000]
        let span = spans[rule.frequency] ?? 12 * 31_556_952
        let last = CivilDateTime(secondsSinceEpoch: sample.start.secondsSinceEpoch + span)
        let expected = LiteralEvaluator(rule: rule, start: sample.start).members(limit: 40, last: last)
        let found = try sample.first(40).map(\.start.startOfDayOrTime).prefix { $0 <= last }
        #expect(Array(found) == expected)
    }

    @Test(arguments: cases)
    func `reading what was printed gives the same rule`(sample: Case) throws {
        let rule = try RecurrenceRule(sample.text)
        #expect(try RecurrenceRule(rule.description) == rule)
        #expect(try RecurrenceRule("rrule:" + rule.description.lowercased() + ";") == rule)
    }

    @Test(arguments: cases)
    func `instants strictly rise`(sample: Case) throws {
        let zone = try Zone.named(["America/New_York", "Australia/Lord_Howe", "Pacific/Apia"][Int(sample.seed % 3)])
        let instants = try sample.first(300, zone: zone).map(\.instant)
        #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(arguments: cases)
    func `skipping finds what walking finds`(sample: Case) throws {
        let zone = sample.seed % 2 == 0 ? nil : try Zone.named("America/New_York")
        let set = try sample.set(zone: zone)
        let all = Array(set.occurrences.prefix(60))
        for (index, occurrence) in all.enumerated() where index % 7 == 0 && index + 1 < all.count {
            #expect(set.first(after: occurrence.instant) == all[index + 1])
            let between = occurrence.instant.advanced(by: .milliseconds(-1))
            #expect(set.first(after: between) == occurrence)
        }
    }

    @Test(arguments: cases)
    func `a window is a piece of the whole`(sample: Case) throws {
        let zone = sample.seed % 2 == 0 ? nil : try Zone.named("Europe/London")
        let set = try sample.set(zone: zone)
        let all = Array(set.occurrences.prefix(90))
        guard all.count == 90 else { return }
        let (from, before) = (all[20].instant, all[70].instant)
        #expect(Array(set.occurrences(from: from, before: before)) == Array(all[20..<70]))
    }

    @Test(arguments: cases)
    func `COUNT takes a prefix, and so does UNTIL at its last`(sample: Case) throws {
        let all = try sample.first(60)
        guard all.count == 60 else { return }
        for count in [1, 2, 17, 59] {
            #expect(try sample.first(100, ";COUNT=\(count)") == Array(all.prefix(count)))
            let until = all[count - 1].start.basicFormat
            #expect(try sample.first(100, ";UNTIL=\(until)") == Array(all.prefix(count)))
        }
    }

    @Test(arguments: cases)
    func `permuting and repeating values changes nothing`(sample: Case) throws {
        var generator = SeededGenerator(seed: sample.seed &* 31)
        let shuffled = sample.parts.shuffled(using: &generator).map { part in
            let halves = part.split(separator: "=")
            let values = halves[1].split(separator: ",")
            return "\(halves[0])="
                + (halves[0].hasPrefix("BY") ? values + values : values).shuffled(using: &generator)
                .joined(separator: ",")
        }
        #expect(try RecurrenceRule(shuffled.joined(separator: ";")) == RecurrenceRule(sample.text))
    }

    @Test(arguments: cases)
    func `any occurrence as the start gives the tail`(sample: Case) throws {
        let all = try sample.first(40)
        guard all.count == 40, case .dateTime(let start) = all[13].start else { return }
        let set = try RecurrenceSet(start: .dateTime(start), zone: nil, rules: [RecurrenceRule(sample.text)])
        #expect(Array(set.occurrences.prefix(20)) == Array(all[13..<33]))
    }

    @Test(arguments: cases)
    func `four hundred years later the list is the same`(sample: Case) throws {
        let later = CivilDateTime(date: sample.start.date.adding(days: 146_097), secondOfDay: sample.start.secondOfDay)
        let set = try RecurrenceSet(start: .dateTime(later), zone: nil, rules: [RecurrenceRule(sample.text)])
        let moved = set.occurrences.prefix(30).map { $0.instant.advanced(by: .seconds(-146_097 * 86_400)) }
        let first = try sample.first(30).map(\.instant)
        #expect(Array(moved.prefix(first.count)) == first)
    }

    @Test(arguments: cases)
    func `EXDATE of every third removes exactly those`(sample: Case) throws {
        let all = try sample.first(60)
        let taken = all.enumerated().filter { $0.offset % 3 == 0 }.map { $0.element.start.basicFormat }
        let set = try RecurrenceSet(
            start: CivilTime.dateTime(sample.start).basicFormat, zone: nil, rules: [sample.text], exceptionDates: taken)
        let left = all.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
        #expect(Array(set.occurrences.prefix(left.count)) == left)
    }
}
