import Storage

extension SQLiteTransaction {
    func blockers(of id: TaskID) throws -> [TaskID] {
        try statement(
            "SELECT blocker_id FROM task_blocker WHERE task_key = (SELECT key FROM task WHERE id = ?) ORDER BY position"
        ).rows(id) { try $0.next(TaskID.self) }
    }

    func dependentCount(of id: TaskID, limit: Int) throws -> Int {
        try value(
            Int.self, "SELECT count(*) FROM (SELECT 1 FROM task_blocker WHERE blocker_id = ? LIMIT ? + 0)", [id, limit])
            ?? 0
    }

    func tasks(blockedOnlyBy id: TaskID, limit: Int) throws -> [TaskID] {
        try statement(
            """
            SELECT task.id FROM task_blocker JOIN task ON task.key = task_key
            WHERE blocker_id = ?1 AND is_open = 1 AND status < 2 AND NOT EXISTS (
                SELECT 1 FROM task_blocker AS other
                WHERE other.task_key = task.key AND other.is_open = 1 AND other.blocker_id <> ?1)
            ORDER BY task.id LIMIT ?2 + 0
            """
        ).rows(id, limit) { try $0.next(TaskID.self) }
    }

    /// Writes what a task waits for; what it waited for that is deleted is kept, for when it is back.
    func saveBlockers(of task: TaskItem, key: Int64, isNew: Bool) throws {
        if isNew, task.blockedBy.isEmpty { return }
        let stored = try statement(
            "SELECT blocker_id FROM task_blocker WHERE task_key = ? AND \(Blockers.isThere) ORDER BY position"
        ).rows(key) { try $0.next(TaskID.self) }
        guard stored != task.blockedBy else { return }
        try run("DELETE FROM task_blocker WHERE task_key = ? AND \(Blockers.isThere)", [key])
        for (position, id) in task.blockedBy.enumerated() {
            try run(
                """
                INSERT INTO task_blocker (task_key, blocker_id, position) VALUES (?, ?, ?)
                ON CONFLICT (blocker_id, task_key) DO UPDATE SET position = excluded.position
                """,
                [key, id, position])
        }
    }
}

/// What a task waits for, as rows.
enum Blockers {
    /// Whether a row is about a task that there is.
    static let isThere = "EXISTS (SELECT 1 FROM task AS blocker WHERE blocker.id = blocker_id)"

    /// The keys of the tasks that wait for something open.
    static let waiting = "(SELECT task_key FROM task_blocker WHERE is_open = 1)"

    /// What is kept of a task's before a change: the ids in hexadecimal, one behind the other, those of tasks that were not
    /// there behind a minus sign; NULL where there are none.
    static let image = """
        (SELECT group_concat(iif(is_there, '', '-') || hex(blocker_id), '') FROM (
            SELECT blocker_id, \(isThere) AS is_there FROM task_blocker WHERE task_key = task.key ORDER BY position))
        """

    /// The ids of an image.
    ///
    /// - Parameters:
    ///   - text: The image.
    ///   - hasAbsent: Whether those of tasks are wanted too that were not there.
    /// - Returns: The ids.
    /// - Throws: ``StoreError`` with code `.unreadable`.
    static func ids(ofImage text: String, withAbsent hasAbsent: Bool = false) throws -> [TaskID] {
        var (ids, rest): ([TaskID], Substring) = ([], text[...])
        while !rest.isEmpty {
            let isThere = rest.first != "-"
            let digits = rest.drop { $0 == "-" }.prefix(32)
            guard digits.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
                let low = UInt64(digits.suffix(16), radix: 16)
            else { throw StoreError(.unreadable, "blockedBy is not a list of ids") }
            if isThere || hasAbsent { ids.append(TaskID(UUIDValue(high: high, low: low))) }
            rest = rest[digits.endIndex...]
        }
        return ids
    }
}
