import Testing

@testable import Recurrence

@Suite
struct ShortExplanationTests {
    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=MO", "every Mon 09:00", "매주 월 09:00"),
        ("FREQ=WEEKLY", "every Mon 09:00", "매주 월 09:00"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "every 2 weeks on Mon and Fri 09:00", "2주마다 월금 09:00"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday 09:00", "평일마다 09:00"),
        ("FREQ=DAILY;INTERVAL=3;COUNT=4", "every 3 days 09:00 4 times", "3일마다 09:00 4회"),
        ("FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0", "every day 09:00, 21:00", "매일 09:00, 21:00"),
        (
            "FREQ=DAILY;BYHOUR=8,10,12,14,16;BYMINUTE=0", "every day at 08:00, 10:00, 12:00, 14:00 and 16:00",
            "매일 08:00, 10:00, 12:00, 14:00, 16:00에"
        ),
        (
            "FREQ=WEEKLY;COUNT=20;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,10,11,12,13,14,15,16,17;BYMINUTE=0",
            "every weekday 09:00 … 17:00 (9 times) 20 times", "평일마다 09:00 … 17:00 (9회) 20회"
        ),
        ("FREQ=MONTHLY", "every 23rd 09:00", "매월 23일 09:00"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "every last day of the month 09:00", "매월 말일 09:00"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "every last Fri 09:00", "매월 마지막 금요일 09:00"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every last weekday of the month 09:00", "매월 마지막 평일 09:00"),
        ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "every 24 Dec 09:00", "매년 12월 24일 09:00"),
        ("FREQ=HOURLY;INTERVAL=2", "every 2 h", "2시간마다"),
        ("FREQ=DAILY;UNTIL=20261224", "every day 09:00 until 24 Dec 2026", "매일 09:00 2026년 12월 24일까지"),
    ])
    func `a rule is told in a few words`(rule: String, english: String, korean: String) throws {
        let start = try #require(CivilTime("2026-11-23T09:00:00"))
        let rule = try RecurrenceRule(rule)
        #expect(rule.shortExplanation(from: start) == english)
        #expect(rule.shortExplanation(from: start, in: .korean) == korean)
    }

    /// The end in UTC, the zone of the times, and what is told: a day on which nothing falls any more is not the last one.
    @Test(arguments: [
        ("20261207T085959Z", nil, "every day 09:00 before 7 Dec 2026", "매일 09:00 2026년 12월 7일 전까지"),
        ("20261207T090000Z", nil, "every day 09:00 until 7 Dec 2026", "매일 09:00 2026년 12월 7일까지"),
        ("20261206T235959Z", "Asia/Seoul", "every day 09:00 before 7 Dec 2026", "매일 09:00 2026년 12월 7일 전까지"),
        ("20261207T000000Z", "Asia/Seoul", "every day 09:00 until 7 Dec 2026", "매일 09:00 2026년 12월 7일까지"),
        ("20261207T030000Z", "America/New_York", "every day 09:00 until 6 Dec 2026", "매일 09:00 2026년 12월 6일까지"),
    ])
    func `an end before the first time of a day is told as such`(
        until: String, zone: String?, english: String, korean: String
    ) throws {
        let start = try #require(CivilTime("2026-11-23T09:00:00"))
        let rule = try RecurrenceRule("FREQ=DAILY;UNTIL=\(until)")
        let zone = try zone.map { try Zone.named($0) }
        #expect(rule.shortExplanation(from: start, zone: zone) == english)
        #expect(rule.shortExplanation(from: start, zone: zone, in: .korean) == korean)
    }

    @Test
    func `what a few words cannot tell is told in whole sentences`() throws {
        let rule = try RecurrenceRule("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO")
        #expect(rule.shortExplanation(from: nil) == "every year in week 20 of the year on Monday")
    }

    @Test
    func `a whole day has no time`() throws {
        #expect(try RecurrenceRule("FREQ=DAILY").shortExplanation(from: CivilTime("2026-11-23")) == "every day")
    }
}
