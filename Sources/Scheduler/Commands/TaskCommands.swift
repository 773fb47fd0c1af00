import Recurrence
import Storage

/// What people do with tasks.
///
/// Each command runs whole inside the transaction that it is passed, and appends to the event log what it did.
///
/// A command that is refused throws before it has written anything.
///
/// What a change of a whole series writes to its open occurrences is bounded, since one transaction is not divided; a
/// ``CommandRunner`` carries such a change out in several, whatever its size. Until every occurrence is reached, each
/// command on the series throws ``UnfinishedEdit``.
public struct TaskCommands: Sendable {
    /// The zones that local times are read in.
    public let zones: ZoneDatabase
    /// How what was left unsaid is read.
    public let configuration: SchedulerConfiguration
    /// The rule sets that were asked last.
    var ruleSets = RuleSets()
    /// Whether a change of a whole series may leave a part of what it is to do to others.
    private(set) var leavesRest = false
    /// What whoever gives the commands may know of; nil for everything.
    var reach: (any CommandReach)?

    /// Makes the commands.
    public init(zones: ZoneDatabase, configuration: SchedulerConfiguration = SchedulerConfiguration()) {
        self.zones = zones
        self.configuration = configuration
    }

    /// The same commands, but a change of a whole series reaches no more of its open occurrences than one short
    /// transaction is to, and leaves the rest as a ``PendingEdit``.
    package var inParts: TaskCommands {
        var commands = self
        commands.leavesRest = true
        return commands
    }

    /// The same commands, each of which is done whole in the transaction that it is passed.
    var whole: TaskCommands {
        var commands = self
        commands.leavesRest = false
        return commands
    }

    /// The task, if there is one, in the version that the caller knows.
    ///
    /// - Throws: ``UnfinishedEdit`` where a change of its series has not reached every occurrence, and ``SchedulerError``.
    func task(_ id: TaskID, version: Int?, in reader: any StoreReader) throws -> TaskItem {
        guard let task = try reader.task(id) else { throw SchedulerError.noTask(id) }
        try requireNothingPending(in: task.occurrence?.series, reader)
        try task.check(version)
        return task
    }

    /// The task, if there is one whose fields can all be read, in the version that the caller knows.
    func wholeTask(_ id: TaskID, version: Int?, in reader: any StoreReader) throws -> TaskItem {
        let task = try task(id, version: version, in: reader)
        try task.checkWhole()
        return task
    }

    /// Derives and writes a task that was changed; its reminders follow its status, what is held is looked at again, and
    /// what was set aside of it is tried again.
    func save(
        _ task: inout TaskItem, isFresh: Bool = false, in transaction: any StoreTransaction, now: UTCInstant
    ) throws {
        let wasSetAside = task.setAside != nil
        task.takeBack()
        let plan = try plan(for: task.timeZone)
        try task.settleReminders(in: transaction, now: now)
        plan.derive(&task)
        if task.reminders.contains(where: { $0.hold != nil }) {
            var review = try HoldReview(self, reader: transaction, now: now)
            try review.review(&task)
        }
        if isFresh { try transaction.insert(task) } else { try transaction.save(task) }
        guard wasSetAside, let occurrence = task.occurrence else { return }
        var work = try open(occurrence, in: transaction, now: now)
        try work.updateProjection()
    }

    /// How the times of tasks in a zone are derived.
    func plan(for zone: String) throws -> TaskPlan {
        TaskPlan(zone: try zones.rules(for: zone), dayStart: configuration.dayStart)
    }
}

extension TaskItem {
    /// Refuses a task that is not in the version that a caller knows; nil for whatever it is.
    ///
    /// - Throws: ``SchedulerError`` with code `.stale`.
    func check(_ version: Int?) throws {
        guard let version, version != self.version else { return }
        throw SchedulerError(
            .stale,
            "the task has changed since version \(version) and is now at version \(self.version); read it again")
    }

    /// Refuses a task some of whose fields cannot be read.
    ///
    /// - Throws: ``SchedulerError`` with code `.notPossible`.
    func checkWhole() throws {
        guard let setAside, !setAside.unreadableFields.isEmpty else { return }
        throw SchedulerError(
            .notPossible,
            "the task is set aside: \(setAside.reason); repair it by a PATCH of these fields, or delete it")
    }

    /// Puts back into the due queue what was taken out of it, where nothing is unreadable.
    fileprivate mutating func takeBack() {
        guard let setAside, setAside.unreadableFields.isEmpty else { return }
        for index in reminders.indices where reminders[index].nextFireAt == nil {
            reminders[index].nextFireAt = setAside.withdrawnReminders[reminders[index].id]
        }
        self.setAside = nil
    }
}
