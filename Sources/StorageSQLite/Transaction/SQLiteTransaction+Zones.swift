import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func zonesInUse() throws -> [String: Int64?] {
        var zones: [String: Int64?] = [:]
        _ = try rows("SELECT name, digest FROM zone") { column in
            zones[try column.next()] = .some(try column.next())
        }
        return zones
    }

    func note(zone: String, digest: Int64) throws {
        try run("INSERT OR REPLACE INTO zone (name, digest) VALUES (?, ?)", [zone, digest])
    }

    func tasks(inZone zone: String, after cursor: StoreCursor?, limit: Int) throws
        -> (tasks: [TaskItem], next: StoreCursor?)
    {
        let found = try rows(
            """
            SELECT task.key, \(TaskRow.selection) FROM task
            WHERE task.key > ? AND time_zone = ? AND status < 2
            ORDER BY task.key LIMIT ? + 0
            """,
            [try cursor.key, zone, limit]
        ) { try TaskRow.task(from: &$0) }
        return (try complete(found), found.count < limit ? nil : found.last.map { StoreCursor([$0.key]) })
    }
}
