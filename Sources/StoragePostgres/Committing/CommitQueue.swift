import DequeModule
import Storage

/// The closures that wait for a commit.
struct CommitQueue {
    /// A transaction has no more savepoints than the server keeps in its cache of subtransactions.
    private static let maxGroup = 64

    /// Those that go first.
    private var urgent: Deque<CommitJob> = []
    private var waiting: Deque<CommitJob> = []
    /// Whether the writer is at work.
    private var isDraining = false
    /// Whether a closure of the last commit has failed, so that one of the next may well fail too.
    private var expectsFailures = false

    /// Adds a closure.
    ///
    /// - Returns: Whether the writer must be set to work.
    mutating func add(_ job: CommitJob) -> Bool {
        if job.goesFirst { urgent.append(job) } else { waiting.append(job) }
        defer { isDraining = true }
        return !isDraining
    }

    /// Takes those that share the next commit; nil when nobody waits, which ends the writer's work.
    mutating func begin() -> CommitGroup? {
        let jobs = Self.take(Self.maxGroup, of: &urgent)
        let all = jobs + Self.take(Self.maxGroup - jobs.count, of: &waiting)
        isDraining = !all.isEmpty
        return isDraining ? CommitGroup(jobs: all, expectsFailures: expectsFailures) : nil
    }

    private static func take(_ count: Int, of jobs: inout Deque<CommitJob>) -> [CommitJob] {
        let taken = Array(jobs.prefix(count))
        jobs.removeFirst(taken.count)
        return taken
    }

    /// A group was committed, or has failed.
    mutating func finish(_ group: CommitGroup) {
        expectsFailures = group.outcomes.contains { $0 != nil }
    }
}

/// A closure that waits to be run.
struct CommitJob: Sendable {
    /// What it is called where it takes too long.
    var name: String
    /// Whether it goes before those that do not.
    var goesFirst: Bool
    /// The term in which this node must be the leader for it to be run; nil where any node may run it.
    var term: Int64?
    /// Does the writing, after those before it in the transaction have found something, and tells what it changed.
    ///
    /// It may run again, after what it wrote was taken back.
    var run: @Sendable (PostgresConnection, CommitFindings, Turn) throws -> Outcome
    /// Is told nil when what `run` wrote is durable, else why nothing of it was kept.
    var finish: @Sendable ((any Error)?) -> Void
}

extension CommitJob {
    /// Where a closure stands in its transaction.
    struct Turn {
        /// Whether it is the first, so that nothing was written before it.
        let isFirst: Bool
        /// Whether the commit comes next.
        let isLast: Bool
        /// Whether it alone is taken back where it fails.
        let hasSavepoint: Bool
    }

    /// What a closure leaves.
    struct Outcome {
        /// What it changed.
        let changes: StoreChanges
        /// What is still to be sent, with the commit.
        let flight: Flight
    }
}

/// The closures of one commit, and what became of those that were run.
struct CommitGroup {
    let jobs: [CommitJob]
    /// Whether one of its closures may well fail.
    let expectsFailures: Bool
    /// What each that was run threw.
    var outcomes: [(any Error)?] = []
    /// What they changed.
    var changes: StoreChanges = []
    /// What is still to be sent, with the commit.
    var flight = Flight()

    /// Begins again: what they wrote was taken back.
    mutating func restart() {
        (outcomes, changes, flight) = ([], [], Flight())
    }

    /// The transaction has failed as a whole.
    mutating func fail(_ error: any Error) {
        (outcomes, changes) = (jobs.map { _ in error }, [])
    }
}
