/// Reads the trash: tasks that were deleted, as long as the changes that deleted them are kept.
public protocol TrashReader {
    /// The tasks in the trash, those that were deleted last first.
    ///
    /// - Parameters:
    ///   - last: The end of an earlier page; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The tasks, and where the next page begins; nil when this is the last.
    /// - Throws: ``StoreError``.
    func trash(after last: StoreCursor?, limit: Int) throws -> Page<TrashedTask, StoreCursor>

    /// A task in the trash; nil when it is not there.
    func trashed(_ id: TaskID) throws -> TrashedTask?
}

/// Writes the trash.
public protocol TrashWriter {
    /// Puts a task that the recorded change has deleted into the trash; does nothing where none is recorded, or where
    /// the change had made the task itself.
    func putInTrash(_ id: TaskID) throws

    /// Takes a task out of the trash that is brought back; does nothing when it is not there.
    func takeFromTrash(_ id: TaskID) throws

    /// Forgets a task in the trash, and what it was before any change: nothing brings it back any more.
    func purge(_ id: TaskID) throws
}
