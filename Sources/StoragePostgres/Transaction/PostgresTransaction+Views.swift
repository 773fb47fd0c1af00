import Recurrence
import Storage

extension PostgresTransaction {
    func view(_ id: SavedViewID) throws -> SavedView? {
        try views(where: "WHERE id = ?", [id]).first
    }

    func view(named name: String) throws -> SavedView? {
        try views(where: "WHERE name = ?", [name]).first
    }

    func views() throws -> [SavedView] {
        try views(where: "ORDER BY name")
    }

    func save(_ view: SavedView) throws {
        try asUnit {
            post(
                """
                INSERT INTO saved_view (id, version, name, filter, sort, time_zone, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET version = excluded.version, name = excluded.name, filter = excluded.filter,
                sort = excluded.sort, time_zone = excluded.time_zone, updated_at = excluded.updated_at
                """,
                [
                    view.id, view.version, view.name, view.filter, view.sort, view.timeZone, view.createdAt,
                    view.updatedAt,
                ]
            )
        }
    }

    func deleteView(_ id: SavedViewID) throws {
        try run("DELETE FROM saved_view WHERE id = ?", [id])
    }

    private func views(where condition: String, _ arguments: Arguments = []) throws -> [SavedView] {
        try rows(
            """
            SELECT id, name, created_at, version, filter, sort, time_zone, updated_at FROM saved_view \(condition)
            """,
            arguments
        ) { column in
            var view = SavedView(id: try column.next(), name: try column.next(), now: try column.next())
            view.version = try column.next()
            (view.filter, view.sort, view.timeZone) = (try column.next(), try column.next(), try column.next())
            view.updatedAt = try column.next()
            return view
        }
    }
}
