import Basics
import Recurrence
import Storage

/// The rule sets that were made ready last.
///
/// One command asks for the same set several times, and the due loop for that of a dense series again and again; with
/// thousands of RDATEs making it ready costs more than all questions to it.
final class RuleSets: Sendable {
    /// What a set is made of, but for its zone.
    struct Definition: Hashable {
        var start: CivilTime
        var rules: [Series.Rule]
        var dates: [String] = []
        var exceptionDates: [String] = []
    }

    private struct Entry {
        var definition: Definition
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

    /// The set of a definition.
    ///
    /// - Throws: `RecurrenceError` when the rules make no sense.
    func set(_ definition: Definition, zone: ZoneRules) throws -> RecurrenceSet {
        let known = recent.withLock { entries in
            entries.first { $0.zone.isSame(as: zone) && $0.definition == definition }
        }
        if let known { return known.set }
        let set = try RecurrenceSet(
            start: definition.start,
            zone: zone,
            rules: definition.rules.map { rule throws in try RecurrenceRule(rule.text) },
            ruleStarts: definition.rules.map(\.start),
            dates: definition.dates.map { date throws in try RecurrenceDate(date) },
            exceptionDates: definition.exceptionDates.map { date throws in try RecurrenceDate(date) }
        )
        meter?.count(compilations: 1)
        recent.withLock { entries in
            if entries.count == Self.maxKept { entries.removeLast() }
            entries.insert(Entry(definition: definition, zone: zone, set: set), at: 0)
        }
        return set
    }

    /// The set of a recurrence that counts from a start.
    ///
    /// - Throws: `RecurrenceError` when the rules make no sense.
    func set(of recurrence: TaskRecurrence, start: CivilTime, zone: ZoneRules) throws -> RecurrenceSet {
        let definition = Definition(
            start: start, rules: recurrence.rules.map { Series.Rule($0, start: start) }, dates: recurrence.dates,
            exceptionDates: recurrence.exceptionDates)
        return try set(definition, zone: zone)
    }

    /// The set of a series, as if nothing but its rules ended it.
    ///
    /// - Throws: `RecurrenceError` when the rules make no sense.
    func set(of series: Series, zone: ZoneRules) throws -> RecurrenceSet {
        try set(series.definition, zone: zone)
    }
}

extension Series {
    /// What the set of its slots is made of.
    var definition: RuleSets.Definition {
        RuleSets.Definition(start: start, rules: rules, dates: dates, exceptionDates: exceptionDates)
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
