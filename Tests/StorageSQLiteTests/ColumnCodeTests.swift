import Storage
import Testing

@testable import StorageSQLite

/// The numbers stand in the files of everybody who runs taskd.
@Suite struct ColumnCodeTests {
    @Test func `each choice has the number that it has in the files there are`() {
        expect(TaskStatus.self, ["needsAction", "inProcess", "completed", "cancelled"])
        expect(TaskPriority.self, ["none", "low", "medium", "high", "urgent"])
        expect(Reminder.Base.self, ["due", "start"])
        expect(Reminder.State.self, ["scheduled", "fired", "snoozed", "acknowledged", "missed", "cancelled"])
        expect(Reminder.Hold.Reason.self, ["quietHours", "pause", "skippingPause"])
        expect(ReminderNote.Kind.self, ["missed", "late", "snoozed", "acknowledged"])
        expect(Pause.Missed.self, ["fire", "skip"])
        expect(TaskRecurrence.Anchor.self, ["due", "completion"])
        expect(TaskRecurrence.Missed.self, ["skip", "keep"])
        expect(TaskRecurrence.Respawn.self, ["completion", "schedule"])
        expect(Series.End.Reason.self, ["split", "deleted", "cancelled", "stopped"])
        expect(LedgerEntry.State.self, ["open", "completed", "skipped", "cancelled", "deleted", "withdrawn"])
        expect(Delivery.State.self, ["pending", "delivered", "failed", "expired"])
    }

    private func expect<Code: ColumnCode>(_ type: Code.Type, _ names: [String]) where Code: RawRepresentable<String> {
        #expect(type.choices.map(\.rawValue) == names)
        #expect(type.allCases.count == names.count)
        #expect(type.choices.map(\.code) == Array(names.indices))
        #expect(type.init(code: names.count) == nil && type.init(code: -1) == nil)
    }
}
