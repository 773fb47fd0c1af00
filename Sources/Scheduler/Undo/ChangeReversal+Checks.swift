import Recurrence
import Storage

/// What stands in the way of taking a change back.
extension ChangeReversal {
    /// Refuses where something would be lost.
    ///
    /// - Throws: ``SchedulerError``: `.overtaken`, `.notPossible`; ``UnfinishedEdit``.
    func check() throws {
        for series in try ledgers().union(rows.series.map(\.id)) {
            try commands.requireNothingPending(in: series, transaction)
        }
        for row in rows { try checkIsLatest(row.subject) }
        try checkProjects()
        for series in rows.series { try checkNothingCame(of: series.id, wasThere: series.wasThere) }
        for entry in rows.entries where !entry.wasThere { try checkIsUntouched(entry.id) }
    }

    /// Refuses where a later change wrote the same and was not undone.
    ///
    /// What an undo leaves is what was before the change that it took back, so the search goes on there.
    private func checkIsLatest(_ subject: ChangedRow.Subject) throws {
        var latest = try transaction.latestChange(of: subject, before: nil)
        while let found = latest, found.id != change.id {
            guard let undone = found.undoes else {
                throw SchedulerError.overtaken(subject.text, by: found.id)
            }
            guard undone != change.id else {
                throw SchedulerError(
                    .notPossible,
                    "the change \(change.id) was already taken back by \(found.id); undo \(found.id) to redo it")
            }
            latest = try transaction.latestChange(of: subject, before: undone)
        }
        guard latest != nil else {
            throw SchedulerError(
                .notPossible,
                "the change \(change.id) is no longer in effect, so there is nothing to undo")
        }
    }

    /// Refuses where an occurrence has appeared by itself, made from what the change left.
    private func checkNothingCame(of series: SeriesID, wasThere: Bool) throws {
        // What appears by itself lies beyond all that was born before.
        guard let last = try transaction.frontier(of: series), !rows.entries.contains(where: { $0.id == last.task })
        else { return }
        if wasThere {
            guard let task = try transaction.task(last.task), task.createdAt > change.at else { return }
        }
        throw SchedulerError(
            .notPossible,
            """
            the change \(change.id) cannot be undone: the occurrence \(last.recurrenceID) of the series \(series) \
            has appeared since; edit the series or its tasks instead
            """
        )
    }

    /// Refuses where an occurrence that the change bore has reminded somebody.
    private func checkIsUntouched(_ id: TaskID) throws {
        guard let task = found[id], let series = task.occurrence?.series,
            rows.series.contains(where: { $0.id == series && !$0.wasThere }) == false,
            let open = try transaction.series(series)
        else { return }
        let work = SeriesTransaction(new: open, commands, in: transaction, now: now)
        guard try work.hasReminded(task) else { return }
        throw SchedulerError(
            .notPossible,
            """
            the change \(change.id) cannot be undone: a reminder of the occurrence \(id), which it created, has \
            fired since; reopen the completed task, or delete the occurrence, instead
            """)
    }
}

extension StoreReader {
    /// Whether something was deleted for good, so that no change can bring it back: a task that was purged, or a series
    /// that ended with one.
    func isPurged(_ subject: ChangedRow.Subject) throws -> Bool {
        switch subject {
        case .task(let id), .entry(let id):
            // A deletion keeps what the task was, until it is purged.
            guard try task(id) == nil, let latest = try latestChange(of: .task(id), before: nil) else { return false }
            return try task(id, before: latest.id) == nil
        case .series(let id):
            guard let end = try series(id)?.end, end.reason == .deleted, let task = end.by else { return false }
            return try isPurged(.task(task))
        case .pause, .project, .tag: return false
        }
    }
}

extension ChangedRow.Subject {
    /// What it is, for messages.
    fileprivate var text: String {
        switch self {
        case .series(let id): "the series \(id)"
        case .entry(let task), .task(let task): "the task \(task)"
        case .pause(let id): "the pause \(id)"
        case .project(let id): "the project \(id)"
        case .tag: "the tag"
        }
    }
}
