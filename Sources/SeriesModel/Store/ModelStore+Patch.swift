import Recurrence

/// PATCH of a task: which part of it reaches what.
extension ModelStore {
    mutating func patch(
        _ id: TaskID, _ scope: Scope, _ patch: TaskPatch, _ effects: inout Effects
    ) throws(Refusal) {
        let (task, old) = (try found(id), self)
        if !task.status.isOpen {
            // Reading: here too a member counts where it differs from what is shown.
            let recurrence = place(of: id).map { change(patch.recurrence, of: $0.series) } ?? patch.recurrence
            guard scope == .unscoped || scope == .this, recurrence == .untouched else { throw .conflict }
        }
        if let (series, row) = place(of: id) {
            try patchOccurrence(row, in: series, task.status.isOpen ? scope : .this, patch, &effects)
        } else {
            try patchPlain(task, patch, &effects)
        }
        // Reading: a patch is effective where anything was written, an override bit or a list of the series included.
        if series != old.series || tasks != old.tasks { touchRow(of: id) }
    }

    private mutating func patchPlain(
        _ task: ModelTask, _ patch: TaskPatch, _ effects: inout Effects
    ) throws(Refusal) {
        var edited = task
        edited.takeTimes(of: patch)
        edited.content = patch.applied(to: task.content)
        try check(edited)
        self[task: task.id] = edited
        if case .members(let members) = patch.recurrence { try makeSeries(of: edited, members, &effects) }
    }

    private mutating func patchOccurrence(
        _ row: LedgerRow, in series: ModelSeries, _ scope: Scope, _ patch: TaskPatch, _ effects: inout Effects
    ) throws(Refusal) {
        let recurrence = change(patch.recurrence, of: series)
        if scope == .this, let pointer = recurrence.pointer { throw .unprocessable(pointer: pointer) }
        // Reading: without a scope a new rule makes `following` of the times in the same PATCH too, since the rule
        // then starts at them; and of the other members of the recurrence, since there is one series to hold them.
        let reachesLater = scope == .following || scope == .unscoped && recurrence.members?.rrule != nil
        let isFirst = series.born.first?.slot == row.slot
        // Reading: a patch that names nothing splits nothing, and lets nothing appear.
        guard patch.namesTime || !patch.contentFields.isEmpty || recurrence != .untouched else { return }
        effects.addressed.insert(series.id)
        var id = series.id
        if reachesLater, !isFirst { id = split(series.id, at: row.slot, &effects) }
        if patch.namesTime {
            if reachesLater || scope == .all {
                try moveSeries(id, with: row.task, patch, hasNewRules: recurrence.members?.rrule != nil)
            } else {
                try moveAlone(row.task, patch)
            }
        }
        try check(patch.reminders, of: row.task)
        changeContent(of: row.task, scope, patch)
        try changeRecurrence(of: id, recurrence, addressed: row.task, &effects)
        // Reading: a series of which a split left neither rules nor dates is one that recurs no more.
        if self[series: id].recurrence.isEmpty { self[series: id].end(.stopped) }
    }

    /// Times of one occurrence, by either kind.
    private mutating func moveAlone(_ id: TaskID, _ patch: TaskPatch) throws(Refusal) {
        var task = self[task: id]
        task.takeTimes(of: patch)
        try check(task)
        self[task: id] = task
        setBits([.time], of: id)
    }

    private func check(_ reminders: [ModelReminder]?, of task: TaskID) throws(Refusal) {
        let isWrong = (reminders ?? []).contains { reminder in
            if case .distance = reminder.trigger { true } else { false }
        }
        if isWrong { throw .unprocessable(pointer: "/reminders") }
    }

    private mutating func changeContent(of id: TaskID, _ scope: Scope, _ patch: TaskPatch) {
        let fields = patch.contentFields
        guard !fields.isEmpty, let (series, row) = place(of: id) else { return }
        self[task: id].content = patch.applied(to: self[task: id].content)
        guard scope != .this else { return setBits(Set(fields), of: id) }
        let template = self[task: id].content.template(from: row.slot)
        for field in fields { self[series: series.id].content.take(field, from: template) }
        self[series: series.id].changeRow(of: id) { $0.overrides.subtract(fields) }
        if scope != .unscoped { spread(fields, in: series.id) }
    }

    /// Gives fields of the template to every open occurrence without their bits.
    mutating func spread(_ fields: [Field], in id: SeriesID) {
        let series = self[series: id]
        for row in series.rows where row.state == .open {
            for field in fields where !row.overrides.contains(field) {
                self[task: row.task].content.take(field, from: series.content.copy(at: row.slot))
            }
        }
    }

    // Reading: a bit is set also where the value given is the one that stood there.
    private mutating func setBits(_ fields: Set<Field>, of id: TaskID) {
        guard let series = self[task: id].series else { return }
        self[series: series].changeRow(of: id) { $0.overrides.formUnion(fields) }
    }

    /// What of a recurrence change differs from what is shown.
    // Reading: this holds for each member; a client that sends the whole `recurrence` back edits nothing.
    func change(_ change: RecurrenceChange, of series: ModelSeries) -> RecurrenceChange {
        guard case .members(var members) = change else { return change }
        let (shown, recurrence) = (shownRules(of: series), series.recurrence)
        if let texts = members.rrule, texts.map({ try? RecurrenceRule($0) }) == shown { members.rrule = nil }
        if members.rdate.map({ Set($0).sorted() }) == recurrence.rdates { members.rdate = nil }
        if members.exdate.map({ Set($0).sorted() }) == recurrence.exdates { members.exdate = nil }
        if members.anchor == recurrence.anchor { members.anchor = nil }
        if members.missed == recurrence.missed { members.missed = nil }
        if members.respawn == recurrence.respawn { members.respawn = nil }
        return members == RecurrencePatch() ? .untouched : .members(members)
    }
}

extension ModelTask {
    /// Takes the time fields that a patch names.
    mutating func takeTimes(of patch: TaskPatch) {
        start = patch.start ?? start
        due = patch.due ?? due
        zone = patch.timeZone ?? zone
    }
}

extension RecurrenceChange {
    /// The members, where there are any.
    var members: RecurrencePatch? {
        if case .members(let members) = self { members } else { nil }
    }

    /// The place of the first member that it names; nil where it says nothing.
    var pointer: String? {
        switch self {
        case .untouched: return nil
        case .null: return "/recurrence"
        case .members(let members):
            let named = [
                ("rrule", members.rrule != nil), ("rdate", members.rdate != nil), ("exdate", members.exdate != nil),
                ("anchor", members.anchor != nil), ("missed", members.missed != nil),
                ("respawn", members.respawn != nil),
            ]
            return named.first(where: \.1).map { "/recurrence/\($0.0)" }
        }
    }
}
