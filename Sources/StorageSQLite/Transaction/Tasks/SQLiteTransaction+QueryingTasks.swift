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
        let order = query.sort.map(\.expression) + ["task.key"]
        if let cursor = query.cursor {
            conditions.append(
                "(\(order.joined(separator: ", "))) > (\(order.map { _ in "?" }.joined(separator: ", ")))")
            arguments += try cursor.values(order.count)
        }
        let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        let parts = try TaskParts(self)
        var last: [Int64]?
        try each(
            """
            SELECT task.key, \(TaskRow.selection), \(order.joined(separator: ", ")) FROM task \(filter)
            ORDER BY \(order.joined(separator: ", ")) LIMIT ? + 0
            """,
            arguments + [query.limit],
            // There are as many texts of filters as people write; the cache keeps what it is given.
            isKept: query.filter == nil
        ) { column in
            let row = try TaskRow.task(from: &column)
            let values = try order.map { _ in try column.next(Int64.self) }
            guard try body(try parts.task(row)) else { return false }
            last = values
            return true
        }
        return last.map { StoreCursor($0) }
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
        addCodes("priority", query.priorities.map(\.code))
        if let tag = query.tag {
            conditions.append("task.key IN (SELECT task_key FROM task_tag WHERE tag = ?)")
            arguments.append(tag)
        }
        if let series = query.series {
            conditions.append("series_key = (SELECT key FROM series WHERE id = ?)")
            arguments.append(series)
        }
        if query.isSetAside {
            conditions.append("task.key IN (SELECT task_key FROM set_aside WHERE task_key IS NOT NULL)")
        }
        if let pattern = query.text.flatMap(Self.fullTextPattern) {
            conditions.append("task.key IN (SELECT rowid FROM task_text WHERE task_text MATCH ?)")
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

    /// Each word as a prefix, all of them wanted; quoted, so that nothing in it is read as query syntax.
    ///
    /// Nil where there is no word: SQLite takes an empty pattern, and one with a NUL in it, for a mistake.
    private static func fullTextPattern(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace || $0 == "\0" }
        guard !words.isEmpty else { return nil }
        return words.map { "\"\($0.replacing("\"", with: "\"\""))\"*" }.joined(separator: " ")
    }
}

extension TaskQuery.Sort {
    /// An expression that is never NULL and rises in this order.
    fileprivate var expression: String {
        let last = "9223372036854775807"
        switch (key, isDescending) {
        case (.due, false): return TaskRow.dueOrder
        case (.due, true): return "coalesce(-due_at, \(last))"
        case (.priority, false): return "priority"
        case (.priority, true): return "-priority"
        case (.createdAt, false): return "created_at"
        case (.createdAt, true): return "-created_at"
        case (.updatedAt, false): return "updated_at"
        case (.updatedAt, true): return "-updated_at"
        case (.completedAt, false): return "coalesce(completed_at, \(last))"
        case (.completedAt, true): return "coalesce(-completed_at, \(last))"
        }
    }
}
