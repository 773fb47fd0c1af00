import Recurrence
import Storage

/// Which slot of a series comes next: a function of the series, the frontier of its ledger and the clock.
///
/// The set always counts from the series' own start, never from a date that somebody moved: a "31st of the month" stays
/// one, and COUNT does not drift.
struct SeriesRules {
    let series: Series
    let zone: ZoneRules
    let set: RecurrenceSet
    let sets: RuleSets

    /// - Throws: `RecurrenceError` when the rules make no sense.
    init(_ series: Series, zone: ZoneRules, sets: RuleSets) throws {
        (self.series, self.zone, self.sets) = (series, zone, sets)
        set = try sets.set(of: series, zone: zone)
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
