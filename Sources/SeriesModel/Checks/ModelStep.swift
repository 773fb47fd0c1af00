import Recurrence

/// One command with the states on both sides of it, for the invariants that speak of a change.
package struct ModelStep: Sendable {
    /// The state before.
    package let before: ModelStore
    /// The command.
    package let command: ModelCommand
    /// Its answer.
    package let outcome: ModelOutcome
    /// The state after.
    package let after: ModelStore

    /// Carries a command out and keeps both states.
    package init(_ command: ModelCommand, on store: inout ModelStore) {
        (before, self.command) = (store, command)
        outcome = store.apply(command)
        after = store
    }

    /// What is wrong with this step; each line begins with the number of the invariant.
    package func check() -> [String] {
        guard let effects = outcome.effects else { return before == after ? [] : ["refusal: the state changed"] }
        var faults = checkVersions() + checkWhatIsAddressed(effects)
        // What an undo brings back is the one thing that may come to life again.
        guard command != .undo else { return faults }
        faults += checkRulesStay() + checkSplit(effects) + checkClosedStay() + checkDeletedStay() + checkOrder()
        return faults + checkOverrides() + checkSeriesNeverGo() + checkOpenOnesLieOnSlots()
    }

    /// 2, for `anchor=completion`: right after a command on the series nothing is missing.
    private func checkWhatIsAddressed(_ effects: Effects) -> [String] {
        effects.addressed.sorted().compactMap { after.series[$0] }.flatMap(after.checkNothingIsMissing)
    }

    /// Rows are never removed while the series exists; a shift or a split takes them along.
    private func checkSeriesNeverGo() -> [String] {
        let rowsAfter = Set(after.series.values.flatMap(\.born).map(\.task))
        let withdrawn = Set(outcome.effects?.withdrawn ?? [])
        let gone = before.series.values.flatMap(\.born).map(\.task).filter {
            !rowsAfter.contains($0) && !withdrawn.contains($0)
        }
        return gone.sorted().map { "1: the row of \($0) is gone" }
    }

    /// 4: content, `this`, lists and policies never change a rule or DTSTART.
    private func checkRulesStay() -> [String] {
        guard case .patch(let task, let scope, let patch) = command, let (old, _) = before.place(of: task),
            outcome.effects?.splitOff == nil, let new = after.series[old.id]
        else { return [] }
        let movesSeries = patch.namesTime && scope != .this && scope != .unscoped
        let changesRules = before.change(patch.recurrence, of: old).members?.rrule != nil
        guard !movesSeries, !changesRules else { return [] }
        let isSame = old.recurrence.rules == new.recurrence.rules && old.dtstart == new.dtstart
        return isSame ? [] : ["4: \(command) changed the rules of \(old.id)"]
    }

    /// 5: a split leaves the union of both sets as it was, COUNT and all.
    private func checkSplit(_ effects: Effects) -> [String] {
        guard case .patch(let task, _, let patch) = command, !patch.namesTime, patch.recurrence == .untouched,
            let (old, row) = before.place(of: task), old.recurrence.anchor == .due, let split = effects.splitOff,
            let first = after.series[old.id], let second = after.series[split]
        else { return [] }
        let start = old.dtstart.moved(by: -86_400)
        let end = row.slot.moved(by: 70 * 86_400)
        let whole = before.slotSet(old).slots(after: start, through: end)
        let parts = [first, second].map { after.slotSet($0).slots(after: start, through: end) }
        guard first.rows.allSatisfy({ $0.slot < row.slot }), second.rows.allSatisfy({ $0.slot >= row.slot }) else {
            return ["5: rows of \(old.id) lie on the wrong side of \(row.slot)"]
        }
        return parts[0] + parts[1] == whole ? [] : ["5: \(whole) was split into \(parts)"]
    }

    /// An open occurrence without a time bit lies on its slot.
    private func checkOpenOnesLieOnSlots() -> [String] {
        after.series.values.flatMap { new in
            new.rows.filter { !after.liesOnSlot($0, in: new) }.map { "shape: \($0.task) does not lie on \($0.slot)" }
        }
    }

    /// 6: no command changes a closed task but one addressed to it.
    private func checkClosedStay() -> [String] {
        before.tasks.values.filter { !$0.status.isOpen && $0.id != command.task }.compactMap { old in
            guard var new = after.tasks[old.id] else { return "6: the closed \(old.id) is gone" }
            new.series = old.series
            return new == old ? nil : "6: the closed \(old.id) changed"
        }
    }

    /// 7: what is deleted stays deleted; what was withdrawn comes back with the same id and a higher version.
    private func checkDeletedStay() -> [String] {
        let rows = after.series.values.flatMap(\.rows)
        return before.series.values.flatMap(\.rows).compactMap { old in
            let new = rows.first { $0.task == old.task }
            if old.state == .deleted, new?.state != .deleted { return "7: the deleted \(old.task) came back" }
            guard old.state == .withdrawn, let new, new.isBorn else { return nil }
            let versions = (before.versions[old.task] ?? 0, after.versions[old.task] ?? 0)
            return versions.0 < versions.1 ? nil : "7: \(old.task) was born again as version \(versions.1)"
        }
    }

    /// 9: versions never fall, and what a task shows does not change without one.
    private func checkVersions() -> [String] {
        let fallen = before.versions.filter { $0.value > after.versions[$0.key] ?? 0 }
        let unseen = after.tasks.keys.filter {
            before.versions[$0] == after.versions[$0] && before.shown($0) != after.shown($0)
        }
        return fallen.map { "9: \($0.key) fell from \($0.value)" } + unseen.map { "9: \($0) changed unseen" }
    }

    /// 12: rows keep their order, and in a series that is not split their numbers and task ids.
    private func checkOrder() -> [String] {
        before.series.values.flatMap { old -> [String] in
            let ids = Set(old.born.map(\.task)).subtracting(outcome.effects?.born ?? [])
            let parts = [old.id, outcome.effects?.splitOff ?? old.id].prefix(outcome.effects?.splitOff == nil ? 1 : 2)
            let new = parts.compactMap { after.series[$0] }.flatMap(\.born).filter { ids.contains($0.task) }
            let kept = Set(new.map(\.task))
            let then = old.born.filter { kept.contains($0.task) }
            if new.map(\.task) != then.map(\.task) { return ["12: \(old.id) lost its order"] }
            guard outcome.effects?.splitOff == nil else { return [] }
            return new.map(\.number) == then.map(\.number) ? [] : ["12: \(old.id) lost its numbers"]
        }
    }

    /// 13: `all` leaves every set bit's field of other occurrences alone, and reaches every other open one.
    private func checkOverrides() -> [String] {
        guard case .patch(let task, .all, let patch) = command, let (old, _) = before.place(of: task) else { return [] }
        return old.rows.filter { $0.state == .open && $0.task != task }.flatMap { row -> [String] in
            guard let (was, now) = both(row.task), let (series, place) = after.place(of: row.task) else { return [] }
            var (shielded, reached) = (now.content, now.content)
            // Absolute times move with the slot, so reminders can be compared where nothing moved only.
            for field in row.overrides where field != .reminders || row.slot == place.slot {
                shielded.take(field, from: was.content)
            }
            for field in patch.contentFields where !row.overrides.contains(field) {
                reached.take(field, from: series.content.copy(at: place.slot))
            }
            let isShielded = shielded == now.content
            let moved = row.overrides.contains(.time) && (was.start != now.start || was.due != now.due)
            return isShielded && reached == now.content && !moved ? [] : ["13: \(row.task) by \(command)"]
        }
    }

    private func both(_ id: TaskID) -> (ModelTask, ModelTask)? {
        guard let was = before.tasks[id], let now = after.tasks[id] else { return nil }
        return (was, now)
    }
}

extension ModelCommand {
    /// The task it is addressed to.
    package var task: TaskID? {
        switch self {
        case .complete(let id), .skip(let id), .reopen(let id), .touch(let id): id
        case .setStatus(let id, _, _), .delete(let id, _), .patch(let id, _, _): id
        case .create, .patchSeries, .deleteSeries, .advance, .undo: nil
        }
    }
}
