import Basics
import Recurrence
import Storage

extension EventDraft {
    /// A series was made with a task.
    static func seriesCreated(_ series: Series, with task: TaskItem, now: UTCInstant) -> EventDraft {
        make(.seriesCreated, about: task, now: now) { json in
            json.field("seriesId", series.id)
            json.field("taskId", task.id)
        }
    }

    /// A series was changed, and some of its open tasks with it.
    ///
    /// - Parameters:
    ///   - series: The series as it is now.
    ///   - report: What was changed, of the series and of its open tasks.
    ///   - now: When.
    /// - Returns: The event.
    static func seriesUpdated(_ series: Series, _ report: PendingEdit.Report, now: UTCInstant) -> EventDraft {
        make(.seriesUpdated, now: now) { json in
            json.field("seriesId", series.id)
            json.field("version", series.version)
            json.field("changed", report.members)
            json.field("taskCount", report.taskCount)
            json.field("taskIds", report.tasks.map(\.description))
        }
    }

    static func seriesSplit(_ series: Series, into other: Series, now: UTCInstant) -> EventDraft {
        make(.seriesSplit, now: now) { json in
            json.field("seriesId", series.id)
            json.field("newSeriesId", other.id)
            json.field("recurrenceId", other.start)
        }
    }

    static func seriesEnded(_ series: Series, now: UTCInstant) -> EventDraft {
        make(.seriesEnded, now: now) { json in
            json.field("seriesId", series.id)
            json.field("taskId", series.end?.by)
            json.field("reason", series.end?.reason.rawValue)
        }
    }

    /// A series went, since the change that made it was undone.
    static func seriesUndone(_ series: Series, now: UTCInstant) -> EventDraft {
        make(.seriesEnded, now: now) { json in
            json.field("seriesId", series.id)
            json.field("reason", "undone")
        }
    }

    static func seriesResumed(_ series: Series, now: UTCInstant) -> EventDraft {
        make(.seriesResumed, now: now) { $0.field("seriesId", series.id) }
    }

    static func seriesFinished(_ series: Series, now: UTCInstant) -> EventDraft {
        make(.seriesFinished, now: now) { $0.field("seriesId", series.id) }
    }

    /// A series bears nothing more, since what comes next would lie beyond the ``TimeRange``.
    static func seriesBeyondRange(_ series: Series, with task: TaskItem? = nil, now: UTCInstant) -> EventDraft {
        make(.seriesEnded, about: task, now: now) { json in
            json.field("seriesId", series.id)
            json.field("taskId", task?.id)
            json.field("reason", "timeRange")
            json.field("detail", "the next occurrence would be outside the years 1 to 9999")
        }
    }

    /// A series makes no more tasks until one of them is closed.
    static func seriesStalled(_ series: Series, with task: TaskItem, waiting: Int?, now: UTCInstant) -> EventDraft {
        make(.seriesStalled, about: task, now: now) { json in
            json.field("seriesId", series.id)
            json.field("taskId", task.id)
            json.field("occurrence", task.occurrence?.number)
            json.field("open", SeriesBounds.maxOpen)
            json.field("waiting", waiting)
        }
    }

    /// An occurrence was born.
    static func respawned(
        _ task: TaskItem, after previous: TaskID?, by entry: LedgerEntry, now: UTCInstant
    ) -> EventDraft {
        make(.taskRespawned, about: task, now: now) { json in
            json.field("previousTaskId", previous)
            json.field("cause", entry.cause)
            json.field("passed", entry.passed)
            json.field("task") { task.write(to: &$0, now: now) }
        }
    }
}
