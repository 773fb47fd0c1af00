import Recurrence
import Storage

/// The ids that the task of an occurrence and its reminders are given: those that follow from series and start, or,
/// where something else has them already, the next that do.
///
/// Whoever knows an id before its task is born can give it to a task of another; that must cost the series nothing.
struct OccurrenceIDs {
    /// How many ids are tried for one occurrence.
    private static let mostTried = 100

    let reader: any TaskReader

    /// The id of the occurrence that a series has at a start: its own task's, where there is one.
    ///
    /// - Throws: ``SchedulerError`` with code `.conflict` when all that are tried are taken.
    func task(of series: SeriesID, at start: CivilTime) throws -> TaskID {
        for attempt in 0..<Self.mostTried {
            let id = TaskID(series: series, recurrenceID: start, attempt: attempt)
            guard let there = try reader.task(id) else { return id }
            let place = there.occurrence
            if place?.series == series, place?.recurrenceID == start { return id }
        }
        throw SchedulerError(.conflict, "the ids of the occurrence at \(start) belong to other tasks")
    }

    /// A reminder of a task that is born, under an id that no other task's reminder has.
    ///
    /// - Throws: ``SchedulerError`` with code `.conflict` when all that are tried are taken.
    func reminder(_ reminder: Reminder, on task: TaskID) throws -> Reminder {
        for attempt in 0..<Self.mostTried {
            let id = attempt == 0 ? reminder.id : ReminderID(task: task, origin: reminder.origin, attempt: attempt)
            guard let owner = try reader.task(withReminder: id), owner.id != task else {
                return attempt == 0 ? reminder : reminder.withID(id)
            }
        }
        throw SchedulerError(.conflict, "the ids of the reminders of \(task) belong to other tasks")
    }
}

extension Reminder {
    fileprivate func withID(_ id: ReminderID) -> Reminder {
        var copy = Reminder(id: id, origin: origin, trigger: trigger, repetition: repetition)
        (copy.catchUpWindow, copy.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return copy
    }
}
