/// Reads which time zones the tasks use.
public protocol ZoneReader {
    /// The names of the zones that tasks use or used, and the digest of the rules that their instants were derived by;
    /// nil where none was noted yet.
    func zonesInUse() throws -> [String: Int64?]

    /// The open tasks in a zone, in an order of the store.
    ///
    /// - Parameters:
    ///   - zone: The name of the zone.
    ///   - cursor: Where an earlier call ended; nil for the first.
    ///   - limit: How many at most.
    /// - Returns: The tasks, and where the next call begins; nil when there are no more.
    /// - Throws: ``StoreError``.
    func tasks(inZone zone: String, after cursor: StoreCursor?, limit: Int) throws
        -> (tasks: [TaskItem], next: StoreCursor?)
}

/// Writes by which rules the instants of a zone's tasks were derived.
public protocol ZoneWriter {
    /// Notes that the instants of every task in a zone follow from rules with a digest.
    func note(zone: String, digest: Int64) throws
}
