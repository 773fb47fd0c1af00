/// A closure that waits for a commit.
package protocol WaitingCommit: Sendable {
    /// Whether it goes before those that do not.
    var goesFirst: Bool { get }
    /// Is told nil when what it wrote is durable, else why nothing of it was kept.
    var finish: @Sendable ((any Error)?) -> Void { get }
}

/// The closures that wait for a commit, and whom the next commit waits for.
struct CommitQueue<Job: WaitingCommit> {
    /// Bounds how long the first closure of a commit waits for the last.
    private let maxGroup: Int

    /// Those that go first.
    private var urgent: [Job] = []
    private var waiting: [Job] = []
    /// Whether the writer is at work.
    private var isDraining = false
    /// Whether the writer sleeps until somebody comes.
    private var isAsleep = false
    /// Whom the next commit waits for; nil for nobody.
    private var awaited: AwaitedReturn?
    /// Whether a closure of the last commit has failed, so that one of the next may well fail too.
    private var expectsFailures = false

    init(maxGroup: Int) {
        self.maxGroup = maxGroup
    }

    /// Adds a closure.
    ///
    /// - Returns: Whether the writer must be set to work, and whether it must be woken.
    mutating func add(_ job: Job) -> (mustDrain: Bool, mustWake: Bool) {
        if job.goesFirst { urgent.append(job) } else { waiting.append(job) }
        defer { (isDraining, isAsleep) = (true, false) }
        return (!isDraining, isAsleep)
    }

    /// Takes those with which a commit begins; nil when nobody waits, which ends the writer's work.
    mutating func begin() -> CommitGroup<Job>? {
        let isUrgent = !urgent.isEmpty
        let first = urgent.prefix(maxGroup)
        let jobs = first + takeWaiting(maxGroup - first.count)
        isDraining = !jobs.isEmpty
        guard isDraining else { return nil }
        defer {
            urgent.removeFirst(first.count)
            awaited = nil
        }
        return CommitGroup(
            jobs: Array(jobs), awaited: isUrgent ? nil : awaited?.less(jobs.count), isUrgent: isUrgent,
            expectsFailures: expectsFailures)
    }

    /// Takes those that have come while the closures of a group were run: nobody where one has come that goes first, since that
    /// one begins the next commit and is not to be kept from it.
    mutating func takeMore(for group: CommitGroup<Job>) -> [Job] {
        group.isUrgent || !urgent.isEmpty ? [] : takeWaiting(maxGroup - group.jobs.count)
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
    mutating func finish(_ group: CommitGroup<Job>, awaitedUntil end: Duration?) {
        waiting.insert(contentsOf: group.jobs.dropFirst(group.outcomes.count), at: 0)
        expectsFailures = group.outcomes.contains { $0 != nil }
        let count = waiting.count + group.jobs.prefix(group.outcomes.count).count { !$0.goesFirst }
        awaited = end.map { AwaitedReturn(count: count, end: $0) }
    }
}

/// The closures of one commit, and what became of those that had their turn.
package struct CommitGroup<Job: WaitingCommit> {
    package private(set) var jobs: [Job]
    /// Whom it waits for; nil for nobody.
    private(set) var awaited: AwaitedReturn?
    /// Whether it has closures that go first.
    let isUrgent: Bool
    /// Whether one of its closures may well fail.
    package let expectsFailures: Bool
    /// What each that was run threw.
    package private(set) var outcomes: [(any Error)?] = []
    /// What they changed.
    package var changes: StoreChanges = []
    /// How long it took to make it durable.
    package var sync = Duration.zero

    /// Whether all had their turn.
    package var isDone: Bool { outcomes.count == jobs.count }

    init(jobs: [Job], awaited: AwaitedReturn?, isUrgent: Bool, expectsFailures: Bool) {
        (self.jobs, self.awaited, self.isUrgent, self.expectsFailures) = (jobs, awaited, isUrgent, expectsFailures)
    }

    /// Adds some that have come meanwhile.
    mutating func add(_ more: [Job]) {
        awaited = more.isEmpty ? nil : awaited?.less(more.count)
        jobs += more
    }

    /// The next one had its turn.
    ///
    /// - Parameter error: What it threw, which alone is taken back; nil where it is kept.
    package mutating func note(_ error: (any Error)?) {
        outcomes.append(error)
    }

    /// Begins again: what they wrote was taken back.
    package mutating func restart() {
        (outcomes, changes) = ([], [])
    }

    /// The transaction has failed as a whole.
    package mutating func fail(_ error: any Error) {
        (outcomes, changes) = (jobs.map { _ in error }, [])
    }
}

/// How many a commit waits for, and until when by the watch's clock.
struct AwaitedReturn {
    var count: Int
    var end: Duration

    /// Those that are left when some have come; nil for nobody.
    func less(_ come: Int) -> AwaitedReturn? {
        come < count ? AwaitedReturn(count: count - come, end: end) : nil
    }
}
