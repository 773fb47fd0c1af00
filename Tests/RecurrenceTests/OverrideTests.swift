import Recurrence
import Testing

/// RECURRENCE-ID and RANGE=THISANDFUTURE.
struct OverrideTests {
    private func set(
        _ start: String, _ rules: [String], zone: String? = nil, dates: [String] = [], exceptions: [String] = [],
        _ overrides: [RecurrenceOverride]
    ) throws -> RecurrenceSet {
        try RecurrenceSet(
            start: start, zone: zone.map { try Zone.named($0) }, rules: rules, dates: dates, exceptionDates: exceptions,
            overrides: overrides)
    }

    private func override(
        _ id: String, _ time: String?, _ reach: RecurrenceOverride.Reach = .occurrence
    ) throws -> RecurrenceOverride {
        let original = try #require(RecurrenceTime(id))
        guard let time else { return RecurrenceOverride(original, .cancelled, reach: reach) }
        let new = try #require(RecurrenceTime(time))
        return RecurrenceOverride(original, .moved(to: new), reach: reach)
    }

    @Test func `one is moved, one is cancelled, each knows its original start`() throws {
        let set = try set(
            "20260105T090000", ["FREQ=WEEKLY;COUNT=4"], zone: "Europe/Berlin",
            [override("20260112T090000", "20260120T143000"), override("20260119T080000Z", nil)])
        #expect(
            set.expand(limit: 9).occurrences == [
                "2026-01-05T09:00:00+01:00", "2026-01-20T14:30:00+01:00", "2026-01-26T09:00:00+01:00",
            ])
        let moved = try #require(set.occurrence(at: 1))
        #expect(moved.start.description == "2026-01-20T14:30:00")
        #expect(moved.recurrenceID.description == "2026-01-12T09:00:00")
    }

    @Test func `all that follow are moved by the same local time, in summer and in winter`() throws {
        let set = try set(
            "20260305T090000", ["FREQ=MONTHLY"], zone: "Europe/Berlin",
            [override("20260405T090000", "20260406T110000", .thisAndFuture)])
        #expect(
            set.occurrences.prefix(4).map { set.text(of: $0) } == [
                "2026-03-05T09:00:00+01:00", "2026-04-06T11:00:00+02:00", "2026-05-06T11:00:00+02:00",
                "2026-06-06T11:00:00+02:00",
            ])
        let eve = try #require(UTCInstant("2526-12-24T00:00:00Z"))
        let far = try #require(set.first(after: eve))
        #expect(set.text(of: far) == "2527-01-06T11:00:00+01:00")
        #expect(far.recurrenceID.description == "2527-01-05T09:00:00")
    }

    @Test func `a later change of the future counts from the original starts`() throws {
        let set = try set(
            "20260101", ["FREQ=DAILY;INTERVAL=10;COUNT=7"],
            [
                override("20260111", "20260113", .thisAndFuture), override("20260131", "20260130", .thisAndFuture),
                override("20260220", "20260301"), override("20260302", nil, .thisAndFuture),
            ])
        #expect(
            set.expand(limit: 9).occurrences == [
                "20260101", "20260113", "20260123", "20260130", "20260209", "20260301",
            ])
    }

    @Test func `an id that is no member adds, unless it is cancelled; EXDATE takes both away`() throws {
        let set = try set(
            "20260101T090000", ["FREQ=DAILY;COUNT=3"], exceptions: ["20260102T090000"],
            [
                override("20260102T090000", "20260110T090000"), override("20270101T090000", "20251224T180000"),
                override("20270102T090000", nil),
            ])
        #expect(set.expand(limit: 9).occurrences == ["20251224T180000", "20260101T090000", "20260103T090000"])
    }

    @Test func `two at one instant remain two`() throws {
        let set = try set(
            "20260101T090000Z", ["FREQ=DAILY;COUNT=3"], [override("20260102T090000Z", "20260103T090000Z")])
        #expect(
            set.occurrences.map(\.instant.description).suffix(2) == ["2026-01-03T09:00:00Z", "2026-01-03T09:00:00Z"])
        let end = try #require(UTCInstant("2027-01-01T00:00:00Z"))
        #expect(set.count(from: UTCInstant(millisecondsSinceEpoch: 0), before: end) == 3)
        #expect(set.last(before: end)?.recurrenceID.description == "2026-01-03T09:00:00")
        #expect(Array(set.reversedOccurrences(before: end)) == set.occurrences.reversed())
    }

    @Test func `a whole day may become an hour, and an hour a day`() throws {
        let days = try set(
            "20260101", ["FREQ=DAILY;COUNT=2"], zone: "Asia/Tokyo", [override("20260102", "20260102T180000")])
        let moved = try #require(days.occurrence(at: 1))
        #expect(moved.start.description == "2026-01-02T18:00:00" && moved.recurrenceID.description == "2026-01-02")
        let hours = try set("20260101T090000", ["FREQ=DAILY;COUNT=2"], [override("20260102T090000", "20260105")])
        #expect(hours.occurrence(at: 1)?.start.description == "2026-01-05")
        #expect(hours.occurrence(at: 1)?.recurrenceID.description == "2026-01-02T09:00:00")
        let error = try #require(throws: RecurrenceError.self) {
            try set("20260101", ["FREQ=DAILY"], [override("20260102", "20260102T180000", .thisAndFuture)])
        }
        #expect(error.code == .conflict && error.part == "RECURRENCE-ID")
    }

    @Test func `what is too much or too far is refused`() throws {
        let far = try #require(throws: RecurrenceError.self) {
            try set("20260101", ["FREQ=DAILY"], [override("20260102", "21260102")])
        }
        #expect(far.code == .limit && far.part == "RECURRENCE-ID")
        let many = try Array(repeating: override("20260102", "20260103"), count: 100_001)
        #expect(try #require(throws: RecurrenceError.self) { try set("20260101", [], many) }.code == .limit)
    }

    @Test(.timeLimit(.minutes(1)))
    func `many overrides answer soon`() throws {
        let days = (0..<20_000).map { CivilDate(daysSinceEpoch: $0 * 2) }
        let overrides = days.map { day in
            RecurrenceOverride(
                .date(day), .moved(to: .date(day.adding(days: 1))),
                reach: day.daysSinceEpoch % 8 == 0 ? .thisAndFuture : .occurrence)
        }
        let set = try RecurrenceSet(
            start: .date(CivilDate(daysSinceEpoch: 0)), zone: nil, rules: [RecurrenceRule("FREQ=DAILY")],
            overrides: overrides)
        let late = UTCInstant(secondsSinceEpoch: 39_000 * 86_400)
        #expect(set.first(after: late)?.start == .date(CivilDate(daysSinceEpoch: 39_001)))
        #expect(set.last(before: late) != nil)
        #expect(set.reversedOccurrences(before: late).prefix(100).reduce(0) { count, _ in count + 1 } == 100)
    }

    @Test func `nothing changes where nothing is moved`() throws {
        for sample in PolicyTests.cases.prefix(120) {
            let plain = try sample.set(";COUNT=200")
            guard let id = plain.occurrence(at: 0)?.start.basicFormat else { continue }
            let unmoved = try RecurrenceSet(
                start: plain.start, zone: plain.zone, rules: plain.rules,
                overrides: [override(id, id, .thisAndFuture)], policy: sample.policy)
            let starts = Set(plain.occurrences.map(\.recurrenceID))
            #expect(Set(unmoved.occurrences.map(\.recurrenceID)) == starts, "\(sample.testDescription)")
        }
    }
}
