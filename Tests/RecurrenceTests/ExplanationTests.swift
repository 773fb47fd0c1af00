import Recurrence
import Testing

struct ExplanationTests {
    @Test(arguments: [
        ("FREQ=DAILY", "Every day"),
        ("FREQ=DAILY;INTERVAL=2;COUNT=10", "Every 2 days, 10 times"),
        (
            "FREQ=WEEKLY;BYDAY=MO,WE,FR;WKST=SU",
            "Every week on Monday, Wednesday and Friday, with weeks starting on Sunday"
        ),
        ("FREQ=MONTHLY;BYDAY=-1FR", "Every month on the last Friday of the month"),
        ("FREQ=MONTHLY;BYDAY=MO,2TU", "Every month on Monday and the 2nd Tuesday of the month"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15,-1", "Every month on the 1st, 15th and last day of the month"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "Every month on the 13th day of the month when that is also a Friday"),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
            "Every month on Monday, Tuesday, Wednesday, Thursday and Friday, "
                + "taking only the 2nd to last of these in each month"
        ),
        (
            "FREQ=YEARLY;BYWEEKNO=1,20,-1;BYDAY=MO",
            "Every year in weeks 1 and 20 and the last week of the year on Monday"
        ),
        ("FREQ=YEARLY;BYDAY=20MO", "Every year on the 20th Monday of the year"),
        ("FREQ=YEARLY;BYYEARDAY=100,-1", "Every year on the 100th and last day of the year"),
        ("FREQ=YEARLY;BYMONTH=1;BYDAY=2SU", "Every year in January on the 2nd Sunday of the month"),
        ("FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0", "Every day at 09:00 and 17:00"),
        ("FREQ=DAILY;BYHOUR=9;BYMINUTE=5;BYSECOND=7", "Every day at 09:05:07"),
        ("FREQ=DAILY;BYHOUR=9,17", "Every day in hours 9 and 17"),
        ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;BYSECOND=30", "Every 20 minutes in hour 9 at second 30"),
        ("FREQ=DAILY;UNTIL=19971224T000000Z", "Every day, until 24 December 1997 at 00:00 UTC"),
        ("FREQ=DAILY;UNTIL=19971224", "Every day, until 24 December 1997"),
        ("FREQ=DAILY;COUNT=1", "Every day, once"),
        (
            "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD",
            "Every year, by the Gregorian calendar, using the first day after a date that does not exist"
        ),
        (
            "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=4L,8;BYMONTHDAY=15",
            "Every year in leap month 4 and month 8 on the 15th day of the month, by the Chinese lunar calendar"
        ),
    ])
    func `a rule is put into English with all its parts`(rule: String, words: String) throws {
        #expect(try RecurrenceRule(rule).explanation() == words)
    }

    @Test func `a set tells its start, its zone and its single dates`() throws {
        let set = try RecurrenceSet(
            start: "20261121T090000", zone: Zone.named("Europe/Berlin"), rules: ["FREQ=WEEKLY"],
            dates: ["20261124T100000"], exceptionDates: ["20261128"])
        let words =
            "Every week, starting on 21 November 2026 at 09:00 (Europe/Berlin time), "
            + "also on 24 November 2026 at 10:00, except on 28 November 2026."
        #expect(set.explanation() == words)
    }

    @Test func `a set without rules is told by its dates`() throws {
        let set = try RecurrenceSet(start: "20261121", zone: nil, rules: [])
        #expect(set.explanation() == "On 21 November 2026.")
    }

    @Test(arguments: [
        ("FREQ=DAILY", "매일"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10", "2주마다 월요일, 금요일, 총 10회"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "매월 그달의 마지막 금요일"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15,-1", "매월 1일, 15일, 그달의 마지막 날"),
        ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "매월 13일 중 금요일에 해당하는 날"),
        ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-2", "매월 월요일, 화요일, 주기마다 그중 끝에서 2번째만"),
        ("FREQ=YEARLY;BYDAY=20MO,-1SU", "매년 그해의 20번째 월요일, 그해의 마지막 일요일"),
        ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;WKST=SU", "매년 그해의 20번째 주 월요일, 한 주는 일요일에 시작"),
        ("FREQ=YEARLY;BYYEARDAY=100", "매년 그해의 100번째 날"),
        ("FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30", "매일 09:30, 17:30에"),
        ("FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;BYSECOND=30", "20분마다 9시 30초에"),
        ("FREQ=DAILY;UNTIL=19971224T000000Z", "매일, 1997년 12월 24일 00:00(UTC)까지"),
        (
            "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD",
            "매년 5월 다음 윤달 8일, 히브리력 기준, 없는 날짜는 그 뒤의 첫날로"
        ),
        (
            "RSCALE=DANGI;FREQ=YEARLY;BYMONTH=4L;BYMONTHDAY=15;SKIP=BACKWARD",
            "매년 음력 윤4월 15일, 없는 날짜는 그 앞의 마지막 날로"
        ),
        ("RSCALE=DANGI;FREQ=YEARLY;BYMONTH=1,8;BYMONTHDAY=15", "매년 음력 1월, 8월 15일"),
        ("RSCALE=DANGI;FREQ=MONTHLY;BYMONTHDAY=15", "매월 15일, 음력 기준"),
        ("RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", "매년 중국 음력 1월 1일"),
    ])
    func `a rule is put into Korean with all its parts`(rule: String, words: String) throws {
        #expect(try RecurrenceRule(rule).explanation(in: .korean) == words)
    }

    @Test func `a set is put into Korean`() throws {
        let set = try RecurrenceSet(
            start: "20261121T090000", zone: Zone.named("Asia/Seoul"), rules: ["FREQ=WEEKLY"],
            dates: ["20261124T100000"], exceptionDates: ["20261128"])
        let words =
            "2026년 11월 21일 09:00(Asia/Seoul 시간)부터 매주, 2026년 11월 24일 10:00 추가, 2026년 11월 28일 제외."
        #expect(set.explanation(in: .korean) == words)
    }

    @Test func `a birthday by the moon tells its month and day`() throws {
        let set = try RecurrenceSet(start: "20200523", zone: nil, rules: ["RSCALE=DANGI;FREQ=YEARLY;SKIP=BACKWARD"])
        let words =
            "Every year, by the Korean lunar calendar, using the last day before a date that does not exist, "
            + "starting on 23 May 2020 (day 1 of leap month 4 of the Korean lunar calendar)."
        #expect(set.explanation() == words)
        let korean = "2020년 5월 23일(음력 윤4월 1일)부터 매년, 음력 기준, 없는 날짜는 그 앞의 마지막 날로."
        #expect(set.explanation(in: .korean) == korean)
    }

    @Test func `exception rules and changes are told`() throws {
        let moved = RecurrenceOverride(.date(CivilDate(daysSinceEpoch: 20_000)), .cancelled)
        let set = try RecurrenceSet(
            start: "20261121", zone: nil, rules: ["FREQ=DAILY"], exceptionRules: ["FREQ=DAILY;INTERVAL=3"],
            overrides: [moved])
        let english = "except those of “Every 3 days”, with 1 change to single occurrences."
        #expect(set.explanation(in: .english).hasSuffix(english))
        #expect(set.explanation(in: .korean).hasSuffix("“3일마다” 제외, 개별 변경 1개."))
    }

    /// Every part of a random rule must leave its trace: taking it away changes the words.
    @Test(arguments: PropertyTests.cases, ExplanationLanguage.allCases)
    func `every part is in the words`(sample: PropertyTests.Case, language: ExplanationLanguage) throws {
        let words = try RecurrenceRule(sample.text).explanation(in: language)
        for index in sample.parts.indices where index > 0 && !sample.parts[index].hasSuffix("=1") {
            guard sample.parts[index] != "WKST=MO" else { continue }
            var fewer = sample.parts
            fewer.remove(at: index)
            guard let rule = try? RecurrenceRule(fewer.joined(separator: ";")) else { continue }
            #expect(rule.explanation(in: language) != words, "\(sample.parts[index])")
        }
    }
}
