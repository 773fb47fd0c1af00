import Recurrence

/// Deleting occurrences and ending series.
extension ModelStore {
    mutating func delete(_ id: TaskID, _ scope: Scope, _ effects: inout Effects) throws(Refusal) {
        let task = try found(id)
        guard let (series, row) = place(of: id) else {
            tasks[id] = nil
            effects.deleted.append(id)
            return
        }
        effects.addressed.insert(series.id)
        if !task.status.isOpen {
            // Reading: a closed one with `following` or `all` is refused as an edit of it is; the rows of the table
            // for these scopes let closed ones stay, so it could not be meant.
            guard scope == .unscoped || scope == .this else { throw .conflict }
            return remove(id, in: series.id, &effects)
        }
        switch scope {
        case .this: remove(id, in: series.id, &effects)
        case .unscoped:
            self[series: series.id].end(.deleted, by: id)
            remove(id, in: series.id, &effects)
        case .following:
            // Reading: also on the first one, where PATCH would take `following` for `all`.
            self[series: series.id].before = series.before.map { min($0, row.slot) } ?? row.slot
            self[series: series.id].end(.deleted, by: id)
            removeOpen(in: series.id, from: row.slot, &effects)
        case .all:
            self[series: series.id].end(.deleted, by: id)
            removeOpen(in: series.id, from: nil, &effects)
        }
    }

    /// Deletes the open occurrences from a slot on, or all of them.
    private mutating func removeOpen(in series: SeriesID, from slot: CivilTime?, _ effects: inout Effects) {
        for row in self[series: series].rows where row.state == .open && slot.map({ row.slot >= $0 }) ?? true {
            remove(row.task, in: series, &effects)
        }
    }

    /// Deletes one occurrence; its row stays and keeps what it was.
    mutating func remove(_ id: TaskID, in series: SeriesID, _ effects: inout Effects) {
        tasks[id] = nil
        self[series: series].changeRow(of: id) { row in
            (row.outcome, row.state) = (row.state, .deleted)
        }
        effects.deleted.append(id)
    }

    // Reading: `open=keep` ends it as `recurrence: null` does (`stopped`), `open=delete` as DELETE `all` does
    // (`deleted`, by no occurrence); on a series that ended already only the open ones go.
    mutating func deleteSeries(_ id: SeriesID, _ open: OpenOnes, _ effects: inout Effects) throws(Refusal) {
        _ = try found(id)
        effects.addressed.insert(id)
        self[series: id].end(open == .keep ? .stopped : .deleted)
        if open == .delete { removeOpen(in: id, from: nil, &effects) }
    }
}
