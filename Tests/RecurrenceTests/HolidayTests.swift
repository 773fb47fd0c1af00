import Foundation
import Recurrence
import Testing

/// Holidays of the world by the calendars that they follow.
struct HolidayTests {
    struct Holiday: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var rule: String
        var dates: [String]

        var testDescription: String { name }
    }

    static let holidays: [Holiday] = {
        guard
            let url = Bundle.module.url(
                forResource: "calendar-holidays", withExtension: "jsonl", subdirectory: "Fixtures"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Holiday.self, from: Data($0.utf8)) }
    }()

    @Test func `the holidays are all there`() {
        #expect(Self.holidays.count == 11)
        #expect(Self.holidays.allSatisfy { $0.dates.count > 60 })
    }

    @Test(arguments: holidays)
    func `a holiday falls on the days that are published`(holiday: Holiday) throws {
        let first = try #require(holiday.dates.first)
        let set = try RecurrenceSet(start: first, zone: nil, rules: [holiday.rule])
        let found = set.occurrences.prefix(holiday.dates.count).map(\.start.description)
        #expect(found == holiday.dates)
    }

    /// Where the computed sky, ICU or a neighbour's calendar have another day: what the people had.
    @Test(arguments: [
        // The Korean leap months of 2012 and 2017 are not the Chinese ones.
        (RuleCalendar.dangi, "2012-04-21", CalendarDay(year: 2012, month: RuleMonth(3, isLeap: true), day: 1)),
        (.chinese, "2012-05-21", CalendarDay(year: 2012, month: RuleMonth(4, isLeap: true), day: 1)),
        (.dangi, "2017-06-24", CalendarDay(year: 2017, month: RuleMonth(5, isLeap: true), day: 1)),
        (.chinese, "2017-07-23", CalendarDay(year: 2017, month: RuleMonth(6, isLeap: true), day: 1)),
        // ICU loses the leap months of 1917, 1922 and 1987.
        (.chinese, "1917-03-23", CalendarDay(year: 1917, month: RuleMonth(2, isLeap: true), day: 1)),
        (.chinese, "1987-07-26", CalendarDay(year: 1987, month: RuleMonth(6, isLeap: true), day: 1)),
        (.chinese, "2018-11-07", CalendarDay(year: 2018, month: RuleMonth(9), day: 30)),
        // The year without a leap month after its eighth, where old tables had one.
        (.chinese, "2033-12-22", CalendarDay(year: 2033, month: RuleMonth(11, isLeap: true), day: 1)),
        (.chinese, "1916-02-03", CalendarDay(year: 1916, month: RuleMonth(1), day: 1)),
        (.chinese, "2057-09-29", CalendarDay(year: 2057, month: RuleMonth(9), day: 1)),
        (.hebrew, "2024-02-10", CalendarDay(year: 5784, month: RuleMonth(5, isLeap: true), day: 1)),
        (.persian, "2025-03-20", CalendarDay(year: 1403, month: RuleMonth(12), day: 30)),
        (.islamicCivil, "2024-07-08", CalendarDay(year: 1446, month: RuleMonth(1), day: 1)),
        (.ethiopic, "2023-09-11", CalendarDay(year: 2015, month: RuleMonth(13), day: 6)),
    ])
    func `a day has the name that it bears`(calendar: RuleCalendar, date: String, day: CalendarDay) throws {
        guard case .date(let civil) = try #require(CivilTime(date)) else { return }
        #expect(calendar.day(of: civil) == day)
        #expect(calendar.date(of: day) == civil)
    }
}
