import Storage

/// A list of tasks as statements, one for each section of its order.
struct TaskList {
    /// One statement, whose last parameter is how many rows it may have.
    struct Statement {
        let sql: String
        let arguments: Arguments
    }

    /// What is asked of the tasks.
    let conditions: TaskConditions
    /// In what order they are.
    let order: TaskOrder
    /// In the order in which they are run.
    let statements: [Statement]

    /// Whether the list takes no longer than its page: an index gives its order, and each task of that is in the list.
    let isServed: Bool

    /// - Throws: ``StoreError`` with code `.invalidCursor` or `.notAvailable`.
    init(_ query: TaskQuery) throws {
        let conditions = try TaskConditions(query)
        let order = TaskOrder(query.sort, isOpen: conditions.isOpen, isNarrowed: conditions.areNarrow)
        (self.conditions, self.order) = (conditions, order)
        isServed = (conditions.isEmpty || conditions.isOfOpenIndex) && order.isIndexed
        statements = try order.sections(behind: query.cursor).map { section, condition, values in
            let all = ([conditions.text, condition ?? ""]).filter { !$0.isEmpty }.joined(separator: " AND ")
            return Statement(
                sql: """
                    SELECT task.key, \(TaskRow.selection), \(order.selection) FROM \(order.tables)
                    \(all.isEmpty ? "" : "WHERE \(all)") ORDER BY \(order.text(in: section)) LIMIT ? + 0
                    """,
                arguments: conditions.arguments + values)
        }
    }
}
