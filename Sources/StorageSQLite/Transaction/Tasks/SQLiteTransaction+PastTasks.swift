import Recurrence
import Storage

extension SQLiteTransaction {
    func pastTasks(matching query: PastTaskQuery) throws -> [PastTask] {
        guard let word = TitleWord(query.word) else { return [] }
        var (condition, arguments): (String, Arguments) = ("TRUE", [])
        if let project = query.project {
            condition += " AND \(ProjectSelection.isIn("id", includingSubprojects: true))"
            arguments.append(project)
        }
        if let tag = query.tag {
            condition += " AND \(TagRow.isTagged("+task.key"))"
            arguments.append(tag.asTagKey)
        }
        // The index has the tasks in the order in which they were made, so that the latest cost no more than they are.
        let keys = try rows(
            """
            SELECT found
            FROM (SELECT rowid AS found FROM task_words WHERE task_words MATCH ? ORDER BY rowid DESC LIMIT ? + 0)
            CROSS JOIN task ON task.key = found WHERE \(condition) ORDER BY found DESC
            """,
            [word.fullTextPattern, query.lookedAt] + arguments
        ) { column in try column.next(Int64.self) }
        let row = try statement("SELECT \(PastTaskRow.selection) FROM task WHERE key = ?")
        var found: [PastTask] = []
        for key in keys where found.count < query.limit {
            let task = try row.rows(key) { column in try PastTaskRow.task(from: &column) }.first.flatMap(\.self)
            if let task, word.stands(in: task.title) { found.append(task) }
        }
        return found
    }
}

/// What suggestions are made of, in a row.
private enum PastTaskRow {
    /// What ``task(from:)`` reads.
    static let selection = """
        task.title, (SELECT id FROM series WHERE key = task.series_key), task.due, task.time_zone, task.created_at,
        task.priority, (SELECT id FROM project WHERE id = task.project_id AND deleted_at IS NULL),
        (SELECT json_group_array(name) FROM (\(TagRow.namesOfTask("task.key")))),
        (SELECT json_group_array(offset) FROM (
            SELECT offset FROM reminder WHERE task_key = task.key AND relative_to = \(Reminder.Base.due.code)
            ORDER BY position))
        """

    /// The task of a row that stands on the first column of ``selection``; nil where a part of it cannot be read.
    static func task(from column: inout ColumnReader) throws -> PastTask? {
        do {
            let (title, series): (String, SeriesID?) = (try column.next(), try column.next())
            let (due, zone): (LocalTime?, String) = (try column.next(), try column.next())
            let (createdAt, priority) = (try column.next(UTCInstant.self), try column.nextCode(TaskPriority.self))
            let project: ProjectID? = try column.next()
            let (tags, offsets): (String, String) = (try column.next(), try column.next())
            return PastTask(
                title: title, series: series, due: due?.civil, timeZone: zone, createdAt: createdAt,
                priority: priority, project: project, tags: try [String](column: tags),
                offsets: try [String](column: offsets).compactMap { try? CalendarDuration($0) })
        } catch let error as StoreError where error.code == .unreadable {
            return nil
        }
    }
}
