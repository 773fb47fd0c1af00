import Foundation
import Recurrence
import Storage

extension PostgresTransaction {
    func eachEvent(after sequence: Int64, limit: Int, _ body: (Event) throws -> Bool) throws {
        try each("SELECT seq, id, type, at, data FROM event WHERE seq > ? ORDER BY seq LIMIT ?", [sequence, limit]) {
            try body(Self.event(from: &$0))
        }
    }

    func eachEvent(before sequence: Int64, limit: Int, _ body: (Event) throws -> Bool) throws {
        let sql = "SELECT seq, id, type, at, data FROM event WHERE seq < ? ORDER BY seq DESC LIMIT ?"
        try each(sql, [sequence, limit]) { try body(Self.event(from: &$0)) }
    }

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
            data: try column.nextText()
        )
    }

    func lastEventSequence() throws -> Int64 {
        try value(Int64.self, "SELECT seq FROM event ORDER BY seq DESC LIMIT 1") ?? 0
    }

    /// What appends events, with the hooks as they are now.
    func eventAppender() throws -> EventAppender {
        let appender = try findings.appender ?? EventAppender(for: self)
        findings.appender = appender
        return appender
    }

    /// The place that the next event gets.
    func nextSequence() throws -> Int64 {
        if let last = findings.lastSequence { return last + 1 }
        let last = try lastEventSequence()
        findings.lastSequence = last
        return last + 1
    }

    @discardableResult
    func append(_ drafts: [EventDraft]) throws -> [Event] {
        guard !drafts.isEmpty else { return [] }
        let log = try eventAppender()
        return try drafts.map { draft in
            Event(
                sequence: try log.append(draft, in: self),
                id: draft.id,
                type: draft.type,
                timestamp: draft.timestamp,
                data: draft.data
            )
        }
    }
}
