import Recurrence

/// Changing rules, dates and policies in place.
extension ModelStore {
    mutating func changeRecurrence(
        of id: SeriesID, _ change: RecurrenceChange, addressed: TaskID?, _ effects: inout Effects
    ) throws(Refusal) {
        switch change {
        case .untouched: return
        case .null: self[series: id].end(.stopped)
        case .members(let members): try changeMembers(of: id, members, addressed: addressed, &effects)
        }
    }

    private mutating func changeMembers(
        of id: SeriesID, _ members: RecurrencePatch, addressed: TaskID?, _ effects: inout Effects
    ) throws(Refusal) {
        let old = self[series: id]
        var new = old
        if let rrule = members.rrule { new.recurrence.rules = try rules(rrule, from: old.dtstart) }
        try new.recurrence.takeLists(of: members, isDate: old.isDate)
        try new.recurrence.takePolicies(of: members)
        // Reading: an EXDATE counts as naming an occurrence when it comes; one that stood there before the
        // occurrence was created does not delete it.
        let excepted = Set(new.recurrence.exdates).subtracting(old.recurrence.exdates)
        if let slot = addressed.flatMap({ old.row(of: $0) })?.slot, excepted.contains(slot) {
            let index = members.exdate?.firstIndex(of: slot) ?? 0
            throw .unprocessable(pointer: "/recurrence/exdate/\(index)")
        }
        self[series: id] = new
        for row in new.rows where row.state == .open && excepted.contains(row.slot) {
            remove(row.task, in: id, &effects)
        }
        bearLost(in: id, since: old, hasNewRules: members.rrule != nil, &effects)
    }

    /// Bears slots that an RDATE added, or an EXDATE gave back, behind the frontier.
    // Reading: with a new rule in the same PATCH, or with `anchor=completion`, only RDATEs are meant: a new rule
    // bears nothing behind the frontier, and a floating one has no slots there.
    private mutating func bearLost(
        in id: SeriesID, since old: ModelSeries, hasNewRules: Bool, _ effects: inout Effects
    ) {
        let series = self[series: id]
        guard series.isActive, let frontier = series.frontier else { return }
        var set = slotSet(series)
        if hasNewRules || series.recurrence.anchor == .completion { set.rules = [] }
        let added = Set(series.recurrence.rdates).subtracting(old.recurrence.rdates)
        let givenBack = Set(old.recurrence.exdates).subtracting(series.recurrence.exdates)
        for slot in added.union(givenBack).sorted() where slot < frontier.slot && set.contains(slot) {
            let isLeftOut = series.recurrence.missed == .skip && isPast(slot, in: series)
            if series.row(at: slot)?.isBorn ?? false || isLeftOut { continue }
            bear(slot, in: id, cause: nil, &effects)
        }
    }

    /// PATCH of a series: as `all`, without an occurrence.
    mutating func patchSeries(
        _ id: SeriesID, _ patch: SeriesPatch, _ effects: inout Effects
    ) throws(Refusal) {
        let series = try found(id)
        effects.addressed.insert(id)
        // Reading: reviving comes first, so that the dates of the same PATCH can bear.
        if patch.revives, series.end != nil {
            guard series.end?.reason != .split else { throw .conflict }
            // Reading: reviving lifts `before`, which only a deletion can have left in such a series.
            (self[series: id].end, self[series: id].before) = (nil, nil)
        }
        let change = self.change(patch.changes.recurrence, of: series)
        try retime(id, patch, hasNewRules: change.members?.rrule != nil)
        let fields = patch.changes.contentFields
        // Reading: absolute reminder times of such a patch are those of the occurrence at DTSTART.
        let content = patch.changes.applied(to: series.content).template(from: self[series: id].dtstart)
        for field in fields { self[series: id].content.take(field, from: content) }
        spread(fields, in: id)
        try changeRecurrence(of: id, change, addressed: nil, &effects)
        if series.end != nil, self[series: id].isActive, self[series: id].recurrence.isEmpty {
            throw .unprocessable(pointer: "/state")
        }
    }

    private mutating func retime(_ id: SeriesID, _ patch: SeriesPatch, hasNewRules: Bool) throws(Refusal) {
        // Reading: naming what is there already is no time edit.
        let (zone, start) = (self[series: id].zone, self[series: id].dtstart)
        guard patch.dtstart ?? start != start || patch.changes.timeZone ?? zone != zone else { return }
        if let zone = patch.changes.timeZone {
            guard zones.contains(zone) else { throw .unprocessable(pointer: "/timeZone") }
            rezone(id, to: zone)
        }
        if let dtstart = patch.dtstart {
            let old = self[series: id]
            let move = SlotMove(from: old.dtstart, to: dtstart)
            // Reading: DTSTART itself stands for x, in the rule that its slot may not leave the set.
            try shift(id, move, with: old.dtstart, checksRules: !hasNewRules, pointer: "/dtstart")
            // Reading: a span keeps its whole days where the slots become dates.
            if move.isToDates { self[series: id].span = old.span / 86_400 * 86_400 }
        }
        layOpenOnesOnSlots(of: id)
    }
}
