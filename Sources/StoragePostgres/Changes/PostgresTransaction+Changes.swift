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
}
