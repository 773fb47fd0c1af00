import Recurrence
import Storage

extension PostgresTransaction {
    func change(_ id: ChangeID) throws -> Change? {
        try changes(where: "change.id = ? AND NOT is_trimmed", [id]).first
    }

    func changes(of task: TaskID?, before last: ChangeID?, limit: Int) throws -> [Change] {
        let key = try place(before: last)
        guard let task else {
            return try changes(
                where: "change.key < ? AND NOT is_trimmed ORDER BY change.key DESC LIMIT ?", [key, limit])
        }
        let kinds = [ChangedRow.Subject.task(task), .entry(of: task)].map(\.key.kind.description)
        return try changes(
            where: """
                change.key IN (
                    SELECT change_key FROM change_row WHERE id = ? AND kind IN (\(kinds.joined(separator: ", "))))
                AND change.key < ? AND NOT is_trimmed ORDER BY change.key DESC LIMIT ?
                """,
            [task, key, limit])
    }

    func changes(by author: String?, before last: ChangeID?, limit: Int) throws -> [Change] {
        try changes(
            where:
                "author IS NOT DISTINCT FROM ? AND change.key < ? AND NOT is_trimmed ORDER BY change.key DESC LIMIT ?",
            [author, try place(before: last), limit])
    }

    func latestChange(of subject: ChangedRow.Subject, before change: ChangeID?) throws -> Change? {
        let (kind, id) = subject.key
        return try changes(
            where: """
                change.key = (
                    SELECT max(change_key) FROM change_row WHERE id = ? AND kind = ? AND change_key < ?)
                """,
            [id, kind, try place(before: change)]
        ).first
    }

    func rows(of change: ChangeID, limit: Int) throws -> [ChangedRow] {
        try changedRows(where: "TRUE ORDER BY kind, id", of: change, limit: limit)
    }

    func rowsBesideTasks(of change: ChangeID, limit: Int) throws -> [ChangedRow] {
        try changedRows(where: "kind > 1 ORDER BY kind DESC, id", of: change, limit: limit)
    }

    private func changedRows(where condition: String, of change: ChangeID, limit: Int) throws -> [ChangedRow] {
        try rows(
            """
            SELECT kind, id, was_there FROM change_row WHERE change_key = \(Self.keyOfChange) AND \(condition)
            LIMIT ?
            """,
            [change, limit]
        ) { column -> ChangedRow? in
            let (kind, id): (Int, UUIDValue) = (try column.next(), try column.next())
            let wasThere = try column.next(Bool.self)
            return ChangedRow.Subject(kind: kind, id: id).map { ChangedRow($0, wasThere: wasThere) }
        }.compactMap(\.self)
    }

    func trimChanges(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep {
        // What is being taken back is needed to its end, which is a matter of moments.
        guard try pendingUndo() == nil else { return RetentionStep(removed: 0, hasMore: false) }
        var left = limit
        while left > 0, let key = try oldestChange(bounds) {
            let removed = try trimRows(ofChange: key, limit: left)
            left -= removed
            guard left > 0 else { break }
            try run("DELETE FROM change WHERE key = ?", [key])
            left -= 1
        }
        return RetentionStep(removed: limit - left, hasMore: left <= 0)
    }

    private static let keyOfChange = "(SELECT key FROM change WHERE id = ?)"

    private func changes(where condition: String, _ arguments: Arguments) throws -> [Change] {
        try rows("SELECT \(ChangeRow.columns) FROM change WHERE \(condition)", arguments) {
            try ChangeRow.change(from: &$0)
        }
    }

    /// The key before which changes count; where the change is not kept any more, none does.
    private func place(before change: ChangeID?) throws -> Int64 {
        guard let change else { return .max }
        return try value(Int64.self, "SELECT key FROM change WHERE id = ?", [change]) ?? 0
    }

    /// The oldest change, where it is old.
    private func oldestChange(_ bounds: RetentionBounds) throws -> Int64? {
        let oldest = try rows("SELECT key, at FROM change WHERE key > 0 ORDER BY key LIMIT 1") { column in
            (key: try column.next(Int64.self), at: try column.next(UTCInstant.self))
        }.first
        guard let oldest else { return nil }
        if let before = bounds.before, oldest.at < before { return oldest.key }
        guard let count = bounds.keeping else { return nil }
        // Keys are given without gaps, and only the oldest go.
        let last = try value(Int64.self, "SELECT max(key) FROM change") ?? 0
        return oldest.key <= last - Int64(count) ? oldest.key : nil
    }

    private func trimRows(ofChange key: Int64, limit: Int) throws -> Int {
        try run("UPDATE change SET is_trimmed = true WHERE key = ?", [key])
        let found = try rows(
            "SELECT kind, id FROM change_row WHERE change_key = ? LIMIT ?", [key, limit]
        ) { (kind: try $0.next(Int.self), id: try $0.next(UUIDValue.self)) }
        guard try forgetWhatIsGone(found.map { ($0.kind, $0.id) }, ofChange: key, limit: limit) else { return limit }
        let images = [
            "task_before", "occurrence_before", "series_before", "pause_before", "project_before", "tag_before",
        ]
        for row in found {
            let column = images[row.kind] == "occurrence_before" ? "task_id" : "id"
            post("DELETE FROM \(images[row.kind]) WHERE change_key = ? AND \(column) = ?", [key, row.id])
            if row.kind == 0 {
                post("DELETE FROM reminder_before WHERE change_key = ? AND task_id = ?", [key, row.id])
                post("DELETE FROM trash WHERE change_key = ? AND task_id = ?", [key, row.id])
            }
            post("DELETE FROM change_row WHERE change_key = ? AND kind = ? AND id = ?", [key, row.kind, row.id])
        }
        return found.count
    }

    /// Forgets what is remembered of deleted projects and tasks that no other change could bring back.
    ///
    /// - Returns: Whether all of it is done, and not as much as one step may write.
    private func forgetWhatIsGone(_ found: [(kind: Int, id: UUIDValue)], ofChange key: Int64, limit: Int) throws -> Bool
    {
        for row in found {
            switch ChangedRow.Subject(kind: row.kind, id: row.id) {
            case .project(let id)?:
                guard try isNamedElsewhere(row, than: key) || forgetDeleted(id, limit: limit) else { return false }
            case .tag(let id)?:
                guard try isNamedElsewhere(row, than: key) || forgetDeleted(id, limit: limit) else { return false }
            case .task(let id)?:
                guard try !isNamedElsewhere(row, than: key) else { continue }
                try run(
                    "DELETE FROM statistic_task WHERE task_id = ?1 AND NOT EXISTS (SELECT 1 FROM task WHERE id = ?1)",
                    [id])
            case .series?, .entry?, .pause?, nil: continue
            }
        }
        return true
    }

    /// Whether another change than one wrote the same.
    private func isNamedElsewhere(_ row: (kind: Int, id: UUIDValue), than key: Int64) throws -> Bool {
        let others = "SELECT 1 FROM change_row WHERE id = ? AND kind = ? AND change_key <> ? LIMIT 1"
        return try value(Int.self, others, [row.id, row.kind, key]) != nil
    }

    /// Removes a project that is marked as deleted, once no task and no series names it.
    private func forgetDeleted(_ id: ProjectID, limit: Int) throws -> Bool {
        guard try project(id)?.isDeleted ?? false else { return true }
        for table in ["task", "series"] {
            let count = try run(
                """
                UPDATE \(table) SET project_id = NULL
                WHERE key IN (SELECT key FROM \(table) WHERE project_id = ? LIMIT ?)
                """, [id, limit])
            guard count < limit else { return false }
        }
        // Only those that were deleted before it can still stand in it.
        try run("UPDATE project SET parent_id = NULL WHERE parent_id = ?", [id])
        try run("DELETE FROM project WHERE id = ?", [id])
        return true
    }
}
