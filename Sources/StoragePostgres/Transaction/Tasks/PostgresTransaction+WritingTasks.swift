import Recurrence
import Storage

extension PostgresTransaction {
    func save(_ task: TaskItem) throws {
        try save(task, isFresh: false)
    }

    func insert(_ task: TaskItem) throws {
        try save(task, isFresh: task.occurrence == nil)
    }

    private func save(_ task: TaskItem, isFresh: Bool) throws {
        // The server checks contents, and a transaction ends with what it refuses.
        guard !task.content.attachments.isEmpty else { return try saveWhole(task, isFresh: isFresh) }
        try asUnit { try saveWhole(task, isFresh: isFresh) }
    }

    private func saveWhole(_ task: TaskItem, isFresh: Bool) throws {
        if let setAside = task.setAside, !setAside.unreadableFields.isEmpty {
            // What stands in them would be lost.
            throw StoreError(.unreadable, "the task \(task.id) is set aside: \(setAside.reason)")
        }
        let series = try task.occurrence.map { try writablePlace(of: $0.series) }
        let values = try TaskRow.values(of: task, in: series)
        let (key, isNew) = try look(for: task, isFresh: isFresh, in: series)
        try recordTask(task.id, isNew: isNew)
        let tags = try task.tags.map { try keyOfTag(making: $0, now: task.updatedAt) }
        if isNew {
            add([key] + values, to: .task, id: task.id.uuid)
        } else {
            post(TaskRow.update, [key] + values)
        }
        if !isNew, task.setAside == nil { try takeBackTask(key: key) }
        note(zone: task.timeZone)
        if !isNew { removeReminders(notOf: task, key: key) }
        saveReminders(of: task, key: key, isNew: isNew)
        setTags(tags, ofTask: key, isNew: isNew)
        saveBlockers(of: task, key: key, isNew: isNew)
        save(SearchEntry(of: task), key: key, isNew: isNew)
        if series != nil || !isNew { hasWrittenPlaces = true }
        changes.formUnion([.dueQueue, .tasks])
    }

    /// Looks, in one round trip, for all that writing a task depends on: whether it is there, and what it must not take from
    /// others.
    ///
    /// What the server would refuse is refused here, since with that the transaction would end.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - isFresh: Whether nobody can have its ids.
    ///   - series: The place of its series; nil for none.
    /// - Returns: The key of its row, and whether there is none yet.
    /// - Throws: ``StoreError``, ``PostgresError``.
    private func look(
        for task: TaskItem, isFresh: Bool, in series: SeriesPlace?
    ) throws -> (key: Int64, isNew: Bool) {
        var (key, isNew) = (keys.tasks[task.id], isFresh)
        let seesNew =
            series != nil || findings.newRows.holds(task.id.uuid)
            || task.reminders.contains { findings.newRows.holds($0.id.uuid) }
        if key == nil, isFresh {
            postRows("SELECT nextval('task_key_seq')", seesNew: false) { key = try $0.next(Int64.self) }
        } else if key == nil {
            let row = """
                SELECT coalesce(task.key, nextval('task_key_seq')), task.key IS NULL
                FROM (VALUES (?)) AS wanted (id) LEFT JOIN task USING (id)
                """
            postRows(row, [task.id], seesNew: seesNew) {
                (key, isNew) = (try $0.next(Int64.self), try $0.next(Bool.self))
            }
        }
        if !isFresh { postTaken(by: task, in: series, seesNew: seesNew) }
        postProject(of: task.content, for: "the task \(task.id)")
        postTags(task.tags)
        postSetAside()
        postRecording()
        try sendPosted()
        guard let key else { throw StoreError(.unavailable, "the task \(task.id) was not looked for") }
        keys.tasks[task.id] = key
        return (key, isNew)
    }

    /// Has it looked up whether a task would take a place in a series, or a reminder, from another task.
    private func postTaken(by task: TaskItem, in series: SeriesPlace?, seesNew: Bool) {
        if let series, let occurrence = task.occurrence {
            let taken = "SELECT 1 FROM task WHERE series_key = ? AND slot = ? AND id <> ?"
            let place = series.slot(of: occurrence.recurrenceID)
            post(taken, [series.key, place, task.id], seesNew: seesNew) { answer in
                guard answer.count > 0 else { return }
                throw StoreError(.conflict, "the ledger entry of \(task.id) in its series belongs to another task")
            }
        }
        guard !task.reminders.isEmpty else { return }
        let taken = """
            SELECT id FROM reminder
            WHERE id = ANY (?) AND task_key <> coalesce((SELECT key FROM task WHERE id = ?), 0) LIMIT 1
            """
        postRows(taken, [task.reminders.map(\.id), task.id], seesNew: seesNew) { column in
            let id = try column.next(ReminderID.self)
            throw StoreError(.conflict, "the reminder id \(id) belongs to another task; choose another id")
        }
    }

    /// Has it looked up whether there is the project that content is in.
    func postProject(of content: TaskContent, for what: String) {
        guard let id = content.project?.id, !findings.knownProjects.contains(id) else { return }
        post("SELECT 1 FROM project WHERE id = ?", [id], seesNew: false) { [findings] answer in
            guard answer.count > 0 else {
                throw StoreError(.conflict, "\(what) is to be in a project that does not exist")
            }
            findings.knownProjects.insert(id)
        }
    }

    /// Notes that tasks use a zone.
    func note(zone: String) {
        guard findings.notedZones.insert(zone).inserted else { return }
        post("INSERT INTO zone (name) VALUES (?) ON CONFLICT DO NOTHING", [zone], seesNew: false)
    }

    private func removeReminders(notOf task: TaskItem, key: Int64) {
        forgetReminders()
        post("DELETE FROM reminder WHERE task_key = ? AND id <> ALL (?)", [key, task.reminders.map(\.id)])
    }

    private func saveReminders(of task: TaskItem, key: Int64, isNew: Bool) {
        for (position, reminder) in task.reminders.enumerated() {
            let values = ReminderRow.values(of: reminder, task: key, position: position)
            if isNew { add(values, to: .reminder, id: reminder.id.uuid) } else { post(ReminderRow.upsert, values) }
        }
    }

    func deleteTask(_ id: TaskID) throws {
        try recordTask(id)
        forgetKeys()
        post("DELETE FROM task WHERE id = ?", [id])
        changes.formUnion([.dueQueue, .tasks])
    }

    func markOverdueNotified(_ tasks: [TaskID]) throws {
        post("UPDATE task SET is_overdue_told = true WHERE id = ANY (?)", [tasks])
        changes.insert(.tasks)
    }
}
