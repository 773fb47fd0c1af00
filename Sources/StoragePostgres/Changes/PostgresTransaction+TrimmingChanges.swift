import Recurrence
import Storage

// Old changes go many at a time: what is asked of them, and what is removed, is a statement for all of them.

extension PostgresTransaction {
    /// A row that a change wrote.
    private struct OldRow {
        let change: Int64
        let kind: Int
        let id: UUIDValue
    }

    func trimChanges(_ bounds: RetentionBounds, limit: Int) throws -> RetentionStep {
        // What is being taken back is needed to its end, which is a matter of moments.
        guard try pendingUndo() == nil else { return RetentionStep(removed: 0, hasMore: false) }
        let old = try oldChanges(bounds, limit: limit)
        let found = try rows(of: old, limit: limit)
        var (taken, gone, left) = (found[..<0], old[..<0], limit)
        for change in old {
            let count = found[taken.endIndex...].prefix(left).prefix { $0.change == change }.count
            taken = found[..<(taken.endIndex + count)]
            left -= count
            guard left > 0 else { break }
            gone = old[...gone.endIndex]
            left -= 1
        }
        if let place = try forgetDeleted(namedBy: taken, limit: limit) {
            // It takes further steps, which what comes behind it waits for.
            (taken, gone, left) = (found[..<place], gone.prefix { $0 < found[place].change }, 0)
        }
        remove(taken, and: gone, beginning: left > 0 ? nil : old[gone.endIndex...].first)
        return RetentionStep(removed: limit - left, hasMore: left <= 0)
    }

    /// The oldest changes, as far as they are old.
    private func oldChanges(_ bounds: RetentionBounds, limit: Int) throws -> [Int64] {
        let oldest = try rows(
            "SELECT key, at, (SELECT max(key) FROM change) FROM change WHERE key > 0 ORDER BY key LIMIT ?", [limit]
        ) { column in
            (key: try column.next(Int64.self), at: try column.next(UTCInstant.self), last: try column.next(Int64.self))
        }
        return oldest.prefix { change in
            // Keys are given without gaps, and only the oldest go.
            bounds.before.map { change.at < $0 } ?? false
                || bounds.keeping.map { change.key <= change.last - Int64($0) } ?? false
        }.map(\.key)
    }

    private func rows(of changes: [Int64], limit: Int) throws -> [OldRow] {
        guard !changes.isEmpty else { return [] }
        return try rows(
            """
            SELECT change_key, kind, id FROM change_row WHERE change_key = ANY (?)
            ORDER BY change_key, kind, id LIMIT ?
            """, [changes, limit]
        ) { OldRow(change: try $0.next(), kind: try $0.next(), id: try $0.next()) }
    }

    /// Removes projects and tags that are marked as deleted, and that no further change could bring back.
    ///
    /// - Returns: The place of the first that takes more than one step may write; nil where all of it is done.
    private func forgetDeleted(namedBy taken: ArraySlice<OldRow>, limit: Int) throws -> Int? {
        let named = taken.indices.filter { place in
            switch ChangedRow.Subject(kind: taken[place].kind, id: taken[place].id) {
            case .project?, .tag?: true
            default: false
            }
        }
        guard !named.isEmpty else { return nil }
        let last = try rows(
            """
            SELECT place FROM unnest(?, ?, ?, ?) AS named (place, change_key, kind, id) WHERE NOT EXISTS (
                SELECT 1 FROM change_row WHERE change_row.id = named.id AND change_row.kind = named.kind
                AND change_row.change_key > named.change_key)
            ORDER BY place
            """,
            [named, named.map { taken[$0].change }, named.map { taken[$0].kind }, named.map { taken[$0].id }]
        ) { try $0.next(Int.self) }
        return try last.first { place in
            switch ChangedRow.Subject(kind: taken[place].kind, id: taken[place].id) {
            case .project(let id)?: try !forgetDeleted(id, limit: limit)
            case .tag(let id)?: try !forgetDeleted(id, limit: limit)
            default: false
            }
        }
    }

    /// Removes what changes wrote, and changes of which nothing is left.
    ///
    /// - Parameters:
    ///   - taken: What they wrote.
    ///   - gone: The keys of the changes.
    ///   - change: One that is left, of which something is removed from now on.
    private func remove(_ taken: ArraySlice<OldRow>, and gone: ArraySlice<Int64>, beginning change: Int64?) {
        if let change { post("UPDATE change SET is_trimmed = true WHERE key = ?", [change]) }
        let images = [
            "task_before", "occurrence_before", "series_before", "pause_before", "project_before", "tag_before",
        ]
        let byKind = Dictionary(grouping: taken, by: \.kind)
        for (kind, rows) in byKind.sorted(by: { $0.key < $1.key }) {
            delete(rows, from: images[kind], by: images[kind] == "occurrence_before" ? "task_id" : "id")
        }
        let tasks = byKind[0] ?? []
        for table in ["reminder_before", "trash"] { delete(tasks, from: table, by: "task_id") }
        if !taken.isEmpty {
            post(
                """
                DELETE FROM change_row USING unnest(?, ?, ?) AS gone (change_key, kind, id)
                WHERE change_row.change_key = gone.change_key AND change_row.kind = gone.kind
                AND change_row.id = gone.id
                """, [taken.map(\.change), taken.map(\.kind), taken.map(\.id)])
        }
        if !tasks.isEmpty {
            post(
                """
                DELETE FROM statistic_task WHERE task_id = ANY (?)
                AND NOT EXISTS (SELECT 1 FROM task WHERE task.id = task_id)
                AND NOT EXISTS (SELECT 1 FROM change_row WHERE change_row.id = task_id AND kind = 0)
                """, [tasks.map(\.id)])
        }
        if !gone.isEmpty { post("DELETE FROM change WHERE key = ANY (?)", [Array(gone)]) }
    }

    private func delete(_ rows: [OldRow], from table: String, by column: String) {
        guard !rows.isEmpty else { return }
        post(
            """
            DELETE FROM \(table) USING unnest(?, ?) AS gone (change_key, id)
            WHERE \(table).change_key = gone.change_key AND \(table).\(column) = gone.id
            """, [rows.map(\.change), rows.map(\.id)])
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
