import Foundation
import Recurrence
import Testing

/// Calendars other than the Gregorian, against Foundation's, which are ICU's.
struct CalendarTests {
    static let peers: [(RuleCalendar, Foundation.Calendar.Identifier)] = [
        (.ethiopic, .ethiopicAmeteMihret), (.coptic, .coptic), (.islamicCivil, .islamicCivil), (.persian, .persian),
        (.indian, .indian), (.hebrew, .hebrew),
    ]

    private static func fields(_ date: CivilDate, _ identifier: Foundation.Calendar.Identifier) -> DateComponents {
        var calendar = Foundation.Calendar(identifier: identifier)
        calendar.timeZone = .gmt
        let noon = Date(timeIntervalSince1970: Double(date.daysSinceEpoch) * 86_400 + 43_200)
        return calendar.dateComponents([.year, .month, .day], from: noon)
    }

    private func dates(_ start: CivilDate, _ rule: String, until: CivilDate) throws -> [CivilDate] {
        let set = try RecurrenceSet(start: .date(start), zone: nil, rules: [RecurrenceRule(rule)])
        return set.occurrences.prefix { $0.start.date < until }.map(\.start.date)
    }

    @Test(arguments: peers)
    func `months and years begin where ICU has them begin`(
        calendar: RuleCalendar, peer: Foundation.Calendar.Identifier
    ) throws {
        let begin = try #require(CivilDate(year: 1900, month: 1, day: 1))
        // ICU puts the Hebrew year 5807 (autumn of 2046) off by a day twice, which the rules do once.
        let end = try #require(CivilDate(year: calendar == .hebrew ? 2045 : 2100, month: 1, day: 1))
        let days = (begin.daysSinceEpoch..<end.daysSinceEpoch).map { CivilDate(daysSinceEpoch: $0) }
        let fields = days.map { Self.fields($0, peer) }
        let months = zip(days, fields).filter { $0.1.day == 1 }.map(\.0)
        #expect(try dates(begin, "RSCALE=\(calendar);FREQ=MONTHLY;BYMONTHDAY=1", until: end) == months)
        #expect(try dates(begin, "RSCALE=\(calendar);FREQ=DAILY;BYMONTHDAY=1", until: end) == months)
        let years = zip(days, fields).filter { $0.1.day == 1 && $0.1.month == 1 }.map(\.0)
        #expect(try dates(begin, "RSCALE=\(calendar);FREQ=YEARLY;BYYEARDAY=1", until: end) == years)
        #expect(try dates(begin, "RSCALE=\(calendar);FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", until: end) == years)
    }

    @Test(arguments: peers)
    func `an anniversary keeps month and day`(calendar: RuleCalendar, peer: Foundation.Calendar.Identifier) throws {
        for offset in stride(from: 0, to: 400, by: 37) {
            let start = try #require(CivilDate(year: 2001, month: 3, day: 1)).adding(days: offset)
            let wanted = Self.fields(start, peer)
            let found = try dates(start, "RSCALE=\(calendar);FREQ=YEARLY;INTERVAL=2", until: start.adding(days: 9_000))
            #expect(found.first == start)
            for (index, date) in found.enumerated() where calendar != .hebrew || (wanted.day ?? 0) < 30 {
                let fields = Self.fields(date, peer)
                #expect(fields.month == wanted.month && fields.day == wanted.day)
                if found.count == 13 { #expect(fields.year == (wanted.year ?? 0) + 2 * index) }
            }
        }
    }

    @Test func `the Hebrew new year is put off once, not twice`() throws {
        let set = try RecurrenceSet(start: "20450101", zone: nil, rules: ["RSCALE=HEBREW;FREQ=YEARLY;BYYEARDAY=1"])
        #expect(set.expand(limit: 2).occurrences == ["20450912", "20461001"])
    }

    @Test(arguments: [
        ("FORWARD", ["20140208", "20150227", "20160217"]), ("BACKWARD", ["20140208", "20150128", "20160217"]),
        ("OMIT", ["20140208", "20160217", "20190213"]),
    ])
    func `a missing leap month goes where SKIP says`(skip: String, expected: [String]) throws {
        let rule = "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=\(skip)"
        let set = try RecurrenceSet(start: "20140208", zone: nil, rules: [rule])
        #expect(set.expand(limit: 3).occurrences == expected)
        let implied = try RecurrenceSet(start: "20140208", zone: nil, rules: ["RSCALE=HEBREW;FREQ=YEARLY;SKIP=\(skip)"])
        #expect(implied.expand(limit: 3).occurrences == expected)
    }

    @Test(arguments: RuleCalendar.allCases)
    func `skipping finds what walking finds`(calendar: RuleCalendar) throws {
        for rest in [
            "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=30,1;SKIP=FORWARD", "FREQ=YEARLY;BYDAY=-1FR,2MO;BYMONTH=3,12",
            "FREQ=DAILY;INTERVAL=17;BYMONTH=2,7", "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1,2",
            "FREQ=WEEKLY;BYMONTH=4;BYDAY=TU",
            "FREQ=YEARLY;BYYEARDAY=-1,200;BYSETPOS=-1", "FREQ=MONTHLY;BYMONTHDAY=-29,30;SKIP=BACKWARD;COUNT=70",
        ] {
            let set = try RecurrenceSet(start: "19990101", zone: nil, rules: ["RSCALE=\(calendar);" + rest])
            let all = Array(set.occurrences.prefix(60))
            #expect(all.count == 60, "\(rest)")
            for (here, next) in zip(all, all.dropFirst()) {
                #expect(here.instant < next.instant)
                #expect(set.first(after: here.instant) == next)
            }
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31", "RSCALE=COPTIC;FREQ=YEARLY;BYMONTH=13;BYMONTHDAY=7",
            "RSCALE=PERSIAN;FREQ=DAILY;BYMONTH=12;BYMONTHDAY=31",
        ])
    func `a day that no year has is never found, and soon`(rule: String) throws {
        let set = try RecurrenceSet(start: "00010101", zone: nil, rules: [rule])
        #expect(set.occurrences.first { _ in true } == nil)
    }

    @Test func `a long year has more days than 366`() throws {
        // 5784 and 5787 have 383 and 385 days and are followed by the new years of these dates.
        let last = try RecurrenceSet(start: "20230916", zone: nil, rules: ["RSCALE=HEBREW;FREQ=YEARLY;BYYEARDAY=383"])
        #expect(last.expand(limit: 2).occurrences == ["20241002", "20270929"])
        let first = try RecurrenceSet(start: "20260912", zone: nil, rules: ["FREQ=YEARLY;BYYEARDAY=-385;RSCALE=HEBREW"])
        #expect(first.expand(limit: 1).occurrences == ["20260912"])
        let chinese = try RecurrenceSet(
            start: "20250129", zone: nil, rules: ["RSCALE=CHINESE;FREQ=YEARLY;BYYEARDAY=384"])
        #expect(chinese.expand(limit: 2).occurrences == ["20260216", "20290212"])
    }

    @Test(arguments: [
        "RSCALE=HEBREW;FREQ=YEARLY;BYWEEKNO=1", "RSCALE=PERSIAN;FREQ=YEARLY;BYMONTH=13",
        "RSCALE=INDIAN;FREQ=YEARLY;BYMONTH=5L",
    ])
    func `what a calendar does not have is refused`(rule: String) {
        #expect(throws: RecurrenceError.self) { try RecurrenceRule(rule) }
    }
}
