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
        #expect(try read("next friday").notes.isEmpty)
        #expect(try read("every 31st").notes == .skipsShortMonths)
        #expect(try read("today 9am").notes == .isPast)
        #expect(try read("3 days ago").notes == .isPast)
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
        #expect(try read("매월 31일").remarks.map(\.code) == ["skipsShortMonths"])
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
}
