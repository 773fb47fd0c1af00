import Recurrence
import Storage

extension SeriesTransaction {
    /// Ends the series before a slot, and makes one that begins with it: it has the entries from there on, with their
    /// tasks, and what is left of the rules.
    ///
    /// - Returns: The new series; this one is written.
    mutating func split(at slot: CivilTime) throws -> SeriesTransaction {
        var later = try rest(from: slot)
        later.series.sharedChanges = series.sharedChanges
        later.raiseSharedChanges()
        let (zone, end) = (try zone, slot.localSeconds)
        series.dates.removeAll { $0.localSeconds(in: zone, at: series.start) >= end }
        series.exceptionDates.removeAll { $0.localSeconds(in: zone, at: series.start) >= end }
        series.before = series.before.map { min($0, slot) } ?? slot
        series.end = Series.End(.split)
        series.projectedAt = nil
        try commit()
        try later.commit()
        try transaction.moveEntries(of: series.id, from: slot, to: later.series.id)
        later.copiedPause = try copyPause(to: later, at: slot)
        try transaction.append([.seriesSplit(series, into: later.series, now: now)])
        return later
    }

    private func rest(from slot: CivilTime) throws -> SeriesTransaction {
        var rest = Series(
            id: try newID(at: slot), start: slot, timeZone: series.timeZone, content: series.content, span: series.span,
            now: now)
        let (zone, start) = (try zone, slot.localSeconds)
        rest.rules = try series.rules.indices.compactMap { try self.rest(ofRule: $0, from: slot) }
        rest.dates = series.dates.filter { $0.localSeconds(in: zone, at: series.start) >= start }
        rest.exceptionDates = series.exceptionDates.filter { $0.localSeconds(in: zone, at: series.start) >= start }
        (rest.anchor, rest.missed, rest.respawn) = (series.anchor, series.missed, series.respawn)
        (rest.reminders, rest.subtasks) = (series.reminders, series.subtasks)
        // It is the rest of the series, and ends as that had ended.
        (rest.before, rest.end, rest.splitFrom) = (series.before, series.end, series.id)
        return SeriesTransaction(new: rest, commands, in: transaction, now: now)
    }

    /// The id of the new series follows from the old one and the slot, so that nobody makes two.
    private func newID(at slot: CivilTime) throws -> SeriesID {
        let id = SeriesID(splitting: series.id, at: slot)
        if try transaction.series(id) == nil { return id }
        for attempt in 1...100 {
            let other = SeriesID(splitting: series.id, at: slot, attempt: attempt)
            if try transaction.series(other) == nil { return other }
        }
        throw SchedulerError(
            .conflict, "the series was split at \(slot) too many times; delete some of the series split off from it")
    }

    /// What is left of a rule from a slot on, with its phase; nil where nothing is.
    private func rest(ofRule index: Int, from slot: CivilTime) throws -> Series.Rule? {
        let rule = series.rules[index]
        let parsed = try RecurrenceRule(rule.text)
        if series.anchor == .completion {
            // It has no phase of its own; COUNT counts births.
            let births = try transaction.entries(of: series.id, in: .born, from: nil, limit: .max)
                .prefix { $0.recurrenceID < slot }.count
            return rule.counting(parsed.count, less: births, from: slot)
        }
        let definition = RuleSets.Definition(start: rule.start, rules: [rule])
        let set = try commands.ruleSets.set(definition, zone: zone)
        guard let start = set.first(after: slot.justBefore)?.start else { return nil }
        // Counting a dense rule from far back is dear, and only COUNT asks for it.
        let passed = parsed.count == nil ? 0 : set.members(ofRule: 0, before: slot)
        return rule.counting(parsed.count, less: passed, from: start).map { rest in
            Series.Rule(rest.text.writingOutDays(of: parsed, from: rule.start), start: rest.start)
        }
    }

    /// A pause of the series is one of both, with the same end.
    ///
    /// What the old pause holds of the new series is held by the new one from now on: the first occurrence here, the
    /// others where the change that splits reaches them.
    ///
    /// - Returns: The old pause; nil where there is none.
    private func copyPause(to later: SeriesTransaction, at slot: CivilTime) throws -> PauseID? {
        let target = PauseTarget.series(series.id)
        guard let pause = try transaction.pause(PauseID(pausing: target)), pause.isLasting(at: now) else { return nil }
        var copy = Pause(.series(later.series.id), since: pause.since, until: pause.until, missed: pause.missed)
        (copy.note, copy.author) = (pause.note, pause.author)
        try transaction.save(copy)
        if let entry = try transaction.entry(of: later.series.id, at: slot), entry.state == .open,
            var task = try transaction.task(entry.task), task.isHeld(by: pause.id)
        {
            try commands.save(&task, in: transaction, now: now)
        }
        return pause.id
    }
}

extension Set<LedgerEntry.State> {
    /// The states of entries that count as occurrences.
    static let born = Set(LedgerEntry.State.allCases).subtracting([.withdrawn])
}

extension Series.Rule {
    /// The rule from another start on, with what is left of its COUNT; nil where nothing is.
    fileprivate func counting(_ count: Int?, less passed: Int, from start: CivilTime) -> Series.Rule? {
        guard let count else { return Series.Rule(text, start: start) }
        guard passed < count else { return nil }
        return Series.Rule(passed == 0 ? text : text.settingRulePart("COUNT", to: count - passed), start: start)
    }
}

extension String {
    /// An added or excepted date as seconds of local time; a day counts at a series' time of day.
    fileprivate func localSeconds(in zone: ZoneRules, at start: CivilTime) -> Int {
        guard let date = try? RecurrenceDate(self) else { return .min }
        let local = date.start.local(in: zone)
        if start.isDate { return CivilTime.date(local.date).localSeconds }
        return local.localSeconds + (local.isDate ? start.startOfDayOrTime.secondOfDay : 0)
    }
}
