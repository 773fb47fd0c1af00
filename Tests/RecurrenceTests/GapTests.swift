import Recurrence
import Testing

/// What happens to rules where clocks are put forward and back.
struct GapTests {
    private static let berlin = "Europe/Berlin"

    private func set(_ start: String, _ rule: String, zone: String = berlin, gap: EvaluationPolicy.Gap = .shiftForward)
        throws
        -> RecurrenceSet
    {
        try RecurrenceSet(start: start, zone: Zone.named(zone), rules: [rule], policy: EvaluationPolicy(gap: gap))
    }

    @Test func `shifted times take their place among the later ones`() throws {
        let set = try set("20260329T014500", "FREQ=MINUTELY;INTERVAL=30;COUNT=8")
        let starts = set.occurrences.map(\.start.description)
        #expect(starts == ["01:45", "03:15", "03:45", "04:15", "04:45", "05:15"].map { "2026-03-29T\($0):00" })
        #expect(set.occurrences.allSatisfy { $0.adjustment == .none })
    }

    @Test func `a shifted time that stands alone is an occurrence by its own name`() throws {
        let set = try set("20260328T023000", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=15,30;COUNT=8")
        let second = set.occurrences.filter { $0.start.date.day == 29 }
        #expect(second.map(\.start.description) == ["2026-03-29T03:15:00", "2026-03-29T03:30:00"])
        let lone = Array(try self.set("20260328T023000", "FREQ=DAILY").occurrences.prefix(2))
        #expect(lone.last?.start.description == "2026-03-29T02:30:00")
        #expect(lone.last?.instant.description == "2026-03-29T01:30:00Z")
        #expect(lone.last?.adjustment == .gap)
    }

    @Test func `order is by instant even where local times cross`() throws {
        let set = try set("20260328T024500", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=5,45;BYSETPOS=2,3;COUNT=6")
        let day = set.occurrences.filter { $0.start.date.day == 29 }
        #expect(day.map(\.start.description) == ["2026-03-29T03:05:00", "2026-03-29T02:45:00"])
        let before = try #require(CivilTime("2026-03-29T00:00:00"))
        let first = try #require(set.first(after: before))
        #expect(first.start.description == "2026-03-29T02:45:00")
        #expect(set.first(after: first.start)?.start.description == "2026-03-29T03:05:00")
    }

    @Test func `skipped times are not counted`() throws {
        let set = try set("20260328T023000", "FREQ=DAILY;COUNT=400", gap: .skip)
        let all = Array(set.occurrences)
        #expect(all.count == 400)
        #expect(all.last?.start.date.description == "2027-05-03")
    }

    @Test func `a day that a zone skips whole falls on the day after`() throws {
        let set = try set("20111228T120000", "FREQ=DAILY;COUNT=4", zone: "Pacific/Apia")
        #expect(
            set.occurrences.map { set.text(of: $0) } == [
                "2011-12-28T12:00:00-10:00", "2011-12-29T12:00:00-10:00", "2011-12-31T12:00:00+14:00",
            ])
    }

    @Test func `the first of two equal local times counts, once`() throws {
        let set = try set("20261025T013000", "FREQ=MINUTELY;INTERVAL=30;COUNT=6")
        let texts = set.occurrences.map { set.text(of: $0) }
        #expect(
            texts == [
                "2026-10-25T01:30:00+02:00", "2026-10-25T02:00:00+02:00", "2026-10-25T02:30:00+02:00",
                "2026-10-25T03:00:00+01:00", "2026-10-25T03:30:00+01:00", "2026-10-25T04:00:00+01:00",
            ])
        #expect(set.occurrences.map(\.adjustment) == [.none, .overlap, .overlap, .none, .none, .none])
    }

    @Test(arguments: [
        ("Europe/Berlin", "20260328T220000"), ("America/New_York", "20261031T200000"),
        ("Pacific/Apia", "20111229T000000"),
    ])
    func `every instant around a change has the right next one`(zone: String, start: String) throws {
        let set = try set(start, "FREQ=MINUTELY;INTERVAL=7;COUNT=900", zone: zone)
        let all = Array(set.occurrences)
        let begin = all[0].instant
        for minute in stride(from: -5, to: 60 * 60, by: 11) {
            let instant = begin.advanced(by: .seconds(minute * 60))
            #expect(set.first(after: instant) == all.first { $0.instant > instant })
        }
        for occurrence in all {
            let later = all.filter { $0.start > occurrence.start }.min { $0.start < $1.start }
            #expect(set.first(after: occurrence.start) == later)
        }
    }

    @Test func `a rule that meets a gap each time loses none of its members`() throws {
        let rule = "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"
        let zoned = Array(try set("20260329T023000", rule).occurrences.prefix(40))
        let floating = try RecurrenceSet(start: "20260329T023000", zone: nil, rules: [rule]).occurrences.prefix(40)
        #expect(zoned.map(\.start) == floating.map(\.start))
        #expect(zoned.allSatisfy { $0.adjustment == .gap })
    }

    @Test func `two gaps in a row do not swallow what follows them`() throws {
        let rule = "FREQ=YEARLY;INTERVAL=6;BYMONTH=10"
        let set = try set("20121005T020000", rule, zone: "Australia/Lord_Howe")
        let years = set.occurrences.prefix(9).map(\.start.date.year)
        #expect(years == [2012, 2018, 2024, 2030, 2036, 2042, 2048, 2054, 2060])
    }

    @Test func `a rule whose every member is skipped is empty`() throws {
        let set = try set("20260329T023000", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", gap: .skip)
        #expect(set.occurrences.first { _ in true } == nil)
    }
}
