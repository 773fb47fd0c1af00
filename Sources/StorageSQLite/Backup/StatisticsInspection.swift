import GRDB
import Recurrence
import Storage

/// Looks whether the statistics are what was counted of each task, and what is left of the log.
struct StatisticsInspection {
    private static let length = StatisticsSlot.length

    let db: Database

    /// What is wrong, as far as `limit` goes; what is counted of tasks and the columns of the log are read once.
    func faults(atMost limit: Int) throws -> [StoreFault] {
        try (tasks(limit) + log(limit) + progress()).prefix(limit).map(\.self)
    }

    /// For each group and quarter of an hour, as many tasks were created and completed as tasks are remembered to be.
    private func tasks(_ limit: Int) throws -> [StoreFault] {
        let parts = ["created", "completed"].map { name in
            """
            SELECT group_key, slot, '\(name)' AS name, \(name) AS number FROM statistic WHERE \(name) <> 0
            UNION ALL
            SELECT 0, \(name)_at / \(Self.length), '\(name)', -count(*) FROM statistic_task
            WHERE \(name)_at IS NOT NULL GROUP BY 2
            UNION ALL
            SELECT value, \(name)_at / \(Self.length), '\(name)', -count(*)
            FROM statistic_task CROSS JOIN json_each(\(name)_in)
            WHERE \(name)_in IS NOT NULL GROUP BY 1, 2
            """
        }
        return try faults(
            """
            SELECT group_key, slot, name, sum(number) FROM (\(parts.joined(separator: " UNION ALL ")))
            GROUP BY 1, 2, 3 HAVING sum(number) <> 0 LIMIT ?
            """, [limit], than: "are recorded for tasks")
    }

    /// What the log still has is counted; where nothing was removed from it, nothing else is.
    private func log(_ limit: Int) throws -> [StoreFault] {
        let types = [("fired", EventType.reminderDue), ("missed", .reminderMissed), ("overdue", .taskOverdue)]
        let parts = types.map { name, type in
            """
            SELECT slot, '\(name)' AS name, \(name) AS number FROM statistic WHERE group_key = 0 AND \(name) <> 0
            UNION ALL
            SELECT at / \(Self.length), '\(name)', -count(*) FROM event, statistic_progress
            WHERE type = '\(type.rawValue)' AND seq > \(Self.trimmed) AND seq <= sequence GROUP BY 1
            """
        }
        return try faults(
            """
            SELECT 0, slot, name, sum(number) FROM (\(parts.joined(separator: " UNION ALL ")))
            GROUP BY 2, 3 HAVING sum(number) < 0
            OR sum(number) > 0 AND \(Self.trimmed) <= (SELECT begun_after FROM statistic_progress) LIMIT ?
            """, [limit], than: "there are events in the log")
    }

    /// The log is counted up to where it was trimmed, and not beyond its end.
    private func progress() throws -> [StoreFault] {
        let isPossible = try Bool.fetchOne(
            db,
            sql: """
                SELECT sequence >= \(Self.trimmed) AND sequence <= (SELECT coalesce(max(seq), 0) FROM event)
                FROM statistic_progress
                """)
        return isPossible == true ? [] : [.impossibleProgress]
    }

    private static let trimmed =
        "(SELECT coalesce(max(place), 0) FROM retention WHERE name = '\(RetentionPart.events.rawValue)')"

    private func faults(
        _ sql: String, _ arguments: StatementArguments, than recount: String
    ) throws -> [StoreFault] {
        try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            StoreFault(counted: row[2], slot: row[1], group: row[0], surplus: row[3], than: recount)
        }
    }
}
