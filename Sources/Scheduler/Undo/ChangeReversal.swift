import Recurrence
import Storage

/// Takes one change back: first series and their ledgers, then the tasks that stand in them, as many as one transaction
/// is to.
struct ChangeReversal {
    /// How many rows can be taken back at once.
    static let maxRows = 3 * WriteBudget.maxRows

    let change: Change
    /// What that is recorded as.
    let own: Change
    let commands: TaskCommands
    let transaction: any StoreTransaction
    let now: UTCInstant
    /// What it wrote, but for what was deleted for good since.
    let rows: [ChangedRow]
    /// Whether something of it was deleted for good since.
    let isPartial: Bool
    /// The tasks that are taken back with what they are bound to.
    private let bound: Set<TaskID>
    /// These, and the occurrences that the change bore, as they were found, those that are there.
    let found: [TaskID: TaskItem]
    /// The series that the change wrote as they were found, those that are there.
    let foundSeries: [SeriesID: Series]
    /// What is told of series and pauses, after what is told of tasks.
    var events: [EventDraft] = []

    init(
        of change: Change, as own: Change, _ commands: TaskCommands, in transaction: any StoreTransaction
    ) throws {
        (self.change, self.own, self.commands, self.transaction, now) = (change, own, commands, transaction, own.at)
        let written = try transaction.rows(of: change.id, limit: Self.maxRows + 1)
        guard written.count <= Self.maxRows else {
            throw SchedulerError(
                .notPossible,
                """
                the change \(change.id) cannot be undone: it wrote more than \(Self.maxRows) rows; edit what it changed \
                instead
                """)
        }
        let purged = try transaction.purgedTasks(of: change.id)
        let left = try written.filter { row in
            switch row.subject {
            case .task(let id), .entry(let id): !purged.contains(id)
            default: try !transaction.isPurged(row.subject)
            }
        }
        // Of a deletion nothing is left without what it deleted.
        rows = change.kind == .delete && !left.contains(where: \.wasThere) ? [] : left
        isPartial = left.count < written.count
        // What pauses hold is looked at with them.
        bound = try rows.pauses.isEmpty ? transaction.boundTasks(of: change.id) : Set(rows.tasks.map(\.id))
        let wanted = bound.union(rows.entries.filter { !$0.wasThere }.map(\.id))
        found = Dictionary(try transaction.tasks(wanted.sorted()).map { ($0.id, $0) }) { first, _ in first }
        let series = try rows.series.compactMap { try transaction.series($0.id) }
        foundSeries = Dictionary(series.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Takes it back, or as much of it as one transaction is to; the rest is pending then.
    mutating func run() throws -> TaskCommands.Undoing {
        guard !rows.isEmpty else { return TaskCommands.Undoing(undone: change) }
        var (work, pending) = (
            try TaskReversal(of: change, as: own, commands, in: transaction, now: now), PendingUndo(own)
        )
        let ledgers = try ledgers()
        // Tasks and series are in them.
        try restoreProjects()
        try restoreTags()
        try restoreSeries()
        try withdrawBirths()
        try transaction.restoreEntries(before: change.id)
        try takeBackBoundTasks(by: &work)
        try tellOfSeries(with: work.tasks)
        for series in rows.series where !series.wasThere { try transaction.deleteSeries(series.id) }
        let isLeft = try work.goOn(&pending, isBegun: false)
        try restorePauses()
        for series in ledgers.union(rows.series.map(\.id)) { try updateProjection(of: series) }
        try transaction.append(events)
        if isLeft { try transaction.setPendingUndo(pending) }
        return undoing(work, isLeft: isLeft, redone: try redone())
    }

    /// The command that is in force again, where an undo is taken back.
    private func redone() throws -> Change? {
        change.kind == .undo ? try change.undoes.flatMap { try transaction.change($0) } : nil
    }

    private func undoing(_ work: TaskReversal, isLeft: Bool, redone: Change?) -> TaskCommands.Undoing {
        var undoing = TaskCommands.Undoing(undone: change)
        undoing.redone = redone
        undoing.tasks = work.tasks.sorted { $0.id < $1.id }
        undoing.removed = work.removed.sorted { $0.id < $1.id }
        let there = rows.tasks.count(where: \.wasThere)
        undoing.taskCount = isLeft ? there : work.tasks.count
        undoing.removedCount = isLeft ? rows.tasks.count - there : work.removed.count
        return undoing
    }

    /// The series in whose ledgers the change wrote.
    func ledgers() throws -> Set<SeriesID> {
        Set(try rows.entries.compactMap { try transaction.seriesID(ofTask: $0.id) })
    }

    // MARK: Series

    private func restoreSeries() throws {
        for id in rows.series.filter(\.wasThere).map(\.id) {
            guard var series = try transaction.series(id, before: change.id) else { continue }
            let found = foundSeries[id]
            series.version = max(found?.version ?? 0, series.version) + 1
            series.sharedChanges = sharedChanges(of: series, found: found)
            series.projectedAt = found?.projectedAt
            try transaction.save(series)
            try transaction.restoreTags(of: id, before: change.id)
        }
    }

    /// The changes that every task of a series counts: where one of them comes to show another thing, more than any series
    /// counted that it may come from.
    private func sharedChanges(of series: Series, found: Series?) -> Int {
        let mostFound = foundSeries.values.map(\.sharedChanges).max() ?? 0
        let isMoved = rows.series.contains { !$0.wasThere } || rows.series.contains { foundSeries[$0.id] == nil }
        guard let found, !isMoved, found.shown == series.shown, found.start == series.start else {
            return max(mostFound, series.sharedChanges) + 1
        }
        return found.sharedChanges
    }

    /// Leaves of each occurrence that the change bore, in a series that stays, nothing but its id and version.
    private func withdrawBirths() throws {
        let made = Set(rows.series.filter { !$0.wasThere }.map(\.id))
        for id in rows.entries.filter({ !$0.wasThere }).map(\.id) {
            guard let place = try transaction.task(id)?.occurrence, !made.contains(place.series),
                let entry = try transaction.entry(of: place.series, at: place.recurrenceID), entry.task == id
            else { continue }
            var withdrawn = LedgerEntry(recurrenceID: entry.recurrenceID, task: id, number: 0)
            (withdrawn.number, withdrawn.state, withdrawn.version) = (nil, .withdrawn, found[id]?.version ?? 0)
            try transaction.save(withdrawn, of: place.series)
        }
    }

    private func updateProjection(of id: SeriesID) throws {
        do {
            guard let series = try transaction.series(id) else { return }
            var work = try SeriesTransaction(series, commands, in: transaction, now: now)
            // Where its last occurrence was deleted for good, the series goes on without it.
            guard isPartial, try transaction.frontier(of: id)?.state == .deleted else {
                try work.updateProjection()
                return
            }
            try work.conclude()
        } catch let error where error.isOfUnit {
            try transaction.setProjection(of: id, to: nil)
        }
    }

    // MARK: Tasks

    private func takeBackBoundTasks(by work: inout TaskReversal) throws {
        for id in rows.tasks.filter({ !$0.wasThere && bound.contains($0.id) }).map(\.id) {
            guard let task = try transaction.task(id) else { continue }
            try work.remove(found[id] ?? task, task.occurrence ?? found[id]?.occurrence)
        }
        for id in rows.tasks.filter({ $0.wasThere && bound.contains($0.id) }).map(\.id) {
            try work.restore(id, found: found[id])
        }
    }

    // MARK: Pauses

    private mutating func restorePauses() throws {
        for row in rows.pauses {
            if let pause = try transaction.pause(row.id, before: change.id) {
                if case .tag(let name) = pause.target, try transaction.tag(named: name)?.name != name {
                    throw SchedulerError(
                        .notPossible, "the tag \"\(name)\", which was paused, is deleted or renamed; undo that first")
                }
                let wasLasting = try transaction.pause(row.id)?.isLasting(at: now) ?? false
                try transaction.save(pause)
                if pause.isLasting(at: now) != wasLasting {
                    events.append(.about(pause, wasLasting ? .pauseEnded : .pauseStarted, now: now))
                }
            } else if let pause = try transaction.pause(row.id) {
                try end(pause)
            }
        }
    }

    /// Ends a pause; it is kept until the reminders that it held are let go.
    private mutating func end(_ pause: Pause) throws {
        var ended = pause
        ended.endedAt = now
        if try transaction.heldReminders(by: pause.id, limit: 1).isEmpty {
            try transaction.deletePause(pause.id)
        } else {
            try transaction.save(ended)
        }
        if pause.isLasting(at: now) { events.append(.about(ended, .pauseEnded, now: now)) }
    }
}

extension [ChangedRow] {
    /// An id among the rows, and whether it was there before the change.
    typealias Row<Subject> = (id: Identifier<Subject>, wasThere: Bool)

    /// The tasks.
    var tasks: [Row<TaskItem>] {
        compactMap { row in if case .task(let id) = row.subject { (id, row.wasThere) } else { nil } }
    }

    /// The tasks of the entries.
    var entries: [Row<TaskItem>] {
        compactMap { row in if case .entry(let id) = row.subject { (id, row.wasThere) } else { nil } }
    }

    /// The series.
    var series: [Row<Series>] {
        compactMap { row in if case .series(let id) = row.subject { (id, row.wasThere) } else { nil } }
    }

    /// The projects.
    var projects: [Row<Project>] {
        compactMap { row in if case .project(let id) = row.subject { (id, row.wasThere) } else { nil } }
    }

    /// The tags.
    var tags: [Row<Tag>] {
        compactMap { row in if case .tag(let id) = row.subject { (id, row.wasThere) } else { nil } }
    }

    /// The pauses.
    var pauses: [Row<Pause>] {
        compactMap { row in if case .pause(let id) = row.subject { (id, row.wasThere) } else { nil } }
    }
}
