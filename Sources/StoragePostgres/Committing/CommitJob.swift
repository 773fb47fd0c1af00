import Storage

/// A closure that waits to be run.
struct CommitJob: WaitingCommit {
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
        var isFirst = false
        /// What those before it have left to be sent.
        let flight: Flight
        /// Whether it alone is taken back where it fails.
        var hasSavepoint = false
        /// What it asks first; nil where it asks for itself.
        var questions: Questions?
    }

    /// What a closure leaves.
    struct Outcome {
        /// What it changed.
        let changes: StoreChanges
        /// What is still to be sent, with what comes next or with the commit.
        let flight: Flight
    }
}
