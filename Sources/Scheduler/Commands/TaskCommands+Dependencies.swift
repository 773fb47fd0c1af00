import Recurrence
import Storage

extension TaskCommands {
    /// How many tasks may wait for one.
    static let maxDependents = 1_000
    /// How many tasks are looked at on the way from what a task waits for to what that waits for.
    static let maxWalked = 10_000

    /// Refuses what a task cannot wait for, and finds out whether any of it is open.
    ///
    /// - Parameters:
    ///   - task: The task as it is to be.
    ///   - before: What it waited for before.
    ///   - reader: Where the tasks are.
    /// - Throws: ``SchedulerError`` with code `.invalidInput`: for itself, a task that there is none of, one that too many
    ///   wait for, and one that waits for the task in turn.
    func checkBlockers(of task: inout TaskItem, changing before: [TaskID], in reader: any StoreReader) throws {
        guard task.blockedBy != before else { return }
        let known = try Dictionary(reader.tasks(task.blockedBy).map { ($0.id, $0.status) }) { first, _ in first }
        var problems: [InputProblem] = []
        let added = task.blockedBy.enumerated().filter { !before.contains($0.element) }
        for (index, id) in added {
            // What lies outside is answered as what is not there.
            let isKnown = try known[id] != nil && reach?.holds(id, in: reader) ?? true
            if let detail = try problem(with: id, for: task.id, isThere: isKnown, in: reader) {
                problems.append("/blockedBy/\(index)", detail)
            }
        }
        if problems.isEmpty, let ring = try ring(of: task.id, over: added.map(\.element), in: reader) {
            let place = added.first { $0.element == ring.blocker }?.offset ?? 0
            problems.append("/blockedBy/\(place)", ring.detail)
        }
        guard problems.isEmpty else { throw SchedulerError(.invalidInput, problems[0].detail, problems: problems) }
        task.hasOpenBlocker = known.values.contains(where: \.isOpen)
    }

    /// Refuses to bring back a task that would wait for itself in turn, by what has come to wait since.
    ///
    /// - Throws: ``SchedulerError`` with code `.notPossible`.
    func checkRing(ofRestored task: TaskItem, in reader: any StoreReader) throws {
        guard let ring = try ring(of: task.id, over: task.blockedBy, in: reader) else { return }
        throw SchedulerError(
            .notPossible,
            "the task \(task.id) would wait for \(ring.blocker), which \(ring.detail); change the blockedBy of "
                + "\(ring.blocker) first"
        )
    }

    /// Runs a body that may close or remove a task, and appends `task.unblocked` for each task that it was the last open
    /// blocker of.
    func freeing<Value>(
        dependentsOf id: TaskID, in transaction: any StoreTransaction, now: UTCInstant, _ body: () throws -> Value
    ) throws -> Value {
        let waiting = try transaction.tasks(blockedOnlyBy: id, limit: Self.maxDependents)
        let value = try body()
        for task in waiting.isEmpty ? [] : try transaction.tasks(waiting) where task.status.isOpen && !task.isBlocked {
            try transaction.append([.unblocked(task, by: id, now: now)])
        }
        return value
    }

    /// Why a task cannot wait for another one; nil where it can.
    private func problem(
        with blocker: TaskID, for id: TaskID, isThere: Bool, in reader: any StoreReader
    ) throws -> String? {
        guard blocker != id else { return "must not be the task itself" }
        guard isThere else { return "there is no task \(blocker)" }
        guard try reader.dependentCount(of: blocker, limit: Self.maxDependents) < Self.maxDependents else {
            return """
                \(Self.maxDependents) tasks already wait for \(blocker), the most allowed; remove it from the blockedBy of \
                another task first
                """
        }
        return nil
    }

    /// The one of the tasks that a task is to wait for which waits for it in turn, and what is wrong with it; nil where
    /// none does.
    private func ring(
        of end: TaskID, over starts: [TaskID], in reader: any StoreReader
    ) throws -> (blocker: TaskID, detail: String)? {
        // A task that nothing waits for closes no ring.
        guard let first = starts.first, try reader.dependentCount(of: end, limit: 1) > 0 else { return nil }
        // All of them are walked from at once, so that many cost no more than one.
        var (waiters, next): ([TaskID: TaskID?], [TaskID]) = ([:], starts)
        for start in starts { waiters[start] = .some(nil) }
        while let id = next.popLast() {
            for blocker in try reader.blockers(of: id) where waiters[blocker] == nil {
                waiters[blocker] = id
                if blocker == end {
                    let way = Self.way(to: end, waiters)
                    return (way[0], try words(of: way, in: reader))
                }
                guard waiters.count < Self.maxWalked else {
                    return (first, "waits, directly or indirectly, for more than \(Self.maxWalked) tasks")
                }
                next.append(blocker)
            }
        }
        return nil
    }

    /// How a task waits for itself in turn; nothing of the way where whoever asks may not know of all that is on it.
    private func words(of way: [TaskID], in reader: any StoreReader) throws -> String {
        if let reach, try !way.allSatisfy({ try reach.holds($0, in: reader) }) { return "waits for this task in turn" }
        return "waits for this task in turn: " + way.map(\.description).joined(separator: " waits for ")
    }

    private static func way(to end: TaskID, _ waiters: [TaskID: TaskID?]) -> [TaskID] {
        var way = [end]
        while let last = way.last, case .some(.some(let waiter)) = waiters[last] { way.append(waiter) }
        return way.reversed()
    }
}
