public import Storage

/// What one change did to a task.
public struct TaskHistoryEntry: Hashable, Sendable {
    /// The change.
    public var change: Change
    /// The task before it; nil where the change made it, or brought it back.
    public var before: TaskItem?
    /// The task after it; nil where the change deleted it.
    public var after: TaskItem?
    /// Whether how the task repeats changed with it: its rules and dates, or what they count from.
    public var changesRepetition = false
}

extension TaskCommands {
    /// What changes did to a task, the latest first, as far back as they are kept.
    ///
    /// Its place in its series is shown as it is now.
    ///
    /// - Parameters:
    ///   - id: The task; it may be deleted.
    ///   - last: The last change of an earlier page; nil for the first page.
    ///   - limit: How many at most; each costs some look-ups.
    ///   - reader: The store that it is in.
    /// - Returns: The entries, and the change before which the next page begins; nil when this is the last.
    /// - Throws: ``SchedulerError`` with `.notFound` where there is neither such a task nor a change of one, or it was
    ///   deleted for good.
    public func history(
        of id: TaskID, before last: ChangeID?, limit: Int, in reader: some StoreReader
    ) throws -> Page<TaskHistoryEntry, ChangeID> {
        var entries: [TaskHistoryEntry] = []
        // What a change left is what was before the next one that wrote the task.
        var after = if let last { try reader.task(id, before: last) } else { try reader.task(id) }
        var wanted = try keptChange(of: id, before: last, in: reader)
        var repetitions = SeriesChanges()
        guard wanted != nil || last != nil || after != nil, try !reader.isPurged(.task(id)) else {
            throw SchedulerError.noTask(id)
        }
        while let change = wanted, entries.count < limit {
            let before = try reader.task(id, before: change.id)
            var entry = TaskHistoryEntry(change: change, before: before, after: after)
            entry.changesRepetition = try repetitions.changesRepetition(entry, in: reader)
            entries.append(entry)
            after = before
            wanted = try keptChange(of: id, before: change.id, in: reader)
        }
        return Page(items: entries, next: wanted == nil ? nil : entries.last?.change.id)
    }

    /// The latest change that wrote a task, unless what it wrote is removed already.
    private func keptChange(of id: TaskID, before last: ChangeID?, in reader: some StoreReader) throws -> Change? {
        try reader.latestChange(of: .task(id), before: last).flatMap { try reader.change($0.id) }
    }
}
