import Recurrence
import Storage

extension PostgresTransaction {
    func blockers(of id: TaskID) throws -> [TaskID] {
        try rows(
            "SELECT blocker_id FROM task_blocker WHERE task_key = (SELECT key FROM task WHERE id = ?) ORDER BY position",
            [id]
        ) { try $0.next(TaskID.self) }
    }

    func dependentCount(of id: TaskID, limit: Int) throws -> Int {
        try value(
            Int.self, "SELECT count(*) FROM (SELECT 1 FROM task_blocker WHERE blocker_id = ? LIMIT ?) AS found",
            [id, limit]) ?? 0
    }

    func tasks(blockedOnlyBy id: TaskID, limit: Int) throws -> [TaskID] {
        try rows(
            // Found first and ordered then, for else all tasks there are might be walked through in this order.
            """
            WITH waiting AS MATERIALIZED (
                SELECT task.id FROM task_blocker JOIN task ON task.key = task_key
                WHERE blocker_id = ?1 AND is_open AND status < 2 AND NOT EXISTS (
                    SELECT 1 FROM task_blocker AS other
                    WHERE other.task_key = task.key AND other.is_open AND other.blocker_id <> ?1))
            SELECT id FROM waiting ORDER BY id LIMIT ?2
            """, [id, limit]
        ) { try $0.next(TaskID.self) }
    }

    /// Writes what a task waits for; what it waited for that is deleted is kept, for when it is back.
    func saveBlockers(of task: TaskItem, key: Int64, isNew: Bool) {
        if isNew, task.blockedBy.isEmpty { return }
        if !isNew {
            post(
                "DELETE FROM task_blocker WHERE task_key = ? AND blocker_id <> ALL (?) AND \(Blockers.isThere)",
                [key, task.blockedBy])
        }
        guard !task.blockedBy.isEmpty else { return }
        post(
            """
            INSERT INTO task_blocker (task_key, blocker_id, position)
            SELECT ?, blocker.id, blocker.place - 1 FROM unnest(?) WITH ORDINALITY AS blocker (id, place)
            ON CONFLICT (blocker_id, task_key) DO UPDATE SET position = excluded.position
            WHERE task_blocker.position <> excluded.position
            """, [key, task.blockedBy])
    }
}

/// What a task waits for, as rows.
enum Blockers {
    /// Whether a row is about a task that there is.
    static let isThere = "EXISTS (SELECT 1 FROM task AS blocker WHERE blocker.id = blocker_id)"

    /// The keys of the tasks that wait for something open.
    static let waiting = "(SELECT task_key FROM task_blocker WHERE is_open)"

    /// What is kept of a task's before a change: the ids, and whether each was there; NULL where there are none.
    static let image = """
        (SELECT array_agg(blocker_id ORDER BY position) FROM task_blocker WHERE task_key = task.key),
        (SELECT array_agg(\(isThere) ORDER BY position) FROM task_blocker WHERE task_key = task.key)
        """
}
