import Basics
import CLibPQ
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connection to a PostgreSQL server, for one thread at a time, which waits for the answers.
///
/// What is sent goes in flights: the statements of one are sent without waiting for each other's answers (libpq's pipeline
/// mode) and end with a Sync, so that a server that loses us between two flights sees an idle session, whose time-out ends
/// what it holds.
final class PostgresConnection {
    private let settings: SessionSettings
    private let clock: any SteadyClock
    /// What libpq has of it; nil once it is closed or broken.
    private var connection: OpaquePointer?
    /// What the server knows statements as.
    private var names: [PreparedStatement: String] = [:]
    /// What was told by `NOTIFY` and not taken yet.
    private var notes: [Note] = []
    /// How many round trips were begun.
    private(set) var flightCount = 0
    /// How many transactions the session has begun.
    private var transactionCount = 0

    /// A statement whose parameters are of certain types.
    private struct PreparedStatement: Hashable {
        let sql: String
        let types: [UInt32]
    }

    /// Which run of the server the session belongs to, once that was asked for.
    var knownRun: String?

    /// Something that a session told by `NOTIFY`.
    struct Note: Hashable, Sendable {
        let channel: String
        let payload: String
        /// The process of the session that told it.
        let sender: Int32
    }

    /// How long the server may take to set a session up; one that falls silent meanwhile is given up.
    private static let openingPatience = Duration.seconds(5)

    /// Makes a connection that is not open yet.
    init(_ settings: SessionSettings, clock: any SteadyClock) {
        self.settings = settings
        self.clock = clock
    }

    deinit {
        close()
    }

    /// Whether there is a server at its other end, as far as is known.
    var isOpen: Bool { connection != nil }

    /// The process that serves it; nil while it is not open.
    var serverProcess: Int32? { connection.map { PQbackendPID($0) } }

    /// The version of the server, such as 150_018 for 15.18; nil while it is not open.
    var serverVersion: Int? { connection.map { Int(PQserverVersion($0)) } }

    /// The server and the database, without what the settings hold besides.
    var place: String {
        func text(_ value: UnsafeMutablePointer<CChar>?) -> String { value.map { String(cString: $0) } ?? "" }
        guard let connection else { return "" }
        let (host, port, database) = (text(PQhost(connection)), text(PQport(connection)), text(PQdb(connection)))
        return host.hasPrefix("/")
            ? "postgresql:///\(database)?host=\(host)&port=\(port)" : "postgresql://\(host):\(port)/\(database)"
    }

    /// Opens it, where it is not open.
    ///
    /// - Throws: ``PostgresError``, without what the settings hold.
    func open() throws(PostgresError) {
        guard connection == nil else { return }
        let keywords = settings.keywords
        let opened = Self.withTexts(keywords.map(\.name)) { names in
            Self.withTexts(keywords.map(\.value)) { values in PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw PostgresError(.connection, "there is no memory for a connection") }
        guard PQstatus(opened) == CONNECTION_OK else {
            defer { PQfinish(opened) }
            throw PostgresError(connection: opened)
        }
        PQsetNoticeReceiver(opened, { _, _ in }, nil)
        (connection, names, transactionCount, knownRun) = (opened, [:], 0, nil)
        do throws(PostgresError) {
            guard PQsetnonblocking(opened, 1) == 0, PQenterPipelineMode(opened) == 1 else {
                throw PostgresError(connection: opened)
            }
            var flight = Flight()
            for text in settings.statements { flight.add(Statement(text, isKept: false)) }
            _ = try run(flight, within: Self.openingPatience)
        } catch {
            close()
            throw error
        }
    }

    /// Refuses a session whose server may be another one with each transaction: what it is set to would not stay, nor what
    /// it listens to.
    ///
    /// - Throws: ``StoreError`` with code `.notAStore`; ``PostgresError``.
    func refusePooler() throws {
        var flight = Flight()
        flight.add(Statement("SELECT pg_backend_pid()"))
        let process = try run(flight, within: .seconds(5))[0].value(Int64.self, 0, 0)
        guard process == serverProcess.map({ Int64($0) }) else {
            throw StoreError(
                .notAStore,
                """
                a connection pooler stands before the server, through which no session can be told of changes; give the \
                address of the server itself, or have the pooler hand out sessions for as long as a client stays (a node has \
                11 at the most)
                """)
        }
    }

    /// Counts a transaction, which is about to begin.
    ///
    /// A cached plan lives as long as the session, and one that was made while a table was small may scan it whole when it is
    /// large. So cached plans are dropped each time the number of transactions has doubled, as the number of rows may have.
    ///
    /// - Returns: What is to be sent in the transaction's first round trip.
    func countTransaction() -> [Statement] {
        transactionCount += 1
        return transactionCount >= 8 && transactionCount.nonzeroBitCount == 1 ? [.discardPlans] : []
    }

    /// Closes it; the server rolls back what was not committed.
    func close() {
        PQfinish(connection)
        (connection, names) = (nil, [:])
    }

    /// Sends a flight and waits for all its answers.
    ///
    /// - Parameters:
    ///   - flight: The statements.
    ///   - patience: How long the server may take; then the session is closed, and what became of the flight is not known.
    /// - Returns: The rows of each statement, in their order.
    /// - Throws: ``PostgresError``: the first of the flight, whose later statements the server has then passed over. The
    ///   session stays as it is, in a transaction that failed where it was in one; with kind `.connection` it is closed.
    func run(_ flight: Flight, within patience: Duration) throws(PostgresError) -> [Rows] {
        guard let connection else { throw PostgresError(.connection, "the session is closed") }
        flightCount += 1
        do throws(PostgresError) {
            let preparing = try send(flight, on: connection)
            return try answers(to: flight, preparing, on: connection, until: clock.now.advanced(by: patience))
        } catch {
            if error.kind == .connection || PQstatus(connection) != CONNECTION_OK { close() }
            throw error
        }
    }

    /// What was told by `NOTIFY` since it was last asked for, waiting for the first of it.
    ///
    /// - Parameter patience: How long to wait where nothing has come yet.
    /// - Returns: All of it, in the order in which it was told; nothing where the time is over.
    /// - Throws: ``PostgresError`` where the session is gone.
    func takeNotes(within patience: Duration) throws(PostgresError) -> [Note] {
        guard let connection else { throw PostgresError(.connection, "the session is closed") }
        do throws(PostgresError) {
            let end = clock.now.advanced(by: patience)
            collectNotes(of: connection)
            while notes.isEmpty, clock.now < end {
                _ = try wait(on: connection, for: Int16(POLLIN), until: end)
                guard PQconsumeInput(connection) == 1 else { throw PostgresError(connection: connection) }
                collectNotes(of: connection)
            }
        } catch {
            close()
            throw error
        }
        defer { notes = [] }
        return notes
    }

    // MARK: - Sending

    /// Hands the statements to libpq, which sends them as far as the socket takes them.
    ///
    /// - Returns: What each statement that is prepared before it is run is to be known as, by its place.
    private func send(
        _ flight: Flight, on connection: OpaquePointer
    ) throws(PostgresError) -> [Int: (statement: PreparedStatement, name: String)] {
        var preparing: [Int: (statement: PreparedStatement, name: String)] = [:]
        var fresh: [PreparedStatement: String] = [:]
        for (place, step) in flight.steps.enumerated() {
            let (statement, parameters) = step
            guard statement.isKept else {
                guard Self.send(parameters, to: statement, on: connection) else {
                    throw PostgresError(connection: connection)
                }
                continue
            }
            let key = PreparedStatement(sql: statement.sql, types: parameters.types)
            var name = names[key] ?? fresh[key]
            if name == nil {
                let made = "s\(names.count + fresh.count)"
                (name, fresh[key], preparing[place]) = (made, made, (key, made))
                let count = Int32(parameters.count)
                guard PQsendPrepare(connection, made, statement.serverText, count, parameters.types) == 1 else {
                    throw PostgresError(connection: connection)
                }
            }
            guard let name, Self.send(parameters, to: name, on: connection) else {
                throw PostgresError(connection: connection)
            }
        }
        guard PQpipelineSync(connection) == 1 else { throw PostgresError(connection: connection) }
        return preparing
    }

    private static func send(_ parameters: Parameters, to name: String, on connection: OpaquePointer) -> Bool {
        parameters.withValues { values, lengths, formats in
            PQsendQueryPrepared(connection, name, Int32(parameters.count), values, lengths, formats, 1) == 1
        }
    }

    /// Runs a statement that is not to be known afterwards.
    private static func send(_ parameters: Parameters, to statement: Statement, on connection: OpaquePointer) -> Bool {
        parameters.withValues { values, lengths, formats in
            PQsendQueryParams(
                connection, statement.serverText, Int32(parameters.count), parameters.types, values, lengths, formats, 1
            )
                == 1
        }
    }

    // MARK: - Receiving

    private func answers(
        to flight: Flight, _ preparing: [Int: (statement: PreparedStatement, name: String)],
        on connection: OpaquePointer, until end: SteadyInstant
    ) throws(PostgresError) -> [Rows] {
        var rows: [Rows] = []
        var failure: PostgresError?
        for place in flight.steps.indices {
            if let (statement, name) = preparing[place] {
                switch try result(on: connection, until: end) {
                case .success: names[statement] = name
                case .failure(let error): failure = failure ?? error
                }
            }
            switch try result(on: connection, until: end) {
            case .success(let one): rows.append(one)
            case .failure(let error): failure = failure ?? error
            }
        }
        let last = try takeSync(on: connection, until: end)
        collectNotes(of: connection)
        if let failure = failure ?? last { throw failure }
        return rows
    }

    /// The result of one step, with the empty one that ends it.
    private func result(
        on connection: OpaquePointer, until end: SteadyInstant
    ) throws(PostgresError) -> Result<Rows, PostgresError> {
        guard let result = try next(on: connection, until: end) else { throw Self.outOfStep }
        let outcome = try Self.outcome(taking: result, on: connection)
        guard try next(on: connection, until: end) == nil else { throw Self.outOfStep }
        return outcome
    }

    private static func outcome(
        taking result: OpaquePointer, on connection: OpaquePointer
    ) throws(PostgresError) -> Result<Rows, PostgresError> {
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return .success(Rows(taking: result))
        case PGRES_PIPELINE_ABORTED:
            PQclear(result)
            // The step before it is the one that failed.
            return .failure(PostgresError(.fault, "an earlier statement of the flight failed"))
        case PGRES_FATAL_ERROR where PQresultErrorField(result, Int32(UInt8(ascii: "C"))) == nil:
            // libpq's own, such as for a connection that broke.
            PQclear(result)
            throw PostgresError(connection: connection)
        default:
            let error = PostgresError(result: result).told(to: PQuser(connection).map { String(cString: $0) } ?? "")
            PQclear(result)
            // The server is about to close the session, without a Sync of its own.
            if error.kind == .connection { throw error }
            return .failure(error)
        }
    }

    /// Waits for the end of the flight, where what was written without a BEGIN is committed.
    ///
    /// - Returns: Why that was not committed; nil where it was, or there was nothing.
    /// - Throws: ``PostgresError`` where the server has ended the session instead.
    private func takeSync(
        on connection: OpaquePointer, until end: SteadyInstant
    ) throws(PostgresError) -> PostgresError? {
        guard let result = try next(on: connection, until: end) else { throw Self.outOfStep }
        if PQresultStatus(result) == PGRES_PIPELINE_SYNC {
            PQclear(result)
            return nil
        }
        guard case .failure(let error) = try Self.outcome(taking: result, on: connection),
            try next(on: connection, until: end) == nil
        else { throw Self.outOfStep }
        return try takeSync(on: connection, until: end) ?? error
    }

    private static let outOfStep = PostgresError(.connection, "the answers do not fit what was asked")

    /// The next result that libpq has, waiting for it; nil for the end of a step.
    private func next(
        on connection: OpaquePointer, until end: SteadyInstant
    ) throws(PostgresError) -> OpaquePointer? {
        while true {
            // What is still to be sent is sent while answers come: were it not, both ends could wait for each other.
            let unsent = PQflush(connection)
            guard unsent >= 0 else { throw PostgresError(connection: connection) }
            guard PQisBusy(connection) == 1 else { return PQgetResult(connection) }
            let wanted = Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0)
            guard try wait(on: connection, for: wanted, until: end) else {
                throw PostgresError(.connection, "the server took too long to answer")
            }
            guard PQconsumeInput(connection) == 1 else { throw PostgresError(connection: connection) }
        }
    }

    /// Waits until the socket can do what is wanted; false when the time is over.
    private func wait(
        on connection: OpaquePointer, for events: Int16, until end: SteadyInstant
    ) throws(PostgresError) -> Bool {
        while true {
            let left = clock.now.duration(to: end)
            guard left > .zero else { return false }
            var socket = pollfd(fd: PQsocket(connection), events: events, revents: 0)
            // Rounded up, so that it does not turn in the last millisecond.
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            let count = poll(&socket, 1, Int32(clamping: min(milliseconds, 3_600_000)))
            if count > 0 { return true }
            if count < 0, errno != EINTR {
                throw PostgresError(.connection, "the socket cannot be waited for: \(String(cString: strerror(errno)))")
            }
        }
    }

    private func collectNotes(of connection: OpaquePointer) {
        while let note = PQnotifies(connection) {
            notes.append(
                Note(
                    channel: String(cString: note.pointee.relname), payload: String(cString: note.pointee.extra),
                    sender: note.pointee.be_pid))
            PQfreemem(note)
        }
    }

    // MARK: - Scripts

    /// Runs statements that have no parameters and return nothing, one behind the other.
    ///
    /// - Parameter script: The statements, with semicolons behind them.
    /// - Throws: ``PostgresError``, with which the session is closed.
    func runScript(_ script: String) throws(PostgresError) {
        do throws(PostgresError) {
            guard PQexitPipelineMode(connection) == 1 else { throw PostgresError(connection: connection) }
            try execute(script)
            guard PQenterPipelineMode(connection) == 1 else { throw PostgresError(connection: connection) }
        } catch {
            close()
            throw error
        }
    }

    /// Runs statements without parameters while the session is not in pipeline mode.
    private func execute(_ text: String) throws(PostgresError) {
        let result = PQexec(connection, text)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        case PGRES_FATAL_ERROR where PQstatus(connection) != CONNECTION_OK: throw PostgresError(connection: connection)
        default: throw PostgresError(result: result)
        }
    }

    /// Calls a closure with texts as an array of C strings that ends with a null.
    private static func withTexts<Value>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
    }
}
