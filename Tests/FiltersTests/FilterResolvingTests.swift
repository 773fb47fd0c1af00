import Recurrence
import Testing

@testable import Filters

@Suite struct FilterResolvingTests {
    /// What is written, and the instants in Berlin at 2026-11-21T15:30:00.250, a Saturday.
    static let times: [(String, String?, String?)] = [
        ("due < today", nil, "2026-11-20T23:00:00Z"), ("due <= today", nil, "2026-11-21T23:00:00Z"),
        ("due = today", "2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"),
        ("due > today", "2026-11-21T23:00:00Z", nil), ("due >= today", "2026-11-20T23:00:00Z", nil),
        ("due = yesterday", "2026-11-19T23:00:00Z", "2026-11-20T23:00:00Z"),
        ("due = tomorrow", "2026-11-21T23:00:00Z", "2026-11-22T23:00:00Z"),
        ("due < now", nil, "2026-11-21T14:30:00.250Z"), ("due <= now", nil, "2026-11-21T14:30:00.251Z"),
        ("due < now+2h", nil, "2026-11-21T16:30:00.250Z"), ("due > -90min", "2026-11-21T13:00:00.251Z", nil),
        ("due < now-6mo", nil, "2026-05-21T13:30:00.250Z"), ("due >= -2w", "2026-11-06T23:00:00Z", nil),
        ("due = saturday", "2026-11-27T23:00:00Z", "2026-11-28T23:00:00Z"),
        ("due = sunday", "2026-11-21T23:00:00Z", "2026-11-22T23:00:00Z"),
        ("due = friday", "2026-11-26T23:00:00Z", "2026-11-27T23:00:00Z"),
        ("due >= startOfWeek", "2026-11-15T23:00:00Z", nil), ("due <= endOfWeek", nil, "2026-11-22T23:00:00Z"),
        ("due >= startOfMonth", "2026-10-31T23:00:00Z", nil), ("due <= endOfMonth", nil, "2026-11-30T23:00:00Z"),
        ("due >= startOfYear", "2025-12-31T23:00:00Z", nil), ("due <= endOfYear", nil, "2026-12-31T23:00:00Z"),
        ("due <= endOfYear-1y", nil, "2025-12-31T23:00:00Z"), ("due < startOfYear+1mo", nil, "2026-01-31T23:00:00Z"),
        ("due <= endOfMonth+3mo", nil, "2027-02-28T23:00:00Z"), ("due < startOfMonth+1y", nil, "2027-10-31T23:00:00Z"),
        ("due = 2026-07-01", "2026-06-30T22:00:00Z", "2026-07-01T22:00:00Z"),
        ("due >= 2026-07-01T09:00", "2026-07-01T07:00:00Z", nil),
        ("due < 2026-07-01T09:00:00+09:00", nil, "2026-07-01T00:00:00Z"),
        // Days of 23 and of 25 hours, and local times that are shown never and twice.
        ("due = 2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
        ("due = 2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
        ("due < 2026-03-29T02:30", nil, "2026-03-29T01:30:00Z"),
        ("due < 2026-10-25T02:30", nil, "2026-10-25T00:30:00Z"),
        // What leads out of the calendar ends with it.
        ("due < today+99999y", nil, "9999-12-30T23:00:00Z"), ("due >= today-99999mo", "0000-12-31T23:00:00Z", nil),
        ("due >= today-99999w+1d", "0110-05-17T23:00:00Z", nil),
    ]

    @Test(arguments: times)
    func `Times are made instants, days half-open intervals`(text: String, from: String?, before: String?) throws {
        let resolved = try TaskFilter(text).resolved(now: try instant("2026-11-21T14:30:00.250Z"), zone: try berlin())
        guard case .test(.time(.due, let start, let end)) = resolved else {
            Issue.record("\(resolved) is no interval")
            return
        }
        #expect(start?.description == from)
        #expect(end?.description == before)
    }

    @Test func `A day whose midnight the clocks jump over begins where they have jumped`() throws {
        let zone = try zone(spring: "20260329T000000", autumn: "20261025T000000")
        let days = ["2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25"]
        let starts = try days.map { try interval("due = \($0)", zone).from }
        let wanted = ["2026-03-27T23", "2026-03-28T23", "2026-03-29T22", "2026-10-23T22", "2026-10-24T23"]
        #expect(starts == wanted.map { UTCInstant($0 + ":00:00Z") })
    }

    @Test func `A gap that begins before midnight ends the day early`() throws {
        let zone = try zone(spring: "20260328T233000", autumn: "20261025T030000")
        #expect(try interval("due = 2026-03-28", zone).before == UTCInstant("2026-03-28T22:30:00Z"))
        #expect(try interval("due = 2026-03-29", zone).from == UTCInstant("2026-03-28T22:30:00Z"))
    }

    @Test func `Days touch each other in every zone, and hold every instant once`() throws {
        for spring in ["20260329T000000", "20260328T233000", "20260329T020000"] {
            let zone = try zone(spring: spring, autumn: "20261025T003000")
            var end: UTCInstant?
            for day in 0..<400 {
                let date = CivilDate(daysSinceEpoch: 20_454 + day)
                let interval = try interval("due = \(date)", zone)
                if let end { #expect(interval.from == end) }
                end = interval.before
            }
        }
    }

    @Test func `Conditions become tests that know no order, no opposite and no third value`() throws {
        let now = try instant("2026-11-21T14:30:00Z")
        let tests: [(String, ResolvedFilter)] = [
            ("status:open", .test(.status([.needsAction, .inProcess]))),
            ("status != (closed, inProcess)", .not(.test(.status([.completed, .cancelled, .inProcess])))),
            ("priority > low", .test(.priority([.medium, .high, .urgent]))),
            ("priority <= low", .test(.priority([.none, .low]))), ("priority < none", .test(.priority([]))),
            ("priority != low", .not(.test(.priority([.low])))), ("tag != (a, b)", .not(.test(.tag(["a", "b"])))),
            ("overdue", .test(.overdue(now))), ("recurring:false", .not(.test(.recurring))),
            ("no:due", .not(.test(.presence(.due)))), ("has:location", .test(.presence(.location))),
            ("not (a or b c)", .not(.any([word("a"), .all([word("b"), word("c")])]))),
            (
                "due != (now, 2026-11-22T00:00:00Z)",
                .not(.any([moment(now), moment(try instant("2026-11-22T00:00:00Z"))]))
            ),
        ]
        for (text, wanted) in tests {
            #expect(try TaskFilter(text).resolved(now: now, zone: .utc) == wanted, "\(text)")
        }
    }

    private func word(_ text: String) -> ResolvedFilter { .test(.words(.text, [text])) }

    private func moment(_ instant: UTCInstant) -> ResolvedFilter {
        .test(.time(.due, from: instant, before: instant.advanced(by: .milliseconds(1))))
    }

    private func interval(_ text: String, _ zone: ZoneRules) throws -> (from: UTCInstant?, before: UTCInstant?) {
        let resolved = try TaskFilter(text).resolved(now: try instant("2026-11-21T14:30:00Z"), zone: zone)
        guard case .test(.time(_, let from, let before)) = resolved else { throw Missing() }
        return (from, before)
    }

    private func instant(_ text: String) throws -> UTCInstant { try #require(UTCInstant(text)) }

    private func berlin() throws -> ZoneRules {
        try zone(spring: "19810329T020000", autumn: "19961027T030000", isYearly: true)
    }

    /// One hour from UTC, two from one local time to another.
    private func zone(spring: String, autumn: String, isYearly: Bool = false) throws -> ZoneRules {
        func part(_ name: String, _ start: String, from: String, to: String, month: Int) -> String {
            let rule = isYearly ? "\nRRULE:FREQ=YEARLY;BYMONTH=\(month);BYDAY=-1SU" : ""
            return """
                BEGIN:\(name)
                DTSTART:\(start)
                TZOFFSETFROM:\(from)
                TZOFFSETTO:\(to)\(rule)
                END:\(name)
                """
        }
        return try ZoneRules(
            vtimezone: """
                BEGIN:VTIMEZONE
                TZID:Test
                \(part("DAYLIGHT", spring, from: "+0100", to: "+0200", month: 3))
                \(part("STANDARD", autumn, from: "+0200", to: "+0100", month: 10))
                END:VTIMEZONE
                """)
    }

    private struct Missing: Error {}
}
