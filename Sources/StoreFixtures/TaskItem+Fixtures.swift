package import Recurrence
package import Storage

extension TaskItem {
    /// An open task made at noon, with nothing but a title, and what `change` makes of it.
    package static func fixture(_ number: Int, change: (inout TaskItem) -> Void = { _ in }) -> TaskItem {
        var task = TaskItem(id: .numbered(number), title: "Task \(number)", timeZone: "Asia/Seoul", now: .noon)
        change(&task)
        return task
    }

    /// A task in which every field differs from what a new task has; its series and its entry in the ledger are to be
    /// written with it (``StoreTransaction/saveFixture(_:)``).
    package static func filledFixture(_ number: Int) -> TaskItem {
        fixture(number) { task in
            task.version = 7
            task.content = .filledFixture
            task.status = .inProcess
            task.fillTimes()
            task.fillSeries()
            task.fillParts()
            task.updatedAt = .noon(plus: 60)
            task.completedAt = .noon(plus: 120)
        }
    }

    private mutating func fillTimes() {
        start = LocalTime(.date(CivilDate(daysSinceEpoch: 20_513)))
        due = LocalTime(.dateTime(CivilDateTime(secondsSinceEpoch: 1_772_402_400)), isSecondOfOverlap: true)
        startAt = .noon(plus: -3_600)
        dueAt = .noon(plus: 3_600)
        overdueAt = .noon(plus: 7_200)
        isOverdueNotified = true
    }

    private mutating func fillSeries() {
        recurrence = TaskRecurrence(
            rules: ["FREQ=DAILY;COUNT=10"],
            dates: ["20260401T090000"],
            exceptionDates: ["20260303"],
            anchor: .completion,
            missed: .keep,
            respawn: .schedule
        )
        occurrence = SeriesOccurrence(
            series: .numbered(900),
            number: 3,
            recurrenceID: .day(3)
        )
    }

    private mutating func fillParts() {
        reminders = [
            .filledFixture(id.uuid.low & 0xFFFF_FFFF),
            Reminder(
                id: .numbered(Int(id.uuid.low & 0xFFFF_FFFF) * 1_000 + 2), trigger: .at(.fixture(.noon))),
        ]
        subtasks = [Subtask(id: .numbered(1), title: "a", isCompleted: true), Subtask(id: .numbered(2), title: "b/\"")]
        ownProgress = 42
        sortOrder = -12.75
    }
}

extension Reminder {
    /// A reminder that will go off at an instant; nil leaves it without one.
    package static func fixture(_ number: Int, firesAt instant: UTCInstant?) -> Reminder {
        var reminder = Reminder(id: .numbered(number), trigger: .offset(CalendarDuration(seconds: -3_600), from: .due))
        reminder.scheduledAt = instant
        reminder.nextFireAt = instant
        return reminder
    }

    /// A snoozed, repeating reminder of another origin; `task` is the number of its task.
    package static func filledFixture(_ task: UInt64) -> Reminder {
        var reminder = Reminder(
            id: .numbered(Int(task) * 1_000 + 1),
            origin: .numbered(77),
            trigger: .offset(CalendarDuration(days: -1, seconds: -1_800), from: .start),
            repetition: Repetition(every: CalendarDuration(seconds: 900), count: 4)
        )
        reminder.state = .snoozed
        reminder.scheduledAt = .noon(plus: -60)
        reminder.nextFireAt = .noon(plus: 600)
        reminder.snoozedUntil = .noon(plus: 600)
        reminder.repetitionsDone = 2
        return reminder
    }
}

extension LocalTime {
    /// The local time that clocks in UTC show at an instant.
    package static func fixture(_ instant: UTCInstant) -> LocalTime {
        guard let time = LocalTime(instant, in: .utc) else { preconditionFailure("beyond the range: \(instant)") }
        return time
    }
}
