package import Recurrence

/// Everything that a model knows: a clock, the series with their ledgers, and the tasks.
package struct ModelStore: Hashable, Sendable {
    /// The clock.
    package var now: UTCInstant
    /// The zones that tasks may name.
    package let zones: ZoneTable
    /// The series by name.
    package var series: [SeriesID: ModelSeries] = [:]
    /// The tasks by name.
    package var tasks: [TaskID: ModelTask] = [:]
    /// The last version of each task that ever was, also of those that are gone.
    package var versions: [TaskID: Int] = [:]
    /// The last version of each series.
    package var seriesVersions: [SeriesID: Int] = [:]
    /// The store before the last command, while that can be undone; one element at most.
    var undoable: [UndoStep] = []

    /// Seconds from midnight from which the offsets of a date count.
    package static let dayStart = 9 * 3_600
    /// The most open occurrences that ticks give one series.
    package static let mostOpen = 1_000

    /// Makes an empty store.
    package init(now: UTCInstant, zones: ZoneTable) { (self.now, self.zones) = (now, zones) }

    /// Carries a command out, or refuses it and changes nothing.
    package mutating func apply(_ command: ModelCommand) -> ModelOutcome {
        var (copy, effects) = (self, Effects())
        do throws(Refusal) {
            try copy.carryOut(command, &effects)
        } catch {
            return .refused(error)
        }
        // Reading: `ensure` runs for the series that the command wrote; others cannot have come to need it.
        for id in effects.addressed.sorted() { copy.ensure(id, &effects) }
        copy.raiseVersions(since: self)
        copy.note(&effects, since: self)
        copy.remember(self, command, effects)
        self = copy
        return .done(effects)
    }

    private mutating func carryOut(_ command: ModelCommand, _ effects: inout Effects) throws(Refusal) {
        switch command {
        case .create(let task): try create(task, &effects)
        case .complete(let id): try complete(id, &effects)
        case .skip(let id): try skip(id, &effects)
        case .reopen(let id): try reopen(id, to: .needsAction, &effects)
        case .setStatus(let id, let status, let scope): try setStatus(of: id, to: status, scope, &effects)
        case .touch(let id): try touch(id, &effects)
        case .delete(let id, let scope): try delete(id, scope, &effects)
        case .patch(let id, let scope, let patch): try self.patch(id, scope, patch, &effects)
        case .patchSeries(let id, let patch): try patchSeries(id, patch, &effects)
        case .deleteSeries(let id, let open): try deleteSeries(id, open, &effects)
        case .advance(let instant): advance(to: instant, &effects)
        case .undo: try undo(&effects)
        }
    }

    /// A series that is known to exist.
    subscript(series id: SeriesID) -> ModelSeries {
        get {
            guard let found = series[id] else { preconditionFailure("no series \(id)") }
            return found
        }
        set { series[id] = newValue }
    }

    /// A task that is known to exist.
    subscript(task id: TaskID) -> ModelTask {
        get {
            guard let found = tasks[id] else { preconditionFailure("no task \(id)") }
            return found
        }
        set { tasks[id] = newValue }
    }

    /// A task, or 404.
    func found(_ id: TaskID) throws(Refusal) -> ModelTask {
        guard let task = tasks[id] else { throw .notFound }
        return task
    }

    /// A series, or 404.
    func found(_ id: SeriesID) throws(Refusal) -> ModelSeries {
        guard let found = series[id] else { throw .notFound }
        return found
    }

    /// The series and the row of an occurrence that has a task; nil for a plain task.
    package func place(of task: TaskID) -> (series: ModelSeries, row: LedgerRow)? {
        guard let id = tasks[task]?.series, let row = self[series: id].row(of: task) else { return nil }
        return (self[series: id], row)
    }
}
