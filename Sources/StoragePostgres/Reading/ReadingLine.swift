import Basics
import DequeModule
import Storage

/// The sessions that read, and who waits for one of them.
struct ReadingLine {
    /// Somebody who waits, and gets a session in the end, or an error.
    struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<PostgresSession, any Error>
    }

    private var idle: [PostgresSession]
    private var waiting: Deque<Waiter> = []
    private var count = 0
    /// How many may wait; nil for as many as come.
    private let room: Int?

    init(_ sessions: [PostgresSession], room: Int?) {
        (idle, self.room) = (sessions, room)
    }

    /// What becomes of somebody who comes.
    enum Place {
        case served(PostgresSession)
        case waits
        case refused
    }

    /// Numbers somebody who comes.
    mutating func number() -> Int {
        count += 1
        return count
    }

    /// Gives somebody a session, or a place in the line, or neither.
    mutating func add(_ waiter: Waiter) -> Place {
        if let session = idle.popLast() { return .served(session) }
        if let room, waiting.count >= room { return .refused }
        waiting.append(waiter)
        return .waits
    }

    /// Takes somebody out of the line who waits no more; nil where it had a session already.
    mutating func withdraw(_ number: Int) -> Waiter? {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return waiting.remove(at: place)
    }

    /// Takes back a session, which the returned one gets who waits longest; nil where nobody does.
    mutating func giveBack(_ session: PostgresSession) -> Waiter? {
        if let next = waiting.popFirst() { return next }
        idle.append(session)
        return nil
    }
}
