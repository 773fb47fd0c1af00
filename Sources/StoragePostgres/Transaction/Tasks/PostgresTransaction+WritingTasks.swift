import Recurrence
import Storage

extension PostgresTransaction {
    func save(_ task: TaskItem) throws {
        // The server checks contents, and a transaction ends with what it refuses.
        if task.content.attachments.isEmpty { try saveWhole(task) } else { try asUnit { try saveWhole(task) } }
    }

    private func saveWhole(_ task: TaskItem) throws {
        if let setAside = task.setAside, !setAside.unreadableFields.isEmpty {
            // What stands in them would be lost.
            throw StoreError(.unreadable, "the task \(task.id) is set aside: \(setAside.reason)")
        }
        let known = try key(ofTask: task.id)
        try recordTask(task.id, isNew: known == nil)
        try requireProject(of: task.content, for: "the task \(task.id)")
        try findTags(task.tags)
        let tags = try task.tags.map { try keyOfTag(making: $0, now: task.updatedAt) }
        let key = try saveRow(of: task, key: known)
        if known != nil, task.setAside == nil { try takeBackTask(key: key) }
        note(zone: task.timeZone)
        if known != nil { removeReminders(notOf: task, key: key) }
        saveReminders(of: task, key: key)
        setTags(tags, ofTask: key, isNew: known == nil)
        saveBlockers(of: task, key: key, isNew: known == nil)
        save(SearchEntry(of: task), key: key)
        try flush()
        if task.occurrence != nil || known != nil { hasWrittenPlaces = true }
        changes.formUnion([.dueQueue, .tasks])
    }

    /// Writes a task's own row.
    ///
    /// - Returns: Its key.
    private func saveRow(of task: TaskItem, key: Int64?) throws -> Int64 {
        let series = try task.occurrence.map { try writablePlace(of: $0.series) }
        let values = try TaskRow.values(of: task, in: series)
        if let key {
            if try run(TaskRow.update, values) == 1 { return key }
        } else if let made = try value(Int64.self, TaskRow.insert, values) {
            keys.tasks[task.id] = made
            return made
        }
        throw StoreError(.conflict, "the ledger entry of \(task.id) in its series belongs to another task")
    }

    /// Refuses content in a project that there is not, before the server would, with which the transaction would end.
    func requireProject(of content: TaskContent, for what: @autoclosure () -> String) throws {
        guard let id = content.project?.id, !findings.knownProjects.contains(id) else { return }
        guard try value(Int.self, "SELECT 1 FROM project WHERE id = ?", [id]) != nil else {
            throw StoreError(.conflict, "\(what()) is to be in a project that does not exist")
        }
        findings.knownProjects.insert(id)
    }

    /// Notes that tasks use a zone.
    func note(zone: String) {
        guard findings.notedZones.insert(zone).inserted else { return }
        post("INSERT INTO zone (name) VALUES (?) ON CONFLICT DO NOTHING", [zone])
    }

    private func removeReminders(notOf task: TaskItem, key: Int64) {
        forgetReminders()
        post("DELETE FROM reminder WHERE task_key = ? AND id <> ALL (?)", [key, task.reminders.map(\.id)])
    }

    private func saveReminders(of task: TaskItem, key: Int64) {
        for (position, reminder) in task.reminders.enumerated() {
            post(ReminderRow.upsert, ReminderRow.values(of: reminder, task: key, position: position)) { answer in
                guard answer.written != 1 else { return }
                throw StoreError(.conflict, "the reminder id \(reminder.id) belongs to another task; choose another id")
            }
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
