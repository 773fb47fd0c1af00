import Basics
import Filters
import Recurrence
import Storage

/// Appends events to the log, each with the deliveries that the hooks are owed.
///
/// It serves the changes of one commit for as long as no hook changes.
struct EventAppender {
    private let hooks: [(entry: KeyedHook, filter: HookFilter?)]
    private let insert: PreparedStatement
    private let enqueue: PreparedStatement
    private let enqueueInLane: PreparedStatement

    init(for transaction: SQLiteTransaction) throws {
        hooks = try transaction.hooksByKey().map { entry in
            (
                entry,
                entry.filter.map { HookFilter($0, zone: transaction.hookCache?.zone(of: entry.hook) ?? .utc) }
            )
        }
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
    func append(_ draft: EventDraft, in transaction: SQLiteTransaction) throws -> Int64 {
        let sequence = try transaction.nextSequence()
        try insert(draft, at: sequence, in: transaction)
        transaction.findings.lastSequence = sequence
        transaction.changes.insert(.events)
        let turn = DeliveryTurn.instant(of: draft.type, at: draft.timestamp)
        for (entry, filter) in hooks where entry.hook.wants(draft.type, about: draft.subject) {
            if let filter, try !filter.admits(draft, in: transaction) { continue }
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

    private func insert(_ draft: EventDraft, at sequence: Int64, in transaction: SQLiteTransaction) throws {
        var insert = insert
        if let trace = transaction.trace {
            insert = try transaction.statement(
                "INSERT INTO event (seq, id, type, at, data, trace) VALUES (?, ?, ?, ?, ?, ?)")
            try insert.bind(trace.description, at: 6)
        }
        try insert.bind(sequence, at: 1)
        try insert.bind(draft.id.uuid, at: 2)
        try insert.bind(draft.type.rawValue, at: 3)
        try insert.bind(draft.timestamp, at: 4)
        try insert.finish(text: draft.data, at: 5)
    }
}
