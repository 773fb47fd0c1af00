import Recurrence
import Scheduler
import Storage
import TestSupport

/// What commands do to a series and its ledger.
extension ExpectedStore {
    /// A task was made, or took part in no series and does now; the id of the series is the server's to choose.
    mutating func begin(_ task: ExpectedTask, at place: SeriesOccurrence?) {
        self[task.id] = task
        tasks[task.id]?.place = place
        if let place, let recurrence = task.recurrence {
            add(ExpectedSeries(task, recurrence, id: place.series))
        }
    }

    /// The entry of a task; nil for one without a series, and for one whose series nobody can follow.
    func entry(of id: TaskID) -> ExpectedEntry? {
        tasks[id]?.place.flatMap { series[$0.series]?.entries[$0.recurrenceID] }
    }

    /// Changes the entry of a task, if it has one.
    mutating func changeEntry(of id: TaskID, _ body: (inout ExpectedEntry) -> Void) {
        guard let place = tasks[id]?.place, var entry = series[place.series]?.entries[place.recurrenceID] else {
            return
        }
        body(&entry)
        series[place.series]?.entries[place.recurrenceID] = entry
    }

    /// A command was addressed to a task.
    mutating func touch(_ id: TaskID) { changeEntry(of: id) { $0.isTouched = true } }

    /// Makes a task another: its content is that of its series from now on, unless it is changed for itself alone; its
    /// time is its own.
    mutating func update(_ task: ExpectedTask, scope: EditScope?, isSick: Bool = false, at now: UTCInstant) throws {
        guard let before = tasks[task.id] else { return }
        tasks[task.id] = task
        try review(task.id, at: now)
        guard let place = task.place else { return }
        let fields = task.fields(differingFrom: before)
        let content = fields.intersection(.template)
        changeEntry(of: task.id) { entry in
            if scope == .this { entry.overrides.formUnion(content) } else { entry.overrides.subtract(content) }
            if fields.contains(.times) { entry.overrides.insert(.times) }
            entry.isTouched = entry.isTouched || !fields.isEmpty || isSick
        }
        if scope != .this {
            let template = ExpectedTemplate(of: task, at: place.recurrenceID)
            series[place.series]?.template.take(content, from: template)
        }
        try ensure(place.series, at: now)
    }

    /// Closes a task; what is to come of its series comes.
    ///
    /// - Parameters:
    ///   - id: The task.
    ///   - state: `completed`, `skipped`, or `cancelled`, with which its series ends.
    ///   - now: When.
    /// - Throws: `RecurrenceError` where the rules make no sense.
    mutating func close(_ id: TaskID, as state: LedgerEntry.State, at now: UTCInstant) throws {
        closeAlone(id)
        changeEntry(of: id) { ($0.state, $0.isTouched) = (state, true) }
        guard let place = tasks[id]?.place else { return }
        if state == .cancelled { end(place.series, .cancelled, by: id) }
        try ensure(place.series, cause: id, at: now)
    }

    /// Removes a task: with an open one its series ends, unless it goes alone.
    mutating func delete(_ id: TaskID, scope: EditScope? = nil, at now: UTCInstant) throws {
        pauses.forget(.task(id))
        for reminder in tasks[id]?.reminders ?? [] { pauses.forget(.reminder(reminder.id)) }
        changeEntry(of: id) { ($0.outcome, $0.state) = ($0.state, .deleted) }
        guard let place = tasks[id]?.place, let isOpen = tasks[id]?.isOpen else {
            self[id] = nil
            return
        }
        self[id] = nil
        if isOpen, scope == nil { end(place.series, .deleted, by: id) }
        try ensure(place.series, cause: id, at: now)
    }

    private mutating func end(_ id: SeriesID, _ reason: Series.End.Reason, by task: TaskID) {
        guard series[id]?.end == nil else { return }
        series[id]?.end = Series.End(reason, by: task)
    }

    /// The task that closing another bore, and that opening that one again takes back; nil where it was touched since.
    func successorToWithdraw(of id: TaskID) -> TaskID? {
        guard let entry = entry(of: id), entry.state != .cancelled, let place = tasks[id]?.place,
            let series = series[place.series], series.recurrence.respawn == .completion,
            let last = series.frontier.flatMap({ series.entries[$0] }),
            last.cause == id, last.state == .open, !last.isTouched, !last.hasReminded
        else { return nil }
        return last.task
    }

    /// Opens a closed task in its series: what it ended goes on, and the birth that it caused is taken back.
    mutating func reopenEntry(of id: TaskID, withdrawing next: TaskID?, at now: UTCInstant) throws {
        guard let place = tasks[id]?.place else { return }
        if series[place.series]?.end == Series.End(.cancelled, by: id) { series[place.series]?.end = nil }
        changeEntry(of: id) { ($0.state, $0.isTouched) = (.open, true) }
        if let next {
            changeEntry(of: next) { $0.withdraw() }
            self[next] = nil
        }
        try ensure(place.series, at: now)
    }

    /// Bears what comes next where the last occurrence of an active series is closed.
    mutating func ensure(_ id: SeriesID, cause: TaskID? = nil, at now: UTCInstant) throws {
        guard let series = series[id], series.isActive, series.recurrence.respawn == .completion,
            let frontier = series.frontier, series.entries[frontier]?.state != .open,
            let slot = try series.next(at: now)
        else { return }
        try bear(slot, of: id, cause: cause)
    }

    /// Lets appear what is to appear by itself.
    ///
    /// - Returns: The tasks that appeared.
    mutating func appear(_ id: SeriesID, by now: UTCInstant) throws -> [TaskID] {
        guard sickSeries[id] == nil else { return [] }
        return try (series[id]?.slotsToAppear(by: now) ?? []).compactMap { try bear($0, of: id, cause: nil) }
    }

    @discardableResult
    private mutating func bear(_ slot: CivilTime, of id: SeriesID, cause: TaskID?) throws -> TaskID? {
        guard let series = series[id], let frontier = series.frontier, let task = series.task(at: slot).flatMap(born)
        else { return nil }
        var entry = ExpectedEntry(task: task.id, number: series.births + 1)
        (entry.cause, entry.passed) = (cause, try series.passedOver(from: frontier, to: slot))
        self.series[id]?.entries[slot] = entry
        self[task.id] = task
        return task.id
    }
}
