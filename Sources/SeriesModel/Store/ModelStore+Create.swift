import Recurrence

/// Making tasks and series.
extension ModelStore {
    mutating func create(_ new: NewTask, _ effects: inout Effects) throws(Refusal) {
        guard versions[new.id] == nil else { throw .conflict }
        let task = ModelTask(id: new.id, content: new.content, start: new.start, due: new.due, zone: new.zone)
        try check(task)
        tasks[new.id] = task
        if let recurrence = new.recurrence { try makeSeries(of: task, recurrence, &effects) }
    }

    /// Refuses times that contradict each other.
    // Reading: start and due are of one kind, and the due time does not come before the start (RFC 5545, 3.8.2.3).
    func check(_ task: ModelTask) throws(Refusal) {
        guard zones.contains(task.zone) else { throw .unprocessable(pointer: "/timeZone") }
        guard let start = task.start, let due = task.due else { return }
        guard start.isDate == due.isDate else { throw .unprocessable(pointer: "/start") }
        guard start <= due else { throw .unprocessable(pointer: "/due") }
    }

    /// Makes a plain task number 1 of a new series.
    mutating func makeSeries(
        of task: ModelTask, _ patch: RecurrencePatch, _ effects: inout Effects
    ) throws(Refusal) {
        guard let slot = task.base else { throw .unprocessable(pointer: "/due") }
        var series = ModelSeries(
            id: SeriesID(firstTask: task.id), zone: task.zone, dtstart: slot, recurrence: Recurrence(),
            content: task.content.template(from: slot), hasStart: task.start != nil, hasDue: task.due != nil,
            span: (task.due ?? slot).distance(from: slot))
        series.recurrence.rules = try rules(patch.rrule ?? [], from: slot)
        try series.recurrence.takeLists(of: patch, isDate: slot.isDate)
        try series.recurrence.takePolicies(of: patch)
        var row = LedgerRow(slot: slot, task: task.id)
        row.number = 1
        series.rows = [row]
        self[series: series.id] = series
        self[task: task.id].series = series.id
        effects.addressed.insert(series.id)
    }

    /// Reads rules that start at a slot, or says which one is wrong.
    func rules(_ texts: [String], from slot: CivilTime) throws(Refusal) -> [ModelRule] {
        var rules: [ModelRule] = []
        for (index, text) in texts.enumerated() {
            // Reading: a date has no BYHOUR, BYMINUTE or BYSECOND either.
            guard let rule = ModelRule(text, start: slot), !slot.isDate || !rule.namesTimes else {
                throw .unprocessable(pointer: "/recurrence/rrule/\(index)")
            }
            rules.append(rule)
        }
        return rules
    }
}

extension Recurrence {
    /// Takes RDATEs and EXDATEs of a patch.
    // Reading: values of the other kind than DTSTART are refused.
    mutating func takeLists(of patch: RecurrencePatch, isDate: Bool) throws(Refusal) {
        for (name, list) in [("rdate", patch.rdate), ("exdate", patch.exdate)] {
            guard let wrong = list?.firstIndex(where: { $0.isDate != isDate }) else { continue }
            throw .unprocessable(pointer: "/recurrence/\(name)/\(wrong)")
        }
        if let rdate = patch.rdate { rdates = Set(rdate).sorted() }
        if let exdate = patch.exdate { exdates = Set(exdate).sorted() }
    }

    /// Takes the three policies of a patch.
    mutating func takePolicies(of patch: RecurrencePatch) throws(Refusal) {
        anchor = patch.anchor ?? anchor
        missed = patch.missed ?? missed
        respawn = patch.respawn ?? respawn
        guard anchor == .completion, respawn == .schedule else { return }
        // Reading: the pointer names `respawn` where the request has it, else `anchor`.
        throw .unprocessable(pointer: patch.respawn == nil ? "/recurrence/anchor" : "/recurrence/respawn")
    }
}
