import Filters
import HTTPTypes
import Recurrence
import Scheduler
import Storage

/// Looks at what was written, before it is committed: so no command can be forgotten, whatever it is called.
extension Access {
    /// Whether all that a change wrote lies within it, as it was and as it is, or was when it went.
    func holds(_ change: ChangeID, in reader: any StoreReader) throws -> Bool {
        guard isBound else { return true }
        return try reader.rows(of: change, limit: .max).allSatisfy { row in
            try holds(RecordedRow(row.subject, by: change), in: reader) && holdsGone(row.subject, in: reader)
        }
    }

    /// Whether what is not there any more, if it is a task, lay within it when it went.
    private func holdsGone(_ subject: ChangedRow.Subject, in reader: any StoreReader) throws -> Bool {
        switch subject {
        case .task(let id), .entry(let id): try reader.task(id) != nil || isFree(id, before: nil, in: reader)
        case .series, .pause, .project, .tag: true
        }
    }

    /// Refuses a transaction that wrote something which lies outside, before or after.
    ///
    /// - Throws: A 403 ``Problem``.
    func check(_ rows: some Sequence<RecordedRow>, in reader: any StoreReader) throws {
        guard isBound else { return }
        for row in rows where try !holds(row, in: reader) || !keepsIDs(of: row, in: reader) {
            let bound =
                switch row.subject {
                case .project, .tag: ", which a token for \(words) may not"
                case .task, .entry, .series, .pause: " outside of \(words)"
                }
            throw Problem(
                .forbidden, "the change would write \(row.subject.words)\(bound); use a token that reaches it")
        }
    }

    /// Whether what a change wrote lies within it, as it was and as it is.
    private func holds(_ row: RecordedRow, in reader: any StoreReader) throws -> Bool {
        switch row.subject {
        case .task(let id): try holdsTask(id, by: row.change, in: reader)
        case .entry(let task):
            // Who writes an entry writes its task or its series.
            try reader.task(task).map { try holds($0, in: reader) } ?? true
        case .series(let id): try holdsSeries(id, before: try reader.series(id, before: row.change), in: reader)
        case .pause(let id):
            try [reader.pause(id, before: row.change), reader.pause(id)].compactMap(\.self)
                .allSatisfy { try holds(holdingBy: $0.target, in: reader) }
        case .project(let id): try holdsProject(id, before: try reader.project(id, before: row.change), in: reader)
        // One tag is shown by tasks that lie elsewhere too.
        case .tag: false
        }
    }

    private func holdsTask(_ id: TaskID, by change: ChangeID, in reader: any StoreReader) throws -> Bool {
        let (before, after) = (try reader.task(id, before: change), try reader.task(id))
        guard try [before, after].compactMap(\.self).allSatisfy({ try holds($0, in: reader) }) else { return false }
        // Whether another task is there, and when it is done, is told by whether this one may wait for it.
        let known = Set(before?.blockedBy ?? [])
        return try (after?.blockedBy ?? []).allSatisfy { try known.contains($0) || holds(.task($0), in: reader) }
    }

    private func holdsSeries(_ id: SeriesID, before: Series?, in reader: any StoreReader) throws -> Bool {
        try [before, reader.series(id)].compactMap(\.self).allSatisfy { try holds($0, in: reader) }
            && holdsTasks(of: id, in: reader)
    }

    /// Whether no occurrence of a series lies outside: each shows the rules of its series, counts what is changed of it in
    /// its version, and is written by what is left of a change in transactions that nobody looks at.
    func holdsTasks(of series: SeriesID, in reader: any StoreReader) throws -> Bool {
        guard let filter else { return true }
        var query = TaskQuery(limit: 1)
        (query.series, query.filter) = (series, .not(filter))
        return try reader.tasks(matching: query).items.isEmpty
    }

    /// Whether all that a pause holds back lies within it.
    private func holds(holdingBy target: PauseTarget, in reader: any StoreReader) throws -> Bool {
        guard try holds(pausing: target, in: reader) else { return false }
        return if case .series(let id) = target { try holdsTasks(of: id, in: reader) } else { true }
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

// MARK: What is known by its id

extension Access {
    /// Whether a new task may have an id: where changes are kept that wrote a task of that id, it lay within when it went.
    ///
    /// Who gets an id gets the history of it, and takes it from whoever would bring the task back.
    func isFree(_ id: TaskID, before change: ChangeID?, in reader: any StoreReader) throws -> Bool {
        guard let latest = try reader.latestChange(of: .task(id), before: change) else { return true }
        // What was deleted for good may have lain anywhere.
        return try reader.task(id, before: latest.id).map { try holds($0, in: reader) } ?? false
    }

    /// Whether a task that was written has no id that was another's, but for the reminders, whose ids it refuses itself.
    private func keepsIDs(of row: RecordedRow, in reader: any StoreReader) throws -> Bool {
        guard case .task(let id) = row.subject, let after = try reader.task(id) else { return true }
        let before = try reader.task(id, before: row.change)
        if before == nil, try !isFree(id, before: row.change, in: reader) { return false }
        let own = Set(before?.reminders.map(\.id) ?? [])
        for reminder in after.reminders where !own.contains(reminder.id) {
            try requireFree(reminder.id, of: id, before: row.change, in: reader)
        }
        return true
    }

    /// Refuses the id of a reminder that went off for another task, which would take over the firings.
    ///
    /// - Throws: A 409 ``Problem``, as for the id of a reminder that there is.
    private func requireFree(
        _ reminder: ReminderID, of task: TaskID, before change: ChangeID, in reader: any StoreReader
    ) throws {
        guard try reader.lastFiring(of: reminder) != nil else { return }
        var latest = try reader.latestChange(of: .task(task), before: change)
        while let change = latest {
            if let was = try reader.task(task, before: change.id), was.reminders.contains(where: { $0.id == reminder })
            {
                return
            }
            latest = try reader.latestChange(of: .task(task), before: change.id)
        }
        throw Problem(.conflict, "the reminder id \(reminder) belongs to another task; choose another id")
    }

    /// Refuses what is to be paused where it lies outside, as if it were not there.
    ///
    /// - Throws: A 404 ``Problem``.
    func requireTarget(_ target: PauseTarget, in reader: any StoreReader) throws {
        guard isBound else { return }
        let subject: Subject? =
            switch target {
            case .all, .tag, .filter: nil
            case .series(let id): .series(id)
            case .task(let id): .task(id)
            case .reminder(let id): .reminder(id)
            }
        if let subject, try !holds(subject, in: reader) { throw subject.missing }
    }

    /// Leaves out of an answer the occurrence that comes next in a series where it lies outside.
    func narrow(_ next: inout TaskItem?, in reader: any StoreReader) throws {
        if let task = next, try !holds(task, in: reader) { next = nil }
    }
}

extension AttachmentHolder {
    /// It, as something that a request may name.
    var subject: Access.Subject {
        switch self {
        case .task(let id): .task(id)
        case .series(let id): .series(id)
        }
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
