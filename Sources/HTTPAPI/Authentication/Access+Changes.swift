import HTTPTypes
import Recurrence
import Storage

/// Looks at what was written, before it is committed: so no command can be forgotten, whatever it is called.
extension Access {
    /// Whether all that a change wrote lies within it, as it was and as it is.
    func holds(_ change: ChangeID, in reader: any StoreReader) throws -> Bool {
        guard isBound else { return true }
        return try reader.rows(of: change, limit: .max).allSatisfy { row in
            try holds(RecordedRow(row.subject, by: change), in: reader)
        }
    }

    /// Refuses a transaction that wrote something which lies outside, before or after.
    ///
    /// - Throws: A 403 ``Problem``.
    func check(_ rows: some Sequence<RecordedRow>, in reader: any StoreReader) throws {
        guard isBound else { return }
        for row in rows where try !holds(row, in: reader) {
            throw Problem(
                .forbidden,
                "the change would write \(row.subject.words) outside of \(words); use a token that reaches it")
        }
    }

    /// Whether what a change wrote lies within it, as it was and as it is.
    private func holds(_ row: RecordedRow, in reader: any StoreReader) throws -> Bool {
        switch row.subject {
        case .task(let id): try holdsTask(id, before: try reader.task(id, before: row.change), in: reader)
        case .entry(let task):
            // Who writes an entry writes its task or its series.
            try reader.task(task).map { try holds($0, in: reader) } ?? true
        case .series(let id): try holdsSeries(id, before: try reader.series(id, before: row.change), in: reader)
        case .pause(let id):
            try [reader.pause(id, before: row.change), reader.pause(id)].compactMap(\.self)
                .allSatisfy { try holds(pausing: $0.target, in: reader) }
        case .project(let id): try holdsProject(id, before: try reader.project(id, before: row.change), in: reader)
        // One tag is shown by tasks that lie elsewhere too.
        case .tag: false
        }
    }

    private func holdsTask(_ id: TaskID, before: TaskItem?, in reader: any StoreReader) throws -> Bool {
        let after = try reader.task(id)
        guard try [before, after].compactMap(\.self).allSatisfy({ try holds($0, in: reader) }) else { return false }
        // Whether another task is there, and when it is done, is told by whether this one may wait for it.
        let known = Set(before?.blockedBy ?? [])
        return try (after?.blockedBy ?? []).allSatisfy { try known.contains($0) || holds(.task($0), in: reader) }
    }

    private func holdsSeries(_ id: SeriesID, before: Series?, in reader: any StoreReader) throws -> Bool {
        let after = try reader.series(id)
        guard try [before, after].compactMap(\.self).allSatisfy({ try holds($0, in: reader) }) else { return false }
        guard after != nil, try !reader.pendingEdits(of: id).isEmpty else { return true }
        // What is left of the change is done in transactions that nobody looks at.
        var place: CivilTime?
        while true {
            let entries = try reader.entries(of: id, in: [.open], from: place, limit: Self.pageSize)
            for task in try reader.tasks(entries.map(\.task)) where try !holds(task, in: reader) { return false }
            guard entries.count == Self.pageSize, let last = entries.last, last.recurrenceID != place else {
                return true
            }
            place = last.recurrenceID
        }
    }

    /// The project that a token is to stays as it is, and so do those in it that have tasks, which would fall out.
    private func holdsProject(_ id: ProjectID, before: Project?, in reader: any StoreReader) throws -> Bool {
        guard case .project(let own) = reach, id != own else { return false }
        guard let after = try reader.project(id) else { return true }
        if after.isDeleted { return try reader.tasks(of: id, limit: 1).isEmpty }
        guard try reader.stands(id, in: own) else { return false }
        // It may stand elsewhere now, but it stood within the reach.
        return try before?.parent.map { try reader.stands($0, in: own) } ?? (before == nil || before?.isDeleted == true)
    }
}

extension ChangedRow.Subject {
    /// What kind of thing it is, without saying which: it may be none that the token is to know of.
    fileprivate var words: String {
        switch self {
        case .task, .entry: "a task"
        case .series: "a series"
        case .pause: "a pause"
        case .project: "a project"
        case .tag: "a tag"
        }
    }
}
