import Recurrence
import Storage

extension TaskItem {
    /// The task of the occurrence that begins at `start`: this one's content, moved there and open again.
    ///
    /// It is made from what this task is and the start alone, so whoever makes it makes the same; its derived times are
    /// still to be derived.
    ///
    /// - Parameters:
    ///   - start: The original local start that the rule gives the occurrence.
    ///   - now: The time at which it is made.
    ///   - id: Its id; nil for the one that follows from series and start.
    /// - Returns: The task; nil when this one belongs to no series, or where the following one would lie beyond the
    ///   ``TimeRange``.
    func successor(startingAt start: CivilTime, now: UTCInstant, id: TaskID? = nil) -> TaskItem? {
        let model = model
        guard let place = occurrence, let base = model.recurrenceBase, TimeRange.contains(start) else { return nil }
        let id = id ?? TaskID(series: place.series, recurrenceID: start)
        var next = TaskItem(id: id, content: model.content, timeZone: timeZone, now: now)
        next.recurrence = recurrence
        next.occurrence = SeriesOccurrence(
            series: place.series,
            seriesStart: place.seriesStart,
            number: place.number + 1,
            recurrenceID: start
        )
        next.start = model.start.flatMap { start.moved(asFarAs: $0.civil, from: base.civil) }
        next.due = model.due.flatMap { start.moved(asFarAs: $0.civil, from: base.civil) }
        guard (next.start == nil) == (model.start == nil), (next.due == nil) == (model.due == nil) else { return nil }
        next.subtasks = model.subtasks.map { Subtask(id: SubtaskID(task: id, previous: $0.id), title: $0.title) }
        next.reminders = model.reminders.compactMap { $0.moved(to: id, by: start, from: place.recurrenceID) }
        return next.reminders.count == model.reminders.count ? next : nil
    }
}

extension Reminder {
    /// The same reminder on a respawned task; one with a time of its own moves as far as the occurrence does, nil where
    /// that is beyond the ``TimeRange``.
    fileprivate func moved(to task: TaskID, by start: CivilTime, from previous: CivilTime) -> Reminder? {
        var trigger = trigger
        if case .at(let time) = trigger {
            guard let moved = time.civil.moved(asFarAs: start, from: previous) else { return nil }
            trigger = .at(moved)
        }
        var moved = Reminder(
            id: ReminderID(task: task, origin: origin),
            origin: origin,
            trigger: trigger,
            repetition: repetition
        )
        (moved.catchUpWindow, moved.isKeptOnCompletion) = (catchUpWindow, isKeptOnCompletion)
        return moved
    }
}

extension CivilTime {
    /// The time that lies as far from this one as `later` from `earlier`, on local time; nil beyond the ``TimeRange``.
    fileprivate func moved(asFarAs later: CivilTime, from earlier: CivilTime) -> LocalTime? {
        advanced(bySeconds: later.localSeconds - earlier.localSeconds).flatMap { LocalTime($0) }
    }
}
