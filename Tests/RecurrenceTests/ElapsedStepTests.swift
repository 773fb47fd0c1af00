import Recurrence
import Testing

/// Rules that step by time that passes.
struct ElapsedStepTests {
    private static let policy = EvaluationPolicy(subDailySteps: .elapsed)

    /// A rule whose steps are plain arithmetic and whose BY parts are filters on the local time.
    struct Case: CustomTestStringConvertible, Sendable {
        let seed: UInt64
        let zone: String
        let start: CivilDateTime
        let frequency: String
        let interval: Int
        let hours: Set<Int>
        let weekdays: Set<Weekday>

        var step: Int { interval * (frequency == "HOURLY" ? 3_600 : frequency == "MINUTELY" ? 60 : 1) }
        var rule: String {
            "FREQ=\(frequency);INTERVAL=\(interval)"
                + (hours.isEmpty ? "" : ";BYHOUR=\(hours.map(String.init).joined(separator: ","))")
                + (weekdays.isEmpty ? "" : ";BYDAY=\(weekdays.map(\.description).joined(separator: ","))")
        }
        var testDescription: String { "seed \(seed): \(rule) from \(start) in \(zone)" }

        init(seed: UInt64) {
            var generator = SeededGenerator(seed: seed &* 977)
            self.seed = seed
            let (zone, day) = ZoneChanges.all[Int(seed) % ZoneChanges.all.count]
            let before = Int.random(in: 0..<2 * 86_400, using: &generator)
            self.zone = zone
            start = CivilDateTime(
                secondsSinceEpoch: (CivilTime(day)?.startOfDayOrTime.secondsSinceEpoch ?? 0) - before)
            frequency = ["HOURLY", "MINUTELY", "SECONDLY"].randomElement(using: &generator) ?? "HOURLY"
            interval = Int.random(in: frequency == "HOURLY" ? 1...30 : 600...2_000, using: &generator)
            let picksHours = generator.chance(2)
            hours = picksHours ? Set((0..<9).map { _ in Int.random(in: 0..<24, using: &generator) }) : []
            weekdays = generator.chance(3) ? [.monday, .saturday, .sunday] : []
        }

        func passes(_ time: CivilDateTime) -> Bool {
            (hours.isEmpty || hours.contains(time.hour)) && (weekdays.isEmpty || weekdays.contains(time.date.weekday))
        }

        func set(_ suffix: String = "") throws -> RecurrenceSet {
            try RecurrenceSet(
                start: .dateTime(start), zone: Zone.named(zone), rules: [RecurrenceRule(rule + suffix)],
                policy: ElapsedStepTests.policy)
        }

        /// The instants by adding the step again and again.
        func instants(_ count: Int) throws -> [UTCInstant] {
            let zone = try Zone.named(zone)
            let first = zone.instant(of: start)
            let steps = (0..<count).map { first.advanced(by: .seconds($0 * step)) }
            return steps.filter { passes(zone.civilDateTime(at: $0)) }
        }
    }

    static let cases = (1...120).map { Case(seed: $0) }

    @Test(arguments: cases)
    func `steps are exact and filters look at the clock`(sample: Case) throws {
        let expected = try sample.instants(600)
        let set = try sample.set()
        let found = Array(set.occurrences.prefix(expected.count))
        #expect(found.map(\.instant) == expected)
        let zone = try Zone.named(sample.zone)
        #expect(found.allSatisfy { $0.start == .dateTime(zone.civilDateTime(at: $0.instant)) })
        #expect(Set(found.map(\.adjustment)).isSubset(of: [.none, .overlap, .repeated]))
    }

    @Test(arguments: cases)
    func `queries agree with walking`(sample: Case) throws {
        let set = try sample.set()
        let all = Array(set.occurrences.prefix(200))
        for index in stride(from: 1, to: all.count - 1, by: 19) {
            #expect(set.first(after: all[index - 1].instant) == all[index])
            #expect(set.last(before: all[index + 1].instant) == all[index])
        }
        guard let last = all.last else { return }
        #expect(Array(set.reversedOccurrences(before: last.instant)) == all.dropLast().reversed())
        #expect(Array(try sample.set(";COUNT=77").occurrences) == Array(all.prefix(77)))
        let until = RecurrenceTime.utc(all[all.count / 2].instant)
        #expect(Array(try sample.set(";UNTIL=\(until)").occurrences) == Array(all.prefix(all.count / 2 + 1)))
    }

    @Test func `minutes of an hour follow the hours that pass`() throws {
        let set = try RecurrenceSet(
            start: "20260328T221000", zone: Zone.named("Europe/Berlin"),
            rules: ["FREQ=HOURLY;INTERVAL=2;BYMINUTE=10,40;COUNT=6"], policy: Self.policy)
        #expect(
            set.occurrences.map { set.text(of: $0) } == [
                "2026-03-28T22:10:00+01:00", "2026-03-28T22:40:00+01:00", "2026-03-29T00:10:00+01:00",
                "2026-03-29T00:40:00+01:00", "2026-03-29T03:10:00+02:00", "2026-03-29T03:40:00+02:00",
            ])
    }

    @Test(.timeLimit(.minutes(1)))
    func `what never matches is empty at once, and a COUNT too long is refused`() throws {
        let zone = try Zone.named("Europe/Berlin")
        for rule in ["FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;INTERVAL=86400;BYSECOND=1"] {
            let set = try RecurrenceSet(start: "20260101T000000", zone: zone, rules: [rule], policy: Self.policy)
            #expect(set.occurrences.first { _ in true } == nil)
        }
        let error = try #require(throws: RecurrenceError.self) {
            try RecurrenceSet(
                start: "20260101T000000", zone: zone, rules: ["FREQ=SECONDLY;BYMONTH=1;COUNT=2000000"],
                policy: Self.policy)
        }
        #expect(error.code == .limit && error.part == "COUNT")
    }

    @Test func `a day is longer than its clock hours only where time does not matter`() throws {
        let rule = ["FREQ=HOURLY;INTERVAL=6;COUNT=5"]
        let zone = try Zone.named("America/New_York")
        let wall = try RecurrenceSet(start: "20261031T180000", zone: zone, rules: rule)
        let elapsed = try RecurrenceSet(start: "20261031T180000", zone: zone, rules: rule, policy: Self.policy)
        #expect(wall.occurrences.map(\.start.startOfDayOrTime.hour) == [18, 0, 6, 12, 18])
        #expect(elapsed.occurrences.map(\.start.startOfDayOrTime.hour) == [18, 0, 5, 11, 17])
    }
}
