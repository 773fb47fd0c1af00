package import Recurrence

/// Splitting a series in two.
extension ModelStore {
    /// Splits a series at a slot and answers the later one, which has the rows from the slot on.
    mutating func split(_ id: SeriesID, at slot: CivilTime, _ effects: inout Effects) -> SeriesID {
        var old = self[series: id]
        var new = later(of: old, from: slot)
        // Reading: the later one takes over how the old one had ended, with its `before`; it is the rest of it.
        (new.end, new.before, new.splitFrom) = (old.end, old.before, id)
        old.recurrence.rdates.removeAll { $0 >= slot }
        old.recurrence.exdates.removeAll { $0 >= slot }
        old.rows.removeAll { $0.slot >= slot }
        // Reading: an end that lies earlier stays, where x is one that was opened again behind it.
        (old.before, old.end) = (min(old.before ?? slot, slot), SeriesEnd(reason: .split))
        self[series: id] = old
        self[series: new.id] = new
        for row in new.rows where row.state.hasTask { self[task: row.task].series = new.id }
        effects.splitOff = new.id
        effects.addressed.insert(new.id)
        return new.id
    }

    private func later(of old: ModelSeries, from slot: CivilTime) -> ModelSeries {
        // Reading: an id that is taken gets "#n" here too.
        let name = "\(old.id)>\(slot)"
        var (id, suffix) = (SeriesID(name), 0)
        while series[id] != nil {
            suffix += 1
            id = SeriesID("\(name)#\(suffix)")
        }
        var new = ModelSeries(
            id: id, zone: old.zone, dtstart: slot, recurrence: old.recurrence, content: old.content,
            hasStart: old.hasStart, hasDue: old.hasDue, span: old.span)
        new.recurrence.rules = old.recurrence.rules.compactMap { later(of: $0, in: old, from: slot) }
        new.recurrence.rdates.removeAll { $0 < slot }
        new.recurrence.exdates.removeAll { $0 < slot }
        new.rows = old.rows.filter { $0.slot >= slot }
        // Reading: numbers of the later series follow the order of its slots.
        var number = 0
        for index in new.rows.indices where new.rows[index].isBorn {
            number += 1
            new.rows[index].number = number
        }
        return new
    }

    /// What is left of a rule from a slot on, with its phase; nil where nothing is.
    private func later(of rule: ModelRule, in series: ModelSeries, from slot: CivilTime) -> ModelRule? {
        var rule = rule
        if series.recurrence.anchor == .completion {
            // Reading: such a rule has no phase of its own, so it starts at the slot.
            let births = series.born.filter { $0.slot < slot }.count
            (rule.count, rule.start) = (rule.count.map { $0 - births }, slot)
            return rule.count.map { $0 > 0 } ?? true ? rule : nil
        }
        var only = slotSet(series)
        (only.rules, only.rdates, only.exdates, only.before) = ([rule], [], [], nil)
        let justBefore = slot.moved(by: slot.isDate ? -86_400 : -1)
        guard let start = only.first(after: justBefore, now: localNow(series)) else { return nil }
        if let count = rule.count {
            rule.count = count - rule.instances(through: justBefore, zones: zones, zone: series.zone).count
        }
        rule.start = start
        return rule
    }

    /// The rules as a task of the series shows them: as they read beside its DTSTART, and cut just before the end, where
    /// there is one.
    // Reading: "just before" is a day for dates and a second for times; COUNT gives way to it, an earlier UNTIL stays.
    package func shownRules(of series: ModelSeries) -> [RecurrenceRule?] {
        series.recurrence.rules.map { rule in
            var rule = rule.readable(beside: series.dtstart)
            guard let before = series.before else { return try? RecurrenceRule(rule.text) }
            let cut = zones.instant(of: before, in: series.zone).advanced(by: .seconds(-1))
            let end: RecurrenceTime = before.isDate ? .date(before.date.adding(days: -1)) : .utc(cut)
            switch (rule.until, end) {
            case (.utc(let own), .utc(let cut)) where own <= cut: break
            case (.date(let own), .date(let cut)) where own <= cut: break
            default: (rule.until, rule.count) = (end, nil)
            }
            return try? RecurrenceRule(rule.text)
        }
    }
}
