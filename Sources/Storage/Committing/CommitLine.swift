import Basics
import Dispatch

/// The closures that wait for a store's one writer, in front of which they gather to share commits.
///
/// Those that come while others run are run in the same transaction, but one does not last for long, so that none of those
/// that must be on time waits for many; they go first. After a commit that took long to become durable, the next one waits a
/// little for those that were just answered: without it clients divide in two halves, of which each waits for the commit of
/// the other before its own.
package final class CommitLine<Job: WaitingCommit>: Sendable {
    /// After how long no further closure is begun in the same transaction.
    private static var maxTurn: Duration { .milliseconds(20) }
    /// How long a commit takes with which it is worth waiting for others.
    private static var slowSync: Duration { .milliseconds(1) }

    private let watch: WriterWatch?
    private let queue: Locked<CommitQueue<Job>>
    private let arrivals = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - maxGroup: How many closures share a commit at most.
    ///   - watch: Has the clock by which others are waited for; nil where nobody is.
    package init(maxGroup: Int, watch: WriterWatch?) {
        self.watch = watch
        queue = Locked(CommitQueue(maxGroup: maxGroup))
    }

    /// Adds a closure.
    ///
    /// - Returns: Whether the writer must be set to work.
    package func add(_ job: Job) -> Bool {
        let (mustDrain, mustWake) = queue.withLock { $0.add(job) }
        if mustWake { arrivals.signal() }
        return mustDrain
    }

    /// Takes those with which a commit begins; nil when nobody waits, which ends the writer's work.
    package func begin() -> CommitGroup<Job>? {
        queue.withLock { $0.begin() }
    }

    /// The next closure of a group, to be run in the same transaction: one of those that have come meanwhile where all had their
    /// turn.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - begin: When its transaction was begun, by the watch's clock.
    ///   - mayWait: Whether those that the group awaits are waited for.
    /// - Returns: The closure; nil for none.
    package func next(of group: inout CommitGroup<Job>, begunAt begin: Duration?, mayWait: Bool = true) -> Job? {
        // Those that go first are few, and must not keep out the others, of which one at least has its turn.
        let isFirst = group.outcomes.isEmpty || group.jobs[group.outcomes.count - 1].goesFirst
        if !isFirst, let begin, let now = watch?.uptime(), now - begin > Self.maxTurn { return nil }
        if group.isDone { gather(&group, mayWait: mayWait) }
        return group.isDone ? nil : group.jobs[group.outcomes.count]
    }

    /// Waits for those that a group awaits, before its transaction is begun.
    package func awaitOthers(for group: inout CommitGroup<Job>) {
        while group.awaited != nil, gather(&group, mayWait: true) {}
    }

    /// Tells those of a group what became of them.
    package func answer(_ group: CommitGroup<Job>, publishing changes: StoreChangeFeed) {
        let end = group.sync < Self.slowSync ? nil : watch.map { $0.uptime() + group.sync / 2 }
        // Before they can come back.
        queue.withLock { $0.finish(group, awaitedUntil: end) }
        changes.publish(group.changes)
        for (job, outcome) in zip(group.jobs, group.outcomes) { job.finish(outcome) }
    }

    /// Adds those that have come meanwhile to a group all of which had their turn; where nobody has, it waits for those that
    /// it awaits.
    ///
    /// - Returns: Whether some were added.
    @discardableResult
    private func gather(_ group: inout CommitGroup<Job>, mayWait: Bool) -> Bool {
        var more = queue.withLock { [group] in $0.takeMore(for: group) }
        if more.isEmpty, mayWait, let watch, let end = group.awaited?.end {
            let patience = end - watch.uptime()
            if patience > .zero, wait(for: patience, watch) {
                more = queue.withLock { [group] in $0.takeMore(for: group) }
            }
        }
        group.add(more)
        return !more.isEmpty
    }

    /// Sleeps until somebody comes, or for some time.
    ///
    /// - Returns: Whether somebody is there.
    private func wait(for patience: Duration, _ watch: WriterWatch) -> Bool {
        guard queue.withLock({ $0.fallAsleep() }), !watch.wait(arrivals, patience) else { return true }
        guard queue.withLock({ $0.wakeUp() }) else { return false }
        // The signal of who came in this very moment belongs to this wait.
        arrivals.wait()
        return true
    }
}
