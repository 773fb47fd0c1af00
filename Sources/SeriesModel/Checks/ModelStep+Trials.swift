import Recurrence

/// Invariants that are seen by trying what would happen next.
extension ModelStep {
    /// What is wrong with this step when more is tried from it; each line begins with the number of the invariant.
    package func checkByTrying() -> [String] {
        guard let effects = outcome.effects else { return [] }
        return checkUndo(effects) + checkReopenAndClose() + checkClosingAgain() + checkProjection()
    }

    /// 8: undo gives what was, but for versions and withdrawn rows.
    private func checkUndo(_ effects: Effects) -> [String] {
        if case .advance = command { return [] }
        guard effects.isEffective, command != .undo else { return [] }
        var copy = after
        guard copy.apply(.undo).effects != nil else { return ["8: \(command) could not be undone"] }
        guard copy.tasks == before.tasks, copy.rowsThatCount == before.rowsThatCount else {
            return ["8: undoing \(command) gave something else"]
        }
        return []
    }

    /// 8: reopening after a close, and closing again, gives the same open set.
    private func checkReopenAndClose() -> [String] {
        guard let task = command.closes, before.tasks[task]?.status.isOpen ?? false else { return [] }
        var copy = after
        _ = copy.apply(.reopen(task))
        _ = copy.apply(command)
        return copy.openSlots == after.openSlots ? [] : ["8: \(command) after reopening left another open set"]
    }

    /// 10: the same close again changes nothing and answers the same.
    private func checkClosingAgain() -> [String] {
        guard case .complete(let task) = command else { return [] }
        var copy = after
        let again = copy.apply(.complete(task))
        let isSame = copy == after && again.effects?.next == outcome.effects?.next
        return isSame ? [] : ["10: completing \(task) again did something"]
    }

    /// 11: the first projected slot is the one that is born when the frontier closes.
    private func checkProjection() -> [String] {
        let ids = outcome.effects?.addressed.sorted() ?? []
        return ids.compactMap { after.series[$0] }.flatMap { series -> [String] in
            guard series.isActive, series.recurrence.respawn == .completion, series.recurrence.anchor == .due,
                let frontier = series.frontier, frontier.state == .open
            else { return [] }
            var copy = after
            let born = copy.apply(.complete(frontier.task)).effects?.born.first
            let slot = born.flatMap { copy.place(of: $0) }?.row.slot
            let end = slot ?? frontier.slot.moved(by: 100 * 86_400)
            let projected = after.project(series.id, until: end, limit: 1).first
            return projected == slot ? [] : ["11: \(series.id) projects \(projected as Any), bears \(slot as Any)"]
        }
    }
}

extension ModelStore {
    /// The series without their withdrawn rows.
    fileprivate var rowsThatCount: [SeriesID: ModelSeries] {
        series.mapValues { series in
            var series = series
            series.rows = series.born
            return series
        }
    }

    /// Every open occurrence by series and slot.
    fileprivate var openSlots: Set<String> {
        Set(
            series.values.flatMap { series in
                series.rows.filter { $0.state == .open }.map { "\(series.id) \($0.slot) \($0.task)" }
            })
    }
}

extension ModelCommand {
    /// The task that it closes without ending its series.
    fileprivate var closes: TaskID? {
        switch self {
        case .complete(let id), .skip(let id), .setStatus(let id, .completed, _): id
        default: nil
        }
    }
}
