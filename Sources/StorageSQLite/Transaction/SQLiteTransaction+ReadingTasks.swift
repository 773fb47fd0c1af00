import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func task(_ id: TaskID) throws -> TaskItem? {
        try tasks(where: "task.id = ?", [id]).first
    }

    func tasks(_ ids: [TaskID]) throws -> [TaskItem] {
        var found: [TaskItem] = []
        for chunk in Self.chunks(of: ids) {
            found += try tasks(where: "task.id IN (\(Self.placeholders))", chunk)
        }
        return found
    }

    func task(withReminder id: ReminderID) throws -> TaskItem? {
        try tasks(where: "task.key = (SELECT task_key FROM reminder WHERE id = ?)", [id]).first
    }

    func task(inSeries series: SeriesID, number: Int) throws -> TaskItem? {
        try tasks(where: "task.series_id = ? AND task.occurrence = ?", [series, number]).first
    }

    func nextDueInstant() throws -> UTCInstant? {
        let instants: [UTCInstant?] = [
            try value(UTCInstant.self, "SELECT min(\(Self.pauseEnd)) FROM pause WHERE \(Self.pauseEnd) IS NOT NULL"),
            try value(UTCInstant.self, "SELECT min(next_fire_at) FROM reminder WHERE next_fire_at IS NOT NULL"),
            try value(UTCInstant.self, "SELECT min(projected_at) FROM task WHERE projected_at IS NOT NULL"),
            try value(
                UTCInstant.self,
                """
                SELECT min(overdue_at) FROM task
                WHERE overdue_at IS NOT NULL AND is_overdue_told = 0 AND status < 2
                """
            ),
        ]
        return instants.compactMap(\.self).min()
    }

    func plannedFirings(
        from start: UTCInstant,
        before end: UTCInstant?,
        after place: PlannedFiring?,
        limit: Int
    ) throws -> [PlannedFiring] {
        try plannedFirings(
            where: "(next_fire_at, reminder.id) > (?, ?) AND next_fire_at >= ? AND next_fire_at < ?",
            [
                place?.fireAt.millisecondsSinceEpoch ?? .min, place?.reminder.uuid ?? UUIDValue(high: 0, low: 0),
                start, end?.millisecondsSinceEpoch ?? .max, limit,
            ]
        )
    }

    func dueFirings(until instant: UTCInstant, limit: Int) throws -> [PlannedFiring] {
        try plannedFirings(where: "next_fire_at <= ?", [instant, limit])
    }

    private func plannedFirings(where condition: String, _ arguments: Arguments) throws -> [PlannedFiring] {
        try rows(
            """
            SELECT reminder.id, task.id, next_fire_at FROM reminder JOIN task ON task.key = task_key
            WHERE next_fire_at IS NOT NULL AND \(condition)
            ORDER BY next_fire_at, reminder.id LIMIT ?
            """,
            arguments
        ).map { row in
            var column = ColumnReader(row)
            return PlannedFiring(reminder: try column.next(), task: try column.next(), fireAt: try column.next())
        }
    }

    func projectedTasks(
        after place: (instant: UTCInstant, task: TaskID)?,
        before end: UTCInstant?,
        limit: Int
    ) throws -> [TaskItem] {
        try tasks(
            where: """
                projected_at IS NOT NULL AND (projected_at, id) > (?, ?) AND projected_at < ?
                ORDER BY projected_at, id LIMIT ?
                """,
            [
                place?.instant.millisecondsSinceEpoch ?? .min, place?.task.uuid ?? UUIDValue(high: 0, low: 0),
                end?.millisecondsSinceEpoch ?? .max, limit,
            ]
        )
    }

    func tasksToTellOverdue(until instant: UTCInstant, limit: Int) throws -> [TaskItem] {
        try tasks(
            where: """
                overdue_at IS NOT NULL AND is_overdue_told = 0 AND status < 2 AND overdue_at <= ?
                ORDER BY overdue_at LIMIT ?
                """,
            [instant, limit]
        )
    }

    /// The tasks that a condition selects, each with its reminders and tags, in the order of the condition.
    func tasks(where condition: String, _ arguments: Arguments) throws -> [TaskItem] {
        let found = try rows("SELECT task.key, \(TaskRow.selection) FROM task WHERE \(condition)", arguments)
            .map { try TaskRow.task(from: $0) }
        return try complete(found)
    }

    /// Adds to tasks what stands in tables of its own.
    func complete(_ found: [(key: Int64, task: TaskItem)]) throws -> [TaskItem] {
        var reminders: [Int64: [Reminder]] = [:]
        var tags: [Int64: [String]] = [:]
        for chunk in Self.chunks(of: found.map(\.key)) {
            for row in try rows(Self.selectReminders, chunk) {
                let (task, reminder) = try ReminderRow.reminder(from: row)
                reminders[task, default: []].append(reminder)
            }
            for row in try rows(Self.selectTags, chunk) {
                var column = ColumnReader(row)
                tags[try column.next(), default: []].append(try column.next())
            }
        }
        return found.map { key, task in
            var task = task
            task.reminders = reminders[key] ?? []
            task.tags = tags[key] ?? []
            return task
        }
    }

    private static let selectReminders = """
        SELECT task_key, \(ReminderRow.columns.joined(separator: ", ")) FROM reminder
        WHERE task_key IN (\(placeholders)) ORDER BY task_key, position
        """
    private static let selectTags = """
        SELECT task_key, tag FROM task_tag WHERE task_key IN (\(placeholders)) ORDER BY task_key, position
        """

    // Lists of one size keep the prepared statements few.
    private static let chunkSize = 32
    private static let placeholders = [String](repeating: "?", count: chunkSize).joined(separator: ", ")

    /// Cuts a list into pieces of one size, the last filled up with its own last element.
    private static func chunks<Element>(of elements: [Element]) -> [[Element]] {
        stride(from: 0, to: elements.count, by: chunkSize).map { start in
            let piece = elements[start..<min(start + chunkSize, elements.count)]
            return piece + [Element](repeating: piece[piece.endIndex - 1], count: chunkSize - piece.count)
        }
    }
}
