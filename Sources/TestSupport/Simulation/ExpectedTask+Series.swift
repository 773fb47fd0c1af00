import Recurrence
import Storage

extension ExpectedTask {
    /// The start of the task that follows when this one is closed; nil when none does.
    func startAfterClosing(at now: UTCInstant) throws -> CivilTime? {
        guard let recurrence, let place, recurrence.respawn == .completion else { return nil }
        if recurrence.anchor == .completion { return try startAfterCompletion(at: zone.civilDateTime(at: now)) }
        let set = try set(from: place.seriesStart)
        guard let next = set.first(after: place.recurrenceID)?.start else { return nil }
        guard recurrence.missed == .skip else { return next }
        let ahead =
            place.recurrenceID.isDate
            ? set.first(after: .date(zone.civilDateTime(at: now).date.adding(days: -1)))
            : set.first(after: now)
        return ahead.map { max($0.start, next) }
    }

    /// Counts from the day of completion, or from its very second where the rule recurs within the day.
    private func startAfterCompletion(at completed: CivilDateTime) throws -> CivilTime? {
        guard let recurrence, let place else { return nil }
        let rules = try recurrence.rules.map { try RecurrenceRule($0) }
        if let most = rules.compactMap(\.count).max(), place.number >= most { return nil }
        let time = place.seriesStart.startOfDayOrTime.secondOfDay
        let local = CivilDateTime(
            date: completed.date,
            secondOfDay: rules.contains { $0.frequency == .hourly } ? completed.secondOfDay : time
        )
        let start: CivilTime = place.seriesStart.isDate ? .date(completed.date) : .dateTime(local)
        return try set(from: start).first(after: max(start, place.recurrenceID))?.start
    }

    /// The task that appears by itself up to an instant; nil when none does yet.
    func appearance(by now: UTCInstant) throws -> ExpectedTask? {
        guard let recurrence, let place, recurrence.respawn == .schedule else { return nil }
        let set = try set(from: place.seriesStart)
        var found: ExpectedTask?
        var last = place.recurrenceID
        while let start = set.first(after: last)?.start, let next = successor(at: start),
            next.firstInstant <= now
        {
            found = next
            last = start
            if recurrence.missed == .keep { break }
        }
        return found
    }

    /// When the task first matters: it reminds, or is due.
    private var firstInstant: UTCInstant {
        (reminders.compactMap(\.scheduledAt) + [dueAt].compactMap(\.self)).min() ?? ExpectedRange.last
    }

    /// When the next task of the series appears by itself; nil where none does.
    func nextAppearance() throws -> UTCInstant? {
        guard let recurrence, let place, recurrence.respawn == .schedule else { return nil }
        let start = try set(from: place.seriesStart).first(after: place.recurrenceID)?.start
        return start.flatMap { successor(at: $0) }?.firstInstant
    }

    /// The task that follows next by the rules alone, however the series is followed.
    func following() throws -> ExpectedTask? {
        guard let place, recurrence != nil else { return nil }
        return try set(from: place.seriesStart).first(after: place.recurrenceID).flatMap { successor(at: $0.start) }
    }

    /// The task of a further occurrence of the series; nil where it would lie beyond the calendar: then the series has
    /// ended.
    func successor(at start: CivilTime) -> ExpectedTask? {
        guard let place, ExpectedRange.contains(start) else { return nil }
        let id = TaskID(series: place.series, recurrenceID: start)
        var next = ExpectedTask(
            id: id,
            zone: zone,
            title: title,
            due: start,
            recurrence: recurrence,
            place: SeriesOccurrence(
                series: place.series,
                seriesStart: place.seriesStart,
                number: place.number + 1,
                recurrenceID: start
            ),
            reminders: reminders.map { $0.following(on: id, at: start, after: place.recurrenceID) }
        )
        (next.priority, next.tags, next.quietHours) = (priority, tags, quietHours)
        next.plan()
        return next.dueAt != nil && next.reminders.allSatisfy(\.isInCalendar) ? next : nil
    }

    private func set(from start: CivilTime) throws -> RecurrenceSet {
        try RecurrenceSet(
            start: start,
            zone: zone,
            rules: (recurrence?.rules ?? []).map { try RecurrenceRule($0) },
            dates: [],
            exceptionDates: []
        )
    }
}

extension ExpectedReminder {
    /// Whether a local time of its own lies in the calendar.
    fileprivate var isInCalendar: Bool {
        if case .at(let time) = trigger { ExpectedRange.contains(time) } else { true }
    }

    fileprivate func following(on task: TaskID, at start: CivilTime, after previous: CivilTime) -> ExpectedReminder {
        var trigger = trigger
        if case .at(let time) = trigger { trigger = .at(time.shifted(as: start, from: previous)) }
        return ExpectedReminder(
            id: ReminderID(task: task, origin: origin),
            origin: origin,
            trigger: trigger,
            repetition: repetition
        )
    }
}

extension CivilTime {
    private var localSeconds: Int { startOfDayOrTime.secondsSinceEpoch }

    /// As far from this time as one start of a series from another, on local time.
    fileprivate func shifted(as later: CivilTime, from earlier: CivilTime) -> CivilTime {
        let seconds = localSeconds + later.localSeconds - earlier.localSeconds
        return isDate
            ? .date(CivilDate(daysSinceEpoch: seconds / 86_400))
            : .dateTime(CivilDateTime(secondsSinceEpoch: seconds))
    }
}
