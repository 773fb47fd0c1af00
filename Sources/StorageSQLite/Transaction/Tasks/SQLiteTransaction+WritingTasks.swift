import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func save(_ task: TaskItem) throws {
        if let setAside = task.setAside, !setAside.unreadableFields.isEmpty {
            // What stands in them would be lost.
            throw StoreError(.unreadable, "the task \(task.id) is set aside: \(setAside.reason)")
        }
        let known = try key(ofTask: task.id)
        try recordTask(task.id, isNew: known == nil)
        try saveRow(of: task, isNew: known == nil)
        let key = known ?? db.lastInsertedRowID
        if known != nil, task.setAside == nil { try takeBackTask(key: key) }
        if findings.notedZones.insert(task.timeZone).inserted {
            try run("INSERT OR IGNORE INTO zone (name) VALUES (?)", [task.timeZone])
        }
        if known != nil { try removeReminders(notOf: task, key: key) }
        try saveReminders(of: task, key: key)
        try saveTags(of: task, key: key, isNew: known == nil)
        try saveBlockers(of: task, key: key, isNew: known == nil)
        try save(SearchEntry(of: task), key: key)
        changes.formUnion([.dueQueue, .tasks])
    }

    private func saveRow(of task: TaskItem, isNew: Bool) throws {
        do {
            let series = try task.occurrence.map { try writablePlace(of: $0.series) }
            let values = try TaskRow.values(of: task, in: series)
            guard try run(isNew ? TaskRow.insert : TaskRow.update, values) == 1 else {
                throw StoreError(.unavailable, "the task \(task.id) was not written")
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw StoreError(.conflict, "the ledger entry of \(task.id) in its series belongs to another task")
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            throw StoreError(.conflict, "the task \(task.id) is to be in a project that does not exist")
        }
    }

    private func removeReminders(notOf task: TaskItem, key: Int64) throws {
        forgetReminders()
        let kept = Set(task.reminders.map(\.id))
        for id in try rows("SELECT id FROM reminder WHERE task_key = ?", [key], read: { try $0.next(ReminderID.self) })
        where !kept.contains(id) {
            try run("DELETE FROM reminder WHERE id = ?", [id])
        }
    }

    private func saveReminders(of task: TaskItem, key: Int64) throws {
        for (position, reminder) in task.reminders.enumerated() {
            let values = ReminderRow.values(of: reminder, task: key, position: position)
            guard try run(ReminderRow.upsert, values) == 1 else {
                throw StoreError(.conflict, "the reminder id \(reminder.id) belongs to another task; choose another id")
            }
        }
    }

    private func saveTags(of task: TaskItem, key: Int64, isNew: Bool) throws {
        if !isNew {
            let stored = try rows(TagRow.namesOfTask("?"), [key]) { try $0.next(String.self) }
            guard stored != task.tags else { return }
        }
        try setTags(task.tags.map { try keyOfTag(making: $0, now: task.updatedAt) }, ofTask: key, isNew: isNew)
    }

    func deleteTask(_ id: TaskID) throws {
        try recordTask(id)
        forgetKeys()
        try run("DELETE FROM task WHERE id = ?", [id])
        changes.formUnion([.dueQueue, .tasks])
    }

    func markOverdueNotified(_ tasks: [TaskID]) throws {
        let mark = try statement("UPDATE task SET is_overdue_told = 1 WHERE key = ?")
        for id in tasks { try mark.run(key(ofTask: id)) }
        changes.insert(.tasks)
    }
}
