import Recurrence
import Storage

/// Finds what will hold the firings of a page.
///
/// Tasks are read only where something may hold them: there is a pause, or the firing falls into quiet hours.
struct UpcomingHolds {
    private let commands: TaskCommands
    private let reader: any StoreReader
    private var forecast: HoldForecast

    init(_ commands: TaskCommands, reader: any StoreReader, now: UTCInstant) throws {
        (self.commands, self.reader) = (commands, reader)
        forecast = try HoldForecast(commands, reader: reader, now: now)
    }

    /// Tells the items of a page what will hold them.
    ///
    /// - Parameters:
    ///   - items: The items; those of occurrences have the ids that their tasks will have.
    ///   - planned: By their places among them, the firings of reminders that exist.
    ///   - projected: The others.
    /// - Throws: ``StoreError``; what the zones throw.
    mutating func give(
        to items: inout [UpcomingItem], _ planned: [Int: UpcomingFiring], _ projected: [Int: ProjectedItem]
    ) throws {
        for (place, (reminder, task)) in try existing(planned) {
            items[place].hold = UpcomingHold(try forecast.outlook(of: reminder, on: task))
        }
        for (place, item) in projected where mayWait(item) {
            guard let (reminder, task) = try unborn(item, as: items[place]) else { continue }
            items[place].hold = UpcomingHold(try forecast.outlook(of: reminder, on: task))
        }
    }

    private func mayWait(_ firing: UpcomingFiring) -> Bool {
        firing.isHeld || firing.hasOwnQuietHours || forecast.hasPauses
            || forecast.mayBeQuiet(at: firing.firing.fireAt, in: firing.timeZone)
    }

    private func mayWait(_ item: ProjectedItem) -> Bool {
        item.series.content.quietHours != nil || forecast.hasPauses
            || forecast.mayBeQuiet(at: item.item.fireAt, in: item.series.timeZone)
    }

    /// The reminders that something may hold, with their tasks, by the places of their firings.
    private func existing(_ planned: [Int: UpcomingFiring]) throws -> [Int: (Reminder, TaskItem)] {
        let waiting = planned.filter { mayWait($0.value) }.mapValues(\.firing)
        guard !waiting.isEmpty else { return [:] }
        var tasks: [TaskID: TaskItem] = [:]
        for task in try reader.tasks(Array(Set(waiting.values.map(\.task)))) { tasks[task.id] = task }
        return waiting.compactMapValues { firing in
            guard let task = tasks[firing.task] else { return nil }
            return task.reminders.first { $0.id == firing.reminder }.map { ($0, task) }
        }
    }

    /// The task that an occurrence will have, and the reminder that goes off on it.
    private func unborn(_ item: ProjectedItem, as shown: UpcomingItem) throws -> (Reminder, TaskItem)? {
        let (series, slot) = (item.series, item.occurrence.start)
        guard
            var task = series.task(
                at: slot, id: shown.taskID, number: shown.occurrence ?? 1, now: series.createdAt)
        else { return nil }
        let id = ReminderID(task: shown.taskID, origin: item.origin)
        guard let index = task.reminders.firstIndex(where: { $0.id == id }) else { return nil }
        task.reminders[index] = task.reminders[index].withID(shown.reminderID)
        try commands.plan(for: series.timeZone).derive(&task)
        return (task.reminders[index], task)
    }
}

extension UpcomingHold {
    /// What an outlook says of holding; nil where nothing does.
    fileprivate init?(_ outlook: HoldForecast.Outlook) {
        if outlook.pause != nil {
            self.init(outlook.isSkipped ? .skippingPause : .pause, until: outlook.fireAt)
        } else if outlook.quietHours != nil {
            self.init(.quietHours, until: outlook.fireAt)
        } else {
            return nil
        }
    }
}
