import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct DerivedIdentifierTests {
    private let series = SeriesID(UUIDValue(high: 0x6BA7_B810_9DAD_11D1, low: 0x80B4_00C0_4FD4_30C8))

    @Test func `an occurrence's id is the version 5 UUID of its original start in its series`() throws {
        let start = try #require(CivilTime("2026-03-08T02:30:00"))
        let expected = UUIDValue.version5(namespace: series.uuid, name: "2026-03-08T02:30:00")
        #expect(TaskID(series: series, recurrenceID: start).uuid == expected)
        let date = try #require(CivilTime("2026-03-08"))
        let dateID = UUIDValue.version5(namespace: series.uuid, name: "2026-03-08")
        #expect(TaskID(series: series, recurrenceID: date).uuid == dateID)
    }

    @Test func `a firing's id follows from the reminder and the scheduled instant alone`() {
        let first = Firing(reminder: .numbered(1), scheduledAt: .noon, firedAt: .noon(plus: 1), missedCount: 0)
        let again = Firing(reminder: .numbered(1), scheduledAt: .noon, firedAt: .noon(plus: 900), missedCount: 3)
        #expect(first.id == again.id)
        let planned = PlannedFiring(reminder: .numbered(1), task: .numbered(9), fireAt: .noon)
        #expect(planned.firingID == first.id)
        let name = "2026-03-01T12:00:00Z"
        #expect(first.id.uuid == UUIDValue.version5(namespace: ReminderID.numbered(1).uuid, name: name))
    }

    @Test func `another reminder or another instant gives another firing id`() {
        let ids: Set = [
            FiringID(reminder: .numbered(1), scheduledAt: .noon),
            FiringID(reminder: .numbered(2), scheduledAt: .noon),
            FiringID(reminder: .numbered(1), scheduledAt: .noon.advanced(by: .milliseconds(1))),
        ]
        #expect(ids.count == 3)
    }

    @Test func `reminders and subtasks of a respawned task have ids of their own that follow from it`() {
        #expect(
            ReminderID(task: .numbered(1), origin: .numbered(5)) == ReminderID(task: .numbered(1), origin: .numbered(5))
        )
        #expect(
            ReminderID(task: .numbered(1), origin: .numbered(5)) != ReminderID(task: .numbered(2), origin: .numbered(5))
        )
        #expect(
            SubtaskID(task: .numbered(1), template: .numbered(5))
                != SubtaskID(task: .numbered(1), template: .numbered(6)))
    }

    @Test func `an id made now sorts behind one made before`() {
        #expect(TaskID(madeAt: .noon) < TaskID(madeAt: .noon.advanced(by: .milliseconds(1))))
    }

    @Test func `an id is read from its text, and from nothing else`() {
        #expect(TaskID(TaskID.numbered(7).description) == .numbered(7))
        #expect(TaskID("7") == nil)
    }
}
