import Recurrence
import Storage

/// What a client sees of a task, except for what changes as time passes: one version of a task must always be equal in it.
struct ShownTask: Hashable {
    let content: TaskContent
    let status: TaskStatus
    let times: [LocalTime?]
    let timeZone: String
    let recurrence: TaskRecurrence?
    let occurrence: SeriesOccurrence?
    let reminders: [Reminder.Trigger]

    init(_ task: TaskItem) {
        (content, status, timeZone) = (task.content, task.status, task.timeZone)
        (times, recurrence) = ([task.start, task.due], task.recurrence)
        (occurrence, reminders) = (task.occurrence, task.reminders.map(\.trigger))
    }
}
