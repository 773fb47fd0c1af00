import Recurrence
import Storage

extension EventDraft {
    /// A series ended for a reason that its rules do not give.
    static func seriesEnded(with task: TaskItem, now: UTCInstant) -> EventDraft {
        make(.seriesEnded, about: task, now: now) { json in
            json.field("seriesId", task.occurrence?.series)
            json.field("taskId", task.id)
            json.field("occurrence", task.occurrence?.number)
            json.field("reason", "timeRange")
            json.field("detail", "the next occurrence would lie beyond the years 1 to 9999")
        }
    }

    /// A series makes no more tasks until one of them is closed.
    static func seriesStalled(with task: TaskItem, waiting: Int?, now: UTCInstant) -> EventDraft {
        make(.seriesStalled, about: task, now: now) { json in
            json.field("seriesId", task.occurrence?.series)
            json.field("taskId", task.id)
            json.field("occurrence", task.occurrence?.number)
            json.field("open", SeriesBounds.maxOpen)
            json.field("waiting", waiting)
        }
    }
}
