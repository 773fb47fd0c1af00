import Foundation
import Recurrence
import Testing

struct ZoneTests {
    /// Local times that clocks skip, with both readings, from the zones' histories.
    @Test(arguments: [
        ("America/New_York", "2007-03-11T02:30:00", "2007-03-11T07:30:00Z", "2007-03-11T06:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:45:00Z", "2026-10-03T15:15:00Z"),
        ("Antarctica/Troll", "2026-03-29T01:30:00", "2026-03-29T01:30:00Z", "2026-03-28T23:30:00Z"),
        ("Asia/Kathmandu", "1986-01-01T00:10:00", "1985-12-31T18:40:00Z", "1985-12-31T18:25:00Z"),
        ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T22:00:00Z", "2011-12-29T22:00:00Z"),
        ("Europe/Dublin", "2050-03-27T01:30:00", "2050-03-27T01:30:00Z", "2050-03-27T00:30:00Z"),
    ])
    func `a gap is read by the offset before it`(zone: String, local: String, before: String, after: String) throws {
        let rules = try Zone.named(zone)
        let time = try #require(CivilTime(local)).startOfDayOrTime
        let (shifted, back) = (try #require(UTCInstant(before)), try #require(UTCInstant(after)))
        #expect(rules.resolve(time) == .gap(before: shifted, after: back))
        #expect(rules.instant(of: time) == shifted)
    }

    @Test(arguments: [
        ("America/New_York", "2007-11-04T01:30:00", "2007-11-04T05:30:00Z", "2007-11-04T06:30:00Z"),
        ("Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"),
        ("Europe/Dublin", "2026-10-25T01:30:00", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"),
        ("Europe/London", "2999-10-27T01:30:00", "2999-10-27T00:30:00Z", "2999-10-27T01:30:00Z"),
    ])
    func `an overlap is read as its first`(zone: String, local: String, first: String, second: String) throws {
        let rules = try Zone.named(zone)
        let time = try #require(CivilTime(local)).startOfDayOrTime
        let (one, two) = (try #require(UTCInstant(first)), try #require(UTCInstant(second)))
        #expect(rules.resolve(time) == .overlap(first: one, second: two))
        #expect(rules.instant(of: time) == one)
    }

    /// The C library reads the same files by code of its own; TZ belongs to the whole process, hence one test.
    @Test func `offsets agree with those of the C library`() throws {
        defer { unsetenv("TZ") }
        var generator = SeededGenerator(seed: 7)
        var differences: [String] = []
        for name in [
            "America/New_York", "America/Sao_Paulo", "Africa/Casablanca", "Africa/Monrovia", "Asia/Tehran",
            "Asia/Tokyo",
            "Europe/Dublin", "Europe/Amsterdam", "Pacific/Chatham", "Pacific/Apia", "Antarctica/Troll", "America/Nuuk",
        ] {
            let zone = try Zone.named(name)
            setenv("TZ", ":" + name, 1)
            tzset()
            for _ in 0..<1_000 {
                var seconds = Int.random(in: -4_000_000_000..<16_000_000_000, using: &generator)
                let offset = zone.offset(at: UTCInstant(secondsSinceEpoch: Int64(seconds)))
                var fields = tm()
                localtime_r(&seconds, &fields)
                if offset != fields.tm_gmtoff { differences.append("\(name) at \(seconds)") }
            }
        }
        #expect(differences.isEmpty)
    }

    @Test func `old local mean time keeps its seconds`() throws {
        let zone = try Zone.named("Europe/Amsterdam")
        let offset = zone.offset(at: try #require(UTCInstant("1850-01-01T00:00:00Z")))
        #expect(offset % 60 != 0)
        let set = try RecurrenceSet(start: "18500101T120000", zone: zone, rules: ["FREQ=DAILY;COUNT=1"])
        #expect(set.expand(limit: 1).occurrences.first?.count == "1850-01-01T12:00:00+00:00:00".count)
    }

    @Test func `the footer goes on for ever`() throws {
        let zone = try Zone.named("America/New_York")
        for year in [2040, 2400, 2999, 5000, 9999] {
            let summer = try #require(CivilDateTime(year: year, month: 7, day: 1, hour: 12, minute: 0, second: 0))
            let winter = try #require(CivilDateTime(year: year, month: 1, day: 10, hour: 12, minute: 0, second: 0))
            #expect(zone.offset(at: zone.instant(of: summer)) == -4 * 3_600)
            #expect(zone.offset(at: zone.instant(of: winter)) == -5 * 3_600)
        }
    }

    @Test func `days are nominal and seconds exact`() throws {
        let zone = try Zone.named("Europe/Berlin")
        let local = try #require(CivilTime("2026-10-24T12:00:00")).startOfDayOrTime
        let day = zone.instant(of: local, adding: CalendarDuration(days: 1))
        let hours = zone.instant(of: local, adding: CalendarDuration(seconds: 86_400))
        #expect(day.description == "2026-10-25T11:00:00Z")
        #expect(hours.description == "2026-10-25T10:00:00Z")
    }
}
