import GRDB
import Storage

/// Looks for damage in a store's file: in its pages, its references and its log.
struct FileInspection {
    /// How many faults of a kind are named at most.
    static let maxFaults = 100

    let db: Database

    /// What is wrong; nothing when all is well.
    ///
    /// The cost grows with the file: each page is read.
    func faults() throws -> [StoreFault] {
        let pages = try String.fetchAll(db, sql: "PRAGMA integrity_check(\(Self.maxFaults))").filter { $0 != "ok" }
        if !pages.isEmpty { return pages.map { StoreFault(.damage, "file", $0) } }
        return try references() + log() + deliveries() + projects() + tags() + attachments()
    }

    /// The counts of projects are those of their tasks.
    private func projects() throws -> [StoreFault] {
        // A backup may be older than the table.
        guard try db.tableExists("project") else { return [] }
        var states = [("open", "status < 2"), ("completed", "status = \(TaskStatus.completed.code)")]
        if try db.columns(in: "project").contains(where: { $0.name == "cancelled_count" }) {
            states.append(("cancelled", "status = \(TaskStatus.cancelled.code)"))
        }
        let counts = states.map { "\($0)_count, count(task.key) FILTER (WHERE \($1)) AS \($0)" }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT name, \(counts.joined(separator: ", "))
                FROM project LEFT JOIN task ON project_id = project.id GROUP BY project.key
                HAVING \(states.map { "\($0.0)_count <> \($0.0)" }.joined(separator: " OR "))
                """)
        return try rows.prefix(Self.maxFaults).map { row in
            let pairs = states.enumerated().map { index, state in
                (name: state.0, kept: row[2 * index + 1] as Int, found: row[2 * index + 2] as Int)
            }
            let wrong = pairs.filter { $0.kept != $0.found }.map {
                "counts \($0.kept) \($0.name) tasks, but has \($0.found)"
            }
            return StoreFault(.derived, "project \"\(row[0] as String)\"", wrong.joined(separator: "; "))
        }.asArray()
    }

    /// The counts of tags are those of what is tagged.
    private func tags() throws -> [StoreFault] {
        guard try db.tableExists("tag") else { return [] }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT name, task_count, count(task_key) AS found FROM tag LEFT JOIN task_tag ON task_tag.tag = tag.key
                GROUP BY tag.key HAVING task_count <> found
                UNION ALL SELECT name, series_count, found FROM (
                    SELECT name, series_count, (
                        SELECT count(*) FROM series, json_each(series.tags) AS held WHERE held.value = tag.key) AS found
                    FROM tag WHERE series_count > 0) WHERE series_count <> found
                """)
        return try rows.prefix(Self.maxFaults).map { row in
            StoreFault(
                .derived, "tag \"\(row[0] as String)\"",
                "counts \(row[1] as Int) tasks or series, but \(row[2] as Int) have it")
        }.asArray()
    }

    /// The uses of contents are those that tasks, series and changes name.
    private func attachments() throws -> [StoreFault] {
        guard try db.tableExists("attachment_use") else { return [] }
        let named = [("task", "0"), ("series", "0"), ("task_before", "change_key"), ("series_before", "change_key")]
            .enumerated().map { holder, table in
                """
                SELECT \(holder), \(table.0).id, \(table.1), json_extract(value, '$.id'),
                json_extract(value, '$.sha256'), json_extract(value, '$.size')
                FROM \(table.0), json_each(iif(json_valid(attachments), attachments, '[]'))
                WHERE attachments IS NOT NULL
                """
            }.joined(separator: " UNION ALL ")
        let used = "SELECT holder, holder_id, change_key, attachment_id, digest, size FROM attachment_use"
        let columns = "(holder, holder_id, change_key, attachment_id, digest, size)"
        let faults = [
            ("named", "used", "is not counted as a use"), ("used", "named", "is counted as used, but nothing has it"),
        ]
        return try faults.flatMap { left, right, detail in
            try String.fetchCursor(
                db,
                sql: """
                    WITH named \(columns) AS (\(named)), used \(columns) AS (\(used))
                    SELECT attachment_id FROM (SELECT * FROM \(left) EXCEPT SELECT * FROM \(right))
                    """
            ).prefix(Self.maxFaults).map { StoreFault(.derived, "attachment \($0)", detail) }.asArray()
        }
    }

    private func references() throws -> [StoreFault] {
        try Row.fetchCursor(db, sql: "PRAGMA foreign_key_check").prefix(Self.maxFaults).map { row in
            let row: (table: String, rowID: Int64?, parent: String) = (row[0], row[1], row[2])
            return StoreFault(
                .damage, "\(row.table) \(row.rowID.map(String.init) ?? "")",
                "references a missing row of \(row.parent)")
        }.asArray()
    }

    /// The log has no gap after the place up to which it was trimmed.
    private func log() throws -> [StoreFault] {
        let floor = try trimmedSequence()
        return try Int64.fetchCursor(
            db,
            sql: """
                SELECT seq FROM event WHERE seq > ?1 AND seq > ?1 + 1
                AND NOT EXISTS (SELECT 1 FROM event AS before WHERE before.seq = event.seq - 1)
                """,
            arguments: [floor]
        ).prefix(Self.maxFaults).map { StoreFault(.gap, "event \($0)", "the event before it is missing") }
            .asArray()
    }

    private func trimmedSequence() throws -> Int64 {
        // A backup may be older than the table.
        guard try db.tableExists("retention") else { return 0 }
        return try Int64.fetchOne(
            db, sql: "SELECT place FROM retention WHERE name = ?", arguments: [RetentionPart.events.rawValue]) ?? 0
    }

    private func deliveries() throws -> [StoreFault] {
        let questions = [
            (
                "SELECT key FROM delivery WHERE NOT EXISTS (SELECT 1 FROM event WHERE seq = event_seq)",
                "its event is missing"
            ),
            (
                "SELECT key FROM delivery WHERE NOT EXISTS (SELECT 1 FROM hook WHERE hook.key = hook_key)",
                "its hook is missing"
            ),
            ("SELECT key FROM delivery WHERE is_claimed = 1 AND state <> 0", "it is finished, but still claimed"),
            (
                """
                SELECT min(key) FROM delivery WHERE state = 0 AND lane IS NOT NULL
                GROUP BY hook_key, lane HAVING sum(is_blocked = 0) <> 1
                """,
                "the deliveries of its task to this hook do not have exactly one that may be sent next"
            ),
        ]
        return try questions.flatMap { sql, detail in
            try Int64.fetchCursor(db, sql: sql).prefix(Self.maxFaults).map {
                StoreFault(.delivery, DeliveryID(number: $0).description, detail)
            }.asArray()
        }
    }

    /// How many rows each table has, and where the log ends.
    func counts() throws -> [String: Int] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                AND name NOT LIKE 'task\\_text%' ESCAPE '\\' AND name NOT LIKE 'task\\_words%' ESCAPE '\\' ORDER BY name
                """
        )
        var counts: [String: Int] = [:]
        for table in tables {
            counts[table] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)")
        }
        return counts
    }

    /// Where the log ends.
    func lastSequence() throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(seq) FROM event") ?? 0
    }
}

extension Cursor {
    fileprivate func asArray() throws -> [Element] { try Array(self) }
}
