import Foundation
import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func events(after sequence: Int64, limit: Int) throws -> [Event] {
        try rows("SELECT seq, id, type, at, data FROM event WHERE seq > ? ORDER BY seq LIMIT ?", [sequence, limit]) {
            try Self.event(from: &$0)
        }
    }

    /// Reads the columns `seq, id, type, at, data`.
    static func event(from column: inout ColumnReader) throws -> Event {
        Event(
            sequence: try column.next(),
            id: EventID(try column.next()),
            type: EventType(rawValue: try column.next()),
            timestamp: try column.next(),
            data: Array(try column.next(String.self).utf8)
        )
    }

    func lastEventSequence() throws -> Int64 {
        try value(Int64.self, "SELECT max(seq) FROM event") ?? 0
    }

    @discardableResult
    func append(_ drafts: [EventDraft]) throws -> [Event] {
        guard !drafts.isEmpty else { return [] }
        let hooks = try hooksByKey()
        let insert = try statement("INSERT INTO event (seq, id, type, at, data) VALUES (?, ?, ?, ?, ?)")
        let enqueue = try statement("INSERT INTO delivery (hook_key, event_seq, next_attempt_at) VALUES (?, ?, ?)")
        let enqueueInLane = try statement(
            """
            INSERT INTO delivery (hook_key, event_seq, next_attempt_at, lane, is_blocked)
            VALUES (?1, ?2, ?3, ?4, EXISTS (SELECT 1 FROM delivery WHERE state = 0 AND hook_key = ?1 AND lane = ?4))
            """
        )
        var sequence = try lastEventSequence()
        changes.insert(.events)
        return try drafts.map { draft in
            sequence += 1
            try insert.run(sequence, draft.id.uuid, draft.type.rawValue, draft.timestamp, text: draft.data)
            for (key, hook) in hooks where hook.wants(draft.type, about: draft.subject) {
                if hook.traffic.ordering == .perTask, let lane = draft.subject?.lane {
                    try enqueueInLane.run(key, sequence, draft.timestamp, lane)
                } else {
                    try enqueue.run(key, sequence, draft.timestamp)
                }
                changes.insert(.deliveries)
            }
            return Event(
                sequence: sequence,
                id: draft.id,
                type: draft.type,
                timestamp: draft.timestamp,
                data: draft.data
            )
        }
    }
}

extension EventSubject {
    /// What the deliveries of a task have in common: bits of its id.
    ///
    /// Two tasks with the same only wait for each other.
    fileprivate var lane: Int64 { Int64(bitPattern: task.uuid.low) }
}
