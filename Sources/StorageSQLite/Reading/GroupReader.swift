import Basics
import DequeModule
import GRDB

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
        var connections: [DatabaseQueue] = []
        var idle: [DatabaseQueue] = []
        /// How many are open or being opened.
        var count = 0
    }

    private enum Step { case wait, drain(DatabaseQueue), open }

    private let path: String
    private let configuration: Configuration
    private let maxCount: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - path: The file.
    ///   - configuration: How connections are opened; they can only read.
    ///   - maxCount: How many read at the same time; a connection is opened when one is first needed.
    init(path: String, configuration: Configuration, maxCount: Int) {
        self.path = path
        self.configuration = {
            var readonly = configuration
            readonly.readonly = true
            return readonly
        }()
        self.maxCount = maxCount
    }

    /// Hands a body over.
    func submit(_ job: @escaping Job) {
        let step = state.withLock { state -> Step in
            state.lastTicket += 1
            state.waiting.append(Waiting(ticket: state.lastTicket, run: job))
            if let idle = state.idle.popLast() { return .drain(idle) }
            guard state.count < maxCount else { return .wait }
            state.count += 1
            return .open
        }
        switch step {
        case .wait: break
        case .drain(let connection): drain(connection)
        case .open: open()
        }
    }

    private func open() {
        do {
            let connection = try DatabaseQueue(path: path, configuration: configuration)
            state.withLock { $0.connections.append(connection) }
            drain(connection)
        } catch {
            // Those that wait are read by the connections there are; where there is none, they are told why.
            let failed = state.withLock { state in
                state.count -= 1
                guard state.count == 0 else { return Deque<Waiting>() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for job in failed { job.run(.failure(error)) }
        }
    }

    private func drain(_ connection: DatabaseQueue) {
        connection.asyncWriteWithoutTransaction { db in
            var next = self.takeNext(for: connection)
            while let first = next {
                do {
                    next = try self.readGroup(beginningWith: first, on: db, of: connection)
                } catch {
                    first.run(.failure(error))
                    next = self.takeNext(for: connection)
                }
            }
        }
    }

    /// Runs a body, and after it those that were handed over before its snapshot was taken.
    ///
    /// - Returns: The first that needs a later one.
    /// - Throws: What keeps a snapshot from being taken; then nothing was run.
    private func readGroup(
        beginningWith first: Waiting, on db: Database, of connection: DatabaseQueue
    ) throws -> Waiting? {
        let newest = state.withLock { $0.lastTicket }
        try db.beginTransaction(.deferred)
        var next: Waiting? = first
        while let job = next, job.ticket <= newest {
            job.run(.success(db))
            next = takeNext(for: connection)
        }
        // A snapshot that cannot be ended is no reason to run a body twice; the next one that is begun says why.
        try? db.commit()
        return next
    }

    private func takeNext(for connection: DatabaseQueue) -> Waiting? {
        state.withLock { state in
            let next = state.waiting.popFirst()
            if next == nil { state.idle.append(connection) }
            return next
        }
    }

    /// Waits for what runs, and lets go of the file.
    func close() throws {
        for connection in state.withLock({ $0.connections }) { try connection.close() }
    }
}
