import Recurrence
import Storage

extension PostgresTransaction {
    func pastTasks(matching query: PastTaskQuery) throws -> [PastTask] {
        guard let word = TitleWord(query.word) else { return [] }
        var (condition, arguments): (String, Arguments) = ("TRUE", [])
        if let project = query.project {
            condition += " AND \(ProjectSelection.isIn("id", includingSubprojects: true))"
            arguments.append(project)
        }
        if let tag = query.tag {
            condition += " AND \(TagRow.isTagged)"
            arguments.append(tag.asTagKey)
        }
        let search = WordSearch(word)
        let tasks = try rows(
            """
            SELECT \(PastTaskRow.selection)
            FROM (
                SELECT key AS found FROM task_search WHERE \(search.condition) ORDER BY key DESC LIMIT ?
            ) AS found JOIN task ON task.key = found WHERE \(condition) ORDER BY found DESC
            """,
            search.arguments + [query.lookedAt] + arguments
        ) { column in try PastTaskRow.task(from: &column) }
        return Array(tasks.lazy.compactMap(\.self).filter { word.stands(in: $0.title) }.prefix(query.limit))
    }
}

/// What suggestions are made of, in a row.
private enum PastTaskRow {
    /// What ``task(from:)`` reads.
    static let selection = """
        task.title, (SELECT id FROM series WHERE key = task.series_key), task.due, task.time_zone, task.created_at,
        task.priority, (SELECT id FROM project WHERE id = task.project_id AND deleted_at IS NULL),
        ARRAY(\(TagRow.namesOfTask("task.key"))),
        ARRAY(SELECT "offset" FROM reminder WHERE task_key = task.key AND relative_to = \(Reminder.Base.due.code)
            ORDER BY position)
        """

    /// The task of a row that stands on the first column of ``selection``; nil where a part of it cannot be read.
    static func task(from column: inout ColumnReader) throws -> PastTask? {
        do {
            let (title, series): (String, SeriesID?) = (try column.next(), try column.next())
            let (due, zone): (LocalTime?, String) = (try column.next(), try column.next())
            let (createdAt, priority) = (try column.next(UTCInstant.self), try column.nextCode(TaskPriority.self))
            let project: ProjectID? = try column.next()
            let (tags, offsets): ([String], [String]) = (try column.next(), try column.next())
            return PastTask(
                title: title, series: series, due: due?.civil, timeZone: zone, createdAt: createdAt,
                priority: priority, project: project, tags: tags,
                offsets: offsets.compactMap { try? CalendarDuration($0) })
        } catch let error as StoreError where error.code == .unreadable {
            return nil
        }
    }
}
