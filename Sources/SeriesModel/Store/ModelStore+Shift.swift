import Recurrence

/// Moving a whole series, its kind and its zone.
extension ModelStore {
    /// A time edit of an occurrence that reaches its whole series; afterwards the occurrence lies on its slot.
    mutating func moveSeries(
        _ id: SeriesID, with task: TaskID, _ patch: TaskPatch, hasNewRules: Bool
    ) throws(Refusal) {
        var edited = self[task: task]
        edited.takeTimes(of: patch)
        try check(edited)
        guard let row = self[series: id].row(of: task), let base = edited.base else { return }
        if let zone = patch.timeZone { rezone(id, to: zone) }
        self[series: id].changeRow(of: task) { $0.overrides.remove(.time) }
        // Reading: a new zone alone moves no slot, so a moved occurrence that it is given through goes back to its own.
        if patch.start != nil || patch.due != nil {
            let move = SlotMove(from: row.slot, to: base)
            try shift(id, move, with: row.slot, checksRules: !hasNewRules, pointer: "/due")
            self[series: id].hasStart = edited.start != nil
            self[series: id].hasDue = edited.due != nil
            self[series: id].span = (edited.due ?? base).distance(from: base)
        }
        layOpenOnesOnSlots(of: id)
    }

    /// Moves DTSTART, rule starts, dates, UNTIL, the end and every recurrenceId, in whatever state its row is.
    mutating func shift(
        _ id: SeriesID, _ move: SlotMove, with slot: CivilTime, checksRules: Bool, pointer: String
    ) throws(Refusal) {
        guard !move.isNothing else { return }
        let old = self[series: id]
        if checksRules, move.isToDates, old.recurrence.rules.contains(where: \.namesTimes) {
            throw .unprocessable(pointer: pointer)
        }
        let new = moved(old, by: move)
        let times = [new.dtstart] + new.rows.map(\.slot) + new.recurrence.rules.map(\.start)
        let dates = new.recurrence.rdates + new.recurrence.exdates + (new.before.map { [$0] } ?? [])
        let slots = new.born.map(\.slot)
        guard (times + dates).allSatisfy(\.isRepresentable), Set(slots).count == slots.count else {
            throw .unprocessable(pointer: pointer)
        }
        // Reading: with a new rule in the same PATCH it is that rule's matter which slots there are.
        // Reading: with `anchor=completion` a rule has no slots of its own that could be moved.
        if checksRules, old.recurrence.anchor == .due,
            !old.recurrence.rules.allSatisfy({ goesAlong($0, of: old, move) })
        {
            throw .unprocessable(pointer: pointer)
        }
        if checksRules, slotSet(old).contains(slot), !slotSet(new).contains(move(slot)) {
            throw .unprocessable(pointer: pointer)
        }
        self[series: id] = new
        // Reading: absolute reminders of an occurrence with a time bit stay where they are, as its times do.
        for row in new.rows where row.state == .open && !row.overrides.contains(.time) {
            let reminders = self[task: row.task].content.reminders
            self[task: row.task].content.reminders = reminders.map { $0.movedAt(by: move.reminderShift) }
        }
    }

    /// Whether a rule gives, from its moved start on, just its slots, each moved.
    // Reading: looked at are those up to the frontier and the next 64, at most 1,000 of them, and none that is more than
    // 4,000 days later; UNTIL moves by itself.
    private func goesAlong(_ rule: ModelRule, of series: ModelSeries, _ move: SlotMove) -> Bool {
        guard let frontier = series.frontier?.slot else { return true }
        var (rule, moved) = (rule, rule)
        (rule.until, moved.until, moved.start) = (nil, nil, move(rule.start))
        for days in [100, 800, 4_000] {
            let end = max(frontier, rule.start).moved(by: days * 86_400)
            let slots = rule.instances(through: end, zones: zones, zone: series.zone)
            let wanted = min(1_000, slots.count { $0 <= frontier } + 64)
            guard slots.count >= wanted || days == 4_000 else { continue }
            let compared = slots.prefix(wanted)
            let last = slots.count < wanted ? end : compared.last ?? end
            let given = moved.instances(through: move(last), zones: zones, zone: series.zone)
            return given == compared.map { move($0) }
        }
        return true
    }

    private func moved(_ old: ModelSeries, by move: SlotMove) -> ModelSeries {
        var new = old
        new.dtstart = move(old.dtstart)
        for index in old.recurrence.rules.indices {
            let rule = old.recurrence.rules[index]
            new.recurrence.rules[index].start = move(rule.start)
            new.recurrence.rules[index].until = rule.until.map {
                move($0, zones: zones, zone: old.zone, dtstart: old.dtstart)
            }
        }
        new.recurrence.rdates = Set(old.recurrence.rdates.map { move($0) }).sorted()
        new.recurrence.exdates = Set(old.recurrence.exdates.map { move($0) }).sorted()
        new.rows = old.rows.map { row in
            var row = row
            row.slot = move(row.slot)
            return row
        }
        let distanceShift = move.distanceShift(dtstart: old.dtstart)
        new.content.reminders = old.content.reminders.map { $0.movedDistance(by: distanceShift) }
        let taken = Set(new.born.map(\.slot))
        // Reading: a withdrawn row whose day another row has now is as if it never was.
        new.rows.removeAll { !$0.isBorn && taken.contains($0.slot) }
        new.before = movedEnd(of: old, by: move)
        return new
    }

    /// The end moves along: else a shift would cut a series or lengthen it.
    // Reading: where days lose their times, the end stays behind every row that was before it.
    private func movedEnd(of old: ModelSeries, by move: SlotMove) -> CivilTime? {
        guard let before = old.before else { return nil }
        let rows = old.rows.filter { $0.slot < before }.map { move($0.slot) }
        return rows.contains(move(before)) ? move(before).moved(by: 86_400) : move(before)
    }

    /// Another zone: local labels, the local end of UNTIL and dates stay.
    mutating func rezone(_ id: SeriesID, to zone: String) {
        let old = self[series: id]
        self[series: id].zone = zone
        for (index, rule) in old.recurrence.rules.enumerated() {
            guard case .utc(let instant) = rule.until else { continue }
            let local = zones.local(at: instant, in: old.zone)
            self[series: id].recurrence.rules[index].until = .utc(zones[zone].instant(of: local))
        }
    }

    /// Gives the open occurrences without a time bit the times of their slots, in the series' zone.
    mutating func layOpenOnesOnSlots(of id: SeriesID) {
        let series = self[series: id]
        for row in series.rows where row.state == .open && !row.overrides.contains(.time) {
            let (start, due) = series.times(at: row.slot)
            self[task: row.task].start = start
            self[task: row.task].due = due
            self[task: row.task].zone = series.zone
        }
    }
}
