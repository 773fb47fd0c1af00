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
        for (index, id) in task.blockedBy.enumerated() where !before.contains(id) {
            if let detail = try problem(with: id, for: task.id, isThere: known[id] != nil, in: reader) {
                problems.append("/blockedBy/\(index)", detail)
            }
        }
        guard problems.isEmpty else { throw SchedulerError(.invalidInput, problems[0].detail, problems: problems) }
        task.hasOpenBlocker = known.values.contains(where: \.isOpen)
    }

    /// Does something that may close or remove a task, and tells of each task that waited for nothing open but that one.
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
        guard blocker != id else { return "is the task itself" }
        guard isThere else { return "there is no task \(blocker)" }
        guard try reader.dependentCount(of: blocker, limit: Self.maxDependents) < Self.maxDependents else {
            return "\(Self.maxDependents) tasks wait for this one already, the most there may be"
        }
        switch try way(from: blocker, to: id, in: reader) {
        case .found(let way):
            return "waits for this task in turn: \((way).map(\.description).joined(separator: " waits for "))"
        case .tooLong: return "waits for more than \(Self.maxWalked) tasks in turn"
        case .none: return nil
        }
    }

    private enum Way {
        case none, tooLong
        case found([TaskID])
    }

    /// How a task waits for another one, over those that it waits for.
    private func way(from start: TaskID, to end: TaskID, in reader: any StoreReader) throws -> Way {
        // A task that nothing waits for closes no ring.
        guard try reader.dependentCount(of: end, limit: 1) > 0 else { return .none }
        var (waiters, next): ([TaskID: TaskID], [TaskID]) = ([:], [start])
        while let id = next.popLast() {
            for blocker in try reader.blockers(of: id, includingDeleted: false)
            where blocker != start && waiters[blocker] == nil {
                waiters[blocker] = id
                if blocker == end { return .found(Self.way(to: end, waiters)) }
                guard waiters.count < Self.maxWalked else { return .tooLong }
                next.append(blocker)
            }
        }
        return .none
    }

    private static func way(to end: TaskID, _ waiters: [TaskID: TaskID]) -> [TaskID] {
        var way = [end]
        while let last = way.last, let waiter = waiters[last] { way.append(waiter) }
        return way.reversed()
    }
}
