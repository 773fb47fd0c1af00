import Storage

/// The bodies that wait for a commit, and whom the next commit waits for.
struct CommitQueue {
    typealias Job = GroupCommitter.Job

    /// Bounds how long the first body of a commit waits for the last.
    private static let maxGroup = 512

    /// Those that go first.
    private var urgent: [Job] = []
    private var waiting: [Job] = []
    /// Whether the writer is at work.
    private var isDraining = false
    /// Whether the writer sleeps until somebody comes.
    private var isAsleep = false
    /// Whom the next commit waits for; nil for nobody.
    private var awaited: AwaitedReturn?
    /// Whether a body of the last commit has failed, so that one of the next may well fail too.
    private var expectsFailures = false

    /// Adds a body.
    ///
    /// - Returns: Whether the writer must be set to work, and whether it must be woken.
    mutating func add(_ job: Job) -> (mustDrain: Bool, mustWake: Bool) {
        if job.goesFirst { urgent.append(job) } else { waiting.append(job) }
        defer { (isDraining, isAsleep) = (true, false) }
        return (!isDraining, isAsleep)
    }

    /// Takes those with which a commit begins; nil when nobody waits, which ends the writer's work.
    mutating func begin() -> CommitGroup? {
        let isUrgent = !urgent.isEmpty
        let jobs = urgent + takeWaiting(Self.maxGroup - urgent.count)
        isDraining = !jobs.isEmpty
        guard isDraining else { return nil }
        defer { (urgent, awaited) = ([], nil) }
        return CommitGroup(
            jobs: jobs, awaited: isUrgent ? nil : awaited?.less(jobs.count), isUrgent: isUrgent,
            expectsFailures: expectsFailures)
    }

    /// Takes those that have come while the bodies of a group were run: nobody where one has come that goes first, since that
    /// one begins the next commit and is not to be kept from it.
    mutating func takeMore(for group: CommitGroup) -> [Job] {
        group.isUrgent || !urgent.isEmpty ? [] : takeWaiting(Self.maxGroup - group.jobs.count)
    }

    private mutating func takeWaiting(_ count: Int) -> [Job] {
        let taken = Array(waiting.prefix(max(0, count)))
        waiting.removeFirst(taken.count)
        return taken
    }

    /// The writer goes to sleep, unless somebody is there.
    ///
    /// - Returns: Whether it does.
    mutating func fallAsleep() -> Bool {
        isAsleep = urgent.isEmpty && waiting.isEmpty
        return isAsleep
    }

    /// The writer has slept for long enough.
    ///
    /// - Returns: Whether somebody has woken it in this very moment.
    mutating func wakeUp() -> Bool {
        defer { isAsleep = false }
        return !isAsleep
    }

    /// A group is about to be answered; those that had no turn wait again, which none does that goes first.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - end: Until when the next commit is to wait for those that are answered; nil for not at all.
    mutating func finish(_ group: CommitGroup, awaitedUntil end: Swift.Duration?) {
        waiting.insert(contentsOf: group.jobs.dropFirst(group.outcomes.count), at: 0)
        expectsFailures = group.outcomes.contains { $0 != nil }
        let count = waiting.count + group.jobs.prefix(group.outcomes.count).count { !$0.goesFirst }
        awaited = end.map { AwaitedReturn(count: count, end: $0) }
    }
}

/// The bodies of one commit, and what became of those that had their turn.
struct CommitGroup {
    var jobs: [GroupCommitter.Job]
    /// Whom it waits for; nil for nobody.
    var awaited: AwaitedReturn?
    /// Whether it has bodies that go first.
    let isUrgent: Bool
    /// Whether one of its bodies may well fail.
    let expectsFailures: Bool
    /// What each that was run threw.
    var outcomes: [(any Error)?] = []
    /// What they changed.
    var changes: StoreChanges = []
    /// How long it took to make it durable.
    var sync = Swift.Duration.zero

    /// Whether all had their turn.
    var isDone: Bool { outcomes.count == jobs.count }

    /// Adds some that have come meanwhile.
    mutating func add(_ more: [GroupCommitter.Job]) {
        awaited = more.isEmpty ? nil : awaited?.less(more.count)
        jobs += more
    }

    /// Begins again: what they wrote was taken back.
    mutating func restart() {
        (outcomes, changes) = ([], [])
    }

    /// The transaction has failed as a whole.
    mutating func fail(_ error: any Error) {
        (outcomes, changes) = (jobs.map { _ in error }, [])
    }
}

/// How many a commit waits for, and until when by the watch's clock.
struct AwaitedReturn {
    var count: Int
    var end: Swift.Duration

    /// Those that are left when some have come; nil for nobody.
    func less(_ come: Int) -> AwaitedReturn? {
        come < count ? AwaitedReturn(count: count - come, end: end) : nil
    }
}
