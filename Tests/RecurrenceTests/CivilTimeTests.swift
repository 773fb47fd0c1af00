import Foundation
import Recurrence
import Testing

struct CivilTimeTests {
    @Test func `day numbers and fields agree over the whole calendar`() throws {
        var previous = CivilDate.earliest.adding(days: -1)
        for year in 1...9_999 where year < 30 || year % 97 == 0 || year > 9_980 {
            let first = try #require(CivilDate(year: year, month: 1, day: 1))
            if year < 30 { #expect(first.daysSinceEpoch == previous.daysSinceEpoch + 1) }
            for offset in 0..<365 {
                let date = first.adding(days: offset)
                #expect(CivilDate(year: date.year, month: date.month, day: date.day) == date)
                previous = date
            }
            if CivilDate(year: year, month: 2, day: 29) != nil { previous = previous.adding(days: 1) }
        }
        #expect(CivilDate.latest.description == "9999-12-31" && CivilDate.earliest.description == "0001-01-01")
        #expect(CivilDate(daysSinceEpoch: 0).weekday == .thursday)
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-21"), ("20261121", "2026-11-21"), ("2026-11-21T09:00", "2026-11-21T09:00:00"),
        ("2026-11-21T09:00:01", "2026-11-21T09:00:01"), ("20261121T090059", "2026-11-21T09:00:59"),
        ("2026-11-21T23:59:60", "2026-11-21T23:59:59"),
    ])
    func `local times are read in both forms`(text: String, description: String) throws {
        #expect(try #require(CivilTime(text)).description == description)
    }

    @Test(arguments: [
        "", "2026", "2026-1-1", "2026-02-30", "2026-11-21T", "2026-11-21T24:00:00", "2026-11-21T09:00:00Z",
        "2026-11-21 09:00:00", "2026-1121", "20261121T0900", "2026-11-21T09:00:00.5", "0000-01-01", "２026-11-21",
    ])
    func `what is no local time is nil`(text: String) {
        #expect(CivilTime(text) == nil)
    }

    @Test(arguments: [
        ("2026-12-01T08:00:00Z", "2026-12-01T08:00:00Z"), ("2026-12-01T08:00:00.5+01:00", "2026-12-01T07:00:00.500Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"), ("2026-12-01t08:00:00-05:30", "2026-12-01T13:30:00Z"),
        ("2026-12-01T08:00:00.123456789Z", "2026-12-01T08:00:00.124Z"),
    ])
    func `instants are read and written`(text: String, description: String) throws {
        #expect(try #require(UTCInstant(text)).description == description)
    }

    @Test(arguments: [
        "2026-12-01T08:00:00", "20261201T080000Z", "2026-12-01", "2026-12-01T08:00Z", "2026-12-01T08:00:00+1", "x",
    ])
    func `what is no instant is nil`(text: String) {
        #expect(UTCInstant(text) == nil)
    }

    @Test func `instants saturate and never trap`() {
        let (first, last) = (UTCInstant(millisecondsSinceEpoch: .min), UTCInstant(millisecondsSinceEpoch: .max))
        #expect(last.advanced(by: .seconds(1)) == last && first.advanced(by: .seconds(-1)) == first)
        #expect(last.advanced(by: .seconds(Int64.min)) < last)
        #expect(first.duration(to: last) > .seconds(1) && last.duration(to: first) < .zero)
        #expect(UTCInstant(secondsSinceEpoch: .max) == last)
        #expect(UTCInstant(millisecondsSinceEpoch: 5).advanced(by: .microseconds(-1)).millisecondsSinceEpoch == 4)
        #expect(
            UTCInstant(millisecondsSinceEpoch: 5).duration(to: UTCInstant(millisecondsSinceEpoch: 9))
                == .milliseconds(4))
    }

    @Test(arguments: [
        ("PT10M", 0, 600, "PT10M"), ("-PT1H", 0, -3_600, "-PT1H"), ("P1D", 1, 0, "P1D"), ("+P2W", 14, 0, "P2W"),
        ("P1DT12H", 1, 43_200, "P1DT12H"), ("PT90S", 0, 90, "PT1M30S"), ("P7D", 7, 0, "P1W"), ("PT0S", 0, 0, "PT0S"),
        ("pt24h", 0, 86_400, "PT24H"), ("P1W1D", 8, 0, "P8D"),
    ])
    func `durations are read and written`(text: String, days: Int, seconds: Int, canonical: String) throws {
        let duration = try CalendarDuration(text)
        #expect(duration == CalendarDuration(days: days, seconds: seconds))
        #expect(duration.description == canonical)
        #expect(try CalendarDuration(canonical) == duration)
    }

    @Test(arguments: [
        "", "P", "PT", "1D", "P1", "P1Y", "P1M", "PT1D", "PT1S1H", "P1DT", "P1D2D", "PT1.5S", "P36526D",
        "PT99999999999S", "P1H", "P1D1W",
    ])
    func `what is no duration is refused`(text: String) throws {
        let error = try #require(throws: RecurrenceError.self) { try CalendarDuration(text) }
        #expect(error.part == "DURATION")
    }
}
