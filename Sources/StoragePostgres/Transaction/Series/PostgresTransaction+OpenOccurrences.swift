import Recurrence
import Storage

/// What is written to many open occurrences at once.
extension PostgresTransaction {
    func give(
        _ fields: TaskFields, of content: TaskContent, to tasks: [TaskID], at now: UTCInstant
    ) throws -> [TaskID] {
        precondition(fields.isSubset(of: .plain), "of other fields something follows that is to be written too")
        guard !fields.isEmpty else { return [] }
        let tags = fields.contains(.tags) ? try content.tags.map { try keyOfTag(making: $0, now: now) } : nil
        let plain = PlainFields(fields, of: content, tags: tags)
        let found = try rows(plain.selection, [tasks] + plain.values + plain.tags) { column in
            (try column.next(TaskID.self), (key: try column.next(Int64.self), overrides: try column.next(Int.self)))
        }
        let open = Dictionary(found) { $1 }
        let given = tasks.filter { open[$0] != nil }
        for id in given {
            guard let row = open[id] else { continue }
            try recordTask(id)
            post(plain.update, [row.key, row.overrides, now] + plain.values)
            changes.insert(.tasks)
            if let tags, row.overrides & TaskFields.tags.rawValue == 0 {
                setTags(tags, ofTask: row.key, isNew: false)
            }
        }
        if !fields.isDisjoint(with: SearchEntry.fields) {
            try saveSearchEntries(ofTasks: given.compactMap { open[$0]?.key })
        }
        return given
    }
}

/// Fields that nothing follows from, as a condition and as assignments; their values are the last parameters of both.
private struct PlainFields {
    /// The fields that have a column of ``ContentRow``, with its place there.
    private static let columns = ContentRow.fields.enumerated().map { (field: $1, index: $0) }

    private let columns: [(field: TaskFields, index: Int)]
    /// What the columns are to hold.
    let values: Arguments
    /// What the keys of the tags are to be; empty where they stay.
    let tags: Arguments

    init(_ fields: TaskFields, of content: TaskContent, tags: [Int64]?) {
        columns = Self.columns.filter { fields.contains($0.field) }
        let row = ContentRow.values(of: content)
        values = columns.map { row[$0.index] }
        self.tags = tags.map { [$0] } ?? []
    }

    /// Those of the tasks ?1 that are open occurrences in which one of the fields is another.
    var selection: String {
        var conditions = columns.enumerated().map { position, column in
            "overrides & \(column.field.rawValue) = 0 AND \(ContentRow.columns[column.index]) IS DISTINCT FROM ?\(position + 2)"
        }
        if !tags.isEmpty { conditions.append(Self.hasOtherTags("?\(values.count + 2)")) }
        return """
            SELECT task.id, task.key, overrides
            FROM task JOIN occurrence ON task.series_key = occurrence.series_key AND task.slot = occurrence.slot
            WHERE task.id = ANY (?1) AND state = \(LedgerEntry.State.open.code) AND (\(conditions.joined(separator: " OR ")))
            """
    }

    private static func hasOtherTags(_ wanted: String) -> String {
        """
        overrides & \(TaskFields.tags.rawValue) = 0 AND \(wanted) <> ARRAY(
            SELECT task_tag.tag FROM task_tag JOIN tag ON tag.key = task_tag.tag
            WHERE task_key = task.key AND deleted_at IS NULL ORDER BY position)
        """
    }

    /// Gives the task with the key ?1 and the overrides ?2 the values, at the time ?3.
    var update: String {
        let assignments = columns.enumerated().map { position, column in
            let name = ContentRow.columns[column.index]
            return "\(name) = CASE WHEN ?2 & \(column.field.rawValue) = 0 THEN ?\(position + 4) ELSE \(name) END"
        }
        let all = ["version = version + 1", "updated_at = ?3"] + assignments
        return "UPDATE task SET \(all.joined(separator: ", ")) WHERE key = ?1"
    }
}
