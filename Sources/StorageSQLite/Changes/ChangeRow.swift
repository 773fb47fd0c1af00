import Storage

/// A change as a row.
enum ChangeRow {
    static let columns = "change.id, change.kind, change.at, change.author, change.undoes"

    /// The change of a row that stands on ``columns``.
    static func change(from column: inout ColumnReader) throws -> Change {
        let (id, name): (ChangeID, String) = (try column.next(), try column.next())
        guard let kind = Change.Kind(rawValue: name), let at = try column.nextInstant() else {
            throw StoreError(.unreadable, "the change \(id) has an unknown kind: \"\(name.prefix(80))\"")
        }
        return Change(kind, id: id, at: at, author: try column.next(), undoes: try column.next())
    }
}

/// What rows were before a change: the tables, and the columns that they have in common with what they are images of.
///
/// The lists are those that the rows themselves are read and written by, so that a field which is added to them is in the
/// images too. A series is known by its id there.
enum BeforeImage {
    static let task = TaskRow.columns.filter { $0 != "series_key" }
    static let reminder = ReminderRow.columns + ["position", "task_changes"]
    static let pause = "id, target, since, until, ended_at, missed, note, author"

    static let copyTask = """
        INSERT INTO task_before (change_key, series_id, tags, blockers, \(list(task)))
        SELECT ?1, (SELECT id FROM series WHERE series.key = series_key),
        (SELECT json_group_array(tag) FROM (SELECT tag FROM task_tag WHERE task_key = task.key ORDER BY position)),
        \(Blockers.image), \(list(task)) FROM task WHERE id = ?2
        """

    static let copyReminders = """
        INSERT INTO reminder_before (change_key, task_id, \(list(reminder)))
        SELECT ?1, ?2, \(list(reminder)) FROM reminder WHERE task_key = (SELECT key FROM task WHERE id = ?2)
        """

    static let copySeries = """
        INSERT INTO series_before (change_key, \(list(SeriesRow.columns)))
        SELECT ?1, \(list(SeriesRow.columns)) FROM series WHERE id = ?2
        """

    static let copyPause =
        "INSERT INTO pause_before (change_key, \(pause)) SELECT ?1, \(pause) FROM pause WHERE id = ?2"

    static let copyProject = """
        INSERT INTO project_before (change_key, \(ProjectRow.list)) SELECT ?1, \(ProjectRow.list) FROM project WHERE id = ?2
        """

    static let copyTag = """
        INSERT INTO tag_before (change_key, id, \(TagRow.list)) SELECT ?1, ?2, \(TagRow.list) FROM tag WHERE key = ?3
        """

    /// Copies entries, but for those that the change had written before.
    static func copyEntries(where condition: String) -> String {
        """
        INSERT INTO occurrence_before (change_key, series_id, \(LedgerRow.selection))
        SELECT ?1, (SELECT id FROM series WHERE series.key = series_key), \(LedgerRow.selection) FROM occurrence
        WHERE \(condition) AND NOT EXISTS (
            SELECT 1 FROM change_row
            WHERE change_key = ?1 AND change_row.kind = \(entryKind) AND change_row.id = occurrence.task_id)
        """
    }

    /// Notes that the change has written entries.
    static func noteEntries(where condition: String) -> String {
        """
        INSERT OR IGNORE INTO change_row (change_key, kind, id, was_there)
        SELECT ?1, \(entryKind), task_id, 1 FROM occurrence WHERE \(condition)
        """
    }

    private static let entryKind = ChangedRow.Subject.entry(of: TaskID(UUIDValue(high: 0, low: 0))).key.kind

    /// The columns of a task's image, in the order in which ``TaskRow/task(from:)`` reads them, its tags and what it
    /// waited for.
    ///
    /// Its place is the one that the ledger has for it: the image may have been made after its series was moved.
    static let readTask: String = {
        let columns = TaskRow.columns.map { column in
            switch column {
            case "series_key": "iif(series_id IS NULL, NULL, series_key)"
            case "slot": "iif(series_id IS NULL, NULL, occurrence.slot)"
            default: ContentRow.reading(column, of: "task_before")
            }
        }
        return """
            SELECT 0, \(list(columns)), \(TagRow.names(in: "tags")), blockers
            FROM task_before LEFT JOIN occurrence
            ON task_id = task_before.id AND state < \(LedgerEntry.State.deleted.code)
            WHERE change_key = ? AND task_before.id = ?
            """
    }()

    static func list(_ columns: [String]) -> String { columns.joined(separator: ", ") }
}
