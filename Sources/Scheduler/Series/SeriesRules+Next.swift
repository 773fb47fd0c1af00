import Recurrence
import Storage

extension SeriesRules {
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
