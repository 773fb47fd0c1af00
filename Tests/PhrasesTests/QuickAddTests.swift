import Foundation
import Phrases
import Recurrence
import Testing

/// Tasks typed in one line.
struct QuickAddTests {
    private func add(_ line: String) throws -> QuickAdd {
        let local = try #require(CivilTime("2026-11-21T14:30"))
        let moment = PhraseMoment(local: local.startOfDayOrTime, in: try #require(Zones.named("Europe/Berlin")))
        return PhraseReader(zones: Zones.named).quickAdd(line, at: moment)
    }

    private func taken(_ line: String) throws -> [String] {
        try add(line).spans.map { span in
            "\(span.part): " + String(decoding: Array(line.utf8)[span.range], as: UTF8.self)
        }
    }

    @Test func `Every part of a line is taken, and told with its words`() throws {
        let line = "Dentist +health @family p:high remind 30m sat 28 nov 3pm"
        let task = try add(line)
        #expect(task.title == "Dentist")
        #expect(task.tags == ["health"])
        #expect(task.project == "family")
        #expect(task.priority == .high)
        #expect(task.reminders == [.before(CalendarDuration(seconds: 1_800))])
        #expect(task.when?.meaning.description == "2026-11-28T15:00")
        #expect(
            try taken(line) == [
                "tag: +health", "project: @family", "priority: p:high", "reminder: remind 30m", "when: sat 28 nov 3pm",
            ])
    }

    @Test(arguments: [
        "tomorrow 3pm", "tomorrow", "+home", "@Flat", "p1", "remind 30m", "tomorrow +home", "every monday at 9am",
        "at 8",
        "due:monday", "내일 오후 3시", "내일", "for:45m",
    ])
    func `A line of nothing but what stands beside a title lacks one`(line: String) throws {
        let task = try add(line)
        #expect(task.lacksTitle && !task.title.isEmpty && task.when == nil, "\(task)")
    }

    @Test(arguments: [
        "Tea", "Tea tomorrow", "+home Tea", "", "may", "Weekly", "\"tomorrow 3pm\"", "\\tomorrow", "17", "noon",
    ])
    func `Any other line has a title`(line: String) throws { #expect(try !add(line).lacksTitle) }

    @Test(arguments: [
        ("내일 3시부터 2시간 회의", "회의"), ("Call tomorrow between 3pm and 5pm", "Call"), ("내일 3시부터 2시간 동안 회의", "회의"),
        ("회의 내일 3시부터 2시간 동안", "회의"),
    ])
    func `A beginning and a length are taken as a whole`(line: String, title: String) throws {
        let task = try add(line)
        #expect(task.title == title && task.when?.meaning.description == "2026-11-22T15:00/2026-11-22T17:00", "\(task)")
        #expect(task.estimate == nil)
    }

    @Test(arguments: [
        ("tomorrow 3pm for 45m H5", "H5", "2026-11-22T15:00", 2_700), ("tomorrow for 45m H", "H", "2026-11-22", 2_700),
        ("fri 5pm for 1h H11", "H11", "2026-11-27T17:00", 3_600), ("H6 tomorrow for 45m", "H6", "2026-11-22", 2_700),
        ("tomorrow 3pm for 1h 30m Lunch", "Lunch", "2026-11-22T15:00", 5_400),
        ("Lunch tomorrow 3pm for 1h 30m", "Lunch", "2026-11-22T15:00", 5_400),
        ("tomorrow for 45m Lunch", "Lunch", "2026-11-22", 2_700),
        ("Lunch due:fri for 45m", "Lunch", "2026-11-27", 2_700),
    ])
    func `How long it takes stands behind a day or a time, at either end`(
        line: String, title: String, when: String, seconds: Int
    ) throws {
        let task = try add(line)
        #expect(task.title == title && task.when?.meaning.description == when && task.refusal == nil, "\(task)")
        #expect(task.estimate == CalendarDuration(seconds: seconds) && task.doubts.isEmpty && !task.lacksTitle)
    }

    @Test func `Every part of a Korean line is taken`() throws {
        let line = "내일 오후 3시 치과 +건강 30분 전 알림"
        let task = try add(line)
        #expect(task.title == "치과")
        #expect(task.tags == ["건강"])
        #expect(task.reminders == [.before(CalendarDuration(seconds: 1_800))])
        #expect(task.when?.meaning.description == "2026-11-22T15:00")
        #expect(try taken(line) == ["when: 내일 오후 3시", "tag: +건강", "reminder: 30분 전 알림"])
    }

    struct Line: CustomTestStringConvertible, Sendable {
        var line: String
        var title: String
        var when: String?
        var testDescription: String { line }

        init(_ line: String, _ title: String, _ when: String? = nil) {
            (self.line, self.title, self.when) = (line, title, when)
        }
    }

    @Test(arguments: [
        Line("Tea in 20m", "Tea", "2026-11-21T14:50"),
        Line(
            "Rent every last weekday of the month at 9am", "Rent",
            "2026-11-30T09:00 RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
        Line("매주 월요일 오전 9시 주간회의", "주간회의", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO"),
        Line("tomorrow 9am call Anna", "call Anna", "2026-11-22T09:00"),
        Line("fri lunch with Bob", "lunch with Bob", "2026-11-27"),
        Line("Call mom on friday", "Call mom", "2026-11-27"),
        Line("Book table for friday 8pm", "Book table", "2026-11-27T20:00"),
        Line("Read chapter 3 tomorrow", "Read chapter 3", "2026-11-22"),
        Line("Learn C++ tomorrow", "Learn C++", "2026-11-22"),
        Line("don't forget the milk fri", "don't forget the milk", "2026-11-27"),
        Line("Read tomorrow's paper", "Read tomorrow's paper"),
        Line("보고서 쓰기 금요일까지", "보고서 쓰기", "2026-11-27"),
        Line("Party dec 24 8pm in Asia/Seoul", "Party", "2026-12-24T20:00[Asia/Seoul]"),
        Line("Water  the   plants tomorrow", "Water  the   plants", "2026-11-22"),
        Line("\"Watch tomorrow\" tomorrow", "\"Watch tomorrow\"", "2026-11-22"),
        Line("Watch \\tomorrow", "Watch tomorrow"), Line("Fix \\+home", "Fix +home"),
        Line("Friday the 13th", "Friday the 13th"), Line("tomorrow 9am", "tomorrow 9am"),
        Line("The Day After Tomorrow", "The Day After Tomorrow"), Line("Uncle Tom", "Uncle Tom"),
        Line("You may", "You may"), Line("Sit in the sun", "Sit in the sun"), Line("Nap 2h", "Nap 2h"),
        Line("오늘의 운세 보기", "오늘의 운세 보기"), Line("아침 산책", "아침 산책"),
        Line("middle tomorrow of it", "middle tomorrow of it"), Line("+home", "+home"), Line("   ", ""), Line("", ""),
        Line("Movie night friday", "Movie night", "2026-11-27"),
        Line("Movie friday night", "Movie", "2026-11-27T21:00"),
        Line("가족 저녁 금요일", "가족 저녁", "2026-11-27"), Line("Bake 2 1/2 hours", "Bake 2 1/2 hours"),
        Line("Call in 1 1/2 hours", "Call", "2026-11-21T16:00"),
        Line("Support 24/7", "Support 24/7"), Line("bob@example.com", "bob@example.com"),
    ])
    func `A phrase is taken from the end or the beginning, and text is left alone`(line: Line) throws {
        let task = try add(line.line)
        #expect(task.title == line.title)
        #expect(task.when?.meaning.description == line.when)
    }

    @Test func `Priorities, tags and projects have several forms`() throws {
        let priorities: [String: QuickAdd.Priority] = [
            "p1": .urgent, "p2": .high, "p3": .medium, "p4": .low, "p:none": .none, "!high": .high, "!!": .high,
            "!!!": .urgent, "p:urgent": .urgent,
        ]
        for (word, priority) in priorities {
            let task = try add("Pay \(word) rent")
            #expect(task.priority == priority, "\(word)")
            #expect(task.title == "Pay rent")
        }
        let task = try add("Pay #home +money #home @flat-2 C# +3 @ 7pm")
        #expect(task.tags == ["home", "money"])
        #expect(task.project == "flat-2")
        #expect(task.title == "Pay C# +3")
        #expect(task.when?.meaning.description == "2026-11-21T19:00")
    }

    @Test func `Reminders are lengths before, or times of the day of the task`() throws {
        #expect(try add("Gym mon 7am r:1h remind 10m").reminders.count == 2)
        #expect(try add("Trip dec 1 remind 1 day").reminders == [.before(CalendarDuration(days: 1))])
        let rent = try add("Pay rent remind 9am dec 1")
        #expect(rent.when?.meaning.description == "2026-12-01")
        #expect(rent.reminders.map { "\($0)".contains("2026-12-01T09:00") } == [true])
        let meeting = try add("내일 회의 9시에 알림")
        #expect(meeting.title == "회의")
        #expect(meeting.reminders.map { "\($0)".contains("2026-11-22T09:00") } == [true])
        // Without a day 9시 may be either; it stays.
        #expect(try add("회의 9시에 알림").title == "회의 9시에 알림")
        #expect(try add("remind mom to call").title == "remind mom to call")
    }

    @Test func `How long it takes stands behind a time, and a description behind slashes`() throws {
        let dentist = try add("tomorrow 5pm for 45m dentist")
        #expect(dentist.title == "dentist" && dentist.estimate == CalendarDuration(seconds: 2_700))
        #expect(dentist.when != nil && dentist.refusal == nil)
        let meeting = try add("Meeting fri 3pm for 45m // bring the plan, due monday")
        #expect(meeting.title == "Meeting")
        #expect(meeting.estimate == CalendarDuration(seconds: 2_700))
        #expect(meeting.description == "bring the plan, due monday")
        #expect(meeting.when?.meaning.description == "2026-11-27T15:00")
        #expect(try add("Boil eggs for 10m").title == "Boil eggs for 10m")
        #expect(try add("see https://example.org//x").title == "see https://example.org//x")
    }

    @Test func `Words that speak of a time and cannot be taken stay, with the reason`() throws {
        let dentist = try add("Dentist feb 30")
        #expect(dentist.title == "Dentist feb 30")
        #expect(dentist.refusal?.code == .impossible)
        #expect(dentist.refusal?.range == 8..<14)
        #expect(try add("Dentist at 8").refusal?.readings == ["8am", "8pm"])
        #expect(try add("Dentist fri nov 28").when == nil)
    }

    @Test(arguments: [
        ("morning run tomorrow 7", "2026-11-22T07:00"), ("아침 운동 내일 7시", "2026-11-22T07:00"),
        ("Afternoon tea tomorrow at 4", "2026-11-22T16:00"), ("dinner tomorrow 7", "2026-11-22T07:00"),
        ("Where I am tomorrow 5", "2026-11-22T17:00"), ("\"Good evening\" tomorrow 7", "2026-11-22T07:00"),
        ("tomorrow 7 morning run", "2026-11-22T07:00"), ("evening run tomorrow 7:00", "2026-11-22T07:00"),
    ])
    func `A bare hour beside a day is taken where the title does not have it in the other half`(
        line: String, when: String
    ) throws {
        #expect(try add(line).when?.meaning.description == when)
    }

    @Test(arguments: [
        ("morning run tomorrow 5", ["tomorrow 5am", "tomorrow 5pm"]),
        ("evening run tomorrow at 7", ["tomorrow at 7am", "tomorrow at 7pm"]),
        ("tomorrow at five swim Morning laps", ["tomorrow at five am", "tomorrow at five pm"]),
        ("morning run every day at 5", ["every day at 5am", "every day at 5pm"]),
        ("저녁 약속 내일 7시", ["내일 오전 7시", "내일 오후 7시"]), ("오전 회의 내일 5시", ["내일 오전 5시", "내일 오후 5시"]),
    ])
    func `A bare hour that the title has in the other half of the day is asked back`(
        line: String, readings: [String]
    ) throws {
        let task = try add(line)
        #expect(task.title == line && task.when == nil && task.refusal?.readings == readings, "\(task)")
        #expect(task.refusal?.code == .ambiguous)
        for reading in readings { #expect(try add("run \(reading)").when != nil) }
    }

    @Test func `Titles without dates lose no character`() throws {
        let url = try #require(Bundle.module.url(forResource: "titles", withExtension: "txt", subdirectory: "Fixtures"))
        let titles = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(titles.count >= 500)
        for title in titles {
            let task = try add(title)
            #expect(task.title == title && !task.lacksTitle, "\(task)")
            #expect(task.when == nil && task.tags.isEmpty && task.reminders.isEmpty && task.refusal == nil, "\(title)")
        }
    }

    @Test func `Titles keep all their characters beside a date`() throws {
        let url = try #require(Bundle.module.url(forResource: "titles", withExtension: "txt", subdirectory: "Fixtures"))
        let titles = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        for title in titles {
            let task = try add("\(title) 2027-03-05 14:30")
            let isKept = task.title == title && task.when?.meaning.description == "2027-03-05T14:30"
            #expect(isKept || task.title == "\(title) 2027-03-05 14:30", "\(title): \(task)")
        }
    }

    @Test func `A line of any length and bytes is read`() throws {
        let long = String(repeating: "word ", count: 2_000) + "tomorrow"
        #expect(try add(long).title == long)
        for line in [
            "\u{0}", "\"", "\\", "//", "a //", "// b", "+", "#", "@", "!", "p:", "r:", "remind", "알림", "for", "\n\n",
        ] {
            #expect(try add(line).tags.isEmpty)
        }
    }

    @Test(arguments: [
        ("Rep 20261203 15:00", "20261203 15:00"),
        ("friday Dentist 5pm", "friday Dentist 5pm"), ("tomorrow dentist 5pm", "tomorrow dentist 5pm"),
        ("Rep every day except sunday 9am", "every day except sunday 9am"), ("Rep fri before 3pm", "before 3pm"),
        ("every friday Standup 9am", "every friday Standup 9am"), ("dec 3 party 5pm", "dec 3 party 5pm"),
        ("fri call 5pm-6pm", "fri call 5pm-6pm"), ("회의 금요일 팀 오후 3시", "금요일 팀 오후 3시"),
        ("매주 회의 내일 오후 3시", "매주 회의 내일 오후 3시"), ("일요일 빼고 매일 9시 운동", "일요일 빼고"),
        ("매일 일요일 빼고 오전 9시", "일요일 빼고 오전 9시"), ("sat Dentist 5pm", "sat Dentist 5pm"),
        ("Dentist tommorow 3pm", "tommorow 3pm"), ("Dentist firday 3pm", "firday 3pm"),
        ("Party christmas 3pm", "christmas 3pm"), ("5pm Dentist friday", "5pm Dentist friday"),
        ("Rep alternate fridays 9am", "alternate fridays 9am"), ("Rep 2x weekly 9am", "2x weekly 9am"),
        ("X fri 5pm EST", "fri 5pm EST"), ("X 13pm", "13pm"), ("회의 3시", "3시"), ("X due:foo", "due:foo"),
        ("X tomorrow 15.30", "15.30"),
    ])
    func `No part of what speaks of a time is taken by itself`(line: String, refused: String) throws {
        let task = try add(line)
        #expect(task.when == nil && task.title == line)
        let range = try #require(task.refusedRange)
        #expect(String(decoding: Array(line.utf8)[range], as: UTF8.self) == refused)
        let suggestion = try #require(task.refusal?.suggestion)
        #expect(try add("x \(suggestion)").when != nil, "\(suggestion)")
    }

    @Test(arguments: [
        ("Rep 28.11. 15:00", "Rep", "2026-11-28T15:00"), ("Rent 24.12.2026", "Rent", "2026-12-24"),
        ("Arabian Nights", "Arabian Nights", nil), ("Movie nights", "Movie nights", nil),
        ("Head start", "Head start", nil),
        ("One more time", "One more time", nil), ("Standing 3.4.", "Standing 3.4.", nil),
        ("Buy one tomorrow", "Buy one", "2026-11-22"), ("Later 2031-01-01 09:00", "Later", "2031-01-01T09:00"),
        ("Read chapter three tomorrow", "Read chapter three", "2026-11-22"),
        ("Party for 10 friday", "Party for 10", "2026-11-27"), ("Level one fri 5pm", "Level one", "2026-11-27T17:00"),
        ("오늘 저녁 7시 저녁 약속", "저녁 약속", "2026-11-21T19:00"), ("Tax due:fri 5pm", "Tax", "2026-11-27T17:00"),
        ("Rent due friday", "Rent", "2026-11-27"),
        ("Mandy 5pm", "Mandy", "2026-11-21T17:00"), ("Win 3-1 tomorrow", "Win 3-1", "2026-11-22"),
        ("Run 3-4pm tomorrow", "Run", "2026-11-22T15:00/2026-11-22T16:00"),
        ("Bus 42 at 5pm", "Bus 42", "2026-11-21T17:00"), ("May call 5pm", "May call", "2026-11-21T17:00"),
        ("Friday report tomorrow 9am", "Friday report", "2026-11-22T09:00"),
        ("Watch \\Friday 5pm", "Watch Friday", "2026-11-21T17:00"),
        ("Every dog bath sat", "Every dog bath sat", nil), ("Room 12.5 tomorrow 9am", "Room 12.5", "2026-11-22T09:00"),
    ])
    func `What merely looks like another time does not stand in the way`(
        line: String, title: String, when: String?
    ) throws {
        let task = try add(line)
        #expect(task.title == title && task.when?.meaning.description == when)
    }

    @Test(arguments: [
        ("Call remind 5m after tomorrow 3pm", [-300]), ("Call tomorrow 3pm remind 5m after", [-300]),
        ("Call tomorrow 3pm remind 1h,30m", [3_600, 1_800]), ("Call tomorrow 3pm remind 1h, 30m", [3_600, 1_800]),
        ("Call tomorrow 3pm remind 30m before", [1_800]), ("Call tomorrow 3pm r:1h,10m", [3_600, 600]),
        ("Call tomorrow 3pm remind 1h30m", [5_400]), ("Call tomorrow 3pm remind 1h and 30m", [3_600, 1_800]),
        ("Call tomorrow 3pm remind an hour and a half", [5_400]), ("Call tomorrow 3pm remind none", []),
        ("Call tomorrow 3pm remind me 1h before", [3_600]), ("Call remind me 30m tomorrow 3pm", [1_800]),
    ])
    func `Reminders before and after, and several at once`(line: String, seconds: [Int]) throws {
        let task = try add(line)
        #expect(task.title == "Call" && task.when?.meaning.description == "2026-11-22T15:00")
        #expect(task.reminders == seconds.map { .before(CalendarDuration(seconds: $0)) })
    }

    @Test func `A reminder after something else than the task is text`() throws {
        let task = try add("Call Bob remind 30m after lunch friday")
        #expect(task.title == "Call Bob remind 30m after lunch" && task.reminders.isEmpty)
    }
}
