package import Recurrence

/// The set of a series: the union of its rules and RDATEs, less its EXDATEs, before its end.
package struct SlotSet: Sendable {
    var rules: [ModelRule]
    var rdates: [CivilTime]
    var exdates: Set<CivilTime>
    var before: CivilTime?
    var zone: String
    var zones: ZoneTable

    /// The set of a series, with the phase of its rules.
    package init(_ series: ModelSeries, zones: ZoneTable) {
        rules = series.recurrence.rules
        // RDATEs before DTSTART are kept and give no slot.
        rdates = series.recurrence.rdates.filter { $0 >= series.dtstart }
        exdates = Set(series.recurrence.exdates)
        (before, zone, self.zones) = (series.before, series.zone, zones)
    }

    /// The slots after one and not after another, ascending.
    // Reading: two labels that a gap brings to the same instant are two slots, since a slot is a local time.
    package func slots(after first: CivilTime, through last: CivilTime) -> [CivilTime] {
        var found = Set(rdates.filter { $0 > first && $0 <= last })
        for rule in rules {
            found.formUnion(rule.instances(after: first, through: last, zones: zones, zone: zone))
        }
        found.subtract(exdates)
        if let before { found = found.filter { $0 < before } }
        return found.sorted()
    }

    /// Whether a slot is a member.
    package func contains(_ slot: CivilTime) -> Bool {
        slots(after: slot.moved(by: slot.isDate ? -86_400 : -1), through: slot) == [slot]
    }

    /// How many days beyond what is known the first slot is looked for, step by step.
    // Reading: a rule that gives nothing for forty-five years is taken to give nothing any more.
    private static let strides = [4, 40, 400, 3_600, 16_500]

    /// The first slot after one that a condition holds for; `now` says how far slots may be past.
    func first(
        after slot: CivilTime, now: CivilDateTime, where condition: (CivilTime) -> Bool = { _ in true }
    ) -> CivilTime? {
        var from = slot
        let today: CivilTime = slot.isDate ? .date(now.date) : .dateTime(now)
        for days in Self.strides {
            let end = max(slot, today).moved(by: days * 86_400)
            if let found = slots(after: from, through: end).first(where: condition) { return found }
            if isExhausted(at: end) { return nil }
            from = end
        }
        return nil
    }

    /// Whether there is certainly nothing after a slot.
    private func isExhausted(at slot: CivilTime) -> Bool {
        guard rdates.allSatisfy({ $0 <= slot }) else { return false }
        if let before, before <= slot { return true }
        return rules.allSatisfy { rule in
            guard let count = rule.count else { return false }
            return rule.instances(through: slot, zones: zones, zone: zone).count == count
        }
    }
}
