import Phrases
import Recurrence
import Testing

/// What repeats by hours or minutes within hours of the day: a rule by days with all of the times, the last included.
struct HoursOfRulesTests {
    private static let workday = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR="

    @Test(arguments: [
        ("every 2 hours from 9 to 17", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13,15,17;BYMINUTE=0"),
        ("every 2 hours from 9am to 5pm", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13,15,17;BYMINUTE=0"),
        ("every 3 hours from 9 to 17", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=9,12,15;BYMINUTE=0"),
        ("every hour between 9 and 5", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16,17;BYMINUTE=0"),
        ("every 2 hours from 9:30 to 14:00", "2026-11-22T09:30 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=30"),
        ("every 4 hours between 8am and 8pm", "2026-11-21T16:00 RRULE:FREQ=DAILY;BYHOUR=8,12,16,20;BYMINUTE=0"),
        ("every 6 hours from 7 to 7", "2026-11-21T19:00 RRULE:FREQ=DAILY;BYHOUR=7,13,19;BYMINUTE=0"),
        ("every hour from 1 to 3", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=13,14,15;BYMINUTE=0"),
        ("every hour from 3 to 5pm", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=15,16,17;BYMINUTE=0"),
        ("every hour from 9 to 12pm", "2026-11-22T09:00 RRULE:FREQ=DAILY;BYHOUR=9,10,11,12;BYMINUTE=0"),
        ("every hour from noon to 3", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=12,13,14,15;BYMINUTE=0"),
        ("every 5 hours from morning to evening", "2026-11-21T19:00 RRULE:FREQ=DAILY;BYHOUR=9,14,19;BYMINUTE=0"),
        ("every hour 14:00-16:00", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=14,15,16;BYMINUTE=0"),
        ("hourly 2pm-4pm", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=14,15,16;BYMINUTE=0"),
        ("every 4 hours from 8am until midnight", "2026-11-21T16:00 RRULE:FREQ=DAILY;BYHOUR=0,8,12,16,20;BYMINUTE=0"),
        ("every 4 hours from 10pm to 6am", "2026-11-21T22:00 RRULE:FREQ=DAILY;BYHOUR=2,6,22;BYMINUTE=0"),
        ("every 30 min from 2pm to 3:30pm", "2026-11-21T14:30 RRULE:FREQ=DAILY;BYHOUR=14,15;BYMINUTE=0,30"),
        ("every 20 minutes from 2pm to 2:50pm", "2026-11-21T14:40 RRULE:FREQ=DAILY;BYHOUR=14;BYMINUTE=0,20,40"),
        ("every 120 minutes from 9 to 13", "2026-11-22T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("every day every 2 hours from 9 to 13", "2026-11-22T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("every 2 hours from 9 to 13 every day", "2026-11-22T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("every 2 hours from 9 to 13 on weekdays", "2026-11-23T09:00 RRULE:\(workday)9,11,13;BYMINUTE=0"),
        ("every weekday every 2 hours from 9 to 13", "2026-11-23T09:00 RRULE:\(workday)9,11,13;BYMINUTE=0"),
        (
            "every 4 hours from 9 to 17 on mon and thu",
            "2026-11-23T09:00 RRULE:FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=9,13,17;BYMINUTE=0"
        ),
        ("every 2 hours from 9 to 13 4 times", "2026-11-22T09:00 RRULE:FREQ=DAILY;COUNT=4;BYHOUR=9,11,13;BYMINUTE=0"),
        (
            "every 2 hours from 9 to 13 until dec 24",
            "2026-11-22T09:00 RRULE:FREQ=DAILY;UNTIL=20261224T225959Z;BYHOUR=9,11,13;BYMINUTE=0"
        ),
        (
            "every 2 hours 9:00-13:00 until fri",
            "2026-11-22T09:00 RRULE:FREQ=DAILY;UNTIL=20261127T225959Z;BYHOUR=9,11,13;BYMINUTE=0"
        ),
        (
            "until dec 24 every 2 hours between 9 and 13",
            "2026-11-22T09:00 RRULE:FREQ=DAILY;UNTIL=20261224T225959Z;BYHOUR=9,11,13;BYMINUTE=0"
        ),
        ("every 2 hours from 9 to 13 starting dec 1", "2026-12-01T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("from dec 1 every 2 hours 9:00-13:00", "2026-12-01T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        (
            "starting dec 1 every 2 hours from 9 to 13 on weekdays until dec 24",
            "2026-12-01T09:00 RRULE:FREQ=WEEKLY;UNTIL=20261224T225959Z;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,11,13;BYMINUTE=0"
        ),
        (
            "12월 24일까지 9시부터 13시까지 2시간마다",
            "2026-11-22T09:00 RRULE:FREQ=DAILY;UNTIL=20261224T225959Z;BYHOUR=9,11,13;BYMINUTE=0"
        ),
        (
            "평일 9시부터 13시까지 2시간마다 12월 24일까지",
            "2026-11-23T09:00 RRULE:FREQ=WEEKLY;UNTIL=20261224T225959Z;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,11,13;BYMINUTE=0"
        ),
        ("12월 1일부터 9시부터 13시까지 2시간마다", "2026-12-01T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("9시부터 17시까지 2시간마다", "2026-11-21T15:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13,15,17;BYMINUTE=0"),
        ("오전 9시부터 오후 1시까지 2시간마다", "2026-11-22T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("매일 오전 9시부터 오후 1시까지 2시간마다", "2026-11-22T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("매일 2시간마다 9시~13시", "2026-11-22T09:00 RRULE:FREQ=DAILY;BYHOUR=9,11,13;BYMINUTE=0"),
        ("평일 9시부터 13시까지 2시간마다", "2026-11-23T09:00 RRULE:\(workday)9,11,13;BYMINUTE=0"),
    ])
    func `Each day has all of the times, and the last is one of them`(phrase: String, expected: String) throws {
        let reading = try read(phrase)
        #expect(try PhraseVector.ordered(meaning(phrase)) == PhraseVector.ordered(expected))
        let zone = try #require(Zones.named("Europe/Berlin"))
        let local = try #require(CivilTime("2026-11-21T14:30"))
        let moment = PhraseMoment(local: local.startOfDayOrTime, in: zone)
        let reader = PhraseReader(zones: Zones.named)
        let words = reader.words(for: reading, at: moment)
        #expect(try reader.read(words, at: moment).meaning == reading.meaning, "\(words)")
    }

    @Test func `Many times are told by how far apart they are`() throws {
        let moment = PhraseMoment(
            local: try #require(CivilTime("2026-11-21T14:30")).startOfDayOrTime,
            in: try #require(Zones.named("Europe/Berlin")))
        let reader = PhraseReader(zones: Zones.named)
        for (phrase, told) in [
            ("every 2 hours from 9 to 17", "Every day at 09:00, 11:00, 13:00, 15:00 and 17:00"),
            ("every hour from 9 to 5", "Every day every hour from 09:00 to 17:00"),
            ("every 30 minutes from 9 to 16:30", "Every day every 30 minutes from 09:00 to 16:30"),
            ("every hour from 10pm to 6am", "Every day every hour from 22:00 to 06:00"),
            ("every hour from 9 to 5 until dec 24", "Every day every hour from 09:00 to 17:00 until Thu 24 Dec 2026"),
            ("every 15 min from 9 to 17:45 on weekdays", "Every weekday every 15 minutes from 09:00 to 17:45"),
            ("평일 9시부터 17시까지 1시간마다", "평일마다 오전 9시부터 오후 5시까지 1시간마다"),
        ] {
            #expect(try reader.words(for: reader.read(phrase, at: moment), at: moment) == told)
        }
    }

    @Test(arguments: [
        ("every 2 hours from 8 to 10", "8 to 10", ["08:00 to 10:00", "08:00 to 22:00", "20:00 to 22:00"]),
        ("every 2 hours between 8 and 10", "8 and 10", ["08:00 and 10:00", "08:00 and 22:00", "20:00 and 22:00"]),
        ("every hour from 6 to 10pm", "6 to 10pm", ["06:00 to 22:00", "18:00 to 22:00"]),
        ("every hour from 9am to 11", "9am to 11", ["09:00 to 11:00", "09:00 to 23:00"]),
        ("every 30 min between 9 and 5", "9 and 5", ["09:00 and 16:30", "09:00 and 17:30"]),
        ("every 15 minutes from 9:10 to 10:10", "9:10 to 10:10", ["09:10 to 09:55", "09:10 to 10:55"]),
    ])
    func `What is open is refused with its readings`(phrase: String, words: String, readings: [String]) throws {
        let refusal = try #require(#expect(throws: PhraseRefusal.self) { try read(phrase) })
        #expect(String(decoding: Array(phrase.utf8)[refusal.range], as: UTF8.self) == words)
        #expect(refusal.readings == readings.map { phrase.replacing(words, with: $0) })
        #expect(refusal.suggestion == refusal.readings.first)
        for reading in refusal.readings { #expect(throws: Never.self) { try read(reading) } }
    }

    @Test func `Hours that are open are refused in Korean, too`() throws {
        let refusal = try #require(#expect(throws: PhraseRefusal.self) { try read("8시부터 10시까지 2시간마다") })
        #expect(refusal.readings.first == "오전 8시부터 오전 10시까지 2시간마다" && refusal.readings.count == 3)
    }

    @Test(arguments: [
        ("every 45 minutes from 9 to 17", "every 2 hours from 9am to 5pm"),
        ("every 12 hours from 9 to 17", "every 2 hours from 9am to 5pm"),
        ("every day every 2 hours", "every day"), ("every 90 minutes from 9 to 10:45", "every 2 hours from 9am to 5pm"),
        ("오전 9시부터 오후 5시까지 45분마다", "오전 9시부터 오후 5시까지 2시간마다"),
    ])
    func `What no one rule says is refused`(phrase: String, suggestion: String) throws {
        let refusal = try #require(#expect(throws: PhraseRefusal.self) { try read(phrase) })
        #expect(refusal.suggestion == suggestion, "\(refusal)")
    }

    @Test(arguments: [
        "every mon 3pm-4pm", "every day 9-17", "every hour from 9 to 17 on friday", "every! 2 hours from 9 to 17",
        "every 2 hours starting 9am until 5pm", "every 2 hours from 5pm to 4pm", "every 2 days from 9 to 17",
        "every hour from 9 to 17 tomorrow", "매주 월요일 3시부터 4시까지", "every hour from 9 to 17 until dec 24 until dec 26",
        "every hour from 9 to 17 until 6", "every hour from 9 to 17 until fri 3 times", "내일부터 모레부터", "내일까지 모레까지",
        "every 2 hours starting 9am until 5pm until dec 24", "every hour from 9 to 17 from 8 to 16",
    ])
    func `What is no hours of a rule is refused as ever`(phrase: String) {
        #expect(throws: PhraseRefusal.self) { try read(phrase) }
    }

    @Test func `With a day the end is one of that day`() throws {
        #expect(
            try meaning("every 2 hours from tomorrow 9am to 5pm")
                == "2026-11-22T09:00 RRULE:FREQ=HOURLY;INTERVAL=2;UNTIL=20261122T160000Z")
    }
}
