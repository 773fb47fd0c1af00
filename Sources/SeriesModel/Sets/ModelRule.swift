package import Recurrence

/// One rule with the start from which its phase, INTERVAL and COUNT count.
package struct ModelRule: Hashable, Sendable {
    /// The rule without COUNT and UNTIL, which the model applies itself.
    package let pattern: RecurrenceRule
    /// COUNT.
    package var count: Int?
    /// UNTIL, inclusive.
    package var until: RecurrenceTime?
    /// Its own start.
    package var start: CivilTime

    /// Takes a rule apart; nil where the text is no rule.
    init?(_ text: String, start: CivilTime) {
        guard let rule = try? RecurrenceRule(text) else { return nil }
        let parts = rule.description.split(separator: ";").filter { !$0.hasPrefix("COUNT=") && !$0.hasPrefix("UNTIL=") }
        guard let pattern = try? RecurrenceRule(parts.joined(separator: ";")) else { return nil }
        (self.pattern, self.count, self.until, self.start) = (pattern, rule.count, rule.until, start)
    }

    /// Whether the rule goes by hours, minutes or seconds.
    var isBelowADay: Bool { pattern.frequency < .daily }

    /// Whether the rule says anything about the time of day, which a date does not have.
    var namesTimes: Bool {
        isBelowADay || !pattern.byHour.isEmpty || !pattern.byMinute.isEmpty || !pattern.bySecond.isEmpty
    }

    /// The whole rule as text.
    package var text: String {
        var text = pattern.description
        if let count { text += ";COUNT=\(count)" }
        if let until { text += ";UNTIL=\(until)" }
        return text
    }

    /// The instances after a slot, or from the rule's own start, up to another; UNTIL is compared as an instant.
    func instances(
        after first: CivilTime? = nil, through last: CivilTime, zones: ZoneTable, zone: String
    ) -> [CivilTime] {
        var end = last
        if let until { end = min(end, Self.bound(until, zones: zones, zone: zone, isDate: start.isDate)) }
        guard end >= start else { return [] }
        let members = RuleMemory.shared.members(
            of: pattern, from: start.startOfDayOrTime, after: first?.startOfDayOrTime, through: end.startOfDayOrTime,
            limit: count ?? .max)
        let times: [CivilTime] = members.map { start.isDate ? .date($0.date) : .dateTime($0) }
        guard let until else { return times }
        return times.filter { Self.isWithin($0, until, zones: zones, zone: zone) }
    }

    /// Whether a slot is not after UNTIL.
    private static func isWithin(_ slot: CivilTime, _ until: RecurrenceTime, zones: ZoneTable, zone: String) -> Bool {
        switch until {
        // Reading: an UNTIL of the other kind than the slots is compared by its local day.
        case .date(let date): slot.date <= date
        case .utc(let instant) where slot.isDate: slot.date <= zones.local(at: instant, in: zone).date
        case .local(let time) where slot.isDate: slot.date <= time.date
        case .utc(let instant): zones.instant(of: slot, in: zone) <= instant
        case .local(let time): zones.instant(of: slot, in: zone) <= zones.instant(of: .dateTime(time), in: zone)
        }
    }

    /// A slot that is certainly not before the last one within UNTIL.
    private static func bound(_ until: RecurrenceTime, zones: ZoneTable, zone: String, isDate: Bool) -> CivilTime {
        let day: CivilDate =
            switch until {
            case .date(let date): date
            case .local(let time): time.date
            case .utc(let instant): zones.local(at: instant, in: zone).date
            }
        let later = day.adding(days: 2)
        return isDate ? .date(later) : .dateTime(CivilDateTime(date: later, secondOfDay: 0))
    }
}
