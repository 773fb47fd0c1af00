import Recurrence

/// The invariants that one state shows.
extension ModelStore {
    /// What is wrong with this state; each line begins with the number of the invariant, or with "shape".
    package func check() -> [String] {
        var faults = checkIdsAreUnique() + checkTasksHaveRows()
        for id in series.keys.sorted() {
            let series = self[series: id]
            faults += checkRowsAreUnique(series) + checkRowsHaveTasks(series) + checkFrontierIsOpen(series)
            faults += checkNumbers(series) + checkShape(series)
        }
        return faults
    }

    /// 1: each slot has at most one row.
    private func checkRowsAreUnique(_ series: ModelSeries) -> [String] {
        let slots = series.rows.map(\.slot)
        return zip(slots, slots.dropFirst()).filter { $0 >= $1 }.map { "1: rows of \(series.id) at \($0), \($1)" }
    }

    /// 1: a row has exactly one task, of the same state, or none.
    private func checkRowsHaveTasks(_ series: ModelSeries) -> [String] {
        series.rows.compactMap { row in
            let expected: [TaskStatus?] =
                switch row.state {
                case .open: [.needsAction, .inProcess]
                case .completed: [.completed]
                case .skipped, .cancelled: [.cancelled]
                case .deleted, .withdrawn: [nil]
                }
            let task = tasks[row.task]
            if expected.contains(task?.status), task == nil || task?.series == series.id { return nil }
            return "1: row \(row.task) is \(row.state), its task \(task?.status.rawValue ?? "gone")"
        }
    }

    /// 1: a task of a series has a row there.
    private func checkTasksHaveRows() -> [String] {
        tasks.values.filter { $0.series != nil && place(of: $0.id) == nil }.map { "1: \($0.id) has no row" }
    }

    /// 1 and 8: no two rows name one task.
    private func checkIdsAreUnique() -> [String] {
        let ids = series.values.flatMap(\.rows).map(\.task)
        return Set(ids).count == ids.count ? [] : ["1: two rows name one task"]
    }

    /// 2: the frontier of an active series with `respawn=completion` is open unless nothing comes.
    // Reading: with `anchor=completion` what comes changes with the clock (a floating phase under UNTIL and EXDATE), so
    // there it holds at the end of each command on the series, and is looked at then.
    private func checkFrontierIsOpen(_ series: ModelSeries) -> [String] {
        series.recurrence.anchor == .due ? checkNothingIsMissing(series) : []
    }

    /// 2, for one series now.
    func checkNothingIsMissing(_ series: ModelSeries) -> [String] {
        guard series.isActive, series.recurrence.respawn == .completion, series.frontier?.state != .open,
            let slot = next(in: series)
        else { return [] }
        return ["2: \(series.id) has nothing open, though \(slot) comes next"]
    }

    /// Numbers of born rows are different, withdrawn rows have none.
    private func checkNumbers(_ series: ModelSeries) -> [String] {
        let numbers = series.born.map(\.number)
        let areSound = Set(numbers).count == numbers.count && numbers.allSatisfy { ($0 ?? 0) > 0 }
        return areSound && series.rows.allSatisfy { $0.isBorn || $0.number == nil } ? [] : ["shape: \(numbers)"]
    }

    /// Whether an open occurrence without a time bit has the times of its slot; true of all others.
    func liesOnSlot(_ row: LedgerRow, in series: ModelSeries) -> Bool {
        guard row.state == .open, !row.overrides.contains(.time) else { return true }
        let (task, times) = (self[task: row.task], series.times(at: row.slot))
        return task.start == times.start && task.due == times.due && task.zone == series.zone
    }

    /// Everything of a series is of one kind, and no row lies before DTSTART.
    private func checkShape(_ series: ModelSeries) -> [String] {
        var faults: [String] = []
        let recurrence = series.recurrence
        let times = series.rows.map(\.slot) + recurrence.rdates + recurrence.exdates + recurrence.rules.map(\.start)
        if times.contains(where: { $0.isDate != series.isDate }) { faults.append("shape: kinds of \(series.id)") }
        if series.rows.contains(where: { $0.slot < series.dtstart }) { faults.append("shape: DTSTART of \(series.id)") }
        if series.born.isEmpty { faults.append("shape: \(series.id) has no row") }
        if recurrence.anchor == .completion, recurrence.respawn == .schedule { faults.append("shape: policies") }
        return faults
    }
}
