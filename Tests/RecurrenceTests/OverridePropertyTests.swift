import Recurrence
import Testing

/// Random overrides at real changes of clocks, against applying them to the list one by one.
struct OverridePropertyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let base: PolicyTests.Case
        let policy: EvaluationPolicy
        let overrides: [RecurrenceOverride]
        let dates: [RecurrenceDate]
        let exceptions: [RecurrenceDate]

        var testDescription: String { "seed \(seed): \(base.testDescription)" }

        init(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed &* 7_919)
            self.seed = seed
            let base = PolicyTests.Case(seed: seed)
            self.base = base
            policy = EvaluationPolicy(
                gap: base.policy.gap, overlap: generator.chance(2) ? .first : .second,
                subDailySteps: generator.chance(4) ? .elapsed : .wallClock)
            let plain = try base.set(";COUNT=140", policy: policy)
            let ids = plain.occurrences.map { RecurrenceTime.utc($0.instant) }
            dates = generator.dates(around: base.start, count: 4)
            exceptions = (0..<5).compactMap { _ in ids.randomElement(using: &generator).map { RecurrenceDate($0) } }
            overrides =
                (0..<9).compactMap { _ in
                    ids.randomElement(using: &generator).map { generator.override($0, around: base.start) }
                } + [generator.override(.local(base.start), around: base.start)]
        }

        func set(_ overrides: [RecurrenceOverride]) throws -> RecurrenceSet {
            try RecurrenceSet(
                start: .dateTime(base.start), zone: Zone.named(base.zone),
                rules: [RecurrenceRule(base.rule + ";COUNT=140")],
                dates: dates, exceptionDates: exceptions, overrides: overrides, policy: policy)
        }
    }

    static let cases = (1...200).compactMap { try? Case(seed: $0) }

    @Test func `there are cases`() { #expect(Self.cases.count == 200) }

    @Test(arguments: cases)
    func `the set is what applying the overrides to the list gives`(sample: Case) throws {
        let set = try sample.set(sample.overrides)
        let expected = try OverrideOracle(sample: sample).occurrences()
        let found = set.occurrences.map(Key.init)
        let (missing, surplus) = (expected.filter { !found.contains($0) }, found.filter { !expected.contains($0) })
        #expect(missing.isEmpty)
        #expect(surplus.isEmpty)
        #expect(found == expected)
    }

    @Test(arguments: cases)
    func `every query agrees with walking`(sample: Case) throws {
        let set = try sample.set(sample.overrides)
        let all = Array(set.occurrences)
        guard let first = all.first, let last = all.last else { return }
        for (index, occurrence) in all.enumerated() where index % 9 == 0 {
            #expect(set.first(after: occurrence.instant) == all.first { $0.instant > occurrence.instant })
            #expect(set.last(before: occurrence.instant) == all.last { $0.instant < occurrence.instant })
            #expect(set.contains(occurrence.instant))
            #expect(set.occurrence(at: index) == occurrence)
        }
        let (from, before) = (all[all.count / 3].instant, last.instant)
        let window = all.filter { $0.instant >= from && $0.instant < before }
        #expect(Array(set.occurrences(from: from, before: before)) == window)
        #expect(Array(set.reversedOccurrences(before: before, from: from)) == window.reversed())
        #expect(Array(set.reversedOccurrences(before: last.instant)) == all.filter { $0.instant < before }.reversed())
        #expect(set.last(before: first.instant) == nil)
    }

    @Test(arguments: cases)
    func `asking by original start visits each, and sets from one on hold the later ones`(sample: Case) throws {
        let set = try sample.set(sample.overrides)
        let all = Array(set.occurrences)
        let ids = Set(all.map(\.recurrenceID)).sorted()
        for (id, next) in zip(ids, ids.dropFirst()) {
            #expect(set.first(after: id)?.recurrenceID == next)
        }
        for index in [0, ids.count / 2, ids.count - 1] where index >= 0 {
            #expect(Array(set.occurrences(after: ids[index])) == all.filter { $0.recurrenceID > ids[index] })
        }
    }

    /// What identifies an occurrence of the result.
    struct Key: Hashable, CustomStringConvertible {
        let instant: UTCInstant
        let start: CivilTime
        let id: CivilTime

        var description: String { "\(id) at \(start) (\(instant))" }
    }
}

extension OverridePropertyTests.Key {
    init(_ occurrence: Occurrence) {
        self.init(instant: occurrence.instant, start: occurrence.start, id: occurrence.recurrenceID)
    }
}

/// Applies overrides to the list of a finite set.
private struct OverrideOracle {
    typealias Key = OverridePropertyTests.Key
    let sample: OverridePropertyTests.Case
    let zone: ZoneRules
    let plain: [Occurrence]

    init(sample: OverridePropertyTests.Case) throws {
        self.sample = sample
        zone = try Zone.named(sample.base.zone)
        plain = Array(try sample.set([]).occurrences)
    }

    private var reading: LocalOracle { LocalOracle(policy: sample.policy, zone: zone) }

    private func local(_ time: RecurrenceTime) -> (instant: UTCInstant, local: CivilDateTime) {
        switch time {
        case .utc(let instant): (instant, zone.civilDateTime(at: instant))
        case .local(let local): (written(local), local)
        case .date(let date):
            (zone.instant(of: CivilDateTime(date: date, secondOfDay: 0)), CivilDateTime(date: date, secondOfDay: 0))
        }
    }

    /// The instant of a local time that is written out.
    private func written(_ local: CivilDateTime) -> UTCInstant {
        reading.occurrences(local).first?.instant ?? zone.instant(of: local)
    }

    func occurrences() -> [Key] {
        var single: [UTCInstant: RecurrenceOverride] = [:]
        var futures: [CivilDateTime: RecurrenceOverride] = [:]
        for override in sample.overrides {
            let (instant, id) = local(override.recurrenceID)
            single[instant] = override
            if override.reach == .thisAndFuture { futures[id] = override }
        }
        let kept = plain.filter { single[$0.instant] == nil }.flatMap { shifted($0, futures) }
        let moved = single.values.compactMap(moved)
        return Set(kept + moved).sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
    }

    private func moved(_ override: RecurrenceOverride) -> Key? {
        let (instant, id) = local(override.recurrenceID)
        let isExcepted = sample.exceptions.contains { local($0.start).instant == instant }
        guard case .moved(let time) = override.change, !isExcepted else { return nil }
        let (new, start) = local(time)
        return Key(instant: new, start: .dateTime(start), id: .dateTime(id))
    }

    private func shifted(_ occurrence: Occurrence, _ futures: [CivilDateTime: RecurrenceOverride]) -> [Key] {
        let id = occurrence.start.startOfDayOrTime
        guard let start = futures.keys.filter({ $0 <= id }).max(), let future = futures[start] else {
            return [Key(occurrence)]
        }
        guard case .moved(let time) = future.change else { return [] }
        let shift = local(time).local.secondsSinceEpoch - start.secondsSinceEpoch
        let isSubDaily = !sample.base.rule.hasPrefix("FREQ=DAILY")
        if sample.policy.subDailySteps == .elapsed, isSubDaily {
            let instant = occurrence.instant.advanced(by: .seconds(shift))
            return [Key(instant: instant, start: .dateTime(zone.civilDateTime(at: instant)), id: .dateTime(id))]
        }
        let moved = CivilDateTime(secondsSinceEpoch: id.secondsSinceEpoch + shift)
        return reading.occurrences(moved).map { Key(instant: $0.instant, start: .dateTime(moved), id: .dateTime(id)) }
    }
}

extension SeededGenerator {
    fileprivate mutating func dates(around start: CivilDateTime, count: Int) -> [RecurrenceDate] {
        (0..<count).map { _ in RecurrenceDate(.local(time(around: start))) }
    }

    private mutating func time(around start: CivilDateTime) -> CivilDateTime {
        let distance = Int.random(in: -200..<1_200, using: &self) * 600
        return CivilDateTime(secondsSinceEpoch: start.secondsSinceEpoch + distance)
    }

    fileprivate mutating func override(_ id: RecurrenceTime, around start: CivilDateTime) -> RecurrenceOverride {
        let reach: RecurrenceOverride.Reach = chance(3) ? .thisAndFuture : .occurrence
        if chance(5) { return RecurrenceOverride(id, .cancelled, reach: reach) }
        return RecurrenceOverride(id, .moved(to: .local(time(around: start))), reach: reach)
    }
}
