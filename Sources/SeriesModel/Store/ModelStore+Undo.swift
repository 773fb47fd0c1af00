import Recurrence

/// What is needed to take one command back.
struct UndoStep: Hashable, Sendable {
    /// The store before it.
    var before: ModelStore
    /// The occurrences that it bore.
    var born: [TaskID]
}

/// Taking the last command back.
extension ModelStore {
    /// Keeps what was before a command that changed something.
    // Reading: the clock is nobody's command; what it changed stands in the way of undoing what was before it.
    mutating func remember(_ old: ModelStore, _ command: ModelCommand, _ effects: Effects) {
        guard effects.isEffective else { return }
        undoable = []
        switch command {
        case .undo, .advance: break
        default:
            var before = old
            before.undoable = []
            undoable = [UndoStep(before: before, born: effects.born)]
        }
    }

    /// Brings everything back to what it was, but for the clock and the versions.
    mutating func undo(_ effects: inout Effects) throws(Refusal) {
        guard let step = undoable.first else { throw .conflict }
        let current = self
        self = step.before
        (now, versions, seriesVersions) = (current.now, current.versions, current.seriesVersions)
        for task in step.born {
            // What was born leaves a withdrawn row, so that its id and version are kept.
            // Reading: unless a row has that id already, at the slot from which a shift that is undone had moved it.
            guard let (series, row) = current.place(of: task), let then = self.series[series.id],
                then.row(at: row.slot) == nil, then.row(of: task) == nil
            else { continue }
            var withdrawn = LedgerRow(slot: row.slot, task: task)
            withdrawn.state = .withdrawn
            self[series: series.id].rows = (then.rows + [withdrawn]).sorted { $0.slot < $1.slot }
            effects.withdrawn.append(task)
        }
    }
}
