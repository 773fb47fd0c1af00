import Foundation
import Phrases
import Recurrence
import Testing

/// What stays in the title although it looks like a time or a term is told, with words that are taken.
struct TitleNoteTests {
    private func add(_ line: String, _ settings: PhraseSettings = PhraseSettings()) throws -> QuickAdd {
        let local = try #require(CivilTime("2026-11-21T14:30"))
        let moment = PhraseMoment(local: local.startOfDayOrTime, in: try #require(Zones.named("Europe/Berlin")))
        return PhraseReader(settings: settings, zones: Zones.named).quickAdd(line, at: moment)
    }

    /// A line, the words of it that are told, and what to try in their place.
    typealias Told = (line: String, words: String, suggestion: String)

    // What is certain is refused where nobody sees a note.
    private func check(_ told: Told, isCertain: Bool = true) throws -> QuickAdd {
        let task = try add(told.line)
        #expect(task.when == nil && task.title == told.line)
        #expect(
            (task.refusal != nil) == isCertain && task.doubts.isEmpty == isCertain
                && task.titleNotes(of: told.line).count == 1)
        let refusal = try #require(task.refusal ?? task.doubts.first)
        let bytes = Array(told.line.utf8)
        let range = task.refusedRange ?? refusal.range
        #expect(String(decoding: bytes[range], as: UTF8.self) == told.words)
        #expect(refusal.suggestion == told.suggestion)
        // In place of the words it is taken.
        let text = String(
            decoding: bytes[..<range.lowerBound] + told.suggestion.utf8 + bytes[range.upperBound...], as: UTF8.self)
        let again = try add(text)
        #expect(again.when != nil && again.refusal == nil, "\(text): \(again)")
        return task
    }

    @Test(arguments: [
        ("Lunch 3/4", "3/4", "mar 4"), ("Lunch 3/4 5pm", "3/4 5pm", "mar 4 5pm"),
        ("Lunch 3/4/2027", "3/4/2027", "mar 4 2027"),
        ("Dentist tommorow", "tommorow", "tomorrow"),
        ("Gym next fryday", "next fryday", "next friday"), ("Gym every mondy", "every mondy", "every monday"),
        ("Dentist tomorrow 3pm!", "tomorrow 3pm!", "tomorrow 3pm"), ("Tea in 1:30", "in 1:30", "in 1h30m"),
        ("Tea in 1,5 hours", "in 1,5 hours", "in 1.5 hours"),
        ("tomorrow 3pm: dentist", "tomorrow 3pm:", "tomorrow 3pm"),
        ("x tomorrow 9am Mars/City", "tomorrow 9am Mars/City", "tomorrow 9am Europe/Berlin"),
        ("Call mum every sunday until christmas", "every sunday until christmas", "every sunday until dec 25"),
        ("Call 5pm +02:00", "5pm +02:00", "2026-11-21T17:00+02:00"),
        ("Call 5pm UTC+2", "5pm UTC+2", "2026-11-21T17:00+02:00"),
        ("Call 17:00+02:00", "17:00+02:00", "17:00"), ("Report eod", "eod", "today 5pm"),
        ("Report in a few days", "in a few days", "in 3 days"), ("Gym every 0 days", "every 0 days", "every 2 days"),
        ("Tea 9:5", "9:5", "9:05"), ("Tea tomorrow 9:5", "tomorrow 9:5", "tomorrow 9:05"),
        ("Tea easter monday", "easter monday", "mar 29 2027"), ("Tea good friday", "good friday", "tomorrow 9am"),
        ("Rep fri before dec 25", "fri before dec 25", "tomorrow 9am"),
        ("Gym every fri 3 times until dec 24", "every fri 3 times until dec 24", "every fri 3 times"),
        ("Report tomorrow eod", "tomorrow eod", "tomorrow 5pm"), ("Report eod friday", "eod friday", "5pm friday"),
        ("Report saturday end of day", "saturday end of day", "saturday 5pm"),
        ("Report within the week", "within the week", "in 3 days"),
        ("Report sunday asap", "sunday asap", "sunday"), ("Foo before friday", "before friday", "by friday"),
        ("Report end of next week", "end of next week", "next friday"),
        ("Report by end of week", "by end of week", "friday"),
        ("Report within 3 days", "within 3 days", "in 3 days"),
        ("Tea fri repeat:weekly", "fri repeat:weekly", "fri weekly"),
        ("Tea tomorrow 3pm due:fri", "tomorrow 3pm due:fri", "fri"),
        ("Rent every 31 9am", "every 31 9am", "every 31st 9am"),
        ("Vitamins everyday at 9am", "everyday at 9am", "every day at 9am"),
        ("Pay weekyl at 5pm", "weekyl at 5pm", "weekly at 5pm"),
        ("Pay evry friday 5pm", "evry friday 5pm", "every friday 5pm"),
        ("Pay every moth on the 5th", "every moth on the 5th", "every month on the 5th"),
        ("Call decmber 5 at 3pm", "decmber 5 at 3pm", "december 5 at 3pm"),
        ("회의 모래 오후 3시", "모래 오후 3시", "모레 오후 3시"), ("회의 27년 12월 1일", "27년 12월 1일", "2027년 12월 1일"),
        ("회의 금요알 오후 3시", "금요알 오후 3시", "금요일 오후 3시"),
        ("Dentist friday 3pm#health", "friday 3pm#health", "friday 3pm #health"),
        ("Report by eod", "by eod", "today 5pm"),
        ("Report in the next 3 days", "in the next 3 days", "in 3 days"),
        ("Report in the next few days", "in the next few days", "in 3 days"),
        ("Report in 3 weekdays", "in 3 weekdays", "in 3 days"),
        ("Report 3 working days from friday", "3 working days from friday", "tomorrow 9am"),
        ("Standup mon,wed 9:15", "mon,wed 9:15", "every mon,wed 9:15"),
        ("Standup mon, wed 9:15", "mon, wed 9:15", "every mon, wed 9:15"),
        ("Standup mon and wed 9:15", "mon and wed 9:15", "every mon and wed 9:15"),
        ("회의 월, 수 9시", "월, 수 9시", "매주 월, 수 9시"),
        ("Gym every feb 30", "every feb 30", "every feb 28"), ("Gym monday tuesday", "monday tuesday", "monday"),
    ])
    func `What is a time for certain`(told: Told) throws { _ = try check(told) }

    @Test(arguments: [
        ("Lunch 24/12", "24/12", "Thu 24 Dec 2026"), ("회의 3/4", "3/4", "2027년 3월 4일 목요일"),
        ("장보기 1/2", "1/2", "2027년 1월 2일 토요일"), ("Lunch 2026.12.1", "2026.12.1", "Tue 1 Dec 2026"),
        ("x 2026-13-01", "2026-13-01", "2026-01-13"),
        ("Choose between monday and friday", "between monday and friday", "Mon 23 Nov 2026 to Fri 27 Nov 2026"),
        ("Party for 10 sat", "sat", "saturday"), ("Dentist sat", "sat", "saturday"), ("Lunch noon", "noon", "at noon"),
        ("Call Ann five thirty", "five thirty", "at five thirty"),
        ("Call Ann ten forty five", "ten forty five", "at ten forty five"),
        ("What happens tomorrow?", "tomorrow?", "tomorrow"), ("Dentist 3pm?", "3pm?", "3pm"), ("회의 내일?", "내일?", "내일"),
        ("Zz4 tomorrow 3pm for 1x", "tomorrow 3pm for 1x", "tomorrow 3pm"),
        ("Zz4 tomorrow 3pm for 45", "tomorrow 3pm for 45", "tomorrow 3pm"),
        ("Zz4 tomorrow 3pm for 99d", "tomorrow 3pm for 99d", "tomorrow 3pm"),
        ("Zz4 tomorrow 3pm for 99 days", "tomorrow 3pm for 99 days", "tomorrow 3pm"),
        ("Zz4 mon 9am remind 0", "mon 9am remind 0", "mon 9am remind 0m"),
        ("Zz4 mon remind 9", "mon remind 9", "mon remind 9m"),
        ("Zz4 tomorrow 3pm remind foo", "tomorrow 3pm remind foo", "tomorrow 3pm"),
        ("Zz4 mon remind 99999d", "mon remind 99999d", "mon remind 36525d"),
        ("Zz4 tomorrow 3pm remind tomorow", "tomorrow 3pm remind tomorow", "tomorrow 3pm remind tomorrow 9am"),
        ("회의 내일 3시 서울", "내일 3시 서울", "내일 3시 Asia/Seoul"), ("Trip fri for 3 days", "fri for 3 days", "fri"),
        ("Pay every monday for 3", "every monday for 3", "every monday for 3 weeks"),
        ("Pay biweekly", "biweekly", "every 2 weeks"), ("Pay twice a week", "twice a week", "every mon and thu"),
        ("Pay twice a day", "twice a day", "every day at 9 and 21"),
        ("Pay this weekday", "this weekday", "next weekday"),
        ("Pay every friday 5pm until", "every friday 5pm until", "every friday 5pm"), ("운동 주 3회", "주 3회", "매주 월수금"),
        ("Tea at noon New York", "at noon New York", "at noon America/New_York"),
        ("Dentist sunday 21h", "sunday 21h", "sunday 21:00"), ("Dentist sun 9h30", "sun 9h30", "sun 9:30"),
        ("Dentist 15h", "15h", "15:00"), ("Dentist (tomorrow)", "(tomorrow)", "tomorrow"),
        ("Dentist (fri 3pm)", "(fri 3pm)", "fri 3pm"),
        ("Report in 3 working days", "in 3 working days", "tomorrow 9am"),
        ("Report 3 working days from now", "3 working days from now", "tomorrow 9am"),
        ("Report 3 business days from now", "3 business days from now", "tomorrow 9am"),
        ("Dentist sunday 9 h", "sunday 9 h", "sunday 9:00"), ("Dentist 21 h", "21 h", "21:00"),
        ("Call friday after work", "friday after work", "friday 6pm"),
        ("Call friday after lunch", "friday after lunch", "friday"),
        ("Call friday before the meeting", "friday before the meeting", "friday"),
        ("Zz4 tomorrow 3pm +", "tomorrow 3pm +", "tomorrow 3pm"), ("Zz4 fri p:", "fri p:", "fri"),
        ("Vitamins everyday", "everyday", "every day"), ("평일 9시 회의", "평일 9시", "평일마다 9시"),
        ("평일 오전 9시 회의", "평일 오전 9시", "평일마다 오전 9시"), ("Meet dec 25 '27", "dec 25 '27", "dec 25 2027"),
        ("회의 내일 오후 3시쯤", "내일 오후 3시쯤", "내일 오후 3시"), ("회의 내일 오후 3시부터", "내일 오후 3시부터", "내일 오후 3시"),
        ("Tea in 2 hors", "in 2 hors", "in 2 hours"), ("Tea in 20 minuets", "in 20 minuets", "in 20 minutes"),
        ("Tea decmber 5", "decmber 5", "december 5"), ("Tea in 3 dyas", "in 3 dyas", "in 3 days"),
        ("Tea friday 3p", "friday 3p", "friday 3pm"), ("Tea in 3 days time", "in 3 days time", "in 3 days"),
        ("Rent every 15 and 30", "every 15 and 30", "every 15th and 30"),
        ("Call tomorrow 1500", "tomorrow 1500", "tomorrow 15:00"), ("Call on fri 0930", "on fri 0930", "on fri 09:30"),
        ("회의 내일 1500", "내일 1500", "내일 15:00"), ("치과 12월 25", "12월 25", "12월 25일"),
        ("보고서 3일 이내", "3일 이내", "3일 뒤"), ("회의 매주 월요일 9시 반복", "매주 월요일 9시 반복", "매주 월요일 9시"),
        ("Review plan - tomorrow 3pm", "- tomorrow 3pm", "tomorrow 3pm"), ("Review - friday", "- friday", "friday"),
        ("Have a friday 5pm", "friday 5pm", "due:friday 5pm"), ("The exam is friday", "friday", "due:friday"),
        ("Art of every day at 9am", "every day at 9am", "repeat:every day at 9am"),
    ])
    func `What may be a time at the end, or none, stands in no way`(told: Told) throws {
        _ = try check(told, isCertain: false)
    }

    @Test(arguments: [
        ("dec 25 gifts", "dec 25", "Fri 25 Dec 2026"), ("25 dec gifts", "25 dec", "Fri 25 Dec 2026"),
        ("on december 25 gifts", "on december 25", "Fri 25 Dec 2026"),
        ("2026-12-25 gifts", "2026-12-25", "Fri 25 Dec 2026"),
        ("12월 25일 선물", "12월 25일", "2026년 12월 25일 금요일"), ("dec 1-5 trip", "dec 1-5", "Tue 1 Dec 2026 to Sat 5 Dec 2026"),
        ("다음 주 화 회의", "다음 주 화", "다음 주 화요일"),
        ("next week call Bob", "next week", "Mon 23 Nov 2026"), ("다음 주 보고서", "다음 주", "2026년 11월 23일 월요일"),
        ("feb 30 gifts", "feb 30", "Sun 28 Feb 2027"), ("tomorrow: dentist", "tomorrow:", "tomorrow"),
        ("fri, lunch", "fri,", "fri"),
        ("Tomorrow never dies", "Tomorrow", "due:Tomorrow"), ("Today is the day", "Today", "due:Today"),
        ("next friday is a holiday", "next friday", "due:next friday"),
        ("every friday is pizza day", "every friday", "repeat:every friday"),
        ("every last day of the month Rent", "every last day of the month", "repeat:every last day of the month"),
        ("매월 25일 월세", "매월 25일", "반복:매월 25일"), ("every day Walk", "every day", "repeat:every day"),
        ("every year on dec 24 Eve", "every year on dec 24", "repeat:every year on dec 24"),
        ("매일 산책", "매일", "반복:매일"), ("3일마다 물주기", "3일마다", "반복:3일마다"),
        ("last day of every month Rent", "last day of every month", "repeat:last day of every month"),
        ("every 3 days Water the plants", "every 3 days", "repeat:every 3 days"),
    ])
    func `At the beginning of a line`(told: Told) throws { _ = try check(told, isCertain: false) }

    @Test(arguments: [
        ("every friday Dentist 5pm", "every friday 5pm"), ("dec 3 party 5pm", "dec 3 5pm"),
        ("5pm Dentist friday", "5pm friday"), ("Call every day due:tomorrow 9am", "every day from tomorrow 9am"),
        ("Call due:fri every day at 5pm", "every day at 5pm from fri"),
        ("Rep fri before 3pm", "fri 3pm"), ("Rep alternate fridays 9am", "every other friday 9am"),
        ("Rep every day except sunday 9am", "every mon, tue, wed, thu, fri and sat 9am"),
        ("Rep except sunday", "every mon, tue, wed, thu, fri and sat"),
        ("Rep daily except sat and sun", "every mon, tue, wed, thu and fri"),
        ("산책 매일 일요일 빼고 오전 9시", "매주 월화수목금토 오전 9시"), ("산책 평일 월요일 제외하고 오전 9시", "매주 화수목금 오전 9시"),
        ("회의 금요일 팀 오후 3시", "금요일 오후 3시"),
    ])
    func `A time in two places is to be said in one, with all that was said`(line: String, suggestion: String) throws {
        let task = try add(line)
        #expect(task.when == nil && task.title == line)
        #expect(task.refusal?.suggestion == suggestion)
    }

    @Test(arguments: [
        ("Dentist Freitag 3pm", "Freitag 3pm", "friday 3pm"),
        ("Dentist Freitag um 15:00", "Freitag um 15:00", "friday 15:00"),
        ("Dentist lundi 15:00", "lundi 15:00", "monday 15:00"), ("Arzt morgen 15:00", "morgen 15:00", "tomorrow 15:00"),
        ("Cita mañana 3pm", "mañana 3pm", "tomorrow 3pm"),
        ("Cita viernes a las 15:00", "viernes a las 15:00", "friday 15:00"),
        ("Reise 25. Dezember 15:00", "25. Dezember 15:00", "dec 25 15:00"),
        ("Viaje 25 de diciembre 15:00", "25 de diciembre 15:00", "dec 25 15:00"),
        ("Freitag 3pm Arzt", "Freitag 3pm", "friday 3pm"), ("Dentist fri's 3pm", "fri's 3pm", "fri 3pm"),
        ("Dentist tomorrow’s 3pm", "tomorrow’s 3pm", "tomorrow 3pm"),
    ])
    func `A time is not taken without the day before it that is not read`(told: Told) throws {
        let task = try check(told)
        if told.line.contains("Freitag") {
            #expect(task.refusal?.reason == "\"Freitag\" is no day in English or Korean")
        }
    }

    @Test(arguments: [
        ("Meet Sonntag friday 3pm", "Meet Sonntag"), ("Order Mars bars 3pm", "Order Mars bars"),
        ("Call Julio 3pm", "Call Julio"),
        ("Friday's meeting 3pm", "Friday's meeting"), ("Heute journal 7pm", "Heute journal"),
    ])
    func `A name beside a time that has its day, or that is no day, is of the title`(line: String, title: String) throws
    {
        let task = try add(line)
        #expect(task.when != nil && task.title == title && task.refusal == nil)
    }

    @Test(arguments: [
        ("Tea p:huge", "p:huge", "p:high"), ("Tea p:urgnt", "p:urgnt", "p:urgent"), ("Tea !hgih", "!hgih", "p:high"),
        ("Tea remind tomorow", "remind tomorow", "remind tomorrow 9am"), ("Tea remind 30", "remind 30", "remind 30m"),
        ("Tea p5", "p5", "p4"), ("Tea p0", "p0", "p1"), ("회의 p7", "p7", "p4"),
        ("Tea remind 0", "remind 0", "remind 0m"),
        ("Tea r:0", "r:0", "remind 0m"), ("Tea remind 1,5h", "remind 1,5h", "remind 1.5h"),
        ("Tea p:1", "p:1", "p1"), ("Tea priority:4", "priority:4", "p4"), ("Tea p:9", "p:9", "p:high"),
        ("Tea remind 99999d", "remind 99999d", "remind 36525d"), ("Tea r:99999d", "r:99999d", "remind 36525d"),
        ("Tea remind", "remind", "remind 30m"), ("Tea r:30", "r:30", "remind 30m"),
        ("Call remind at 9", "remind at 9", "remind 9am"),
        ("Call remind 30m after lunch", "remind 30m after lunch", "remind 30m after"),
        ("회의 9시에 알림", "9시에 알림", "오전 9시에 알림"), ("회의 p:huge", "p:huge", "p:high"),
    ])
    func `A term that is none is told`(told: Told) throws {
        let task = try add(told.line)
        #expect(task.title == told.line && task.refusal == nil)
        let refusal = try #require(task.refusedTerms.first)
        #expect(task.refusedTerms.count == 1 && refusal.suggestion == told.suggestion)
        let bytes = Array(told.line.utf8)
        #expect(String(decoding: bytes[refusal.range], as: UTF8.self) == told.words)
        let again = try add(
            String(decoding: bytes[..<refusal.range.lowerBound] + told.suggestion.utf8, as: UTF8.self) + " +x tomorrow")
        #expect(again.refusedTerms.isEmpty && (again.priority != nil || !again.reminders.isEmpty), "\(again)")
    }

    @Test(arguments: [
        ("Dentist tomorrow 3pm p5", "p5", "p4"), ("Dentist tomorrow 3pm p0", "p0", "p1"),
        ("Dentist p5 tomorrow 3pm", "p5", "p4"), ("Dentist tomorrow 3pm p:5 +home", "p:5", "p:high"),
        ("tomorrow 3pm Dentist p9", "p9", "p4"), ("p0 Dentist tomorrow 3pm", "p0", "p1"),
        ("Dentist tomorrow 3pm remind:zzz", "remind:zzz", "remind 30m"),
        ("Dentist tomorrow 3pm for:soon", "for:soon", "for:45m"),
        ("Dentist tomorrow 3pm note:milk", "note:milk", "// milk"),
        ("Dentist tomorrow 3pm zone:Asia/Seoul", "zone:Asia/Seoul", "tomorrow 3pm Asia/Seoul"),
        ("Dentist tomorrow 3pm p:huge", "p:huge", "p:high"), ("Dentist p:low tomorrow 3pm p1", "p1", "p:low"),
    ])
    func `A priority that is none leaves the time before it what it is`(told: Told) throws {
        let task = try add(told.line)
        #expect(task.when?.meaning.description == "2026-11-22T15:00" && task.title.contains("Dentist"), "\(task)")
        #expect(task.title.contains(told.words) && task.refusedTerms.map(\.suggestion) == [told.suggestion], "\(task)")
    }

    @Test(arguments: [
        ("Tea remind 9 fri 3pm", "2026-11-27T15:00"), ("Tea remind 0 tomorrow", "2026-11-22"),
        ("Tea r:0 tomorrow", "2026-11-22"),
    ])
    func `A number alone is no reminder, and takes no day along`(line: String, when: String) throws {
        let task = try add(line)
        #expect(
            task.reminders.isEmpty && task.when?.meaning.description == when && task.refusedTerms.count == 1, "\(task)")
        #expect(try add("Tea remind 9 am fri 3pm").reminders.count == 1)
        #expect(try add("Tea remind 0m fri 3pm").reminders == [.before(CalendarDuration())])
    }

    @Test(arguments: [
        ("Dentist tomorrow 3.30pm", "2026-11-22T15:30"), ("Dentist 3.30pm tomorrow", "2026-11-22T15:30"),
        ("Dentist friday 9.15 a.m.", "2026-11-27T09:15"), ("Dentist 3.30pm", "2026-11-21T15:30"),
    ])
    func `Minutes may stand behind a dot where am or pm follows`(line: String, when: String) throws {
        let task = try add(line)
        #expect(task.title == "Dentist" && task.when?.meaning.description == when, "\(task)")
    }

    @Test(arguments: [("Tea next weekday", "2026-11-23"), ("next weekday 9am Tea", "2026-11-23T09:00")])
    func `The next weekday is taken at either end`(line: String, when: String) throws {
        let task = try add(line)
        #expect(task.title == "Tea" && task.when?.meaning.description == when, "\(task)")
    }

    @Test func `Terms may have their long names`() throws {
        let task = try add("Tea tag:foo project:Home priority:high remind:1h,10m remind:9am fri")
        #expect(task.title == "Tea" && task.tags == ["foo"] && task.project == "Home" && task.priority == .high)
        #expect(task.when?.meaning.description == "2026-11-27" && task.reminders.count == 3)
        #expect(try add("Tea remind:none fri").remindsNot)
        for line in ["Tea remind:soon", "Tea priority:huge", "Tea project:A project:B"] {
            #expect(try add(line).refusedTerms.count == 1, "\(line)")
        }
        for title in ["Tea tag:", "Tea tag:it's", "Project: Home", "See remind: it"] {
            #expect(try add(title).title == title, "\(title)")
        }
    }

    @Test(arguments: [
        ("Pay rent repeat:monthly", "Pay rent", "2026-11-21 RRULE:FREQ=MONTHLY"),
        ("Pay repeat:every month on the 1st +home", "Pay", "2026-12-01 RRULE:FREQ=MONTHLY;BYMONTHDAY=1"),
        ("Tea every:day", "Tea", "2026-11-21 RRULE:FREQ=DAILY"), ("due:monday Pay", "Pay", "2026-11-23"),
        ("Pay due:monday Bob", "Pay Bob", "2026-11-23"), ("회의 반복:매일", "회의", "2026-11-21 RRULE:FREQ=DAILY"),
        ("마감:내일 보고서", "보고서", "2026-11-22"), ("Pay the due:fri", "Pay the", "2026-11-27"),
    ])
    func `A phrase behind a mark is taken wherever it stands`(line: String, title: String, meaning: String) throws {
        let task = try add(line)
        #expect(task.title == title && task.when?.meaning.description == meaning && !task.lacksTitle, "\(task)")
    }

    @Test(arguments: [
        ("Pay due:2026-13-01", "due:2026-13-01", "due:2026-01-13"),
        ("Pay due:feb 30", "due:feb 30", "due:feb 28"), ("due:feb 30 taxes", "due:feb 30", "due:feb 28"),
        ("Pay repeat:foo", "repeat:foo", "repeat:every day"), ("every:foo Pay", "every:foo", "repeat:every day"),
        ("Pay repeat:monday", "repeat:monday", "repeat:every monday"),
        ("Pay tomorrow 3pm repeat:foo", "tomorrow 3pm repeat:foo", "repeat:every day from tomorrow 3pm"),
        ("Pay due:fri 25:00", "due:fri 25:00", "due:fri"),
        ("Meet 2026-12-24T17:00:00.5Z", "2026-12-24T17:00:00.5Z", "2026-12-24T17:00:00Z"),
        ("Tea repeat:every fri repeat:every mon", "repeat:every fri repeat:every mon", "every mon every fri"),
        ("Tea due:mon repeat:weekly", "due:mon repeat:weekly", "weekly mon"),
        ("회의 반복:내일", "반복:내일", "반복:매일"),
    ])
    func `A mark without its phrase is told`(told: Told) throws {
        _ = try check(told)
    }

    // A day that is mistyped in one language is no day in the other.
    @Test(arguments: [("Tea start:esday", PhraseLanguage.korean), ("차 start:esday", .english)])
    func `A mistyped beginning is told in either language`(line: String, language: PhraseLanguage) throws {
        let task = try add(line, PhraseSettings(language: language))
        #expect(task.title == line && task.refusedTerms.count == 1)
    }

    @Test(arguments: ["Report due: check it", "Tea every: thing", "Due:monday Pay", "See \"due:monday\" Bob"])
    func `A mark that is none is of the title`(line: String) throws {
        let task = try add(line)
        #expect(task.title == line && task.when == nil && task.refusal == nil, "\(task)")
    }

    @Test(arguments: [
        ("Call Bob for 45m", "for 45m", "for:45m"), ("Tea for:soon", "for:soon", "for:45m"),
        ("Tea for:45", "for:45", "for:45m"), ("Tea for:1,5h", "for:1,5h", "for:1.5h"),
        ("Tea for:9999d", "for:9999d", "for:3660d"),
        ("Tea for:0m", "for:0m", "for:45m"), ("tomorrow Buy for 45m", "for 45m", "for:45m"),
        ("내일 오후 3시 치과 for 45m", "for 45m", "for:45m"), ("회의 2시간 동안", "2시간 동안", "for:2시간"),
        ("Dentist 21h sunday", "21h", "sunday 21:00"), ("Dentist 21 h sunday", "21 h", "sunday 21:00"),
        ("내일 3시부터 회의", "3시부터", "내일 3시"),
        ("Meeting 10-11 tuesday", "10-11", "tuesday 10-11"), ("Lunch 7.30 friday", "7.30", "friday 7:30"),
        ("tomorrow meet at 3pm Bob", "at 3pm", "tomorrow at 3pm"),
        ("Bob at 3 pm sharp sunday", "at 3 pm", "sunday at 3 pm"),
        ("내일 만나서 오후 3시에 회의", "오후 3시에", "내일 오후 3시에"),
        ("tomorrow 1500 Call", "1500", "tomorrow 15:00"), ("sunday 9h Call", "9h", "sunday 9:00"),
        ("Pay tomorrow due:fri", "tomorrow", "fri"),
        ("tomorrow Tea friday", "tomorrow", "friday"), ("내일 회의 금요일", "내일", "금요일"),
        ("Tea for:1h for:2h", "for:2h", "for:2h"), ("Tea note:foo", "note:foo", "// foo"),
        ("Tea title:New", "title:New", "New"), ("Tea start:fri", "start:fri", "Fri 27 Nov 2026 to Sat 28 Nov 2026"),
        ("Tea start:mon due:fri", "start:mon", "mon - fri"), ("Tea start:soon", "start:soon", "fri - sun"),
        ("Trip start:tommorow", "start:tommorow", "Sun 22 Nov 2026 to Mon 23 Nov 2026"),
        ("Tea start:9999-12-31", "start:9999-12-31", "fri - sun"),
        ("Tea zone:Asia/Seoul tomorrow 3pm", "zone:Asia/Seoul", "tomorrow 3pm Asia/Seoul"),
    ])
    func `A term of other commands is told with how a line says it`(told: Told) throws {
        let task = try add(told.line)
        #expect(task.refusal == nil && task.refusedTerms.map(\.suggestion) == [told.suggestion], "\(task)")
        let place = try #require(task.refusedTerms.first).range
        #expect(String(decoding: Array(told.line.utf8)[place], as: UTF8.self) == told.words)
        #expect(task.titleNotes(of: told.line).count == 1 && task.title.contains(told.words))
    }

    @Test(arguments: [
        ("Dinner *friday* 11pm", "*friday* 11pm", "friday 11pm"),
        ("Dinner -friday 11pm", "-friday 11pm", "friday 11pm"),
        ("Dinner \"friday 11pm", "\"friday 11pm", "friday 11pm"),
        ("Dinner 🙂tomorrow 11pm", "🙂tomorrow 11pm", "tomorrow 11pm"),
        ("Lunch friday* 5pm", "friday* 5pm", "friday 5pm"),
        ("Trip [2026-12-24] 17:00", "[2026-12-24] 17:00", "2026-12-24 17:00"),
        ("Tea a week tomorrow", "a week tomorrow", "Sun 29 Nov 2026"),
        ("Tea a week sunday 5pm", "a week sunday 5pm", "Sun 29 Nov 2026 17:00"),
        ("Tea next next friday", "next next friday", "Fri 4 Dec 2026"),
        ("Pay for 3 weeks every monday", "for 3 weeks every monday", "every monday for 3 weeks"),
        ("Dentist 明日 5pm", "明日 5pm", "tomorrow 5pm"), ("Dentist завтра 5pm", "завтра 5pm", "tomorrow 5pm"),
        ("Dinner tomorrow 11pm🙂", "tomorrow 11pm🙂", "tomorrow 11pm"),
        ("Tea tomorrow 5pm\"", "tomorrow 5pm\"", "tomorrow 5pm"),
        ("Tea tomorrow 5pm-ish", "tomorrow 5pm-ish", "tomorrow 5pm"),
        ("Tea tomorrow 17:00Z", "tomorrow 17:00Z", "tomorrow 17:00 UTC"),
        ("치과 평일 오전 9시", "평일 오전 9시", "평일마다 오전 9시"), ("Pay due:\"sun 5pm", "due:\"sun 5pm", "due:sun 5pm"),
    ])
    func `A time is not taken without what is said of it in other forms`(told: Told) throws {
        _ = try check(told)
    }

    @Test(arguments: [
        ("Meeting tomorrow 5 p. m.", "tomorrow 5 p. m.", "tomorrow 5 pm"),
        ("Tea 31.12.26", "31.12.26", "Thu 31 Dec 2026"),
    ])
    func `A time in a form that none has is told`(told: Told) throws {
        _ = try check(told, isCertain: false)
    }

    @Test(arguments: [
        ("Fix #5 friday", "Fix #5"), ("Call (Bob) sunday", "Call (Bob)"),
        ("Rent a car for 2 days every friday", "Rent a car for 2 days"),
        ("Party 🎉 sunday", "Party 🎉"), ("Lasts a week, sunday", "Lasts a week,"),
        ("Tea\u{200E} \u{200F}sunday", "Tea\u{200E}"),
        ("Tea\u{A0}sunday\u{202F}5pm", "Tea"), ("Tea\u{3000}sunday 5pm", "Tea"),
        ("A\u{3000}B\u{2009}C sunday", "A\u{3000}B\u{2009}C"),
        ("\u{FEFF}sunday Tea", "Tea"), ("Tea sunday\u{2069}", "Tea"),
    ])
    func `Signs of the title are none of the time`(line: String, title: String) throws {
        let task = try add(line)
        #expect(task.title == title && task.when != nil, "\(task)")
    }

    @Test(arguments: [
        ("회의 내일 오후 3시 10분 전에 알려줘", ["10 min"]), ("Tea sunday 5pm remind 1m remind 60s", ["1 min"]),
        ("Tea sunday 5pm remind 10m, 600s", ["10 min"]), ("Tea sunday 5pm remind 9am r:9am", ["9am"]),
    ])
    func `A reminder that is said twice is one`(line: String, reminders: [String]) throws {
        #expect(try add(line).reminders.count == reminders.count)
    }

    @Test(arguments: [
        "Win 3-1 tomorrow", "Read 1.30 of it tomorrow", "Prepare the 3pm talk tomorrow 9am", #"tomorrow "at 3pm" Bob"#,
    ])
    func `A number that is no time of the day stays untold`(line: String) throws {
        #expect(try add(line).titleNotes(of: line).isEmpty)
    }

    @Test(arguments: [
        ("Call tomorrow 5pm, remind 10m", "Call"), ("tomorrow 5pm, remind 10m Call", "Call"),
        ("Call tomorrow 5pm, p1", "Call"),
        ("Call Bob, remind 10m tomorrow 5pm", "Call Bob,"),
    ])
    func `A comma may stand between a time and a term`(line: String, title: String) throws {
        let task = try add(line)
        #expect(task.title == title && task.when?.meaning.description == "2026-11-22T17:00", "\(task)")
    }

    @Test func `The value of a term may stand in single quotation marks`() throws {
        let task = try add("Bob's tea due:'tomorrow 5pm' +'big house' don't")
        #expect(task.title == "Bob's tea don't" && task.tags == ["big house"], "\(task)")
        #expect(task.when?.meaning.description == "2026-11-22T17:00")
        for line in ["Tea due:'tomorrow", "Tea due:'' it's", "'Tea' p:'"] { #expect(try add(line).title == line) }
    }

    @Test func `The value of a term may stand in quotation marks`() throws {
        let task = try add(#"Tea +"big house" #"a b" tag:"x y" project:"Old house" p:"high" for:"45m" due:"fri 5pm""#)
        #expect(task.title == "Tea" && task.tags == ["big house", "a b", "x y"], "\(task)")
        #expect(task.project == "Old house" && task.priority == .high)
        #expect(task.estimate == CalendarDuration(seconds: 2_700))
        #expect(task.when?.meaning.description == "2026-11-27T17:00")
        for line in [#"Tea fri 5pm remind "1h""#, #"Tea remind:"1h" fri 5pm"#, #"Tea fri 5pm r:"1 hour""#] {
            let task = try add(line)
            #expect(task.title == "Tea" && task.when?.meaning.description == "2026-11-27T17:00", "\(task)")
            #expect(task.reminders == [.before(CalendarDuration(seconds: 3_600))], "\(task)")
        }
        #expect(try add(#"Tea every "friday""#).when?.meaning.description == "2026-11-27 RRULE:FREQ=WEEKLY;BYDAY=FR")
        #expect(try add(#"Tea every:"2 weeks""#).title == "Tea")
        let refused = try add(#"Tea due:"feb 30" +home"#)
        #expect(refused.title == #"Tea due:"feb 30""# && refused.refusal?.suggestion == "due:feb 28", "\(refused)")
        let twice = try add(#"Tea @home @"Old house""#)
        #expect(twice.title == #"Tea @"Old house""# && twice.refusedTerms.map(\.suggestion) == [#"+"Old house""#])
        for title in [#"Say "due:fri""#, #"Read +"a"b"#, #"See @"" there"#, #"A 5" +"x"#, #"Read every "book""#] {
            let task = try add(title)
            #expect(task.title == title && task.when == nil && task.titleNotes(of: title).isEmpty, "\(task)")
        }
    }

    @Test func `The most that a task takes, and the earliest that it reminds, are taken`() throws {
        let task = try add("Tea for:3660d r:36525d fri")
        #expect(task.title == "Tea" && task.estimate == CalendarDuration(days: 3_660) && task.reminders.count == 1)
    }

    @Test func `How long it takes may be said by a term`() throws {
        let task = try add("Tea for:45m fri 3pm")
        #expect(task.title == "Tea" && task.estimate == CalendarDuration(seconds: 2_700) && task.when != nil)
        let marked = try add("Tea due:fri 3pm for 45m")
        #expect(marked.title == "Tea" && marked.estimate == CalendarDuration(seconds: 2_700))
    }

    @Test func `A title that may be a zone is one behind a time`() throws {
        let task = try add("tomorrow 9am AC/DC")
        #expect(task.title == "AC/DC" && task.when?.meaning.description == "2026-11-22T09:00")
    }

    @Test func `A second priority and a second project are told beside what was taken`() throws {
        let task = try add("Tea p:high p:low @home @work tomorrow")
        #expect(task.title == "Tea p:low @work" && task.priority == .high && task.project == "home" && task.when != nil)
        #expect(task.refusedTerms.map(\.suggestion) == ["p:high", "+work"])
        let same = try add("Tea p1 p:urgent !!!")
        #expect(same.title == "Tea" && same.priority == .urgent && same.refusedTerms.isEmpty)
    }

    @Test(arguments: [
        "Tea soon", "Coming soon", "회의 곧", "Support 24/7", "Platform 9 3/4", "Chapter 3 3/4", "3/4 cup of milk",
        "Fix p5 bug", "Eat this sundae", "Read pages p10", "Nap 1,5 hours",
        "Call +02:00", "Release 12.1", "Sit in the sun", "Work until midnight", "High Noon", "Eat a sundae",
        "Good morrow",
        "What did he say?", "Buy milk, eggs", "May 1968", "Next Week Tonight", "next level thinking",
        "remind mom to call",
        "Please remind Bob of it", "The 7th Guest", "회의 알림", "Nap 2h", "Wow!", "Movie night", "Tell Domingo",
        "Mars 2020", "Nap 9h30", "Song (May)", "Fit in 3 easy steps", "Version 3.30", "Within reason",
        "Dead end", "Fix the back end", "Book by the end", "Work within", "Pay by cash",
        "Watch The Midnight Sun", "Study for the SAT", "See p:// there", "The cat sat", "September 11 memorial",
        "Ring twice", "Read it 3 times", "The Postman Always Rings Twice", "Biweekly", "Weekly report", "daily standup",
        "every day is a gift", "Every Day Is Exactly the Same", "매일우유 사기",
        "Ratio 16/9", "Boil eggs for ten minutes", "Dinner friday 7pm for Bob",
    ])
    func `A title is not told of`(title: String) throws {
        let task = try add(title)
        #expect(task.title == title && task.when == nil && task.titleNotes(of: title).isEmpty, "\(task)")
    }

    @Test func `Numbers with a slash are a date where their order is set`() throws {
        let settings = PhraseSettings(dateOrder: .dayFirst)
        #expect(try add("Lunch 3/4", settings).when?.meaning.description == "2027-04-03")
        #expect(try add("Lunch 3/4", PhraseSettings(dateOrder: .monthFirst)).when?.meaning.description == "2027-03-04")
        #expect(try add("회의 3/4", settings).when?.meaning.description == "2027-04-03")
        #expect(try add("Lunch 24/12/2026").when?.meaning.description == "2026-12-24")
        #expect(try add("Lunch 2026/12/24").when?.meaning.description == "2026-12-24")
        for title in ["Support 24/7", "Platform 9 3/4", "Lunch 13/13"] {
            #expect(try add(title, settings).when == nil, "\(title)")
        }
    }

    @Test func `A reminder may stand behind its word in Korean`() throws {
        let task = try add("내일 오후 3시 회의 알림 30분 전")
        #expect(task.title == "회의" && task.reminders == [.before(CalendarDuration(seconds: 1_800))])
        #expect(task.when?.meaning.description == "2026-11-22T15:00")
    }

    @Test(arguments: ["회의 내일 오전 9시에 알림", "내일 회의 오전 9시 알림", "오전 9시에 알림 회의 내일"])
    func `A reminder at a time takes the half of the day along`(line: String) throws {
        let task = try add(line)
        #expect(task.title == "회의" && task.when?.meaning.description == "2026-11-22")
        #expect(task.reminders.map { "\($0)".contains("2026-11-22T09:00") } == [true])
    }

    @Test func `Words with a tag between them are told together`() throws {
        let line = "Dentist feb +health 30"
        let task = try add(line)
        #expect(task.refusal?.range == task.refusedRange)
        #expect(
            task.titleNotes(of: line) == [
                "\"feb +health 30\" stays in the title: \"feb 30\" is not a date: February has 29 days at the most; try: feb 28"
            ])
    }

    @Test func `Every beginning of a line is read, and what is tried instead of its words is taken`() throws {
        for vector in try PhraseVector.all() {
            let (moment, reader) = (try vector.moment(), vector.reader())
            for count in 1...vector.phrase.count where !vector.phrase.prefix(count).hasSuffix(" ") {
                for line in ["Xyz \(vector.phrase.prefix(count))", "\(vector.phrase.prefix(count)) xyz"] {
                    let task = reader.quickAdd(line, at: moment)
                    for refusal in task.refusedTerms + task.doubts + [task.refusal].compactMap(\.self) {
                        #expect(refusal.range.upperBound <= line.utf8.count, "\(line): \(refusal)")
                    }
                    for doubt in task.doubts {
                        #expect(task.when == nil && task.title == line && task.refusal == nil, "\(line): \(task)")
                        #expect(reader.quickAdd("x \(doubt.suggestion)", at: moment).when != nil, "\(line): \(doubt)")
                    }
                    guard let refusal = task.refusal else { continue }
                    #expect(task.when == nil && task.title == line, "\(line): \(task)")
                    #expect(reader.quickAdd("x \(refusal.suggestion)", at: moment).when != nil, "\(line): \(refusal)")
                }
            }
        }
    }

    @Test func `The notes are told in the language of the words`() throws {
        func notes(_ line: String) throws -> [String] { try add(line).titleNotes(of: line) }
        #expect(
            try notes("Dentist at 8") == [
                "\"at 8\" stays in the title: \"8\" may be morning or afternoon; try: 8am or 8pm"
            ])
        #expect(
            try notes("Dentist feb 30") == [
                "\"feb 30\" is not a date: February has 29 days at the most; it stays in the title; try: feb 28"
            ])
        #expect(
            try notes("회의 3시") == [
                "\"3시\": 오전인지 오후인지 알 수 없습니다. 제목에 그대로 둡니다. 이렇게 써 보세요: 오전 3시 또는 오후 3시"
            ])
        #expect(
            try notes("회의 9시에 알림") == [
                "\"9시에 알림\": 제목에 그대로 둡니다. \"9시\": 오전인지 오후인지 알 수 없습니다. "
                    + "이렇게 써 보세요: 오전 9시에 알림 또는 오후 9시에 알림"
            ])
        #expect(try notes("Tea p:huge remind tomorow").count == 2)
    }

    @Test(arguments: [
        "Call Ann 1500", "Tomorrow pay Ann 1500", "Pay 1500 tomorrow", "Lord of the friday", "Have a friday",
        "Party dec 2026", "A friday",
    ])
    func `What is no time is not told`(line: String) throws {
        let task = try add(line)
        #expect(task.refusal == nil && task.titleNotes(of: line).isEmpty)
    }

    /// Words of titles of which some could begin a phrase, or tie it to the title.
    private static let endsOfTitles = """
        a A an An the The on On in In by By at At one One every Every each this next last first second this of and or my with \
        about than like is was are not no any some & - vs for to from until before after due half two three into off up out \
        over down now then later once am pm m h d w x may march sun sat mar dec hour day week noon night morning end plus \
        weekly daily new all other past quarter called named their
        """.split(separator: " ").map(String.init)

    @Test(arguments: endsOfTitles)
    func `No word before a time hides it without a word`(word: String) throws {
        for time in ["tomorrow 3pm", "fri 5pm", "every day at 9am", "at 5pm", "in 2 hours"] {
            let line = "Plan \(word) \(time)"
            let task = try add(line)
            #expect(task.when != nil || !task.titleNotes(of: line).isEmpty, "\(line)")
        }
    }

    @Test(
        arguments: ["A", "B", "One"], ["tomorrow 3pm", "friday", "fri 5pm", "every day at 9am", "dec 3", "in 2 hours"])
    func `A name at the end of a title is no beginning of a phrase`(name: String, time: String) throws {
        let task = try add("Plan \(name) \(time)")
        #expect(task.when != nil && task.title == "Plan \(name)")
    }

    @Test func `An article before a rule is the end of the title`() throws {
        let task = try add("Vitamin a every day at 9am")
        #expect(task.when != nil && task.title == "Vitamin a")
    }
}
