import Recurrence
import Testing

struct RecurrenceSetTests {
    private func expand(
        _ start: String, _ rules: [String], zone: String? = nil, dates: [String] = [], exceptions: [String] = [],
        limit: Int = 6, policy: EvaluationPolicy = .standard
    ) throws -> Expansion {
        try RecurrenceSet(
            start: start, zone: zone.map { try Zone.named($0) }, rules: rules, dates: dates, exceptionDates: exceptions,
            policy: policy
        ).expand(limit: limit)
    }

    @Test func `several rules and dates are one set, each instant once`() throws {
        let expansion = try expand(
            "20260101", ["FREQ=MONTHLY;COUNT=3", "FREQ=WEEKLY;COUNT=3"], dates: ["20260108", "20260105"])
        #expect(expansion.occurrences == ["20260101", "20260105", "20260108", "20260115", "20260201", "20260301"])
        #expect(expansion.isComplete)
    }

    @Test func `a period counts by its start`() throws {
        let expansion = try expand(
            "20260101T090000", [], dates: ["20260102T100000/PT1H,20260103T100000/20260103T110000"])
        #expect(expansion.occurrences == ["20260101T090000", "20260102T100000", "20260103T100000"])
    }

    @Test func `a DATE adds DTSTART's time and takes away a whole day`() throws {
        let expansion = try expand(
            "20260101T090000", ["FREQ=DAILY;BYHOUR=9,17;COUNT=6"], dates: ["20260110"], exceptions: ["20260102"])
        #expect(
            expansion.occurrences == [
                "20260101T090000", "20260101T170000", "20260103T090000", "20260103T170000", "20260110T090000",
            ])
    }

    @Test func `a DATE-TIME in a set of days is its day`() throws {
        let expansion = try expand(
            "20260101", ["FREQ=DAILY;COUNT=3"], dates: ["20260110T170000", "20260112T000000Z/PT1H"],
            exceptions: ["20260102T090000"])
        #expect(expansion.occurrences == ["20260101", "20260103", "20260110", "20260112"])
    }

    @Test func `EXDATE in UTC meets local times`() throws {
        let expansion = try expand(
            "20261121T090000", ["FREQ=DAILY;COUNT=3"], zone: "Europe/Berlin", exceptions: ["20261122T080000Z"])
        #expect(expansion.occurrences == ["2026-11-21T09:00:00+01:00", "2026-11-23T09:00:00+01:00"])
    }

    @Test func `a start that does not match is left out unless the policy wants it`() throws {
        let rule = "FREQ=WEEKLY;BYDAY=MO;COUNT=2"
        #expect(try expand("20261121", [rule]).occurrences == ["20261123", "20261130"])
        let policy = EvaluationPolicy(alwaysIncludesStart: true)
        #expect(try expand("20261121", [rule], policy: policy).occurrences == ["20261121", "20261123"])
    }

    @Test func `yearly month days mean the start's month unless the policy says every one`() throws {
        let rule = "FREQ=YEARLY;BYMONTHDAY=5"
        #expect(try expand("20260305", [rule], limit: 2).occurrences == ["20260305", "20270305"])
        let policy = EvaluationPolicy(yearlyMonthDays: .everyMonth)
        #expect(try expand("20260305", [rule], limit: 2, policy: policy).occurrences == ["20260305", "20260405"])
    }

    @Test func `a DATE start ignores times and refuses hours`() throws {
        #expect(try expand("20260101", ["FREQ=DAILY;BYHOUR=9,17;COUNT=2"]).occurrences == ["20260101", "20260102"])
        let error = try #require(throws: RecurrenceError.self) { try expand("20260101", ["FREQ=HOURLY"]) }
        #expect(error.part == "FREQ" && error.code == .conflict)
    }

    @Test(arguments: ["20260103", "20260103T090000", "20260103T080000Z"])
    func `UNTIL may be of another type than the start`(until: String) throws {
        let timed = try expand("20260101T090000", ["FREQ=DAILY;UNTIL=\(until)"], zone: "Europe/Berlin")
        #expect(timed.occurrences.count == 3 && timed.isComplete)
        let daily = try expand("20260101", ["FREQ=DAILY;UNTIL=\(until)"])
        #expect(daily.occurrences == ["20260101", "20260102", "20260103"] && daily.isComplete)
    }

    @Test(arguments: [
        ("DTSTART", "2026-13-01", [], []), ("RDATE", "20260101", ["20260102,bad"], []),
        ("EXDATE", "20260101", [], ["20260101T000000/PT1H"]),
    ])
    func `an error names the property`(part: String, start: String, dates: [String], exceptions: [String]) throws {
        let error = try #require(throws: RecurrenceError.self) {
            try expand(start, ["FREQ=DAILY"], dates: dates, exceptions: exceptions)
        }
        #expect(error.part == part)
    }

    @Test func `a start in UTC with a zone is kept in the zone`() throws {
        let expansion = try expand("20261121T080000Z", ["FREQ=MONTHLY;COUNT=1"], zone: "Europe/Berlin")
        #expect(expansion.occurrences == ["2026-11-21T09:00:00+01:00"])
    }
}
