/// A store that is looked into for faults, and not changed.
public protocol InspectedStore {
    /// Why nothing follows from what is in the store: it is a copy that was broken off; nil where it is whole.
    ///
    /// - Throws: ``StoreError``.
    func unfinishedCopy() throws -> StoreError?

    /// Whether the store was last written by an older taskd, which the daemon has yet to migrate.
    ///
    /// - Throws: ``StoreError``.
    func isOlder() throws -> Bool

    /// Runs a closure on a snapshot.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    func read<Value>(_ body: (any StoreReader) throws -> Value) throws -> Value

    /// What is wrong with tables, references, the event log, deliveries and what is counted.
    ///
    /// - Throws: ``StoreError``.
    func faults() throws -> [StoreFault]

    /// What is wrong with what tasks are found and ordered by.
    ///
    /// - Throws: ``StoreError``.
    func searchFaults() throws -> [StoreFault]

    /// What is wrong with the statistics.
    ///
    /// - Throws: ``StoreError``.
    func statisticsFaults() throws -> [StoreFault]

    /// What is wrong with the bytes of a content, all of which are read; nil when nothing is.
    ///
    /// - Throws: ``StoreError``.
    func fault(of content: StoredContent) throws -> StoreFault?

    /// What there is of contents that no attachment has and that the daemon will remove, in words; nil for nothing.
    ///
    /// - Throws: ``StoreError``.
    func unnamedContents() throws -> String?

    /// How many rows each table has.
    ///
    /// - Throws: ``StoreError``.
    func counts() throws -> [String: Int]

    /// Tasks in the order of their rows.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier call ended; nil for the first.
    ///   - limit: How many at most.
    /// - Returns: The tasks, or why one cannot be read, and where the next call begins; nil when there are no more.
    /// - Throws: ``StoreError``.
    func tasks(
        after cursor: StoreCursor?, limit: Int
    ) throws -> (entries: [Result<TaskItem, StoreFault.Unreadable>], next: StoreCursor?)
}
