import Phrases
import Recurrence
import Testing

/// What settings, zones and clocks do to phrases, and forms that the tables do not have.
struct PhraseReaderTests {
    @Test func `Weeks begin on the day that is set`() throws {
        let sunday = PhraseSettings(weekStart: .sunday)
        // 2026-11-22 is a Sunday, with which a week begins here.
        #expect(try meaning("next sunday", settings: sunday) == "2026-11-22")
        #expect(try meaning("next sunday") == "2026-11-29")
        #expect(try meaning("friday after next", settings: sunday) == "2026-12-04")
        #expect(try meaning("every 2 weeks on mon and sun", settings: sunday).contains("WKST=SU"))
    }

    @Test func `Parts of the day are when they are set`() throws {
        let early = PhraseSettings(dayParts: DayParts(morning: 7 * 3_600, night: 20 * 3_600 + 1_800))
        #expect(try meaning("tomorrow morning", settings: early) == "2026-11-22T07:00")
        #expect(try meaning("tonight", settings: early) == "2026-11-21T20:30")
        #expect(try meaning("내일 아침", settings: early) == "2026-11-22T07:00")
        #expect(try meaning("every evening", settings: early) == "2026-11-21T19:00 RRULE:FREQ=DAILY")
    }

    @Test func `The order of numbers in a date is the one that is set`() throws {
        #expect(try meaning("3/4", settings: PhraseSettings(dateOrder: .dayFirst)) == "2027-04-03")
        #expect(try meaning("3/4", settings: PhraseSettings(dateOrder: .monthFirst)) == "2027-03-04")
        #expect(try meaning("3/4", settings: PhraseSettings(language: .korean)) == "2027-03-04")
        #expect(try meaning("3/4", settings: PhraseSettings(language: .korean, dateOrder: .dayFirst)) == "2027-04-03")
        #expect(try meaning("5/5") == "2027-05-05")
    }

    @Test func `Hangul makes a phrase Korean, and the setting overrides that`() throws {
        #expect(try read("내일").language == .korean)
        #expect(try read("tomorrow").language == .english)
        #expect(throws: PhraseRefusal.self) { try meaning("내일", settings: PhraseSettings(language: .english)) }
        // Written with parts of syllables, as some systems name their files.
        let decomposed = String(String.UnicodeScalarView("\u{1102}\u{1162}\u{110B}\u{1175}\u{11AF}".unicodeScalars))
        #expect(try meaning(decomposed) == "2026-11-22")
    }

    @Test func `Dashes, spaces and digits of other scripts are read as their plain forms`() throws {
        for phrase in ["dec 1 – dec 5", "dec 1 — dec 5", "dec 1\u{A0}~ dec 5", "DEC 1 \t-  Dec 5", "dec １ - dec ５"] {
            #expect(try meaning(phrase) == "2026-12-01/2026-12-05", "\(phrase)")
        }
        #expect(try meaning("12월 1일 ～ 5일") == "2026-12-01/2026-12-05")
        #expect(try meaning("매주 월·수·금") == "2026-11-23 RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR")
    }

    @Test func `Words are read in the zone that a phrase names`() throws {
        // In Seoul it is half past ten in the evening, in Sydney the next day.
        #expect(try meaning("9am Asia/Seoul") == "2026-11-22T09:00[Asia/Seoul]")
        #expect(try meaning("today Australia/Sydney") == "2026-11-22[Australia/Sydney]")
        #expect(try meaning("tomorrow 9am asia/seoul") == "2026-11-22T09:00[Asia/Seoul]")
        #expect(try meaning("tomorrow 9am Europe/Berlin") == "2026-11-22T09:00")
        #expect(try meaning("내일 오전 9시 UTC") == "2026-11-22T09:00[UTC]")
        #expect(
            try meaning("every mon 9am UTC until dec 24")
                == "2026-11-23T09:00[UTC] RRULE:FREQ=WEEKLY;UNTIL=20261224T235959Z;BYDAY=MO")
    }

    @Test func `An instant is told in the person's own zone`() throws {
        #expect(try meaning("2026-12-01T09:00Z") == "2026-12-01T10:00")
        #expect(try meaning("2026-12-01T09:00+09:00") == "2026-12-01T01:00")
        #expect(try meaning("2026-12-01T09:00:00.000Z") == "2026-12-01T10:00")
        #expect(try meaning("20261201T090000.0Z") == "2026-12-01T10:00")
    }

    @Test func `A time that clocks show twice is told with its offset`() throws {
        func berlin(_ phrase: String, _ now: String) throws -> String {
            try read(phrase, now: now).meaning.description
        }
        #expect(try berlin("tomorrow 2:30", "2026-10-24T12:00") == "2026-10-25T02:30+02:00")
        #expect(try berlin("in 1 hour", "2026-10-25T01:30") == "2026-10-25T02:30+02:00")
        #expect(try berlin("in 2 hours", "2026-10-25T01:30") == "2026-10-25T02:30+01:00")
        #expect(
            try berlin("every 90 minutes", "2026-10-25T01:00")
                == "2026-10-25T02:30+02:00 RRULE:FREQ=MINUTELY;INTERVAL=90")
    }

    @Test func `The moment may be the second of two`() throws {
        let zone = try #require(Zones.named("Europe/Berlin"))
        let second = try #require(UTCInstant("2026-10-25T01:30:00Z"))
        let reader = PhraseReader(zones: Zones.named)
        let reading = try reader.read("now", at: PhraseMoment(second, in: zone))
        #expect(reading.meaning.description == "2026-10-25T02:30+01:00")
    }

    @Test func `What has a rival says so`() throws {
        let hour = try read("tomorrow at 3")
        #expect(hour.notes == .hourWasTaken)
        #expect(hour.rival == CivilTime("2026-11-22T03:00"))
        let friday = try read("next friday", now: "2026-11-25T10:00")
        #expect(friday.notes == .nextDiffers)
        #expect(friday.rival == CivilTime("2026-11-27"))
        #expect(friday.rivalDay == friday.rival && hour.rivalDay == nil)
        #expect(try read("next friday").notes.isEmpty)
        #expect(try read("every 31st").notes == .skipsShortMonths)
        #expect(try read("today 9am").notes == .isPast)
        #expect(try read("today 9-11am").notes == .isPast)
        // Both threes of the day are over, and the morning's nine is to come.
        #expect(try read("today at 2").notes == [.hourWasTaken, .isPast])
        #expect(try read("today at 9", now: "2026-11-21T08:00").meaning.description == "2026-11-21T09:00")
        #expect(try read("sat at 5").meaning.description == "2026-11-28T17:00")
        #expect(try read("sat 6").meaning.description == "2026-11-28T18:00")
        #expect(try read("3 days ago").notes == .isPast)
    }

    @Test func `A weekday in so many weeks is one day, or is refused with both`() throws {
        #expect(try read("friday in 2 weeks", now: "2026-11-25T10:00").meaning.description == "2026-12-11")
        #expect(try meaning("saturday in 2 weeks") == "2026-12-05")
        for (phrase, readings) in [
            ("friday in 2 weeks 3pm", ["Fri 4 Dec 2026 3pm", "Fri 11 Dec 2026 3pm"]),
            ("2주 뒤 금요일", ["2026년 12월 4일 금요일", "2026년 12월 11일 금요일"]),
        ] {
            let refusal = try #require(#expect(throws: PhraseRefusal.self) { try meaning(phrase) })
            #expect(refusal.code == .ambiguous && refusal.readings == readings, "\(refusal)")
        }
    }

    @Test(arguments: [
        ("tomorrow between 3 and 4pm", "tomorrow 3-4pm"), ("between 3pm and 4pm", "3pm to 4pm"),
        ("between monday and wednesday", "mon to wed"), ("between dec 1 and 5", "dec 1 - 5"),
        ("in a quarter of an hour", "in 15m"), ("in three quarters of an hour", "in 45m"),
        ("tomorrow five thirty", "tomorrow 5:30"), ("five thirty pm", "5:30pm"),
        ("tomorrow ten forty-five", "tomorrow 10:45"), ("every day at nine fifteen", "every day at 9:15"),
        ("tomorrow five fifteen in the afternoon", "tomorrow 5:15pm"),
        ("내일 3시부터 2시간", "내일 3시부터 5시까지"), ("내일 오후 3시부터 1시간 30분 동안", "내일 오후 3시~4시 30분"),
        ("오후 11시부터 2시간", "오후 11시부터 오전 1시까지"),
    ])
    func `Two phrases mean the same`(phrase: String, other: String) throws {
        #expect(try meaning(phrase) == meaning(other))
    }

    @Test(arguments: [
        ("between 3pm", "3pm"), ("tomorrow between 3pm and", "and"), ("between", "between"),
        ("five thirty minutes", "thirty minutes"), ("내일부터 2시간", "2시간"), ("3시부터 2시간", "3시"),
        ("between 3pm and 4pm and 5pm", "3pm and 4pm and 5pm"),
    ])
    func `What such a phrase lacks is refused at its place`(phrase: String, words: String) throws {
        let refusal = try #require(#expect(throws: PhraseRefusal.self) { try meaning(phrase) })
        #expect(String(decoding: Array(phrase.utf8)[refusal.range], as: UTF8.self) == words)
    }

    @Test func `What lasts so long lasts so by the clock`() throws {
        let night = try read("내일 새벽 1시부터 3시간", now: "2026-10-24T12:00").meaning.description
        #expect(night == "2026-10-25T01:00/2026-10-25T03:00")
    }

    @Test func `A rule may end on a day that is told with its weekday`() throws {
        let rule = "2026-11-23 RRULE:FREQ=WEEKLY;UNTIL=20261222;BYDAY=MO"
        for end in ["tue dec 22", "tue 22 dec", "tue 2026-12-22", "tue 22nd of december", "dec 22"] {
            #expect(try PhraseVector.ordered(meaning("every mon until \(end)")) == PhraseVector.ordered(rule), "\(end)")
        }
    }

    @Test func `What is worth saying is said in the language of the phrase`() throws {
        #expect(try read("tomorrow at 3").remarks.map(\.code) == ["hourWasTaken"])
        #expect(
            try read("내일 3시").remarks.map(\.text) == [
                "오전이나 오후가 없는 시각을 낮으로 읽었습니다. 아니면 2026년 11월 22일 일요일 오전 3시입니다"
            ])
        #expect(try read("3 days ago").remarks.map(\.text) == ["it is past already"])
        let wednesday = "2026-11-25T10:00"
        #expect(
            try read("next friday", now: wednesday).remarks.map(\.text) == [
                "the weekday alone would be Fri 27 Nov 2026"
            ])
        #expect(try read("friday", now: wednesday).remarks.map(\.text) == ["with \"next\" it would be Fri 4 Dec 2026"])
        #expect(
            try read("fri at 8", now: wednesday).remarks.map(\.text) == [
                "an hour without am or pm was taken for the day, not for Fri 27 Nov 2026 20:00",
                "with \"next\" it would be Fri 4 Dec 2026 08:00",
            ])
        #expect(
            try read("next fri at 3", now: wednesday).remarks.map(\.text) == [
                "an hour without am or pm was taken for the day, not for Fri 4 Dec 2026 03:00",
                "the weekday alone would be Fri 27 Nov 2026 15:00",
            ])
        #expect(try read("매월 31일").remarks.map(\.code) == ["skipsShortMonths"])
    }

    @Test(arguments: [
        ("every 31st", "months without that day are skipped; every month has a \"last day\""),
        ("every year on feb 29", "years without that day are skipped; try \"every last day of february\""),
        ("매월 31일", "그 날이 없는 달은 건너뜁니다. \"말일\"은 모든 달에 있습니다"),
        ("매년 2월 29일", "그 날이 없는 해는 건너뜁니다. \"매년 2월 말일\"은 모든 해에 있습니다"),
    ])
    func `What is skipped is told by the months or the years that lack the day`(phrase: String, note: String) throws {
        #expect(try read(phrase).remarks.map(\.text) == [note])
    }

    @Test(arguments: ["every dec 31", "every year on jan 30", "every last day of february", "매년 2월 말일"])
    func `What every year has is not skipped`(phrase: String) throws { #expect(try read(phrase).remarks.isEmpty) }

    @Test(arguments: [
        ("2026-11-20T14:30", "2026-11-23"), ("2026-11-21T14:30", "2026-11-23"), ("2026-11-22T14:30", "2026-11-23"),
        ("2026-11-23T09:00", "2026-11-24"), ("2026-11-26T23:59", "2026-11-27"),
    ])
    func `The next weekday is the first from Monday to Friday after today`(now: String, day: String) throws {
        #expect(try read("next weekday", now: now).meaning.description == day)
        #expect(try read("next workday at 9am", now: now).meaning.description == "\(day)T09:00")
        #expect(try read("today - next weekday", now: now).meaning.description == "\(now.prefix(10))/\(day)")
    }

    @Test func `A rule as it is printed is read as it is`() throws {
        let rule = "2026-11-23T09:00 RRULE:FREQ=WEEKLY;INTERVAL=3;COUNT=5;BYDAY=MO anchor=completion"
        #expect(try meaning(rule) == rule)
        let wrongs = [
            "2026-11-23 RRULE:FREQ=SOMETIMES", "2026-11-23 RRULE:", "every day RRULE:FREQ=DAILY",
            "soon RRULE:FREQ=DAILY",
        ]
        for wrong in wrongs {
            #expect(throws: PhraseRefusal.self, "\(wrong)") { try meaning(wrong) }
        }
    }

    @Test func `Lengths may be mixed, halved and in words`() throws {
        let lengths = [
            "in an hour and a half": "2026-11-21T16:00", "in 1.5 hours": "2026-11-21T16:00",
            "in 1 1/2 hours": "2026-11-21T16:00", "in 1/2 hour": "2026-11-21T15:00",
            "in 1/2 an hour": "2026-11-21T15:00",
            "in 2 3/4 h": "2026-11-21T17:15", "in 1 1/4 hours": "2026-11-21T15:45", "in 1 1/2 years": "2028-05-21",
            "1 1/2 hours from now": "2026-11-21T16:00", "in 1 day 1 1/2 hours": "2026-11-22T16:00",
            "every 1 1/2 hours": "2026-11-21T16:00 RRULE:FREQ=MINUTELY;INTERVAL=90",
            "every 1/2 hour": "2026-11-21T15:00 RRULE:FREQ=MINUTELY;INTERVAL=30",
            "in twenty five minutes": "2026-11-21T14:55", "in 1 day 2 hours": "2026-11-22T16:30",
            "in a year and a half": "2028-05-21", "2 days after dec 24": "2026-12-26",
            "3 days before dec 24": "2026-12-21", "반시간 뒤": "2026-11-21T15:00", "1년 반 뒤": "2028-05-21",
            "삼십오 분 뒤": "2026-11-21T15:05", "열한 시간 뒤": "2026-11-22T01:30", "보름 뒤": "2026-12-06",
        ]
        for (phrase, expected) in lengths { #expect(try meaning(phrase) == expected, "\(phrase)") }
    }

    @Test func `Rules by hours begin where they are told to`() throws {
        let rules = [
            "every 2 hours starting tomorrow 9am": "2026-11-22T09:00 RRULE:FREQ=HOURLY;INTERVAL=2",
            "every 30 minutes until 5pm": "2026-11-21T15:00 RRULE:FREQ=MINUTELY;INTERVAL=30;UNTIL=20261121T160000Z",
            "내일 오전 9시부터 3시간마다": "2026-11-22T09:00 RRULE:FREQ=HOURLY;INTERVAL=3",
            "every friday at midnight": "2026-11-28T00:00 RRULE:FREQ=WEEKLY;BYDAY=SA",
            "every day at 9am and 9pm": "2026-11-21T21:00 RRULE:FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0",
            "매일 오전 9시와 오후 9시": "2026-11-21T21:00 RRULE:FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0",
        ]
        for (phrase, expected) in rules { #expect(try meaning(phrase) == expected, "\(phrase)") }
    }

    @Test(arguments: [
        ("every mon and wed until fri at 9", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;UNTIL=20261127T225959Z;BYDAY=MO,WE"),
        ("every mon through fri at 9", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("every mon to fri", "2026-11-23 RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("friday morning to friday evening", "2026-11-27T09:00/2026-11-27T19:00"),
        ("every mon at 9am starting 2026-11-01", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO"),
        ("어제부터 매일", "2026-11-21 RRULE:FREQ=DAILY"), ("every weekend", "2026-11-21 RRULE:FREQ=WEEKLY;BYDAY=SA,SU"),
        ("every january 1st and 15th", "2027-01-01 RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1,15"),
        ("매달 한번", "2026-11-21 RRULE:FREQ=MONTHLY"), ("매일 한 번", "2026-11-21 RRULE:FREQ=DAILY"),
        ("완료 후 한 달", "2026-11-21 RRULE:FREQ=MONTHLY anchor=completion"),
        ("완료 후 매일", "2026-11-21 RRULE:FREQ=DAILY anchor=completion"),
        ("12월 1일부터 2주 뒤", "2026-12-15"), ("12월 1일부터 5일", "2026-12-01/2026-12-05"),
        ("monthly on 15", "2026-12-15 RRULE:FREQ=MONTHLY;BYMONTHDAY=15"),
        ("quarterly on 15", "2026-12-15 RRULE:FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15"),
        ("every month on 1 and 15", "2026-12-01 RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15"),
        ("december twenty fifth", "2026-12-25"), ("the twenty-first", "2026-11-21"),
        ("every 20 seconds", "2026-11-21T14:30:20 RRULE:FREQ=SECONDLY;INTERVAL=20"),
        ("15th to jan 20", "2026-12-15/2027-01-20"), ("28th - 3rd jan", "2026-11-28/2027-01-03"),
        ("tomorrow ten to six", "2026-11-22T17:50"), ("tomorrow at five to six", "2026-11-22T17:55"),
        ("tomorrow 10 to 6", "2026-11-22T10:00/2026-11-22T18:00"),
        ("from five to six tomorrow", "2026-11-22T17:00/2026-11-22T18:00"),
        ("tomorrow 11pm-1am", "2026-11-22T23:00/2026-11-23T01:00"), ("in 3 days from now", "2026-11-24"),
        ("last weekday of every month", "2026-11-30 RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
        ("end of every month", "2026-11-30 RRULE:FREQ=MONTHLY;BYMONTHDAY=-1"),
        ("end of each year", "2026-12-31 RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=-1"), ("end of 2027", "2027-12-31"),
        ("every half hour", "2026-11-21T15:00 RRULE:FREQ=MINUTELY;INTERVAL=30"),
        ("every mon 1 time", "2026-11-23 RRULE:FREQ=WEEKLY;COUNT=1;BYDAY=MO"),
        ("tonight at midnight", "2026-11-22T00:00"), ("midnight tonight", "2026-11-22T00:00"),
        ("다담주 월욜", "2026-11-30"), ("이번 분기 말", "2026-12-31"), ("다음 월말", "2026-12-31"),
        ("월~수", "2026-11-23/2026-11-25"), ("격주로 금요일", "2026-11-27 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("월~금 매주 9시", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("토요일부터 월요일까지 매주", "2026-11-21 RRULE:FREQ=WEEKLY;BYDAY=MO,SA,SU"),
        ("평일 매일 오전 9시", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("매 월요일", "2026-11-23 RRULE:FREQ=WEEKLY;BYDAY=MO"),
        ("매월 첫째·셋째 주 월요일", "2026-12-07 RRULE:FREQ=MONTHLY;BYDAY=1MO,3MO"),
        ("dec 1 - 5, 2027", "2027-12-01/2027-12-05"), ("24.12.2026", "2026-12-24"), ("24.12.", "2026-12-24"),
        ("monday evenings", "2026-11-23T19:00 RRULE:FREQ=WEEKLY;BYDAY=MO"),
        ("weekday mornings", "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("nightly", "2026-11-21T21:00 RRULE:FREQ=DAILY"),
        ("every morning and evening", "2026-11-21T19:00 RRULE:FREQ=DAILY;BYHOUR=9,19;BYMINUTE=0"),
        ("매일 아침과 저녁", "2026-11-21T19:00 RRULE:FREQ=DAILY;BYHOUR=9,19;BYMINUTE=0"),
        ("beginning of next month", "2026-12-01"), ("start of next week", "2026-11-23"),
        ("weekend after next", "2026-12-05"), ("half-yearly", "2026-11-21 RRULE:FREQ=MONTHLY;INTERVAL=6"),
    ])
    func `A part means what the parts around it make of it`(phrase: String, expected: String) throws {
        #expect(try meaning(phrase) == expected)
    }

    @Test(arguments: [
        "every tue until sunday", "every monday until sunday", "0 dec", "every jan 0", "the 0th", "dec 5 - 0",
        "every mon at 9am starting 2026-11-01 4 times", "어제부터 3일마다", "every 2 hours starting yesterday 9am",
        "every last weekend", "every last weekend at 10am", "every 1st of february 29", "every 1st jan 15",
        "every 15th of january 1st", "매주 3회", "매일 세 번", "오늘부터 3일", "금요일부터 3일", "every month 15",
        "every year on 15", "the 1st and 5", "dec 1 and 2", "dec 1, 2", "dec 1 & 2", "jan 1 and 15", "in 1:30",
        "in 5:00",
        "tomorrow 4pm-3pm", "4pm-3pm", "friday 5pm - friday 9am", "every , 15", "매월 마지막 주 평일",
        "every 3rd monday and friday", "5 dec 5", "every first morning", "완료 매일", "3.4.2027", "at 9.30.", "9.30.",
        "28th - 3rd jan 2028",
    ])
    func `What does not fit together is not guessed`(phrase: String) {
        #expect(throws: PhraseRefusal.self) { try meaning(phrase) }
    }
}
