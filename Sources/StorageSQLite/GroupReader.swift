import DequeModule
import GRDB
import Storage

/// Reads beside the writer: bodies that wait at the same time share one snapshot.
///
/// Each connection has a thread of its own and takes the next body that waits, so that a long read holds up nobody while
/// another connection is free. A body is run on a snapshot that was taken after it was handed over: it sees every
/// commit that had returned by then.
final class GroupReader: Sendable {
    /// Does the reading.
    typealias Job = @Sendable (Result<Database, any Error>) -> Void

    private struct Waiting {
        var ticket: Int
        var run: Job
    }

    private struct State {
        var waiting: Deque<Waiting> = []
        var lastTicket = 0
        var idle: [Int]
    }

    private let connections: [DatabaseQueue]
    private let state: Locked<State>

    /// - Parameters:
    ///   - path: The file.
    ///   - configuration: How connections are opened; they can only read.
    ///   - count: How many read at the same time.
    init(path: String, configuration: Configuration, count: Int) throws {
        var configuration = configuration
        configuration.readonly = true
        connections = try (0..<count).map { _ in try DatabaseQueue(path: path, configuration: configuration) }
        state = Locked(State(idle: Array(0..<count)))
    }

    /// Hands a body over.
    func submit(_ job: @escaping Job) {
        let connection = state.withLock { state in
            state.lastTicket += 1
            state.waiting.append(Waiting(ticket: state.lastTicket, run: job))
            return state.idle.popLast()
        }
        if let connection { drain(connection) }
    }

    private func drain(_ index: Int) {
        connections[index].asyncWriteWithoutTransaction { db in
            var next = self.takeNext(for: index)
            while let first = next {
                do {
                    next = try self.readGroup(beginningWith: first, on: db, index)
                } catch {
                    first.run(.failure(error))
                    next = self.takeNext(for: index)
                }
            }
        }
    }

    /// Runs a body, and after it those that were handed over before its snapshot was taken.
    ///
    /// - Returns: The first that needs a later one.
    /// - Throws: What keeps a snapshot from being taken; then nothing was run.
    private func readGroup(beginningWith first: Waiting, on db: Database, _ index: Int) throws -> Waiting? {
        let newest = state.withLock { $0.lastTicket }
        try db.beginTransaction(.deferred)
        var next: Waiting? = first
        while let job = next, job.ticket <= newest {
            job.run(.success(db))
            next = takeNext(for: index)
        }
        // A snapshot that cannot be ended is no reason to run a body twice; the next one that is begun says why.
        try? db.commit()
        return next
    }

    private func takeNext(for connection: Int) -> Waiting? {
        state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.idle.append(connection) }
            return next
        }
    }

    /// Waits for what runs, and lets go of the file.
    func close() throws {
        for connection in connections { try connection.close() }
    }
}
