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
    /// In the order in which they are run; the first begins at the query's cursor.
    let statements: [Statement]

    /// - Parameter query: What is asked for.
    /// - Throws: ``StoreError`` with code `.invalidCursor` or `.notAvailable`.
    init(_ query: TaskQuery) throws {
        let conditions = try TaskConditions(query)
        let order = TaskOrder(query.sort, isOpen: conditions.isOpen)
        (self.conditions, self.order) = (conditions, order)
        statements = try order.sections(behind: query.cursor).map { section, condition, values in
            Statement(
                sql: """
                    SELECT task.key, \(TaskRow.selection), \(order.selection) FROM \(order.tables)
                    WHERE \(conditions.text) \(condition.map { "AND \($0)" } ?? "")
                    ORDER BY \(order.text(in: section)) LIMIT ?
                    """,
                arguments: conditions.arguments + values)
        }
    }
}
