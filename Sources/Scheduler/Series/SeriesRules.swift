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

    /// Nil for a task that does not recur.
    ///
    /// - Throws: `RecurrenceError` when the rules make no sense.
    init?(of task: TaskItem, zone: ZoneRules) throws {
        guard let recurrence = task.recurrence, let place = task.occurrence else { return nil }
        (self.task, self.recurrence, self.place, self.zone) = (task, recurrence, place, zone)
        set = try Self.set(of: recurrence, start: place.seriesStart, zone: zone)
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

    /// The starts that follow by the rule alone, in order; none where the rule counts from completion, since nobody
    /// knows yet when that will be.
    var projected: ProjectedStarts {
        ProjectedStarts(set: recurrence.anchor == .due ? set : nil, last: place.recurrenceID, number: place.number)
    }

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
        return try? Self.set(of: recurrence, start: start, zone: zone).first(after: max(start, place.recurrenceID))?
            .start
    }

    static func set(of recurrence: TaskRecurrence, start: CivilTime, zone: ZoneRules) throws -> RecurrenceSet {
        try RecurrenceSet(
            start: start,
            zone: zone,
            rules: recurrence.rules.map { rule throws in try RecurrenceRule(rule) },
            dates: recurrence.dates.map { date throws in try RecurrenceDate(date) },
            exceptionDates: recurrence.exceptionDates.map { date throws in try RecurrenceDate(date) }
        )
    }
}

/// The starts of a series that no task exists for yet, in order, without end where the rule has none.
struct ProjectedStarts: Sequence, IteratorProtocol {
    /// How many that are skipped are counted at most.
    private static let mostCounted = 1_000

    fileprivate let set: RecurrenceSet?
    fileprivate var last: CivilTime
    /// The number of the last start in its series; nil when too many were skipped to be counted.
    fileprivate(set) var number: Int?

    mutating func next() -> CivilTime? {
        guard let start = set?.first(after: last)?.start else { return nil }
        last = start
        number? += 1
        return start
    }

    /// Goes on behind an instant: what follows is later.
    ///
    /// Costs at most about the same however far that is.
    mutating func skip(to instant: UTCInstant) {
        guard let set, let first = set.first(after: instant), last < first.start else { return }
        let skipped = set.occurrences(after: last).prefix(Self.mostCounted).prefix { $0.instant < first.instant }.count
        number = skipped < Self.mostCounted ? number.map { $0 + skipped } : nil
        // Places itself just before `first`, which is then the next.
        switch first.start {
        case .date(let date): last = .date(date.adding(days: -1))
        case .dateTime(let local): last = .dateTime(CivilDateTime(secondsSinceEpoch: local.secondsSinceEpoch - 1))
        }
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
