import Basics

/// A session of a PostgreSQL server, on a thread of its own.
actor PostgresSession {
    private let thread: SessionThread
    private let connection: PostgresConnection

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Makes a session that is not open yet.
    init(_ settings: SessionSettings, clock: any SteadyClock) {
        connection = PostgresConnection(settings, clock: clock)
        thread = SessionThread(named: "taskd-\(settings.role.rawValue)")
    }

    deinit {
        thread.end()
    }

    /// Whether there is a server at its other end, as far as is known.
    var isOpen: Bool { connection.isOpen }

    /// The process that serves it; nil while it is not open.
    var serverProcess: Int32? { connection.serverProcess }

    /// The version of the server, such as 150_018 for 15.18; nil while it is not open.
    var serverVersion: Int? { connection.serverVersion }

    /// Opens it, where it is not open.
    ///
    /// - Throws: ``PostgresError``, without what the settings hold.
    func open() throws(PostgresError) { try connection.open() }

    /// Closes it; the server rolls back what was not committed.
    func close() { connection.close() }

    /// Runs a closure on the session's thread, which has the connection to itself meanwhile.
    func run<Value: Sendable>(_ body: @Sendable (PostgresConnection) throws -> Value) rethrows -> Value {
        try body(connection)
    }

    /// Sends a flight and waits for all its answers, as ``PostgresConnection/run(_:within:)`` does.
    func run(_ flight: Flight, within patience: Duration) throws(PostgresError) -> [Rows] {
        try connection.run(flight, within: patience)
    }

    /// Sends one statement and waits for its answer.
    func run(_ statement: Statement, _ parameters: Parameters = Parameters(), within patience: Duration)
        throws(PostgresError) -> Rows
    {
        var flight = Flight()
        flight.add(statement, parameters)
        return try connection.run(flight, within: patience)[0]
    }

    /// What was told by `NOTIFY` since it was last asked for, as ``PostgresConnection/takeNotes(within:)`` tells it.
    func takeNotes(within patience: Duration) throws(PostgresError) -> [PostgresConnection.Note] {
        try connection.takeNotes(within: patience)
    }
}
