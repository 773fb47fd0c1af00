import Recurrence
import Storage

extension PostgresTransaction {
    func zonesInUse() throws -> [String: Int64?] {
        var zones: [String: Int64?] = [:]
        _ = try rows("SELECT name, digest FROM zone") { column in
            zones[try column.next()] = .some(try column.next())
        }
        return zones
    }

    func note(zone: String, digest: Int64) throws {
        post(
            "INSERT INTO zone (name, digest) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET digest = excluded.digest",
            [zone, digest])
    }

    func tasks(inZone zone: String, after cursor: StoreCursor?, limit: Int) throws
        -> (tasks: [TaskItem], next: StoreCursor?)
    {
        let found = try rows(
            """
            SELECT task.key, \(TaskRow.selection) FROM task
            WHERE task.key > ? AND time_zone = ? AND status < 2
            ORDER BY task.key LIMIT ?
            """,
            [try cursor.key, zone, limit]
        ) { try TaskRow.task(from: &$0) }
        return (try complete(found), found.count < limit ? nil : found.last.map { StoreCursor([$0.key]) })
    }
}
