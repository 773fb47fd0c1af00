import Recurrence
import Storage

/// Which slot of a series comes next: a function of the series, the frontier of its ledger and the clock.
///
/// The set always counts from the series' own start, never from a date that somebody moved: a "31st of the month" stays
/// one, and COUNT does not drift.
struct SeriesRules {
    let series: Series
    let zone: ZoneRules
    private let set: RecurrenceSet
    private let sets: RuleSets

    /// - Throws: `RecurrenceError` when the rules make no sense.
    init(_ series: Series, zone: ZoneRules, sets: RuleSets) throws {
        (self.series, self.zone, self.sets) = (series, zone, sets)
        set = try sets.set(of: series, zone: zone)
    }

    /// The slot that is born when the frontier is closed at `now`; nil where nothing comes any more.
    ///
    /// - Parameters:
    ///   - frontier: The greatest slot that was born.
    ///   - births: How many were born; COUNT counts them where the rules count from completion.
    ///   - now: The time at which it is closed.
    /// - Returns: The slot.
    func next(after frontier: CivilTime, births: Int, now: UTCInstant) -> CivilTime? {
        switch series.anchor {
        case .completion: return nextAfterCompletion(at: now, after: frontier, births: births)
        case .due:
            let slots = slots(after: frontier, births: births)
            guard let next = slots.next else { return nil }
            // Where all that are left are past, there is nothing to jump to.
            return series.missed == .skip && isPast(next, at: now) ? firstNotPast(of: slots, at: now) : next
        }
    }

    /// The slots beyond the frontier, by the rules alone.
    func slots(after frontier: CivilTime, births: Int) -> SeriesSlots {
        SeriesSlots(
            set: set, zone: zone, frontier: frontier, births: births, before: series.before, meter: sets.meter)
    }

    /// Whether the rules, the added dates and the exceptions give a slot.
    func contains(_ slot: CivilTime) -> Bool {
        slot >= series.start && series.before.map { slot < $0 } ?? true
            && set.first(after: slot.justBefore)?.start == slot
    }

    /// The slots of one local day; a bounded number of them.
    func slots(onDay day: CivilDate) -> [CivilTime] {
        let end = CivilTime.date(day.adding(days: 1)).localSeconds
        var slots: [CivilTime] = []
        var last = CivilTime.date(day).justBefore
        while slots.count < Self.maxOfDay, let slot = set.first(after: last)?.start, slot.localSeconds < end {
            slots.append(slot)
            last = slot
        }
        return slots.filter { slot in slot >= series.start && series.before.map { slot < $0 } ?? true }
    }

    private static let maxOfDay = 100

    /// Whether nothing but the end of the ``TimeRange`` ends the series.
    var goesBeyondRange: Bool { series.before == nil && self.set.goesBeyondCalendar }

    /// Whether the occurrence of a slot would be past: its due time, or the end of its due day.
    func isPast(_ slot: CivilTime, at now: UTCInstant) -> Bool {
        let due = slot.localSeconds + series.span.seconds
        if slot.isDate { return CivilDateTime(secondsSinceEpoch: due).date < zone.civilDateTime(at: now).date }
        return zone.instant(of: CivilDateTime(secondsSinceEpoch: due)) <= now
    }

    /// The first slot, by local time, whose occurrence would not be past: the local times that are not past are asked of
    /// the zone, and the span is taken from them.
    private func firstNotPast(of slots: SeriesSlots, at now: UTCInstant) -> CivilTime? {
        let span = series.span.seconds
        if series.start.isDate {
            let today = zone.civilDateTime(at: now).date
            return slots.first(after: CivilTime.date(today).localSeconds - span - 1)
        }
        let (first, gap) = zone.localTimes(from: now.advanced(by: .milliseconds(1)))
        if let gap, let slot = slots.first(after: gap.lowerBound - span - 1),
            slot.localSeconds < gap.upperBound - span
        {
            return slot
        }
        return slots.first(after: first - span - 1)
    }

    /// Counts the rules from the day of completion, at the series' time of day; from the very second where one recurs
    /// within the day.
    private func nextAfterCompletion(at now: UTCInstant, after frontier: CivilTime, births: Int) -> CivilTime? {
        let rules = series.rules.filter { rule in
            (try? RecurrenceRule(rule.text))?.count.map { births < $0 } ?? true
        }
        guard !rules.isEmpty || series.rules.isEmpty else { return nil }
        let base = completionBase(at: now)
        let definition = RuleSets.Definition(
            start: base, rules: rules.map { Series.Rule($0.text.withoutRuleParts("COUNT"), start: base) },
            dates: series.dates, exceptionDates: series.exceptionDates)
        // A task done early may be the very occurrence that the rule gives next; the one after it follows.
        let next = try? sets.set(definition, zone: zone).first(after: max(base, frontier))?.start
        return next.flatMap { slot in series.before.map { slot < $0 } ?? true ? slot : nil }
    }

    private func completionBase(at now: UTCInstant) -> CivilTime {
        let completed = zone.civilDateTime(at: now)
        guard case .dateTime(let local) = series.start else { return .date(completed.date) }
        let recursWithinDay = series.rules.contains { rule in
            (try? RecurrenceRule(rule.text))?.frequency.isSubDaily ?? false
        }
        return .dateTime(
            recursWithinDay ? completed : CivilDateTime(date: completed.date, secondOfDay: local.secondOfDay))
    }
}

extension CivilTime {
    /// The last moment of local time before it.
    var justBefore: CivilTime { .dateTime(CivilDateTime(secondsSinceEpoch: localSeconds - 1)) }
}

extension Frequency {
    var isSubDaily: Bool {
        switch self {
        case .secondly, .minutely, .hourly: true
        case .daily, .weekly, .monthly, .yearly: false
        }
    }
}

/// Changes of single parts of a rule's text; the rest stays as it was written.
extension String {
    /// The parts of an RRULE.
    private var ruleParts: [Substring] {
        (lowercased().hasPrefix("rrule:") ? dropFirst("rrule:".count) : self[...]).split(separator: ";")
    }

    /// The rule without some of its parts.
    func withoutRuleParts(_ names: String...) -> String {
        ruleParts.filter { part in !names.contains { part.isRulePart($0) } }.joined(separator: ";")
    }

    /// The rule with another value of a part, which comes last where the rule did not have it.
    func settingRulePart(_ name: String, to value: some CustomStringConvertible) -> String {
        let parts = ruleParts
        guard parts.contains(where: { $0.isRulePart(name) }) else {
            return (parts + ["\(name)=\(value)"]).joined(separator: ";")
        }
        return parts.map { $0.isRulePart(name) ? "\(name)=\(value)" : String($0) }.joined(separator: ";")
    }
}

extension Substring {
    fileprivate func isRulePart(_ name: String) -> Bool {
        uppercased().hasPrefix(name + "=")
    }
}
