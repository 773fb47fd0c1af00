import Recurrence
import Storage

extension PostgresTransaction {
    /// How many tasks of a long list are held at a time.
    private static let block = 250

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
        try watched(query) { try eachTask(of: query, body) }
    }

    private func eachTask(of query: TaskQuery, _ body: (TaskItem) throws -> Bool) throws -> StoreCursor? {
        var (query, last): (TaskQuery, StoreCursor?) = (query, nil)
        var list = try TaskList(query)
        var section = 0
        while section < list.statements.count, query.limit > 0 {
            let limit = min(Self.block, query.limit)
            let found = try block(of: list, section, limit: limit, isKept: query.filter == nil)
            let tasks = try complete(found.map(\.task))
            for (task, row) in zip(tasks, found) {
                guard try body(task) else { return last }
                last = row.place
            }
            query.limit -= found.count
            if found.count < limit {
                section += 1
            } else {
                // What comes behind the last one begins with the rest of its section.
                query.cursor = last
                (list, section) = (try TaskList(query), 0)
            }
        }
        return last
    }

    /// Some tasks of a section of a list, and the place of each.
    private func block(
        of list: TaskList, _ section: Int, limit: Int, isKept: Bool
    ) throws -> [(task: FoundTask, place: StoreCursor)] {
        let statement = list.statements[section]
        var found: [(task: FoundTask, place: StoreCursor)] = []
        // There are as many texts of filters as people write; they are not kept.
        try each(statement.sql, statement.arguments + [limit], isKept: isKept) { column in
            found.append((try TaskRow.task(from: &column), try list.order.cursor(from: &column)))
            return true
        }
        return found
    }

    /// Reads a list, and reports it where it took long.
    func watched<Value>(_ query: TaskQuery, _ body: () throws -> Value) throws -> Value {
        guard let queries else { return try body() }
        let start = queries.uptime()
        let value = try body()
        let duration = queries.uptime() - start
        if duration > queries.threshold { queries.report(try plan(of: query), duration) }
        return value
    }

    func plan(of query: TaskQuery) throws -> TaskQueryPlan {
        var whole = query
        whole.cursor = nil
        let list = try TaskList(whole)
        var lines: [String] = []
        // Its sections are read in the same way; the first is where the list begins.
        for statement in list.statements.prefix(1) {
            try each("EXPLAIN \(statement.sql)", statement.arguments + [query.limit], isKept: false) { column in
                lines.append(try column.next())
                return true
            }
        }
        return TaskQueryPlan(lines, of: list.conditions)
    }
}
