import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct LocalTimeTests {
    @Test(arguments: [
        "2026-11-01", "2026-11-01T01:30:00", "2026-11-01T01:30:00/2", "0001-01-01", "9999-12-31T23:59:59",
    ])
    func `what was written is read back`(text: String) throws {
        #expect(try #require(LocalTime(text)).description == text)
    }

    @Test func `any local time is read back as it was written`() {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<500 {
            let seconds = Int.random(in: -62_135_596_800..<253_402_300_800, using: &generator)
            let local = CivilDateTime(secondsSinceEpoch: seconds)
            let civil: CivilTime = Bool.random(using: &generator) ? .dateTime(local) : .date(local.date)
            let time = LocalTime(civil, isSecondOfOverlap: Bool.random(using: &generator))
            #expect(time != nil && LocalTime(time?.description ?? "") == time)
        }
    }

    @Test(arguments: [
        "", "/2", "2026-13-01", "2026-11-01T25:00:00", "2026-11-01/3", "2026-11-01T01:30:00/2/2", "tomorrow",
    ])
    func `text that is no time is not read`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func `a time in an overlap keeps which of the two it meant`() throws {
        let zone = try ZoneRules.newYork()
        let first = try #require(UTCInstant("2026-11-01T05:30:00Z"))
        let second = try #require(UTCInstant("2026-11-01T06:30:00Z"))
        #expect(LocalTime(first, in: zone)?.description == "2026-11-01T01:30:00")
        #expect(LocalTime(second, in: zone)?.description == "2026-11-01T01:30:00/2")
        for instant in [first, second] { #expect(LocalTime(instant, in: zone)?.instant(in: zone) == instant) }
    }

    @Test func `every instant around the changes of the clocks comes back to the second`() throws {
        let zone = try ZoneRules.newYork()
        for change in ["2026-03-08T07:00:00Z", "2026-11-01T06:00:00Z"] {
            let middle = try #require(UTCInstant(change))
            for minutes in -180...180 {
                let instant = middle.advanced(by: .seconds(minutes * 60 + 7))
                #expect(LocalTime(instant, in: zone)?.instant(in: zone) == instant)
            }
        }
    }

    @Test func `an exact duration from the second of two counts from the second`() throws {
        let zone = try ZoneRules.newYork()
        let time = try #require(LocalTime("2026-11-01T01:30:00/2"))
        let earlier = time.instant(in: zone, adding: CalendarDuration(seconds: -3_600))
        #expect(earlier?.description == "2026-11-01T05:30:00Z")
    }

    @Test func `a day from the second of two is the same local time of another day`() throws {
        let zone = try ZoneRules.newYork()
        let time = try #require(LocalTime("2026-11-01T01:30:00/2"))
        #expect(time.instant(in: zone, adding: CalendarDuration(days: 1))?.description == "2026-11-02T06:30:00Z")
        #expect(time.instant(in: zone, adding: CalendarDuration(days: -1))?.description == "2026-10-31T05:30:00Z")
    }

    @Test func `the second of two means nothing where there is but one`() throws {
        let time = try #require(LocalTime("2026-06-01T12:00:00/2"))
        #expect(time.instant(in: try .newYork())?.description == "2026-06-01T16:00:00Z")
    }

    @Test func `a date begins at midnight, or counts from the time of day given`() throws {
        let zone = try ZoneRules.newYork()
        let date = try #require(LocalTime("2026-03-08"))
        #expect(date.instant(in: zone)?.description == "2026-03-08T05:00:00Z")
        let morning = date.instant(in: zone, adding: CalendarDuration(), dayStart: 9 * 3_600)
        #expect(morning?.description == "2026-03-08T13:00:00Z")
    }
}
