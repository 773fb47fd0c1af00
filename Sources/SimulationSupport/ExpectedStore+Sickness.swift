import Recurrence
import Storage
import TestSupport

extension ExpectedStore {
    /// Whether an event is about a task of which the model cannot say when it reminds.
    ///
    /// Even so nothing is reported of it twice, or before its time.
    mutating func isOfLooseTask(_ event: Event, at now: UTCInstant) throws -> Bool {
        if event.type == .taskOverdue { return sick[try SimulatedEvent.task(of: event)]?.isLoose == true }
        guard let (task, reminder, scheduledAt) = try SimulatedEvent.firing(of: event), sick[task]?.isLoose == true
        else { return false }
        guard scheduledAt <= now else { throw SimulationFailure("\(reminder) was reported before \(scheduledAt)") }
        guard ledger.record(reminder, scheduledAt: scheduledAt, at: now) else {
            throw SimulationFailure("\(reminder) was reported twice for \(scheduledAt)")
        }
        sick[task]?.waiting.remove(reminder)
        changeEntry(of: task) { $0.hasReminded = true }
        return true
    }
}
