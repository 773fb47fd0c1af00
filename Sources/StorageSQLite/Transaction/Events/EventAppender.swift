import Storage

/// Appends events to the log, each with the deliveries that the hooks are owed.
///
/// It serves its transaction for as long as no hook changes.
struct EventAppender {
    // The transaction keeps one itself.
    private unowned let transaction: SQLiteTransaction
    private let hooks: [KeyedHook]
    private let insert: PreparedStatement
    private let enqueue: PreparedStatement
    private let enqueueInLane: PreparedStatement

    init(_ transaction: SQLiteTransaction) throws {
        self.transaction = transaction
        hooks = try transaction.hooksByKey()
        insert = try transaction.statement("INSERT INTO event (seq, id, type, at, data) VALUES (?, ?, ?, ?, ?)")
        enqueue = try transaction.statement("INSERT INTO delivery (key, next_attempt_at) VALUES (?, ?)")
        enqueueInLane = try transaction.statement(
            """
            INSERT INTO delivery (key, next_attempt_at, lane, is_blocked)
            VALUES (?1, ?2, ?3, EXISTS (SELECT 1 FROM delivery WHERE state = 0 AND hook_key = ?4 AND lane = ?3))
            """
        )
    }

    /// Appends an event.
    ///
    /// - Returns: Its place in the log.
    func append(_ draft: EventDraft) throws -> Int64 {
        let sequence = try transaction.nextSequence()
        try insert(draft, at: sequence)
        transaction.lastSequence = sequence
        transaction.changes.insert(.events)
        let turn = DeliveryTurn.instant(of: draft.type, at: draft.timestamp)
        for entry in hooks where entry.hook.wants(draft.type, about: draft.subject) {
            let key = DeliveryKey.key(hook: entry.key, sequence: sequence)
            if entry.hook.traffic.ordering == .perTask, let lane = draft.subject?.lane {
                try enqueueInLane.run(key, turn, lane, entry.key)
            } else {
                try enqueue.bind(key, at: 1)
                try enqueue.bind(turn, at: 2)
                try enqueue.finish()
            }
            transaction.changes.insert(.deliveries)
        }
        return sequence
    }

    private func insert(_ draft: EventDraft, at sequence: Int64) throws {
        try insert.bind(sequence, at: 1)
        try insert.bind(draft.id.uuid, at: 2)
        try insert.bind(draft.type.rawValue, at: 3)
        try insert.bind(draft.timestamp, at: 4)
        try insert.finish(text: draft.data, at: 5)
    }
}

extension EventSubject {
    /// What the deliveries of a task have in common: bits of its id.
    ///
    /// Two tasks with the same only wait for each other.
    fileprivate var lane: Int64 { Int64(bitPattern: task.uuid.low) }
}
