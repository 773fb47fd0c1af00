/// Reads what tasks wait for.
public protocol DependencyReader {
    /// The tasks that a task waits for, in their order, with those that are not there, and are waited for once they are.
    ///
    /// - Parameter id: The task.
    /// - Returns: The ids.
    /// - Throws: ``StoreError``.
    func blockers(of id: TaskID) throws -> [TaskID]

    /// How many tasks wait for a task, at most `limit`.
    func dependentCount(of id: TaskID, limit: Int) throws -> Int

    /// The open tasks that wait for nothing open but one task, in the order of their ids.
    ///
    /// - Parameters:
    ///   - id: The task; none where it is closed.
    ///   - limit: How many at most.
    /// - Returns: The ids.
    /// - Throws: ``StoreError``.
    func tasks(blockedOnlyBy id: TaskID, limit: Int) throws -> [TaskID]
}
