import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// A due time in a zone, an offset, and the instants that follow.
struct DerivedInstant: CustomTestStringConvertible {
    let due: String
    let zone: String
    let offset: String
    let dueAt: String
    let fireAt: String

    init(_ due: String, _ zone: String, _ offset: String, dueAt: String, fireAt: String) {
        (self.due, self.zone, self.offset, self.dueAt, self.fireAt) = (due, zone, offset, dueAt, fireAt)
    }

    var testDescription: String { "\(offset) of \(due) in \(zone)" }

    // Berlin: the clocks jump from 02:00 to 03:00 on 2026-03-29 and back from 03:00 to 02:00 on 2026-10-25.
    static let berlin = [
        DerivedInstant(
            "2026-03-29T12:00:00", "Europe/Berlin", "-P1D", dueAt: "2026-03-29T10:00:00Z",
            fireAt: "2026-03-28T11:00:00Z"),
        DerivedInstant(
            "2026-03-29T12:00:00", "Europe/Berlin", "-PT24H", dueAt: "2026-03-29T10:00:00Z",
            fireAt: "2026-03-28T10:00:00Z"),
        DerivedInstant(
            "2026-10-25T12:00:00", "Europe/Berlin", "-P1D", dueAt: "2026-10-25T11:00:00Z",
            fireAt: "2026-10-24T10:00:00Z"),
        DerivedInstant(
            "2026-10-25T12:00:00", "Europe/Berlin", "-PT24H", dueAt: "2026-10-25T11:00:00Z",
            fireAt: "2026-10-24T11:00:00Z"),
        DerivedInstant(
            "2026-03-28T12:00:00", "Europe/Berlin", "P1DT1H", dueAt: "2026-03-28T11:00:00Z",
            fireAt: "2026-03-29T11:00:00Z"),
        // In the gap: read with the offset before it.
        DerivedInstant(
            "2026-03-29T02:30:00", "Europe/Berlin", "PT0S", dueAt: "2026-03-29T01:30:00Z",
            fireAt: "2026-03-29T01:30:00Z"),
        DerivedInstant(
            "2026-03-30T02:30:00", "Europe/Berlin", "-P1D", dueAt: "2026-03-30T00:30:00Z",
            fireAt: "2026-03-29T01:30:00Z"),
        // In the overlap: the first.
        DerivedInstant(
            "2026-10-25T02:30:00", "Europe/Berlin", "-PT1H", dueAt: "2026-10-25T00:30:00Z",
            fireAt: "2026-10-24T23:30:00Z"),
        DerivedInstant(
            "2026-10-26T02:30:00", "Europe/Berlin", "-P1D", dueAt: "2026-10-26T01:30:00Z",
            fireAt: "2026-10-25T00:30:00Z"),
        DerivedInstant(
            "2026-04-05T12:00:00", "Europe/Berlin", "-P1W", dueAt: "2026-04-05T10:00:00Z",
            fireAt: "2026-03-29T10:00:00Z"),
    ]

    // New York: the clocks jump from 02:00 to 03:00 on 2026-03-08 and back from 02:00 to 01:00 on 2026-11-01.
    static let newYork = [
        DerivedInstant(
            "2026-03-08T12:00:00", "America/New_York", "-P1D",
            dueAt: "2026-03-08T16:00:00Z", fireAt: "2026-03-07T17:00:00Z"),
        DerivedInstant(
            "2026-03-08T12:00:00", "America/New_York", "-PT24H",
            dueAt: "2026-03-08T16:00:00Z", fireAt: "2026-03-07T16:00:00Z"),
        DerivedInstant(
            "2026-11-01T12:00:00", "America/New_York", "-P1D",
            dueAt: "2026-11-01T17:00:00Z", fireAt: "2026-10-31T16:00:00Z"),
        DerivedInstant(
            "2026-11-01T12:00:00", "America/New_York", "-PT24H",
            dueAt: "2026-11-01T17:00:00Z", fireAt: "2026-10-31T17:00:00Z"),
        DerivedInstant(
            "2026-03-08T02:30:00", "America/New_York", "PT0S",
            dueAt: "2026-03-08T07:30:00Z", fireAt: "2026-03-08T07:30:00Z"),
        DerivedInstant(
            "2026-11-01T01:30:00", "America/New_York", "PT0S",
            dueAt: "2026-11-01T05:30:00Z", fireAt: "2026-11-01T05:30:00Z"),
    ]

    // Offsets of a date count from 09:00 local.
    static let dates = [
        DerivedInstant(
            "2026-03-29", "Europe/Berlin", "PT0S", dueAt: "2026-03-28T23:00:00Z", fireAt: "2026-03-29T07:00:00Z"),
        DerivedInstant(
            "2026-03-29", "Europe/Berlin", "-P1D", dueAt: "2026-03-28T23:00:00Z", fireAt: "2026-03-28T08:00:00Z"),
        DerivedInstant(
            "2026-03-29", "Europe/Berlin", "-PT24H", dueAt: "2026-03-28T23:00:00Z", fireAt: "2026-03-28T07:00:00Z"),
        DerivedInstant(
            "2026-03-29", "Asia/Seoul", "-PT1H", dueAt: "2026-03-28T15:00:00Z", fireAt: "2026-03-28T23:00:00Z"),
        DerivedInstant("2026-03-29", "UTC", "-PT10H", dueAt: "2026-03-29T00:00:00Z", fireAt: "2026-03-28T23:00:00Z"),
    ]
}

@Suite struct DerivedInstantTests {
    @Test(arguments: DerivedInstant.berlin + DerivedInstant.newYork + DerivedInstant.dates)
    func `due and offset become instants in the task's zone`(_ expected: DerivedInstant) async throws {
        let harness = try Harness(now: "2026-01-01T00:00:00Z", zone: "UTC")
        let task = try await harness.create(.make(due: expected.due, zone: expected.zone, remind: [expected.offset]))
        #expect(task.dueAt == UTCInstant(expected.dueAt))
        #expect(task.reminders[0].scheduledAt == UTCInstant(expected.fireAt))
        #expect(task.reminders[0].nextFireAt == UTCInstant(expected.fireAt))
    }

    @Test(arguments: [
        ("2026-03-29", "Europe/Berlin", "2026-03-29T22:00:00Z"),
        ("2026-10-25", "Europe/Berlin", "2026-10-25T23:00:00Z"),
        ("2026-03-08", "America/New_York", "2026-03-09T04:00:00Z"),
        ("2026-03-29", "Asia/Seoul", "2026-03-29T15:00:00Z"),
        ("2026-03-29T12:00:00", "Europe/Berlin", "2026-03-29T10:00:00Z"),
    ])
    func `a date is overdue when its local day has ended, a time at once`(
        _ due: String, _ zone: String, _ end: String
    ) async throws {
        let harness = try Harness(now: "2026-01-01T00:00:00Z")
        let task = try await harness.create(.make(due: due, zone: zone))
        let end = try instant(end)
        #expect(!task.isOverdue(at: end.advanced(by: .milliseconds(-1))))
        #expect(task.isOverdue(at: end))
    }

    @Test(arguments: [
        ("2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25T02:30:00"),
        ("2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25T02:30:00"),
        ("2026-11-01T05:30:00Z", "America/New_York", "2026-11-01T01:30:00"),
        ("2026-11-01T06:30:00Z", "America/New_York", "2026-11-01T01:30:00"),
        ("2026-03-29T01:30:00Z", "Europe/Berlin", "2026-03-29T03:30:00"),
        ("2026-12-31T23:30:00Z", "Asia/Seoul", "2027-01-01T08:30:00"),
    ])
    func `an instant is kept as local time and stays that instant`(
        _ given: String, _ zone: String, _ local: String
    ) async throws {
        let harness = try Harness(now: "2026-01-01T00:00:00Z")
        let task = try await harness.create(.make(due: given, zone: zone, remind: ["PT0S", "-PT1H"]))
        let (due, hourBefore) = (try instant(given), try instant(given).advanced(by: .seconds(-3_600)))
        #expect(task.due?.civil.description == local)
        #expect(task.dueAt == due)
        #expect(task.reminders.map(\.scheduledAt) == [due, hourBefore])
        // Also when a client that knows the local time alone sends the task back, and from the store.
        #expect(try await harness.update(task.id, to: task.draft).dueAt == due)
        #expect(try await harness.task(task.id)?.dueAt == due)
    }

    @Test func `start and due have instants and reminders of their own`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "2026-03-03T17:00:00", start: "2026-03-02T08:00:00") { draft in
                draft.reminders = [
                    try .make("-PT5M", from: .start), try .make("-PT5M"), try .at("2026-03-02T18:00:00"),
                ]
            })
        #expect(task.startAt == UTCInstant("2026-03-02T07:00:00Z"))
        #expect(task.dueAt == UTCInstant("2026-03-03T16:00:00Z"))
        let expected = ["2026-03-02T06:55:00Z", "2026-03-03T15:55:00Z", "2026-03-02T17:00:00Z"]
        #expect(task.reminders.map(\.scheduledAt) == expected.map { UTCInstant($0) })
    }

    @Test func `the configured day start counts`() async throws {
        let harness = try Harness(dayStart: 6 * 3_600 + 1_800)
        let task = try await harness.create(.make(due: "2026-03-02", remind: ["PT0S"]))
        #expect(task.reminders[0].scheduledAt == UTCInstant("2026-03-02T05:30:00Z"))
    }

    @Test func `a due that moves takes its reminders along and leaves those with a time of their own`() async throws {
        let harness = try Harness()
        let task = try await harness.create(
            .make(due: "2026-03-02T09:00:00", remind: ["-PT1H"]) { $0.reminders.append(try .at("2026-03-02T07:00:00")) }
        )
        var draft = task.draft
        draft.due = .civil(try civil("2026-03-04T09:00:00"))
        let moved = try await harness.update(task.id, to: draft)
        #expect(
            moved.reminders.map(\.nextFireAt) == [
                UTCInstant("2026-03-04T07:00:00Z"), UTCInstant("2026-03-02T06:00:00Z"),
            ])
        #expect(moved.reminders.map(\.id) == task.reminders.map(\.id))
        #expect(moved.version == 2)
    }

    @Test func `a task that moves to another zone keeps its local times`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-02T09:00:00", remind: ["-PT1H"]))
        var draft = task.draft
        draft.timeZone = "Asia/Seoul"
        let moved = try await harness.update(task.id, to: draft)
        #expect(moved.due == task.due)
        #expect(moved.dueAt == UTCInstant("2026-03-02T00:00:00Z"))
        #expect(moved.reminders[0].nextFireAt == UTCInstant("2026-03-01T23:00:00Z"))
    }
}
