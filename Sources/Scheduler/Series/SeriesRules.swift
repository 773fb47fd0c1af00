import Recurrence
import Storage

/// The rules of the series that a task belongs to: which occurrence comes next.
///
/// The set always counts from the series' own start, never from a date that somebody moved: a "31st of the month" stays
/// one, and COUNT does not drift.
struct SeriesRules {
    private let task: TaskItem
    private let recurrence: TaskRecurrence
    private let place: SeriesOccurrence
    private let zone: ZoneRules
    private let set: RecurrenceSet
    private let sets: RuleSets

    /// Nil for a task that does not recur.
    ///
    /// - Throws: `RecurrenceError` when the rules make no sense.
    init?(of task: TaskItem, zone: ZoneRules, sets: RuleSets) throws {
        guard let recurrence = task.recurrence, let place = task.occurrence else { return nil }
        (self.task, self.recurrence, self.place, self.zone, self.sets) = (task, recurrence, place, zone, sets)
        set = try sets.set(of: recurrence, start: place.seriesStart, zone: zone)
    }

    /// The start of the occurrence that follows when the task is closed at `now`; nil when it was the last.
    func next(closedAt now: UTCInstant) -> CivilTime? {
        switch recurrence.anchor {
        case .completion:
            return nextAfterCompletion(at: now)
        case .due:
            guard let next = set.first(after: place.recurrenceID) else { return nil }
            guard recurrence.missed == .skip else { return next.start }
            // Where all that are left are past, there is nothing to jump to.
            return pastCutoff(at: now).map { max($0.start, next.start) }
        }
    }

    /// The slots that follow by the rule alone; nil where the rule counts from completion, since nobody knows yet when
    /// that will be.
    var slots: SeriesSlots? {
        guard recurrence.anchor == .due else { return nil }
        return SeriesSlots(set: set, zone: zone, place: place, meter: sets.meter)
    }

    /// Whether nothing but the end of the ``TimeRange`` ends the series.
    var goesBeyondRange: Bool { self.set.goesBeyondCalendar }

    /// The first occurrence that is not past at `now`.
    ///
    /// A span of several days is past once its due time is.
    private func pastCutoff(at now: UTCInstant) -> Occurrence? {
        guard let base = task.recurrenceBase, let due = task.due else { return set.first(after: now) }
        let span = due.civil.localSeconds - base.civil.localSeconds
        if place.recurrenceID.isDate {
            let today = zone.civilDateTime(at: now).date
            return set.first(after: .date(today.adding(days: -span / 86_400 - 1)))
        }
        return set.first(after: now.advanced(by: .seconds(-span)))
    }

    /// Counts the rule from the day of completion, at the series' time of day; from the very second for a rule that
    /// recurs within the day.
    ///
    /// COUNT then counts the tasks of the series.
    private func nextAfterCompletion(at now: UTCInstant) -> CivilTime? {
        let rules = recurrence.rules.compactMap { try? RecurrenceRule($0) }
        if let limit = rules.compactMap(\.count).max(), place.number >= limit { return nil }
        let completed = zone.civilDateTime(at: now)
        let start: CivilTime =
            switch place.seriesStart {
            case .date: .date(completed.date)
            case .dateTime(let local):
                .dateTime(
                    rules.contains { $0.frequency.isSubDaily }
                        ? completed
                        : CivilDateTime(date: completed.date, secondOfDay: local.secondOfDay)
                )
            }
        // A task done early may be the very occurrence that the rule gives next; the one after it follows.
        return try? sets.set(of: recurrence, start: start, zone: zone).first(after: max(start, place.recurrenceID))?
            .start
    }
}

extension Frequency {
    fileprivate var isSubDaily: Bool {
        switch self {
        case .secondly, .minutely, .hourly: true
        case .daily, .weekly, .monthly, .yearly: false
        }
    }
}
