import Phrases
import Testing

/// What is refused: why, where, and what to say instead.
struct RefusalTests {
    struct Refused: CustomTestStringConvertible, Sendable {
        var phrase: String
        var code: PhraseRefusal.Code
        var at: Range<Int>
        var suggestion: String
        var readings: [String]

        init(
            _ phrase: String, _ code: PhraseRefusal.Code, _ at: Range<Int>, _ suggestion: String,
            readings: [String] = []
        ) {
            (self.phrase, self.code, self.at) = (phrase, code, at)
            (self.suggestion, self.readings) = (suggestion, readings)
        }

        var testDescription: String { phrase }
    }

    static let english: [Refused] = [
        Refused("", .syntax, 0..<0, "tomorrow 9am"), Refused("   ", .syntax, 3..<3, "tomorrow 9am"),
        Refused("soon", .vague, 0..<4, "in 3 days"), Refused("in a few days", .vague, 5..<8, "in 3 days"),
        Refused("mid december", .vague, 0..<3, "15th of december"), Refused("december", .vague, 0..<8, "dec 1"),
        Refused("friday eod", .vague, 7..<10, "friday 5pm"), Refused("sunday asap", .vague, 7..<11, "sunday"),
        Refused("middle of december", .vague, 0..<6, "15th of december"),
        Refused("within 3 days", .vague, 0..<6, "in 3 days"),
        Refused("friday after work", .vague, 7..<17, "friday 6pm"), Refused("after work", .vague, 0..<10, "today 6pm"),
        Refused("first thing tomorrow", .syntax, 6..<11, "tomorrow 9am"),
        Refused("before friday", .syntax, 0..<6, "by friday"),
        Refused("christmas", .vague, 0..<9, "dec 25"), Refused("this week", .vague, 0..<9, "next week"),
        Refused("last day", .syntax, 0..<8, "last day of the month"),
        Refused("last weekday", .syntax, 0..<12, "last weekday of the month"),
        Refused("next fryday", .syntax, 5..<11, "next friday"),
        Refused("next fridayy 5pm", .syntax, 5..<12, "next friday 5pm"),
        Refused("this mnth", .syntax, 5..<9, "next month"), Refused("last fryday", .syntax, 5..<11, "last friday"),
        Refused("every other fryday", .syntax, 12..<18, "every other friday"),
        Refused("every 2 weks on fri", .syntax, 8..<12, "every 2 weeks on fri"),
        Refused("every monday for 3 weks", .syntax, 19..<23, "every monday for 3 weeks"),
        Refused("end of next mnth", .syntax, 12..<16, "end of next month"),
        Refused("+3dys", .syntax, 2..<5, "+3days"), Refused("1st of decmber", .syntax, 7..<14, "1st of december"),
        Refused("tomorow 9am", .syntax, 0..<7, "tomorrow 9am"),
        Refused("half past foo", .syntax, 10..<13, "tomorrow 9am"),
        Refused("next foo", .syntax, 5..<8, "tomorrow 9am"),
        Refused("every second fryday", .syntax, 13..<19, "every 2nd friday of the month"),
        Refused("every second foo", .syntax, 13..<16, "tomorrow 9am"),
        Refused("tomorrow match", .syntax, 9..<14, "tomorrow"),
        Refused("tomorrow 3 persons", .syntax, 11..<18, "tomorrow"),
        Refused("this weekday", .vague, 0..<12, "next weekday"),
        Refused("weekday 9am", .vague, 0..<7, "next weekday 9am"),
        Refused("this month", .vague, 0..<10, "next month"),
        Refused("every next weekday", .conflict, 0..<18, "every weekday"),
        Refused(
            "every monday for 3", .syntax, 13..<18, "every monday for 3 weeks",
            readings: ["every monday for 3 weeks", "every monday 3 times"]),
        Refused(
            "every day at 9 for 6", .syntax, 15..<20, "every day at 9 for 6 days",
            readings: ["every day at 9 for 6 days", "every day at 9 6 times"]),
        Refused(
            "every 15th for 1", .syntax, 11..<16, "every 15th for 1 month",
            readings: ["every 15th for 1 month", "every 15th 1 time"]),
        Refused(
            "every feb 2 for 3", .syntax, 12..<17, "every feb 2 for 3 years",
            readings: ["every feb 2 for 3 years", "every feb 2 3 times"]),
        Refused("for 3 every week", .syntax, 0..<5, "for 3 weeks every week", readings: ["for 3 weeks every week"]),
        Refused("monday for 3", .syntax, 7..<10, "monday"),
        Refused("in 1,5 hours", .syntax, 3..<6, "in 1.5 hours"), Refused("+1,5h", .syntax, 1..<4, "+1.5h"),
        Refused("every 2,5 hours", .syntax, 6..<9, "every 2.5 hours"), Refused("0,5h ago", .syntax, 0..<3, "0.5h ago"),
        Refused("in 1,5 days", .syntax, 3..<6, "in 36 hours"), Refused("1,5 hours", .syntax, 0..<3, "in 1.5 hours"),
        Refused(
            "in 1,500 minutes", .syntax, 3..<8, "in 1500 minutes", readings: ["in 1500 minutes", "in 1.500 minutes"]),
        Refused("3 times a week", .vague, 0..<14, "every mon, wed and fri"),
        Refused("at 8", .ambiguous, 3..<4, "8am", readings: ["8am", "8pm"]),
        Refused("today at 9", .ambiguous, 9..<10, "today at 9pm", readings: ["today at 9pm", "today at 9am"]),
        Refused(
            "today at half past 9", .ambiguous, 9..<20, "today at 9:30pm",
            readings: ["today at 9:30pm", "today at 9:30am"]),
        Refused(
            "next month 15", .ambiguous, 11..<13, "next month the 15th",
            readings: ["next month the 15th", "next month 15:00"]),
        Refused("1/2 hour", .syntax, 0..<8, "in 1/2 hour"),
        Refused("sat 5", .ambiguous, 4..<5, "sat the 5th", readings: ["sat the 5th", "sat 17:00"]),
        Refused("fri 11", .ambiguous, 4..<6, "fri the 11th", readings: ["fri the 11th", "fri 11:00"]),
        Refused("half past 9", .ambiguous, 0..<11, "9:30am", readings: ["9:30am", "9:30pm"]),
        Refused("in 1:30", .ambiguous, 0..<7, "in 1h30m", readings: ["in 1h30m", "1:30"]),
        Refused(
            "every month 15", .ambiguous, 12..<14, "every month the 15th",
            readings: ["every month the 15th", "every month 15:00"]),
        Refused("every 3 days starting yesterday", .impossible, 22..<31, "every 3 days starting today"),
        Refused("15", .ambiguous, 0..<2, "the 15th", readings: ["the 15th", "15:00"]),
        Refused("매주 월요일 9시 반복", .syntax, 22..<28, "매주 월요일 9시"), Refused("12월 25", .syntax, 6..<8, "12월 25일"),
        Refused("everyday at 9am", .syntax, 0..<8, "every day at 9am"),
        Refused("dec 25 '27", .syntax, 7..<8, "dec 25 2027"),
        Refused("dec 25 ’27", .syntax, 7..<10, "dec 25 2027"),
        Refused("nxt sunday 5pm", .syntax, 0..<3, "next sunday 5pm"), Refused("730pm", .impossible, 0..<5, "7:30pm"),
        Refused("every-friday", .conflict, 0..<5, "every friday"),
        Refused("tomorrow from 3pm", .conflict, 0..<8, "tomorrow 3pm"),
        Refused("every 2 fridays", .syntax, 6..<7, "every 2 weeks on friday"),
        Refused("tomorrow 3pm UTC+2", .syntax, 16..<17, "2026-11-22T15:00+02:00"),
        Refused("tomorrow 15:00+02:00", .syntax, 14..<15, "2026-11-22T15:00+02:00"),
        Refused("평일 오전 9시", .vague, 0..<6, "평일마다 오전 9시"), Refused("금요알 오후 3시", .syntax, 0..<9, "금요일 오후 3시"),
        Refused("내일 3시부터", .syntax, 0..<11, "내일 3시"),
        Refused("26-12-01", .syntax, 0..<8, "2026-12-01"), Refused("26-12-01 9am", .syntax, 0..<8, "2026-12-01 9am"),
        Refused("9am UTC Asia/Seoul", .conflict, 8..<18, "9am UTC"),
        Refused("in 1h30", .syntax, 3..<7, "in 1h30m"),
        Refused("tomorrow 1500", .syntax, 9..<13, "tomorrow 15:00"),
        Refused("mon, wed 9:15", .conflict, 0..<8, "every mon, wed 9:15"),
        Refused("dec 1, 2 5pm", .conflict, 0..<8, "dec 1 5pm"),
        Refused("tomorrow at 1500", .impossible, 12..<16, "tomorrow at 15:00"),
        Refused("tomorrow at 0900", .impossible, 12..<16, "tomorrow at 09:00"),
        Refused("tomorrow 17:30pm", .impossible, 9..<16, "tomorrow 17:30"),
        Refused("14:45pm", .impossible, 0..<7, "14:45"), Refused("dec 0", .impossible, 4..<5, "dec 1"),
        Refused("2026-12-00", .impossible, 0..<10, "2026-12-01"),
        Refused("2026-00-10", .impossible, 0..<10, "2026-01-10"),
        Refused("2026-13-45", .impossible, 0..<10, "2026-12-31"),
        Refused("in 1 hour 30", .conflict, 0..<12, "in 1 hour 30 minutes"),
        Refused("every day except friday", .syntax, 10..<16, "every mon, tue, wed, thu, sat and sun"),
        Refused("every weekday except mon and wed", .syntax, 14..<20, "every tue, thu and fri"),
        Refused("except friday", .syntax, 0..<6, "every mon, tue, wed, thu, sat and sun"),
        Refused("12월 32일", .impossible, 6..<11, "12월 31일"), Refused("저녁 3시", .impossible, 7..<11, "오후 3시"),
        Refused("every -1 days", .impossible, 6..<8, "every 2 days"),
        Refused("every day -1 times", .impossible, 10..<12, "every day 2 times"),
        Refused("every mon at 9 -3 times", .impossible, 15..<17, "every mon at 9 2 times"),
        Refused("every mon 3-4 times", .ambiguous, 10..<13, "every mon 3 times"),
        Refused("12-25", .syntax, 0..<5, "dec 25"), Refused("25-12", .syntax, 0..<5, "dec 25"),
        Refused("25.12", .syntax, 0..<5, "dec 25"),
        Refused("12.25", .syntax, 0..<5, "dec 25", readings: ["dec 25", "12:25"]),
        Refused("3-4", .syntax, 0..<3, "mar 4", readings: ["mar 4", "apr 3"]),
        Refused("17.30", .syntax, 0..<5, "17:30"), Refused("tomorrow 17.30", .syntax, 9..<14, "tomorrow 17:30"),
        Refused("12-25 9am", .syntax, 0..<5, "dec 25 9am"),
        Refused("3/4", .ambiguous, 0..<3, "mar 4", readings: ["mar 4", "apr 3"]),
        Refused("3/4/2027", .ambiguous, 0..<8, "mar 4 2027", readings: ["mar 4 2027", "apr 3 2027"]),
        Refused(
            "every second tuesday", .ambiguous, 6..<20, "every 2nd tuesday of the month",
            readings: ["every 2nd tuesday of the month", "every other tuesday"]),
        Refused("biweekly", .ambiguous, 0..<8, "every 2 weeks", readings: ["every 2 weeks"]),
        Refused(
            "every 15th day", .ambiguous, 6..<10, "every 15th", readings: ["every 15th", "every 15 days"]),
        Refused("tomorrow at 9 or 10", .ambiguous, 14..<16, "tomorrow at 9"),
        Refused("feb 30", .impossible, 0..<6, "feb 28"), Refused("31 nov", .impossible, 0..<6, "nov 30"),
        Refused("2026-02-29", .impossible, 0..<10, "2026-02-28"), Refused("25:00", .impossible, 0..<5, "tomorrow 9am"),
        Refused("2026-12-24T17:00:00.5", .impossible, 11..<21, "2026-12-24T17:00:00"),
        Refused("half past 25", .impossible, 0..<12, "tomorrow 9am"),
        Refused("13pm", .impossible, 0..<4, "13:00"), Refused("mon this week", .impossible, 0..<13, "next monday"),
        Refused("in 1.5 days", .impossible, 3..<11, "in 36 hours"),
        Refused("in 2 1/2 days", .impossible, 3..<13, "in 60 hours"),
        Refused("in 1 1/2 months", .impossible, 3..<15, "in 45 days"),
        Refused("in 1 1/2 weeks", .impossible, 3..<14, "in 252 hours"),
        Refused("tomorrow friday", .conflict, 0..<15, "2026-11-22"),
        Refused("fri nov 28", .conflict, 0..<10, "2026-11-28"),
        Refused(
            "mon-fri 9am", .conflict, 0..<11, "Mon 23 Nov 2026 09:00 to Fri 27 Nov 2026 09:00",
            readings: ["Mon 23 Nov 2026 09:00 to Fri 27 Nov 2026 09:00", "every weekday at 09:00"]),
        Refused(
            "dec 1 - dec 5 5pm", .conflict, 0..<17, "Tue 1 Dec 2026 17:00 to Sat 5 Dec 2026 17:00",
            readings: ["Tue 1 Dec 2026 17:00 to Sat 5 Dec 2026 17:00"]),
        Refused("tomorrow 9am 10am", .conflict, 9..<17, "tomorrow 9am"),
        Refused("every day on the 5th", .conflict, 0..<20, "every day"),
        Refused("every 15th at midnight", .conflict, 14..<22, "every 15th"),
        Refused("every hour at 9", .conflict, 14..<15, "every hour from 9am"),
        Refused("every 2 hours starting dec 1", .conflict, 23..<28, "every 2 hours starting dec 1 9am"),
        Refused("every mon until nov 22", .conflict, 16..<22, "every mon until dec 19"),
        Refused("starting dec 1", .syntax, 9..<14, "every day starting dec 1"),
        Refused("for 4 weeks", .syntax, 4..<11, "every day for 4 weeks"),
        Refused("3 days", .syntax, 0..<6, "in 3 days"), Refused("in -3 days", .syntax, 0..<5, "3 days ago"),
        Refused("tomorrow dentist", .syntax, 9..<16, "tomorrow"), Refused("tomorrow at", .syntax, 9..<11, "tomorrow"),
        Refused("tomorrow 3pm EST", .zone, 13..<16, "tomorrow 3pm America/New_York"),
        Refused("tomorrow 9am Mars/Olympus", .zone, 13..<25, "tomorrow 9am Europe/Berlin"),
        Refused("in 100000 years", .limit, 0..<15, "tomorrow 9am"),
        Refused("9999-12-31 midnight", .limit, 0..<19, "9999-12-31"),
        Refused(String(repeating: "x", count: 257), .limit, 0..<257, "tomorrow 9am"),
    ]

    static let korean: [Refused] = [
        Refused("조만간", .vague, 0..<9, "3일 뒤"), Refused("며칠 뒤", .vague, 0..<6, "3일 뒤"),
        Refused("12월 중순", .vague, 6..<12, "3일 뒤"), Refused("추석", .vague, 0..<6, "음력 8월 15일"),
        Refused("주 3회", .vague, 0..<8, "매주 월수금"), Refused("하루에 두 번", .vague, 0..<17, "매일 9시와 21시"),
        Refused("매주 3회", .vague, 0..<11, "매주 월수금"), Refused("매일 3번", .vague, 0..<11, "매일 8시, 14시와 20시"),
        Refused(
            "금요일부터 3일", .ambiguous, 0..<20, "2026년 11월 27일 금요일부터 2026년 11월 29일 일요일까지",
            readings: [
                "2026년 11월 27일 금요일부터 2026년 11월 29일 일요일까지", "2026년 11월 27일 금요일부터 2026년 12월 3일 목요일까지",
            ]),
        Refused("이번 주", .vague, 0..<10, "다음 주"),
        Refused("3시", .ambiguous, 0..<4, "오전 3시", readings: ["오전 3시", "오후 3시"]),
        Refused("내일 오후", .ambiguous, 7..<13, "내일 오후 3시"),
        Refused("오늘 9시", .ambiguous, 7..<11, "오늘 오후 9시", readings: ["오늘 오후 9시", "오늘 오전 9시"]),
        Refused(
            "내일 밤 1시", .ambiguous, 11..<15, "내일 새벽 1시", readings: ["내일 새벽 1시", "모레 새벽 1시"]),
        Refused("11월 31일", .impossible, 0..<11, "11월 30일"), Refused("오후 13시", .impossible, 7..<12, "오후 1시"),
        Refused("이번 주 금요일", .impossible, 0..<20, "다음 주 금요일"),
        Refused("음력 1월 31일", .impossible, 0..<17, "음력 1월 29일"),
        Refused(
            "12월 1일~5일 오전 9시", .conflict, 0..<27,
            "2026년 12월 1일 화요일 오전 9시부터 2026년 12월 5일 토요일 오전 9시까지",
            readings: ["2026년 12월 1일 화요일 오전 9시부터 2026년 12월 5일 토요일 오전 9시까지"]),
        Refused("매일 오전 9시 -3번", .impossible, 19..<21, "매일 오전 9시 2번"),
        Refused("12월 1일 수요일", .conflict, 0..<20, "2026-12-01"),
        Refused("매일 금요일", .conflict, 0..<16, "매일"),
        Refused("내일 치과", .syntax, 7..<13, "내일"), Refused("내일 3시에 회의", .syntax, 15..<21, "내일 3시에"),
        Refused("내일부터", .syntax, 0..<6, "내일 오후 3시부터 5시까지"), Refused("사흘", .syntax, 0..<6, "사흘 뒤"),
    ]

    @Test(arguments: english + korean)
    func `A refusal tells its kind, its place and what to say instead`(refused: Refused) throws {
        let error = #expect(throws: PhraseRefusal.self) { try read(refused.phrase) }
        #expect(error?.code == refused.code, "\(String(describing: error))")
        #expect(error?.range == refused.at, "\(String(describing: error))")
        #expect(error?.suggestion == refused.suggestion)
        #expect(error?.readings == refused.readings)
    }

    @Test(arguments: [
        ("every 0 days", "every 2 days"), ("every 0 weeks on fri", "every 2 weeks on fri"), ("0일마다", "2일마다"),
        ("every day 0 times", "every day 2 times"), ("every feb 30", "every feb 28"), ("매년 2월 30일", "매년 2월 28일"),
        ("every year on feb 30", "every year on feb 28"), ("매월 32일", "매월 31일"), ("dec 32", "dec 31"),
        ("2029-02-29 9am", "2029-02-28 9am"), ("feb 29 2029", "feb 28 2029"), ("monday tuesday", "monday"),
        ("monday tuesday 5pm", "monday 5pm"), ("월요일 화요일", "월요일"), ("monday or tuesday", "monday"),
        ("dec 1 dec 2", "dec 1"), ("every friday Dentist 5pm", "every friday 5pm"), ("3/4 5pm", "mar 4 5pm"),
        ("every second tuesday at 5pm", "every 2nd tuesday of the month at 5pm"), ("christmas 3pm", "dec 25 3pm"),
        ("in a few days", "in 3 days"), ("in a couple of weeks", "in 2 weeks"), ("며칠 뒤", "3일 뒤"),
        ("every day soon", "every day"), ("around 5pm", "5pm"), ("eod", "today 5pm"), ("end of week", "friday"),
        ("tomorrow 24:00", "tomorrow midnight"), ("fri 13pm", "fri 13:00"), ("금요일 오후 13시", "금요일 오후 1시"),
        ("fri am", "fri 9am"), ("내일 오전", "내일 오전 9시"), ("6th friday of december", "last friday of december"),
        ("every 1.5 days", "every 36 hours"), ("in 1.5 months", "in 45 days"),
        ("fri starting dec 1", "every fri starting dec 1"),
        ("every mon 3pm-4pm", "every mon 3pm"), ("every mon at 9:15 and 10:30", "every mon at 9:15"),
        ("every day except sunday", "every mon, tue, wed, thu, fri and sat"), ("2026-W60", "2026-W52"),
        ("every 2 weeks on feb 30", "every 2 weeks"), ("every monday x5", "every monday"),
        ("every 1, 15", "every 1st, 15"),
        ("at 12", "12pm"), ("12시", "오후 12시"), ("월요일 밤 1시", "2026년 11월 23일 월요일 오전 1시"),
        ("월요일 새벽 7시", "월요일 오전 7시"), ("-3d", "3d ago"), ("today - 3d", "3d ago"), ("13월 1일", "12월 1일"),
        ("음력 1월", "음력 1월 1일"), ("27년 3월 1일", "2027년 3월 1일"), ("2026-13-01", "2026-01-13"),
        ("the 1st and 15th at 9am", "the 1st at 9am"), ("in a day or two", "in a day"), ("내일이나 모레", "내일"),
        ("monday or tuesday 5pm", "monday 5pm"), ("하루 세 번", "매일 8시, 14시와 20시"),
        ("a few days from now", "3 days from now"),
        ("every last weekend at 10am", "every weekend at 10am"), ("dec 1, 2", "dec 1"),
        ("tomorrow 4pm-3pm", "tomorrow 4pm"),
        ("friday 5pm - friday 9am", "friday 5pm"), ("until friday", "friday"),
        ("until fri 5pm", "fri 5pm"), ("every tue until sunday", "every tue until dec 19"),
        ("3.4.2027", "mar 4 2027"), ("easter monday", "mar 29 2027"), ("easter", "mar 28 2027"),
        ("easter 5pm", "mar 28 2027 5pm"),
        ("christmas eve", "dec 24"), ("christmas day 3pm", "dec 25 3pm"), ("크리스마스 이브", "12월 24일"),
        ("every fri 3 times until dec 24", "every fri 3 times"),
        ("every mon until dec 24 4 times", "every mon until dec 24"),
        ("every mon for 4 weeks 3 times", "every mon for 4 weeks"), ("every day 5 times 3 times", "every day 5 times"),
        ("every fri until dec 24 until dec 31", "every fri until dec 24"),
        ("매주 월요일 3번 12월 24일까지", "매주 월요일 3번"), ("9:5", "9:05"), ("fri 9:5pm", "fri 9:05pm"),
        ("매 0일마다", "매 2일마다"), ("음력 2200년 1월 1일", "음력 1월 1일"), ("2027년 음력 1월 31일", "2027년 음력 1월 29일"),
        ("noon New_York", "noon"), ("noon new york", "noon America/New_York"), ("내일 3시 서울", "내일 3시 Asia/Seoul"),
        ("fri 5pm EST", "fri 5pm America/New_York"), ("daily weekly", "daily"), ("in 2-3 days", "in 2 days"),
        ("once a month", "every month on the 1st"), ("twice a month", "every 1st and 15th"),
        ("twice a year", "every 6 months"), ("3 times weekly", "every mon, wed and fri"), ("한 달에 두 번", "매월 1일, 15일"),
        ("매년 두 번", "6개월마다"), ("monthly on friday", "every friday"), ("다음 주 화", "다음 주 화요일"),
        ("every day for 2 hours", "every day"), ("half a day", "in 12 hours"),
        ("once every 2 weeks", "every 2 weeks"), ("금요일 3일 전", "내일 오전 9시"), ("3일 안에", "3일 뒤"),
        ("주말 빼고 매일", "내일 오전 9시"), ("금요일 전날", "내일 오전 9시"),
        ("tomorrow every 2 hours", "every 2 hours from tomorrow 9am"),
        ("every 2 hours tomorrow", "every 2 hours from tomorrow 9am"),
        ("friday 5pm every 30 minutes", "every 30 minutes from friday 5pm"),
        ("friday every 2 days", "every 2 days from friday"), ("every 30 minutes on monday", "every 30 minutes"),
    ])
    func `What to say instead keeps what was right`(phrase: String, suggestion: String) throws {
        let refusal = #expect(throws: PhraseRefusal.self) { try read(phrase) }
        #expect(refusal?.suggestion == suggestion)
        #expect(throws: Never.self) { try read(suggestion) }
    }

    @Test(arguments: [
        "friday before dec 25", "fri after dec 25", "every easter", "ramadan", "first quarter", "the 50th week",
        "in 3 business days", "10 minutes before friday 5pm", "every foo 3pm", "5 minutes to noon",
        "every other week day", "not friday",
        "good friday", "3 nights",
    ])
    func `What would mean something else is not offered`(phrase: String) throws {
        let refusal = #expect(throws: PhraseRefusal.self) { try read(phrase) }
        #expect(refusal?.suggestion == "tomorrow 9am")
    }

    @Test func `What is as long is offered for a length`() throws {
        let english = #expect(throws: PhraseRefusal.self) { try read("for 2 hours") }
        #expect(english?.suggestion == "Sun 22 Nov 2026 09:00 to Sun 22 Nov 2026 11:00")
        let korean = #expect(throws: PhraseRefusal.self) { try read("30분 동안") }
        #expect(korean?.suggestion == "2026년 11월 22일 일요일 오전 9시부터 2026년 11월 22일 일요일 오전 9시 30분까지")
    }

    @Test(arguments: [("in 5", "in 5m"), ("every monday for 3 times", "every monday 3 times")])
    func `What lacks something is offered with it`(phrase: String, attempt: String) throws {
        let refusal = #expect(throws: PhraseRefusal.self) { try read(phrase) }
        #expect(refusal?.suggestion == attempt)
        #expect(refusal?.reason == "what should follow \"\(phrase == "in 5" ? "in" : "for")\" is missing")
    }

    @Test func `A refusal says in words what is wrong`() throws {
        let reasons = [
            "feb 30": "\"feb 30\" is not a date: February has 29 days at the most",
            "2027-02-29": "\"2027-02-29\" is not a date: February has 28 days in 2027",
            "fri nov 28": "\"fri nov 28\" contradicts itself: 2026-11-28 is a Saturday",
            "tomorrow 3pm EST": "\"EST\" is used by several zones; write the one that is meant as in America/New_York",
            "mon-fri 9am": "\"mon-fri 9am\" has a time at its end, and none at its beginning",
            "2027년 2월 29일": "\"2027년 2월 29일\": 없는 날짜입니다. 2027년 2월은 28일까지입니다",
            "12월 1일 수요일": "\"12월 1일 수요일\": 요일이 맞지 않습니다. 12월 1일은 화요일입니다",
            "3시": "\"3시\": 오전인지 오후인지 알 수 없습니다",
            "내일 치과": "\"치과\": 알 수 없는 말입니다",
            "every fri 3 times until dec 24": "\"every fri 3 times until dec 24\" ends in two ways",
            "every 0 days": "\"0\" repeats never", "매 0일마다": "\"0\": 한 번도 반복하지 않습니다",
            "until friday": "\"friday\" is an end, and nothing says the beginning",
            "the 12": "\"12\" may be a day or an hour", "the 31": "\"31\" alone says no time",
            "the 45": "\"45\" alone says no time",
            "9:5": "\"9:5\" is not a time: minutes have two digits",
            "10000년 뒤": "\"10000년 뒤\": 9999년에 끝나는 달력을 벗어납니다",
            "daily weekly": "\"weekly\" is a second repetition",
            "for 2 hours": "\"2 hours\" says how long it takes, and not when",
            "2시간 동안": "\"2시간 동안\": 얼마나 걸리는지만 있고 때가 없습니다",
            "monthly on friday": "\"monthly on friday\" names days that do not go with how often it repeats",
            "every hour on friday": "\"every hour on friday\" names days that do not go with how often it repeats",
            "in 2-3 days": "\"2-3\" gives a choice", "in 3 business days": "\"business\" is not understood",
            "in 1.5 days": "\"1.5 days\" is not in whole days; say it in a smaller unit",
            "in 0.5 weeks": "\"0.5 weeks\" is not in whole weeks; say it in a smaller unit",
            "10 minutes before friday 5pm":
                "\"before\" is not understood: a time before or after another one is not read",
            "noon New York": "there is no zone \"New York\"", "next fryday": "\"fryday\" is not understood",
            "this mnth": "\"mnth\" is not understood", "this weekday": "\"this weekday\" is no single day",
            "every monday for 3": "\"for 3\" may be so many weeks, or so many times",
            "in 1,5 hours":
                "\"1,5\" is not understood: a number has no comma, and its decimals stand behind a point",
        ]
        for (phrase, reason) in reasons {
            let error = #expect(throws: PhraseRefusal.self) { try read(phrase) }
            #expect(error?.reason == reason)
        }
    }

    @Test func `What has too many words is refused, however they are written`() {
        for phrase in [String(repeating: "9 ", count: 100), "9" + String(repeating: "한시", count: 40)] {
            let error = #expect(throws: PhraseRefusal.self) { try read(phrase) }
            #expect(error?.code == .limit, "\(phrase)")
        }
        // What once kept the reader at one place for ever.
        #expect(throws: PhraseRefusal.self) { try read("62 jan0262-29") }
    }

    @Test func `What is no UTF-8 or has strange signs is refused`() {
        let phrases = [
            "\u{0}", "tomorrow\u{1F600}", "[", "[]", "[x", "내일\u{FFFD}", "9999999999", "!", "@", "~", "1:2", "2026-W",
        ]
        for phrase in phrases {
            #expect(throws: PhraseRefusal.self, "\(phrase)") { try read(phrase) }
        }
    }
}
