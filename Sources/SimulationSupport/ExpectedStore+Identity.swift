import Recurrence
import Storage
import TestSupport

extension ExpectedStore {
    /// How many ids are tried for one task that appears.
    private static let maxTried = 100

    /// A task that is born, under ids that nothing else has: those of its slot, where it was born before.
    func born(_ task: ExpectedTask) -> ExpectedTask? {
        guard let place = task.place else { return nil }
        if let known = series[place.series]?.entries[place.recurrenceID] { return named(task, known.task) }
        let free = (0..<Self.maxTried).lazy
            .map { TaskID(series: place.series, recurrenceID: place.recurrenceID, attempt: $0) }
            .first { !isTaken($0) }
        return free.map { named(task, $0) }
    }

    /// Whether a task has an id, or an entry of a ledger, whether or not there is still a task for it.
    func isTaken(_ id: TaskID) -> Bool {
        tasks[id] != nil || series.values.contains { $0.entries.values.contains { $0.task == id } }
    }

    private func named(_ task: ExpectedTask, _ id: TaskID) -> ExpectedTask {
        var task = task
        task.id = id
        for index in task.reminders.indices {
            let origin = task.reminders[index].origin
            let free = (0..<Self.maxTried).lazy.map { ReminderID(task: id, origin: origin, attempt: $0) }
                .first { owner(of: $0) == nil }
            if let free { task.reminders[index].id = free }
        }
        return task
    }

    /// The task that a reminder belongs to.
    func owner(of reminder: ReminderID) -> TaskID? {
        tasks.values.first { $0.reminders.contains { $0.id == reminder } }?.id
    }

    /// Whether a task may be made, or changed to this: its times exist, and its ids belong to nothing else.
    func accepts(_ task: ExpectedTask, asNew isNew: Bool) -> Bool {
        guard task.isRepresentable, !isNew || tasks[task.id] == nil && task.id.uuid.version != 5 else { return false }
        let known = Set(tasks[task.id]?.reminders.map(\.id) ?? [])
        return task.reminders.allSatisfy { reminder in
            if known.contains(reminder.id) { return true }
            return owner(of: reminder.id) == nil && reminder.id.uuid.version != 5
        }
    }
}
