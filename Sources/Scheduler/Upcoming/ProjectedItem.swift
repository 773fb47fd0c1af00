import Recurrence
import Storage

/// A firing of an occurrence that no task exists for yet, and what the ids of both follow from.
struct ProjectedItem {
    var item: UpcomingItem
    let series: Series
    let occurrence: OccurrenceIDs.Occurrence
    /// The id of the reminder on the task that began the series.
    let origin: ReminderID
}

extension OccurrenceIDs {
    /// Gives projected items the ids that they will have when their tasks are born.
    ///
    /// What belongs to something else in the whole store is looked up for all items at once. An item whose task cannot
    /// be born, since all its ids are taken, keeps those that follow from its series.
    ///
    /// - Parameters:
    ///   - items: The items; those that have a task are left as they are.
    ///   - projected: By their places among the items, those that have none.
    /// - Throws: What the store throws.
    func give(to items: inout [UpcomingItem], _ projected: [Int: ProjectedItem]) throws {
        let tasks = try tasks(of: Set(projected.values.map(\.occurrence)))
        let unborn = projected.compactMapValues { item in
            tasks[item.occurrence].map { UnbornReminder(task: $0, origin: item.origin) }
        }
        let ids = try reminders(Set(unborn.values))
        for (index, reminder) in unborn {
            guard let id = ids[reminder] else { continue }
            items[index].take(id, of: reminder.task)
        }
    }
}
