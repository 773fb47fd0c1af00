import Recurrence
import Storage

/// The rule sets that were made ready last.
///
/// One command asks for the same set several times, and the due loop for that of a dense series again and again; with
/// thousands of RDATEs making it ready costs more than all questions to it.
final class RuleSets: Sendable {
    private struct Entry {
        var recurrence: TaskRecurrence
        var start: CivilTime
        var zone: ZoneRules
        var set: RecurrenceSet
    }

    private static let maxKept = 8

    private let recent = Locked<[Entry]>([])
    /// Counts what sets are asked; nil but in tests.
    let meter: RuleMeter?

    init(meter: RuleMeter? = nil) {
        self.meter = meter
    }

    /// The set of a recurrence that counts from a start.
    ///
    /// - Throws: `RecurrenceError` when the rules make no sense.
    func set(of recurrence: TaskRecurrence, start: CivilTime, zone: ZoneRules) throws -> RecurrenceSet {
        let known = recent.withLock { entries in
            entries.first {
                $0.start == start && $0.zone.isSame(as: zone) && $0.recurrence.hasSameSet(as: recurrence)
            }
        }
        if let known { return known.set }
        let set = try RecurrenceSet(
            start: start,
            zone: zone,
            rules: recurrence.rules.map { rule throws in try RecurrenceRule(rule) },
            dates: recurrence.dates.map { date throws in try RecurrenceDate(date) },
            exceptionDates: recurrence.exceptionDates.map { date throws in try RecurrenceDate(date) }
        )
        meter?.count(compilations: 1)
        recent.withLock { entries in
            if entries.count == Self.maxKept { entries.removeLast() }
            entries.insert(Entry(recurrence: recurrence, start: start, zone: zone, set: set), at: 0)
        }
        return set
    }
}

extension TaskRecurrence {
    fileprivate func hasSameSet(as other: TaskRecurrence) -> Bool {
        rules == other.rules && dates == other.dates && exceptionDates == other.exceptionDates
    }
}

/// Counts the work of planning, so that tests can bound it without a clock.
final class RuleMeter: Sendable {
    struct Work: Hashable, Sendable {
        /// Questions for one occurrence.
        var queries = 0
        /// Occurrences that were walked one by one.
        var steps = 0
        /// Sets that were made ready.
        var compilations = 0
    }

    private let counted = Locked(Work())

    var work: Work { counted.withLock { $0 } }

    func count(queries: Int = 0, steps: Int = 0, compilations: Int = 0) {
        counted.withLock { work in
            work.queries += queries
            work.steps += steps
            work.compilations += compilations
        }
    }
}
