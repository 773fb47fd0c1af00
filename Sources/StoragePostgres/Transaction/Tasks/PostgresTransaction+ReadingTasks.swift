import Basics
import Recurrence
import Storage

extension PostgresTransaction {
    func task(_ id: TaskID) throws -> TaskItem? {
        try tasks(where: "task.id = ?", [id]).first
    }

    func tasks(_ ids: [TaskID]) throws -> [TaskItem] {
        let found = Dictionary(try tasks(where: "task.id = ANY (?)", [ids]).map { ($0.id, $0) }) { $1 }
        return ids.compactMap { found[$0] }
    }

    func task(withReminder id: ReminderID) throws -> TaskItem? {
        try tasks(where: "task.key = (SELECT task_key FROM reminder WHERE id = ?)", [id]).first
    }

    func owners(ofReminders ids: [ReminderID]) throws -> [ReminderID: TaskID] {
        let owners = try rows(
            """
            SELECT reminder.id, task.id FROM reminder JOIN task ON task.key = task_key WHERE reminder.id = ANY (?)
            """, [ids]
        ) { (try $0.next(ReminderID.self), try $0.next(TaskID.self)) }
        return Dictionary(owners) { $1 }
    }

    func reminderIDs(of task: TaskID) throws -> [ReminderID] {
        try rows(
            "SELECT id FROM reminder WHERE task_key = (SELECT key FROM task WHERE id = ?) ORDER BY position", [task]
        ) {
            try $0.next()
        }
    }

    func nextDueInstant() throws -> UTCInstant? {
        try value(
            UTCInstant.self,
            """
            SELECT least(
                (SELECT \(Self.pauseEnd) FROM pause WHERE \(Self.pauseEnd) IS NOT NULL
                    ORDER BY \(Self.pauseEnd) LIMIT 1),
                (SELECT fire_at FROM due_queue ORDER BY fire_at LIMIT 1),
                (SELECT projected_at FROM series WHERE projected_at IS NOT NULL ORDER BY projected_at LIMIT 1),
                (SELECT overdue_at FROM task WHERE overdue_at IS NOT NULL AND NOT is_overdue_told AND status < 2
                    ORDER BY overdue_at LIMIT 1))
            """)
    }

    func plannedFirings(
        from start: UTCInstant,
        before end: UTCInstant?,
        after place: PlannedFiring?,
        limit: Int
    ) throws -> [PlannedFiring] {
        let range = PlannedRange(from: start, before: end, after: place)
        return try plannedFirings(where: range.condition, range.arguments + [limit])
    }

    func upcomingFirings(
        from start: UTCInstant,
        before end: UTCInstant?,
        tag: String?,
        project: ProjectID?,
        after place: PlannedFiring?,
        limit: Int
    ) throws -> [UpcomingFiring] {
        var range = PlannedRange(from: start, before: end, after: place)
        if let tag {
            range.condition += " AND \(TagRow.isTagged)"
            range.arguments.append(tag.asTagKey)
        }
        if let project {
            range.condition += " AND \(ProjectSelection.isInOne)"
            range.arguments.append(project)
        }
        return try planned(
            """
            task.handle, title, due, task.time_zone, \(Self.numberOfTask),
            (SELECT hold_reason IS NOT NULL FROM reminder WHERE key = reminder_key), quiet_hours IS NOT NULL
            """, where: range.condition, range.arguments + [limit]
        ) { firing, column in
            // What cannot be read of the task is as in the task itself; here is not the place to tell why.
            var faults = RowFaults()
            let handle = try column.next(Handle.self)
            let title = faults.read("title", or: "") { try column.next(String.self) }
            let due: LocalTime? = faults.read("due", or: nil) { try column.next() }
            let timeZone = faults.read("timeZone", or: "UTC") { try column.next(String.self) }
            let number: Int? = faults.read("recurrence", or: nil) { try column.next() }
            var found = UpcomingFiring(
                firing, handle: handle, title: title, due: due?.civil, timeZone: timeZone, occurrence: number)
            (found.isHeld, found.hasOwnQuietHours) = (try column.next(), try column.next())
            return found
        }
    }

    private static let numberOfTask = """
        (SELECT number FROM occurrence WHERE occurrence.series_key = task.series_key AND occurrence.slot = task.slot)
        """

    func dueFirings(until instant: UTCInstant, limit: Int) throws -> [PlannedFiring] {
        try plannedFirings(where: "fire_at <= ?", [instant, limit])
    }

    private func plannedFirings(where condition: String, _ arguments: Arguments) throws -> [PlannedFiring] {
        try planned("task.key, reminder_key", where: condition, arguments) { firing, column in
            keys.tasks[firing.task] = try column.next()
            keys.reminders[firing.reminder] = try column.next()
            return firing
        }
    }

    /// The planned firings that a condition selects, in time order, each with what is read of further columns.
    private func planned<Element>(
        _ columns: String,
        where condition: String,
        _ arguments: Arguments,
        read: (PlannedFiring, inout ColumnReader) throws -> Element
    ) throws -> [Element] {
        try rows(
            """
            SELECT due_queue.id, task.id, fire_at, \(columns)
            FROM due_queue JOIN task ON task.key = task_key
            WHERE \(condition)
            ORDER BY fire_at, due_queue.id LIMIT ?
            """,
            arguments
        ) { column in
            let firing = PlannedFiring(
                reminder: try column.next(), task: try column.next(), fireAt: try column.next())
            return try read(firing, &column)
        }
    }

    func tasksAwaitingOverdueEvent(until instant: UTCInstant, limit: Int) throws -> [TaskItem] {
        try tasks(
            where: """
                overdue_at IS NOT NULL AND NOT is_overdue_told AND status < 2 AND overdue_at <= ?
                ORDER BY overdue_at LIMIT ?
                """,
            [instant, limit]
        )
    }

    /// The tasks that a condition selects, each with its reminders and tags, in the order of the condition.
    func tasks(where condition: String, _ arguments: Arguments) throws -> [TaskItem] {
        try complete(
            rows("SELECT task.key, \(TaskRow.selection) FROM task WHERE \(condition)", arguments) {
                try TaskRow.task(from: &$0)
            })
    }

    /// Adds to tasks what stands in tables of its own.
    ///
    /// - Parameter found: The tasks.
    /// - Returns: The tasks, whole.
    /// - Throws: ``StoreError``.
    func complete(_ found: [FoundTask]) throws -> [TaskItem] {
        for row in found { keys.tasks[row.task.id] = row.key }
        return try TaskParts(self).tasks(found)
    }
}

/// The planned firings from one instant to another that come after a given one.
private struct PlannedRange {
    var condition = "(fire_at, due_queue.id) > (?, ?) AND fire_at >= ? AND fire_at < ?"
    var arguments: Arguments

    init(from start: UTCInstant, before end: UTCInstant?, after place: PlannedFiring?) {
        arguments = [
            place?.fireAt.millisecondsSinceEpoch ?? .min, place?.reminder.uuid ?? UUIDValue(high: 0, low: 0),
            start, end?.millisecondsSinceEpoch ?? .max,
        ]
    }
}
