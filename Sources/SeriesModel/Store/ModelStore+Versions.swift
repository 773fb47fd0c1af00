package import Recurrence

/// What people see of a task, of which each version names one.
package struct ShownTask: Hashable, Sendable {
    /// The task itself.
    package let task: ModelTask
    /// Its recurrence.
    package let recurrence: Recurrence?
    /// Whether its rules are shown cut.
    package let before: Bool
    /// Its recurrenceId.
    package let slot: CivilTime?
    /// Its number.
    package let number: Int?
}

extension ModelStore {
    /// What a task shows.
    package func shown(_ id: TaskID) -> ShownTask? {
        guard let task = tasks[id] else { return nil }
        let place = place(of: id)
        return ShownTask(
            task: task, recurrence: place?.series.recurrence, before: place?.series.before != nil,
            slot: place?.row.slot, number: place?.row.number)
    }

    /// Raises the version of each task and series that shows something else than before, also of one that is new.
    ///
    /// Versions belong to ids for ever: a birth after a withdrawal goes on from the last one.
    mutating func raiseVersions(since old: ModelStore) {
        for id in tasks.keys where shown(id) != old.shown(id) { versions[id, default: 0] += 1 }
        for (id, new) in series {
            var (shownNow, shownThen) = (new, old.series[id])
            shownNow.rows = []
            shownThen?.rows = []
            if shownNow != shownThen { seriesVersions[id, default: 0] += 1 }
        }
    }

    /// Notes in the effects what follows from the two states.
    func note(_ effects: inout Effects, since old: ModelStore) {
        effects.isEffective = series != old.series || tasks != old.tasks
        for id in series.keys.sorted() {
            let (new, then) = (self[series: id], old.series[id])
            if then?.end == nil, new.end != nil { effects.ended.append(id) }
            guard let then, effects.addressed.contains(id) else { continue }
            let (wasFinished, isFinished) = (old.isFinished(then), isFinished(new))
            if isFinished, !wasFinished { effects.finished.append(id) }
            let isRevived = then.end != nil && new.end == nil
            if isRevived || (wasFinished && !isFinished && new.isActive) { effects.resumed.append(id) }
        }
    }
}
