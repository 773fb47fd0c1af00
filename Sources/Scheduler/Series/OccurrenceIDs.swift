import Recurrence
import Storage

/// The ids that the task of an occurrence and its reminders are given: those that follow from series and start, or,
/// where something else has them already, the next that do.
///
/// Whoever knows an id before its task is born can give it to a task of another; that must cost the series nothing.
/// Each method looks up one id of all it is asked for at once, and again only for those whose id was taken.
struct OccurrenceIDs {
    /// How many ids are tried for one occurrence.
    private static let maxTried = 100

    /// An occurrence of a series.
    struct Occurrence: Hashable {
        let series: SeriesID
        /// Its original local start.
        let start: CivilTime
    }

    /// A reminder of a task that is not born yet.
    struct UnbornReminder: Hashable {
        let task: TaskID
        /// The id of the reminder on the task that began the series.
        let origin: ReminderID
    }

    let reader: any StoreReader

    /// The id that the task of a slot is given which no task was ever born for.
    ///
    /// - Throws: ``SchedulerError`` with code `.conflict` when all that are tried are taken.
    func newTask(of series: SeriesID, at start: CivilTime) throws -> TaskID {
        let occurrence = Occurrence(series: series, start: start)
        if let id = try firstFreeTasks(of: [occurrence])[occurrence] { return id }
        throw SchedulerError(.conflict, "the ids of the occurrence at \(start) are taken by other tasks; delete those")
    }

    /// The ids of occurrences, those of their own entries where they were born before; there is none for one all of whose
    /// ids that are tried are taken.
    func tasks(of occurrences: Set<Occurrence>) throws -> [Occurrence: TaskID] {
        var ids: [Occurrence: TaskID] = [:]
        for occurrence in occurrences {
            ids[occurrence] = try reader.entry(of: occurrence.series, at: occurrence.start)?.task
        }
        return try ids.merging(firstFreeTasks(of: occurrences.filter { ids[$0] == nil })) { $1 }
    }

    private func firstFreeTasks(of occurrences: Set<Occurrence>) throws -> [Occurrence: TaskID] {
        try firstFree(of: occurrences) {
            TaskID(series: $0.series, recurrenceID: $0.start, attempt: $1)
        } taken: { ids in
            let there = Set(try reader.tasks(Array(ids.values)).map(\.id))
            // An id that an entry has, also one whose task is gone, names that occurrence for ever.
            return try ids.filter { _, id in try there.contains(id) || reader.seriesID(ofTask: id) != nil }
        }
    }

    /// Gives the reminders of a task that is born ids that no other task's reminder has.
    ///
    /// - Throws: ``SchedulerError`` with code `.conflict` when all that are tried are taken.
    func giveReminders(of task: inout TaskItem) throws {
        guard try foresee(&task) else {
            throw SchedulerError(
                .conflict, "the ids of the reminders of \(task.id) are taken by other tasks; delete those")
        }
    }

    /// Gives the reminders of a task that is not born yet the ids that they will have, as far as there are any.
    ///
    /// - Returns: Whether there is one for each.
    @discardableResult
    func foresee(_ task: inout TaskItem) throws -> Bool {
        let unborn = task.reminders.map { UnbornReminder(task: task.id, origin: $0.origin) }
        let ids = try reminders(Set(unborn))
        for (index, reminder) in unborn.enumerated() {
            guard let id = ids[reminder], id != task.reminders[index].id else { continue }
            task.reminders[index] = task.reminders[index].withID(id)
        }
        return unborn.allSatisfy { ids[$0] != nil }
    }

    /// The ids of reminders; there is none for one all of whose ids that are tried are taken.
    func reminders(_ reminders: Set<UnbornReminder>) throws -> [UnbornReminder: ReminderID] {
        try firstFree(of: reminders) {
            ReminderID(task: $0.task, origin: $0.origin, attempt: $1)
        } taken: { ids in
            let owners = try reader.owners(ofReminders: Array(ids.values))
            return ids.filter { reminder, id in owners[id].map { $0 != reminder.task } ?? false }
        }
    }

    /// For each subject the first of its ids that is not taken.
    private func firstFree<Subject: Hashable, Named>(
        of subjects: Set<Subject>,
        id: (Subject, Int) -> Identifier<Named>,
        taken: ([Subject: Identifier<Named>]) throws -> [Subject: Identifier<Named>]
    ) throws -> [Subject: Identifier<Named>] {
        var free: [Subject: Identifier<Named>] = [:]
        var left = subjects
        for attempt in 0..<Self.maxTried where !left.isEmpty {
            let ids = Dictionary(uniqueKeysWithValues: left.map { ($0, id($0, attempt)) })
            left = Set(try taken(ids).keys)
            for (subject, id) in ids where !left.contains(subject) { free[subject] = id }
        }
        return free
    }
}

extension Reminder {
    /// The reminder with another id, not planned yet.
    func withID(_ id: ReminderID) -> Reminder {
        var copy = Reminder(id: id, origin: origin, trigger: trigger, repetition: repetition)
        (copy.catchUpWindow, copy.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return copy
    }
}
