package import Recurrence
package import Storage

extension CivilTime {
    /// A day of March 2026.
    package static func day(_ day: Int) -> CivilTime {
        .date(CivilDate(daysSinceEpoch: 20_512 + day))
    }

    /// A time on a day of March 2026, in seconds after its midnight; 9 o'clock unless told otherwise.
    package static func time(onDay day: Int, second: Int = 32_400) -> CivilTime {
        .dateTime(CivilDateTime(secondsSinceEpoch: (20_512 + day) * 86_400 + second))
    }
}

extension Series {
    /// A series of days in Seoul from 2026-03-01 on, made at noon, with nothing but a title, and what `change` makes of it.
    package static func plain(
        _ number: Int, start: CivilTime = .day(1), change: (inout Series) -> Void = { _ in }
    ) -> Series {
        var series = Series(
            id: .numbered(number), start: start, timeZone: "Asia/Seoul",
            content: TaskContent(title: "Series \(number)"),
            span: Span(hasStart: false, hasDue: true), now: .noon)
        change(&series)
        return series
    }

    /// A series in which every field differs from what a new one has.
    package static func filled(_ number: Int) -> Series {
        plain(number, start: .time(onDay: 2)) { series in
            (series.version, series.sharedChanges) = (7, 3)
            series.fillRules()
            series.content = .filledFixture
            series.quietHours = .off
            series.span = Span(hasStart: true, hasDue: true, seconds: 5_400)
            series.reminders = .templateFixtures
            series.subtasks = [
                SubtaskTemplate(id: .numbered(1), title: "a"), SubtaskTemplate(id: .numbered(2), title: "b/\""),
            ]
            series.end = End(.cancelled, by: .numbered(5))
            series.splitFrom = .numbered(899)
            series.projectedAt = .noon(plus: 86_400)
            series.updatedAt = .noon(plus: 60)
        }
    }

    private mutating func fillRules() {
        rules = [
            Rule("FREQ=DAILY;COUNT=10", start: .time(onDay: 2)), Rule("FREQ=WEEKLY;BYDAY=MO", start: .time(onDay: 9)),
        ]
        (dates, exceptionDates) = (["20260401T090000"], ["20260303", "20260304T090000"])
        (anchor, missed, respawn) = (.completion, .keep, .schedule)
        before = .time(onDay: 31)
        shown = TaskRecurrence(
            rules: ["FREQ=DAILY;UNTIL=20260330T235959Z"], dates: ["20260401T090000"], anchor: .completion,
            missed: .keep, respawn: .schedule)
    }

    /// The series that a fixture of a task is an occurrence of, from 2026-03-01 on; nil for one that never recurred.
    package static func fixture(of task: TaskItem) -> Series? {
        guard let place = task.occurrence else { return nil }
        let start: CivilTime = place.recurrenceID.isDate ? .day(1) : .time(onDay: 1)
        var series = Series(
            id: place.series, start: start, timeZone: task.timeZone, content: task.content,
            span: Span(hasStart: task.start != nil, hasDue: task.due != nil), now: .noon)
        series.shown = task.recurrence
        series.rules = task.recurrence?.rules.map { Rule($0, start: start) } ?? []
        return series
    }
}

extension [ReminderTemplate] {
    /// One of each kind, with all that a template can say.
    fileprivate static var templateFixtures: [ReminderTemplate] {
        var offset = ReminderTemplate(
            id: .numbered(71), trigger: .offset(CalendarDuration(days: -1, seconds: -1_800), from: .start),
            repetition: Reminder.Repetition(every: CalendarDuration(seconds: 900), count: 4))
        (offset.catchUpWindow, offset.isKeptOnCompletion) = (.seconds(7_200), true)
        return [offset, ReminderTemplate(id: .numbered(72), trigger: .distance(-40_000))]
    }
}

extension LedgerEntry {
    /// The entry of an open occurrence whose task has a number, and what `change` makes of it.
    package static func fixture(
        _ number: Int, at slot: CivilTime, task: Int? = nil, change: (inout LedgerEntry) -> Void = { _ in }
    ) -> LedgerEntry {
        var entry = LedgerEntry(recurrenceID: slot, task: .numbered(task ?? number), number: number)
        change(&entry)
        return entry
    }

    /// An entry in which every field differs from what a new one has.
    package static func filledFixture(_ number: Int, at slot: CivilTime) -> LedgerEntry {
        fixture(number, at: slot) { entry in
            (entry.state, entry.outcome, entry.cause) = (.deleted, .completed, .numbered(99))
            (entry.overrides, entry.isTouched) = ([.title, .times], true)
            (entry.passed, entry.version) = (4, 12)
            entry.closedAt = .noon(plus: 30)
        }
    }
}

extension StoreTransaction {
    /// Writes a task, and before it the series that it is an occurrence of, and its entry in the ledger, where they are not
    /// there.
    package func saveFixture(_ task: TaskItem) throws {
        try saveProject(of: task.content)
        if let place = task.occurrence {
            if try series(place.series) == nil, let series = Series.fixture(of: task) { try save(series) }
            if try entry(of: place.series, at: place.recurrenceID) == nil {
                var entry = LedgerEntry(recurrenceID: place.recurrenceID, task: task.id, number: place.number)
                if !task.status.isOpen { entry.state = task.status == .completed ? .completed : .skipped }
                try save(entry, of: place.series)
            }
        }
        try save(task)
    }
}
