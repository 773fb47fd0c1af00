import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func tasks(matching query: TaskQuery) throws -> Page<TaskItem, StoreCursor> {
        var oneMore = query
        oneMore.limit += 1
        var (items, hasMore): ([TaskItem], Bool) = ([], false)
        let last = try eachTask(matching: oneMore) { task in
            hasMore = items.count == query.limit
            if !hasMore { items.append(task) }
            return !hasMore
        }
        return Page(items: items, next: hasMore ? last : nil)
    }

    func eachTask(matching query: TaskQuery, _ body: (TaskItem) throws -> Bool) throws -> StoreCursor? {
        var conditions: [String] = []
        var arguments: Arguments = []
        addChoices(of: query, to: &conditions, &arguments)
        addRanges(of: query, to: &conditions, &arguments)
        if let filter = query.filter {
            var translation = FilterTranslation()
            conditions.append("(\(try translation.condition(filter)))")
            arguments += translation.arguments
        }
        let order = TaskOrder(query.sort)
        if let cursor = query.cursor {
            let (condition, values) = try order.condition(behind: cursor)
            conditions.append(condition)
            arguments += values
        }
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let parts = try TaskParts(self)
        var last: StoreCursor?
        try each(
            """
            SELECT task.key, \(TaskRow.selection), \(order.selection) FROM \(order.tables) \(filter)
            ORDER BY \(order.text) LIMIT ? + 0
            """,
            arguments + [query.limit],
            // There are as many texts of filters as people write; the cache keeps what it is given.
            isKept: query.filter == nil
        ) { column in
            let row = try TaskRow.task(from: &column)
            let place = try order.cursor(from: &column)
            guard try body(try parts.task(row)) else { return false }
            last = place
            return true
        }
        return last
    }

    private func addChoices(
        of query: TaskQuery,
        to conditions: inout [String],
        _ arguments: inout Arguments
    ) {
        // The codes are our own small integers, so the text of a statement is one of few.
        func addCodes(_ column: String, _ codes: [Int]) {
            guard !codes.isEmpty else { return }
            conditions.append("\(column) IN (\(codes.sorted().map(\.description).joined(separator: ", ")))")
        }
        addCodes("status", query.statuses.map(\.code))
        // Indexes of open tasks are found by this alone.
        if !query.statuses.isEmpty, query.statuses.allSatisfy(\.isOpen) { conditions.append("status < 2") }
        addCodes("priority", query.priorities.map(\.code))
        if let tag = query.tag {
            conditions.append("task.key IN (SELECT task_key FROM task_tag WHERE tag = ?)")
            arguments.append(tag)
        }
        if let project = query.project {
            conditions.append(ProjectSelection.isInOne(includingSubprojects: query.includesSubprojects))
            arguments.append(project)
        }
        if let series = query.series {
            conditions.append("series_key = (SELECT key FROM series WHERE id = ?)")
            arguments.append(series)
        }
        if query.isSetAside {
            conditions.append("task.key IN (SELECT task_key FROM set_aside WHERE task_key IS NOT NULL)")
        }
        if let search = query.text.map({ SearchQuery($0) }), !search.isBlank {
            guard let pattern = search.fullTextPattern else { return conditions.append("FALSE") }
            conditions.append("task.key IN (SELECT rowid FROM task_words WHERE task_words MATCH ?)")
            arguments.append(pattern)
        }
    }

    private func addRanges(
        of query: TaskQuery,
        to conditions: inout [String],
        _ arguments: inout Arguments
    ) {
        let bounds: [(String, UTCInstant?)] = [
            ("\(TaskRow.dueOrder) >= ? AND due_at IS NOT NULL", query.dueFrom),
            ("\(TaskRow.dueOrder) < ?", query.dueUntil),
            ("completed_at >= ?", query.completedFrom), ("completed_at < ?", query.completedUntil),
            ("overdue_at <= ? AND status < 2", query.overdueAt),
            ("NOT (status < 2 AND overdue_at IS NOT NULL AND overdue_at <= ?)", query.notOverdueAt),
        ]
        for case (let condition, let bound?) in bounds {
            conditions.append(condition)
            arguments.append(bound)
        }
    }
}
