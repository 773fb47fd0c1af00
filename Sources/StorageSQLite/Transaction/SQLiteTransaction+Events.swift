import Foundation
import GRDB
import Recurrence
import Storage

extension SQLiteTransaction {
    func events(after sequence: Int64, limit: Int) throws -> [Event] {
        try rows("SELECT seq, id, type, at, data FROM event WHERE seq > ? ORDER BY seq LIMIT ?", [sequence, limit])
            .map { row in
                var column = ColumnReader(row)
                return try Self.event(from: &column)
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
        var sequence = try lastEventSequence()
        let hooks = try hooksByKey()
        changes.insert(.events)
        return try drafts.map { draft in
            sequence += 1
            let event = Event(
                sequence: sequence,
                id: draft.id,
                type: draft.type,
                timestamp: draft.timestamp,
                data: draft.data
            )
            try insert(event)
            for (key, hook) in hooks where hook.wants(event.type, about: draft.subject) {
                try enqueue(event, hook: key, lane: hook.traffic.ordering == .perTask ? draft.subject?.lane : nil)
            }
            return event
        }
    }

    private func insert(_ event: Event) throws {
        try run(
            "INSERT INTO event (seq, id, type, at, data) VALUES (?, ?, ?, ?, ?)",
            [
                event.sequence, event.id.uuid, event.type.rawValue, event.timestamp,
                String(decoding: event.data, as: UTF8.self),
            ]
        )
    }

    private func enqueue(_ event: Event, hook: Int64, lane: Int64?) throws {
        if let lane {
            try run(
                """
                INSERT INTO delivery (hook_key, event_seq, next_attempt_at, lane, is_blocked)
                VALUES (?1, ?2, ?3, ?4,
                    EXISTS (SELECT 1 FROM delivery WHERE state = 0 AND hook_key = ?1 AND lane = ?4))
                """,
                [hook, event.sequence, event.timestamp, lane]
            )
        } else {
            try run(
                "INSERT INTO delivery (hook_key, event_seq, next_attempt_at) VALUES (?, ?, ?)",
                [hook, event.sequence, event.timestamp]
            )
        }
        changes.insert(.deliveries)
    }
}

extension EventSubject {
    /// What the deliveries of a task have in common: bits of its id. Two tasks with the same only wait for each other.
    fileprivate var lane: Int64 { Int64(bitPattern: task.uuid.low) }
}
