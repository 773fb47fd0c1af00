import Recurrence
import Testing

/// Truths about random rules in zones, of which many meet changes of clocks; a failure prints the case with its seed.
struct ZonePropertyTests {
    /// A random rule whose times of day, often, are those at which the zone changes its clocks.
    struct Case: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let zone: String
        let start: CivilDateTime
        let rule: String

        static let changes = [
            ("America/New_York", "20260308T023000"), ("Europe/Berlin", "20260329T021500"),
            ("Australia/Lord_Howe", "20261004T021500"), ("Pacific/Apia", "20111230T090000"),
            ("Africa/Casablanca", "20260322T023000"), ("America/Sao_Paulo", "20181104T003000"),
        ]

        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            let (zone, change) = Self.changes[Int(seed % 6)]
            (self.seed, self.zone) = (seed, zone)
            let atChange = CivilTime(change)?.startOfDayOrTime ?? generator.start()
            start = generator.chance(4) ? generator.start() : atChange
            let parts = generator.ruleParts()
            rule = parts.filter { generator.chance(3) || !$0.hasPrefix("BYHOUR") }.joined(separator: ";")
        }

        var testDescription: String { "seed \(seed): \(rule) from \(start) in \(zone)" }

        /// The set in its zone, and how the zone maps the same rule's floating times; nil where the rule is refused.
        func expansions(_ count: Int) throws -> (set: RecurrenceSet, mapped: [UTCInstant])? {
            guard let rule = try? RecurrenceRule(rule) else { return nil }
            let zone = try Zone.named(zone)
            let floating = try RecurrenceSet(start: .dateTime(start), zone: nil, rules: [rule])
            // A gap moves no time by more than a day, so that what comes much earlier than the last is settled.
            let mapped = floating.occurrences.prefix(count).map { zone.instant(of: $0.start.startOfDayOrTime) }
            let isWhole = mapped.count < count
            let settled = mapped.last.map { $0.advanced(by: isWhole ? .seconds(1) : .seconds(-86_400)) }
            let instants = Set(mapped).filter { instant in settled.map { instant < $0 } ?? false }.sorted()
            return (try RecurrenceSet(start: .dateTime(start), zone: zone, rules: [rule]), instants)
        }
    }

    static let cases = (1...240).map { Case(seed: $0) }

    @Test(arguments: cases)
    func `a zone maps the local times and loses none`(sample: Case) throws {
        guard let (set, mapped) = try sample.expansions(150) else { return }
        #expect(set.occurrences.prefix(mapped.count).map(\.instant) == mapped)
    }

    @Test(arguments: cases)
    func `the first after any instant is the first that is greater`(sample: Case) throws {
        guard let (set, mapped) = try sample.expansions(60), let first = mapped.first, let last = mapped.last else {
            return
        }
        var generator = SeededGenerator(seed: sample.seed &* 7)
        for _ in 0..<12 {
            let span =
                first.millisecondsSinceEpoch - 9_999...max(last.millisecondsSinceEpoch, first.millisecondsSinceEpoch)
            let instant = UTCInstant(millisecondsSinceEpoch: Int64.random(in: span, using: &generator))
            guard let next = mapped.first(where: { $0 > instant }) else { continue }
            #expect(set.first(after: instant)?.instant == next)
            #expect(set.last(before: next)?.instant == mapped.last { $0 < next })
        }
    }

    @Test(arguments: cases)
    func `any window is a filter of the whole`(sample: Case) throws {
        guard let (set, mapped) = try sample.expansions(80), let first = mapped.first, let last = mapped.last else {
            return
        }
        var generator = SeededGenerator(seed: sample.seed &* 11)
        let span = first.millisecondsSinceEpoch...last.millisecondsSinceEpoch
        for _ in 0..<6 {
            let bounds = (0..<2).map { _ in Int64.random(in: span, using: &generator) }.sorted()
            let (from, before) = (
                UTCInstant(millisecondsSinceEpoch: bounds[0]), UTCInstant(millisecondsSinceEpoch: bounds[1])
            )
            let window = mapped.filter { $0 >= from && $0 < before }
            #expect(set.occurrences(from: from, before: before).map(\.instant) == window)
            #expect(set.reversedOccurrences(before: before, from: from).map(\.instant) == window.reversed())
        }
    }

    @Test(arguments: cases, ExplanationLanguage.allCases)
    func `every rule can be put in words`(sample: Case, language: ExplanationLanguage) throws {
        guard let rule = try? RecurrenceRule(sample.rule) else { return }
        #expect(!rule.explanation(in: language).isEmpty)
        let set = try RecurrenceSet(start: .dateTime(sample.start), zone: Zone.named(sample.zone), rules: [rule])
        #expect(!set.explanation(in: language).isEmpty)
    }
}
