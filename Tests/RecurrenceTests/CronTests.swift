import Recurrence
import Testing

struct CronTests {
    private func first(_ cron: String, _ count: Int = 3, from start: String = "20260101T000000") throws -> [String] {
        let time = try #require(CivilTime(start)).startOfDayOrTime
        let set = try RecurrenceSet(cron: CronExpression(cron), start: time, zone: nil)
        return set.expand(limit: count).occurrences
    }

    @Test(arguments: [
        ("* * * * *", ["20260101T000000", "20260101T000100", "20260101T000200"]),
        ("*/20 9-10 * * *", ["20260101T090000", "20260101T092000", "20260101T094000"]),
        ("0 12 1 JAN,JUL ?", ["20260101T120000", "20260701T120000", "20270101T120000"]),
        ("30 4 * * mon-fri", ["20260101T043000", "20260102T043000", "20260105T043000"]),
        ("0 0 13 * 5", ["20260102T000000", "20260109T000000", "20260113T000000"]),
        ("0 0 * * 7", ["20260104T000000", "20260111T000000", "20260118T000000"]),
        ("15,45 30 8 * * *", ["20260101T083015", "20260101T083045", "20260102T083015"]),
        ("*/30 0 0 1 1 *", ["20260101T000000", "20260101T000030", "20270101T000000"]),
        ("0 0 L * *", ["20260131T000000", "20260228T000000", "20260331T000000"]),
        ("0 0 L-2 * *", ["20260129T000000", "20260226T000000", "20260329T000000"]),
        ("0 0 LW * *", ["20260130T000000", "20260227T000000", "20260331T000000"]),
        ("0 0 15W * *", ["20260115T000000", "20260216T000000", "20260316T000000"]),
        ("0 0 1W 8,11 *", ["20260803T000000", "20261102T000000", "20270802T000000"]),
        ("0 0 * * 5#2", ["20260109T000000", "20260213T000000", "20260313T000000"]),
        ("0 0 * * TUE#5", ["20260331T000000", "20260630T000000", "20260929T000000"]),
        ("0 0 * * FRIL", ["20260130T000000", "20260227T000000", "20260327T000000"]),
        ("@daily", ["20260101T000000", "20260102T000000", "20260103T000000"]),
        ("@weekly", ["20260104T000000", "20260111T000000", "20260118T000000"]),
        ("@hourly", ["20260101T000000", "20260101T010000", "20260101T020000"]),
        ("@Yearly", ["20260101T000000", "20270101T000000", "20280101T000000"]),
    ])
    func `an expression gives its moments`(cron: String, expected: [String]) throws {
        #expect(try first(cron) == expected)
    }

    @Test(arguments: [
        ("", "cron"), ("* * * *", "cron"), ("* * * * * * *", "cron"), ("@reboot", "cron"), ("60 * * * *", "minute"),
        ("* 24 * * *", "hour"), ("* * 0 * *", "day of month"), ("* * * 13 *", "month"), ("* * * * 8", "day of week"),
        ("*/0 * * * *", "minute"), ("5-1 * * * *", "minute"), ("1,,2 * * * *", "minute"),
        ("* * * * 5#6", "day of week"),
        ("* * 31W * *", "day of month"), ("61 * * * * *", "second"), ("* * * FOO *", "month"), ("-1 * * * *", "minute"),
        ("* * * * L", "day of week"), ("1-2-3 * * * *", "minute"),
    ])
    func `an error names the field`(cron: String, part: String) throws {
        let error = try #require(throws: RecurrenceError.self) { try CronExpression(cron) }
        #expect(error.part == part)
    }

    @Test func `the nearest weekday never leaves its month and is one a month`() throws {
        for day in 1...27 {
            let dates = try first("0 0 \(day)W * *", 48).map { String($0.prefix(6)) }
            #expect(Set(dates).count == 48)
        }
    }

    @Test func `an expression is found decades later`() throws {
        let set = try RecurrenceSet(
            cron: CronExpression("0 9 * * MON-FRI"), start: CivilDateTime(secondsSinceEpoch: 0),
            zone: Zone.named("Europe/Berlin"))
        let instant = try #require(UTCInstant("2056-06-01T00:00:00Z"))
        #expect(set.first(after: instant).map { set.text(of: $0) } == "2056-06-01T09:00:00+02:00")
    }
}
