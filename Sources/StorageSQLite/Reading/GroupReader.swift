import Basics
import DequeModule
import GRDB
import Storage

/// Reads beside the writer: bodies that wait at the same time share one snapshot.
///
/// Each connection has a thread of its own and takes the next body that waits, so that a long read holds up nobody while
/// another connection is free. A body is run on a snapshot that was taken after it was handed over: it sees every
/// commit that had returned by then.
final class GroupReader: Sendable {
    /// Does the reading, and returns what answers whoever waits for it.
    typealias Job = @Sendable (Result<Database, any Error>) -> @Sendable () -> Void

    /// How many may wait for a connection, and for how long.
    struct Line: Sendable {
        let maxCount: Int
        /// By the clock of `uptime`; looked at when a connection is free, so that it takes no timer.
        let maxTime: Swift.Duration
        let uptime: @Sendable () -> Swift.Duration
        /// Gets 1 when one begins to wait, and -1 when one no longer does.
        let waiting: @Sendable (Int) -> Void
        /// Is called for each that is refused.
        let refused: @Sendable () -> Void
    }

    private struct Waiting {
        var ticket: Int
        var since: Swift.Duration
        /// Whose it is, who may withdraw it; nil for one who does not.
        var turn: ListTurn?
        /// Whether no connection was free for it when it came.
        var isInLine = false
        var run: Job
    }

    private struct State {
        var waiting: Deque<Waiting> = []
        var lastTicket = 0
        /// How many were handed over and not run to their end.
        var unanswered = 0
        var connections: [DatabaseQueue] = []
        var idle: [DatabaseQueue] = []
        /// How many are open or being opened.
        var count = 0
    }

    private enum Step { case refuse, wait, drain(DatabaseQueue), open }

    private let path: String
    private let configuration: Configuration
    private let maxCount: Int
    private let line: Line?
    private let state = Locked(State())

    /// - Parameters:
    ///   - path: The file.
    ///   - configuration: How connections are opened; they can only read.
    ///   - maxCount: How many read at the same time; a connection is opened when one is first needed.
    ///   - line: How many may wait, and for how long; nil for any number, for any time.
    init(path: String, configuration: Configuration, maxCount: Int, line: Line? = nil) {
        self.path = path
        self.configuration = {
            var readonly = configuration
            readonly.readonly = true
            return readonly
        }()
        self.maxCount = maxCount
        self.line = line
    }

    /// Hands a body over.
    ///
    /// - Parameters:
    ///   - turn: Who may withdraw it; nil for nobody.
    ///   - job: The body; where too many wait, or it waits for too long, it gets a ``StoreError`` with code `.crowded`.
    func submit(for turn: ListTurn? = nil, _ job: @escaping Job) {
        let now = line?.uptime() ?? .zero
        let step = state.withLock { state -> Step in
            if let line, state.unanswered >= maxCount + line.maxCount { return .refuse }
            (state.lastTicket, state.unanswered) = (state.lastTicket + 1, state.unanswered + 1)
            state.waiting.append(Waiting(ticket: state.lastTicket, since: now, turn: turn, run: job))
            if let idle = state.idle.popLast() { return .drain(idle) }
            guard state.count < maxCount else {
                state.waiting[state.waiting.count - 1].isInLine = true
                return .wait
            }
            state.count += 1
            return .open
        }
        switch step {
        case .refuse: refuse([job])
        case .wait: line?.waiting(1)
        case .drain(let connection): drain(connection)
        case .open: open()
        }
    }

    /// Takes a body out of the line; it gets a `CancellationError`.
    ///
    /// One that runs, or is about to because a connection was free for it, is left.
    func withdraw(_ turn: ListTurn) {
        let withdrawn = state.withLock { state -> Waiting? in
            guard let index = state.waiting.firstIndex(where: { $0.turn === turn && $0.isInLine }) else { return nil }
            state.unanswered -= 1
            return state.waiting.remove(at: index)
        }
        guard let withdrawn else { return }
        line?.waiting(-1)
        withdrawn.run(.failure(CancellationError()))()
    }

    private func leaveLine(_ waiting: some Sequence<Waiting>) {
        for one in waiting where one.isInLine { line?.waiting(-1) }
    }

    private func refuse(_ jobs: [Job]) {
        for job in jobs {
            line?.refused()
            job(.failure(StoreError.crowded))()
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
                state.unanswered -= state.waiting.count
                defer { state.waiting = [] }
                return state.waiting
            }
            leaveLine(failed)
            for job in failed { job.run(.failure(error))() }
        }
    }

    private func drain(_ connection: DatabaseQueue) {
        connection.asyncWriteWithoutTransaction { db in
            var next = self.takeNext(for: connection)
            while let first = next {
                do {
                    next = try self.readGroup(beginningWith: first, on: db, of: connection)
                } catch {
                    let answer = first.run(.failure(error))
                    next = self.takeNext(for: connection, after: 1)
                    answer()
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
            let answer = job.run(.success(db))
            // Who is answered may ask again at once, and finds the place free.
            next = takeNext(for: connection, after: 1)
            answer()
        }
        // A snapshot that cannot be ended is no reason to run a body twice; the next one that is begun says why.
        try? db.commit()
        return next
    }

    /// The next that waits, of those that have not waited for too long.
    ///
    /// - Parameters:
    ///   - connection: What is idle where there is none.
    ///   - done: How many were run to their end since.
    /// - Returns: The next; nil for none.
    private func takeNext(for connection: DatabaseQueue, after done: Int = 0) -> Waiting? {
        let now = line?.uptime() ?? .zero
        let (next, overdue) = state.withLock { state -> (Waiting?, [Waiting]) in
            state.unanswered -= done
            var overdue: [Waiting] = []
            while let first = state.waiting.first, let line, now - first.since > line.maxTime {
                overdue.append(state.waiting.removeFirst())
            }
            state.unanswered -= overdue.count
            let next = state.waiting.popFirst()
            if next == nil { state.idle.append(connection) }
            return (next, overdue)
        }
        leaveLine(overdue)
        if let next { leaveLine([next]) }
        refuse(overdue.map(\.run))
        return next
    }

    /// Waits for what runs, and lets go of the file.
    func close() throws {
        for connection in state.withLock({ $0.connections }) { try connection.close() }
    }
}

extension StoreError {
    fileprivate static var crowded: StoreError {
        StoreError(
            .crowded,
            """
            too many lists that take long are being read or are waiting; retry in a few seconds, or ask for what an index \
            serves
            """)
    }
}
