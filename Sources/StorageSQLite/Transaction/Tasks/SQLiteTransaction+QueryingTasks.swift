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
        let list = try TaskList(query, by: rarestTag(of: query))
        try indexWords(for: list.conditions)
        return try watched(query, list.form, isServed: list.isServed) {
            let parts = try TaskParts(self)
            var (last, room, isTaken): (StoreCursor?, Int, Bool) = (nil, query.limit, true)
            for statement in list.statements where isTaken && room > 0 {
                // There are as many texts of filters as people write; the cache keeps what it is given.
                try each(statement.sql, statement.arguments + [room], isKept: query.filter == nil) { column in
                    let row = try TaskRow.task(from: &column)
                    let place = try list.order.cursor(from: &column)
                    isTaken = try body(try parts.task(row))
                    guard isTaken else { return false }
                    (last, room) = (place, room - 1)
                    return true
                }
            }
            return last
        }
    }

    func plan(of query: TaskQuery) throws -> TaskQueryPlan {
        var whole = query
        whole.cursor = nil
        let list = try TaskList(whole, by: rarestTag(of: whole))
        // Its sections are read in the same way; the first is where the list begins.
        let steps = try list.statements.prefix(1).flatMap { try planSteps(of: $0.sql) }
        return TaskQueryPlan(steps, of: list.conditions)
    }

    /// Of several tags that tasks are to have, the one that the fewest have; nil where there are not several.
    private func rarestTag(of query: TaskQuery) throws -> TaskQuery.Part? {
        let tags = query.tags
        guard tags.count > 1 else { return nil }
        let counted = try tags.map { part, name in (part: part, count: try tag(named: name)?.taskCount ?? 0) }
        return counted.min { $0.count < $1.count }?.part
    }

    /// How SQLite would carry out a statement.
    func planSteps(of sql: String) throws -> [PlanStep] {
        var steps: [PlanStep] = []
        try each("EXPLAIN QUERY PLAN \(sql)", [], isKept: false) { column in
            let (id, parent, _) = (
                try column.next(Int.self), try column.next(Int.self), try column.next(Int.self)
            )
            steps.append(PlanStep(id: id, parent: parent, text: try column.next(String.self)))
            return true
        }
        return steps
    }
}
