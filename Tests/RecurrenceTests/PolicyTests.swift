import Recurrence
import Testing

/// Every policy at real changes of clocks, against a reading of each local time by itself.
struct PolicyTests {
    /// A random rule that begins shortly before a change of some zone's clocks, and a policy.
    struct Case: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let zone: String
        let start: CivilDateTime
        let rule: String
        let policy: EvaluationPolicy

        var testDescription: String {
            "seed \(seed): \(rule) from \(start) in \(zone), \(policy.gap) \(policy.overlap)"
        }

        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            self.seed = seed
            let (zone, day) = ZoneChanges.all[Int(seed) % ZoneChanges.all.count]
            let before = Int.random(in: 0..<3 * 86_400, using: &generator) / 300 * 300
            self.zone = zone
            let date = CivilTime(day)?.startOfDayOrTime.secondsSinceEpoch ?? 0
            start = CivilDateTime(secondsSinceEpoch: date - before)
            rule = generator.ruleWithinDays()
            policy = EvaluationPolicy(
                gap: [.shiftForward, .skip, .shiftBack].randomElement(using: &generator) ?? .skip,
                overlap: [.first, .second, .both].randomElement(using: &generator) ?? .first)
        }

        func set(_ suffix: String = "", policy: EvaluationPolicy? = nil) throws -> RecurrenceSet {
            try RecurrenceSet(
                start: .dateTime(start), zone: Zone.named(zone), rules: [RecurrenceRule(rule + suffix)],
                policy: policy ?? self.policy)
        }

        /// The local starts, which no zone has touched.
        func locals(_ count: Int) throws -> [CivilDateTime] {
            try RecurrenceSet(start: .dateTime(start), zone: nil, rules: [RecurrenceRule(rule)])
                .occurrences.prefix(count).map(\.start.startOfDayOrTime)
        }
    }

    static let cases = (1...240).map { Case(seed: $0) }

    @Test(arguments: cases)
    func `each local time is read for itself`(sample: Case) throws {
        let zone = try Zone.named(sample.zone)
        let readings = try sample.locals(700).flatMap { LocalOracle(policy: sample.policy, zone: zone).occurrences($0) }
        let expected = LocalOracle.merged(readings)
        // The last days are left out: local times that are not in the list may fall among them.
        let end = try #require(expected.last).instant.advanced(by: .seconds(-2 * 86_400))
        let found = try sample.set().occurrences.prefix { $0.instant < end }
        #expect(Array(found) == expected.filter { $0.instant < end })
    }

    @Test(arguments: cases)
    func `every query agrees with walking`(sample: Case) throws {
        let set = try sample.set()
        let all = Array(set.occurrences.prefix(500))
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.instant < $1.instant })
        for index in stride(from: 1, to: all.count - 1, by: 23) {
            let occurrence = all[index]
            #expect(set.first(after: all[index - 1].instant) == occurrence)
            #expect(set.first(after: occurrence.instant.advanced(by: .seconds(-1))) == occurrence)
            #expect(set.last(before: all[index + 1].instant) == occurrence)
            #expect(set.contains(occurrence.instant))
            #expect(set.occurrence(at: index) == occurrence)
        }
        let (from, before) = (all[all.count / 4].instant, all[all.count - 1].instant)
        let window = Array(all[all.count / 4..<all.count - 1])
        #expect(Array(set.reversedOccurrences(before: before, from: from)) == window.reversed())
        #expect(set.count(from: from, before: before) == window.count)
    }

    @Test(arguments: cases)
    func `COUNT counts local starts`(sample: Case) throws {
        let zone = try Zone.named(sample.zone)
        let oracle = LocalOracle(policy: sample.policy, zone: zone)
        let counted = try sample.locals(400).filter { !oracle.occurrences($0).isEmpty || sample.policy.gap != .skip }
        let expected = LocalOracle.merged(counted.prefix(150).flatMap { oracle.occurrences($0) })
        #expect(Array(try sample.set(";COUNT=150").occurrences) == expected)
    }

    @Test(arguments: cases)
    func `UNTIL in UTC is exact`(sample: Case) throws {
        let all = Array(try sample.set().occurrences.prefix(300))
        for index in [0, 40, 150, 299] where index < all.count {
            let until = RecurrenceTime.utc(all[index].instant)
            #expect(Array(try sample.set(";UNTIL=\(until)").occurrences) == Array(all.prefix(index + 1)))
        }
    }

    @Test(arguments: cases.prefix(120))
    func `asking by local start visits each start`(sample: Case) throws {
        let set = try sample.set()
        let all = Array(set.occurrences.prefix(300))
        let starts = Set(all.map(\.start)).sorted().prefix(200)
        for (start, next) in zip(starts, starts.dropFirst()) {
            #expect(set.first(after: start)?.start == next)
        }
    }

    @Test(arguments: cases.prefix(120))
    func `EXDATE in local time takes away what the local time means`(sample: Case) throws {
        let all = Array(try sample.set().occurrences.prefix(120))
        let taken = Set(all.enumerated().filter { $0.offset % 3 == 0 }.map(\.element.start))
        let set = try RecurrenceSet(
            start: CivilTime.dateTime(sample.start).basicFormat, zone: Zone.named(sample.zone), rules: [sample.rule],
            exceptionDates: taken.map(\.basicFormat), policy: sample.policy)
        let instants = Set(all.filter { taken.contains($0.start) }.map(\.instant))
        let left = all.filter { !instants.contains($0.instant) }
        #expect(Array(set.occurrences.prefix(left.count)) == left)
    }

    @Test(arguments: [EvaluationPolicy.Gap.shiftForward, .skip, .shiftBack])
    func `a whole day begins with its first moment under any policy`(gap: EvaluationPolicy.Gap) throws {
        let policy = EvaluationPolicy(gap: gap, overlap: .both)
        let set = try RecurrenceSet(
            start: "20181103", zone: Zone.named("America/Sao_Paulo"), rules: ["FREQ=DAILY;COUNT=3"], policy: policy)
        #expect(
            set.occurrences.map(\.instant.description) == [
                "2018-11-03T03:00:00Z", "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z",
            ])
    }
}

/// Reads one local time under a policy, by what the zone tells of it.
struct LocalOracle {
    let policy: EvaluationPolicy
    let zone: ZoneRules

    func occurrences(_ local: CivilDateTime) -> [Occurrence] {
        func made(_ instant: UTCInstant, _ adjustment: Occurrence.Adjustment) -> Occurrence {
            Occurrence(start: .dateTime(local), instant: instant, adjustment: adjustment)
        }
        switch zone.resolve(local) {
        case .unique(let instant): return [made(instant, .none)]
        case .gap(let before, let after):
            switch policy.gap {
            case .shiftForward: return [made(before, .gap)]
            case .shiftBack: return [made(after, .gap)]
            case .skip: return []
            }
        case .overlap(let first, let second):
            switch policy.overlap {
            case .first: return [made(first, .overlap)]
            case .second: return [made(second, .repeated)]
            case .both: return [made(first, .overlap), made(second, .repeated)]
            }
        }
    }

    /// In order, each instant once, as the local time that exists where there is one.
    static func merged(_ occurrences: [Occurrence]) -> [Occurrence] {
        var best: [UTCInstant: Occurrence] = [:]
        for occurrence in occurrences {
            if let known = best[occurrence.instant], known.adjustment != .gap { continue }
            best[occurrence.instant] = occurrence
        }
        return best.values.sorted { $0.instant < $1.instant }
    }
}
