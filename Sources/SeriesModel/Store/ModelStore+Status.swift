import Recurrence

/// Closing and opening: the status table.
extension ModelStore {
    mutating func complete(_ id: TaskID, _ effects: inout Effects) throws(Refusal) {
        let task = try found(id)
        guard task.status != .completed else {
            effects.next = answerNext(after: id)
            return
        }
        close(id, as: .completed, &effects)
    }

    // Reading: skipping a plain task cancels it.
    mutating func skip(_ id: TaskID, _ effects: inout Effects) throws(Refusal) {
        let task = try found(id)
        guard task.status.isOpen else { throw .conflict }
        close(id, as: .skipped, &effects)
    }

    /// A status that came by PATCH.
    mutating func setStatus(
        of id: TaskID, to status: TaskStatus, _ scope: Scope, _ effects: inout Effects
    ) throws(Refusal) {
        let task = try found(id)
        if !task.status.isOpen, scope == .following || scope == .all { throw .conflict }
        switch status {
        case .needsAction, .inProcess:
            if task.status.isOpen { setOpenStatus(of: id, to: status) } else { try reopen(id, to: status, &effects) }
        case .completed: try complete(id, &effects)
        case .cancelled: cancel(id, scope, &effects)
        }
    }

    private mutating func setOpenStatus(of id: TaskID, to status: TaskStatus) {
        guard self[task: id].status != status else { return }
        self[task: id].status = status
        touchRow(of: id)
    }

    /// PATCH to `cancelled`: skipping with `this`, else giving up, which ends the series.
    // Reading: `following` reaches x only, as the table says, and so does what no scope does: the series ends.
    private mutating func cancel(_ id: TaskID, _ scope: Scope, _ effects: inout Effects) {
        let task = self[task: id]
        switch task.status {
        case .cancelled: return
        case .completed: close(id, as: .skipped, &effects)
        case .needsAction, .inProcess:
            guard scope != .this, let series = task.series else { return close(id, as: .skipped, &effects) }
            let others = self[series: series].rows.filter { $0.state == .open && $0.task != id }.map(\.task)
            // It ends first, so that nothing is born in between.
            self[series: series].end(.cancelled, by: id)
            close(id, as: .cancelled, &effects)
            // Only x was addressed; the others are reached through the series.
            for task in scope == .all ? others : [] { close(task, as: .cancelled, touches: false, &effects) }
        }
    }

    /// Writes the new word into the row and the task, and revives a series that this occurrence had ended.
    // Reading: the moment of closing is that of the last word, also where one closed state follows another.
    private mutating func close(
        _ id: TaskID, as state: RowState, touches: Bool = true, _ effects: inout Effects
    ) {
        self[task: id].status = state == .completed ? .completed : .cancelled
        effects.closed.append(id)
        guard let series = self[task: id].series else { return }
        let now = now
        self[series: series].changeRow(of: id) { row in
            (row.state, row.closedAt, row.isTouched) = (state, now, row.isTouched || touches)
        }
        if state == .completed { revive(series, endedBy: id) }
        effects.addressed.insert(series)
        ensure(series, &effects)
        effects.next = answerNext(after: id)
    }

    private mutating func revive(_ series: SeriesID, endedBy id: TaskID) {
        if self[series: series].end == SeriesEnd(reason: .cancelled, by: id) { self[series: series].end = nil }
    }

    // Reading: reopening changes no times. One whose series was moved while it was closed keeps its dates, and has the
    // time bit from then on.
    mutating func reopen(_ id: TaskID, to status: TaskStatus, _ effects: inout Effects) throws(Refusal) {
        let task = try found(id)
        guard !task.status.isOpen else { return }
        self[task: id].status = status
        guard let (series, row) = place(of: id) else { return }
        self[series: series.id].changeRow(of: id) { row in
            (row.state, row.closedAt, row.isTouched) = (.open, nil, true)
        }
        let times = series.times(at: row.slot)
        if (task.start, task.due) != times || task.zone != series.zone {
            self[series: series.id].changeRow(of: id) { _ = $0.overrides.insert(.time) }
        }
        effects.addressed.insert(series.id)
        if row.state == .cancelled {
            revive(series.id, endedBy: id)
        } else {
            withdrawSuccessor(of: id, in: series.id, &effects)
        }
    }

    // Reading: where the frontier left is closed too (x was an older one of a series that it revived), `ensure` bears
    // the same slot again at once, since an active series has an open frontier.
    /// Takes the birth back that closing an occurrence caused, if nothing came of it.
    private mutating func withdrawSuccessor(of id: TaskID, in series: SeriesID, _ effects: inout Effects) {
        guard let successor = self[series: series].frontier, successor.cause == id, successor.state == .open,
            !successor.isTouched, self[series: series].recurrence.respawn == .completion
        else { return }
        withdraw(successor.task, in: series)
        effects.withdrawn.append(successor.task)
    }

    /// Leaves nothing of a birth but the id and the version.
    mutating func withdraw(_ task: TaskID, in series: SeriesID) {
        tasks[task] = nil
        self[series: series].changeRow(of: task) { row in
            let (slot, id) = (row.slot, row.task)
            row = LedgerRow(slot: slot, task: id)
            row.state = .withdrawn
        }
    }

    mutating func touch(_ id: TaskID, _ effects: inout Effects) throws(Refusal) {
        _ = try found(id)
        touchRow(of: id)
    }

    /// Notes that a command was addressed to an occurrence.
    mutating func touchRow(of id: TaskID) {
        guard let series = tasks[id]?.series else { return }
        self[series: series].changeRow(of: id) { $0.isTouched = true }
    }
}
