import Recurrence
import Storage
import TestSupport

/// What comes next: by the rules, the ledger and the clock alone, however the tasks were moved.
extension ExpectedSeries {
    /// The slot that is born now, should the last occurrence be closed; nil where nothing comes.
    func next(at now: UTCInstant) throws -> CivilTime? {
        guard let frontier else { return nil }
        if recurrence.anchor == .completion {
            return try nextAfterCompletion(at: zone.civilDateTime(at: now), after: frontier)
        }
        let set = try set()
        guard let next = set.first(after: frontier)?.start else { return nil }
        guard recurrence.missed == .skip, isPast(next, at: now) else { return next }
        // What clocks showed two days ago is past everywhere.
        var slot = set.first(after: max(frontier, ago(days: 2, at: now)))?.start
        while let candidate = slot, isPast(candidate, at: now) { slot = set.first(after: candidate)?.start }
        return slot
    }

    /// Whether the occurrence of a slot would be past: its due time, or its due day.
    private func isPast(_ slot: CivilTime, at now: UTCInstant) -> Bool {
        slot.isDate
            ? slot.date < zone.civilDateTime(at: now).date
            : zone.instant(of: slot.startOfDayOrTime, adding: CalendarDuration()) <= now
    }

    private func ago(days: Int, at now: UTCInstant) -> CivilTime {
        let local = zone.civilDateTime(at: now)
        let day = local.date.adding(days: -days)
        return start.isDate ? .date(day) : .dateTime(CivilDateTime(date: day, secondOfDay: local.secondOfDay))
    }

    /// Counts from the day of completion, or from its very second where the rule recurs within the day; COUNT counts
    /// births.
    private func nextAfterCompletion(at completed: CivilDateTime, after frontier: CivilTime) throws -> CivilTime? {
        let rules = try recurrence.rules.map { try RecurrenceRule($0) }
        if let most = rules.compactMap(\.count).max(), births >= most { return nil }
        let isWithinDay = rules.contains { $0.frequency == .hourly }
        let second = isWithinDay ? completed.secondOfDay : start.startOfDayOrTime.secondOfDay
        let base: CivilTime =
            start.isDate
            ? .date(completed.date) : .dateTime(CivilDateTime(date: completed.date, secondOfDay: second))
        let endless = recurrence.rules.map { $0.replacing(/;COUNT=[0-9]+/, with: "") }
        return try set(of: endless, from: base).first(after: max(base, frontier))?.start
    }

    /// The slots that are to appear by themselves up to an instant.
    func slotsToAppear(by now: UTCInstant) throws -> [CivilTime] {
        guard isActive, recurrence.respawn == .schedule, var last = frontier else { return [] }
        let set = try set()
        var found: [CivilTime] = []
        while let slot = set.first(after: last)?.start, let task = task(at: slot), task.firstInstant <= now {
            found.append(slot)
            last = slot
        }
        return recurrence.missed == .keep ? found : found.suffix(1)
    }

    /// When the next occurrence appears by itself; nil where none does.
    func nextAppearance() throws -> UTCInstant? {
        guard isActive, recurrence.respawn == .schedule else { return nil }
        return try following()?.firstInstant
    }

    /// The task that follows next by the rules alone, however the series is followed.
    func following() throws -> ExpectedTask? {
        guard let frontier else { return nil }
        return try set().first(after: frontier).flatMap { task(at: $0.start) }
    }

    /// The task of the occurrence at a slot, under the first of its ids; nil where it would lie beyond the calendar.
    func task(at slot: CivilTime) -> ExpectedTask? {
        guard ExpectedRange.contains(slot) else { return nil }
        let id = TaskID(series: self.id, recurrenceID: slot)
        var task = ExpectedTask(
            id: id, zone: zone, title: template.title, due: slot, recurrence: recurrence,
            place: SeriesOccurrence(series: self.id, number: births + 1, recurrenceID: slot),
            reminders: template.reminders.map { $0.reminder(on: id, at: slot) })
        (task.priority, task.tags, task.quietHours) = (template.priority, template.tags, template.quietHours)
        task.plan()
        return task.dueAt != nil && task.reminders.allSatisfy(\.isInCalendar) ? task : nil
    }

    var isActive: Bool { end == nil && !isLost }

    func set() throws -> RecurrenceSet { try set(of: recurrence.rules, from: start) }

    private func set(of rules: [String], from start: CivilTime) throws -> RecurrenceSet {
        try RecurrenceSet(
            start: start, zone: zone, rules: rules.map { try RecurrenceRule($0) }, dates: [], exceptionDates: [])
    }
}

extension ExpectedTemplate.Reminder {
    /// The reminder of the occurrence at a slot, under the first of its ids.
    fileprivate func reminder(on task: TaskID, at slot: CivilTime) -> ExpectedReminder {
        let trigger: ExpectedReminder.Trigger =
            switch trigger {
            case .offset(let offset): .offset(offset)
            case .distance(let seconds):
                .at(.dateTime(CivilDateTime(secondsSinceEpoch: slot.wallSeconds + seconds)))
            }
        return ExpectedReminder(
            id: ReminderID(task: task, origin: origin), origin: origin, trigger: trigger, repetition: repetition)
    }
}

extension ExpectedReminder {
    /// Whether a local time of its own lies in the calendar.
    fileprivate var isInCalendar: Bool {
        if case .at(let time) = trigger { ExpectedRange.contains(time) } else { true }
    }
}

extension ExpectedTask {
    /// When the task first matters: it reminds, or is due.
    fileprivate var firstInstant: UTCInstant {
        (reminders.compactMap(\.scheduledAt) + [dueAt].compactMap(\.self)).min() ?? ExpectedRange.last
    }
}
