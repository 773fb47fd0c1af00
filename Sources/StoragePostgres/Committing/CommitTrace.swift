import Storage

/// By what a transaction is known again whose COMMIT was not answered.
///
/// Its number alone says nothing once the server has crashed, or another one has taken over: of what was lost with it the
/// numbers are given to other transactions, and so are places in the log. Then the events are looked for that it appended:
/// all of them, each at its place, and of its time, since another leader's firings have the same ids.
struct CommitTrace {
    static let number = Statement("SELECT pg_current_xact_id()::text")
    private static let status = Statement("SELECT pg_xact_status(?::xid8)")
    private static let lock = Statement("SELECT 1 FROM log_head WHERE id = 1 FOR UPDATE")
    private static let eventCount = Statement(
        """
        SELECT count(*) FROM event JOIN unnest(?, ?, ?) AS own (place, id, at)
            ON event.seq = own.place AND event.id = own.id AND event.at = own.at
        """)

    /// The number of the transaction.
    let number: String
    /// The run of the server that gave it, as ``PostgresConnection/serverRun()`` tells it.
    let serverRun: String
    /// The events that it appended.
    var events: [CommitFindings.AppendedEvent] = []

    /// Whether it was committed; nil while it is not over.
    ///
    /// One that appended no event counts as not committed where the server is not the same any more: what such ones write
    /// (claims, results, notes) may be written twice.
    ///
    /// - Throws: ``PostgresError``.
    func isCommitted(on connection: PostgresConnection) throws -> Bool? {
        guard try connection.serverRun() == serverRun else { return try hasEvents(on: connection) }
        var flight = Flight()
        flight.add(Self.status, Parameters([number]))
        switch try connection.run(flight, within: PostgresTransaction.patience)[0].value(String.self, 0, 0) {
        case "committed": return true
        case "aborted": return false
        default: return nil
        }
    }

    /// Looks for the events behind the lock that the transaction held to its end: were it still under way, who asks waits.
    private func hasEvents(on connection: PostgresConnection) throws -> Bool {
        guard !events.isEmpty else { return false }
        var flight = Flight()
        for statement in [Statement.begin, Self.lock] { flight.add(statement) }
        let parameters = Parameters([events.map(\.place), events.map(\.id.uuid), events.map(\.time)])
        let place = flight.add(Self.eventCount, parameters)
        flight.add(.rollback)
        let answers = try connection.run(flight, within: PostgresTransaction.patience)
        return try answers[place].value(Int.self, 0, 0) == events.count
    }
}

extension PostgresConnection {
    /// When the server was started, and when its statistics were reset, as recovery from a crash does without a restart.
    private static let run = Statement(
        "SELECT pg_postmaster_start_time()::text || ' ' || coalesce(stats_reset::text, '') FROM pg_stat_bgwriter")

    /// What tells the run of the server that the session belongs to from any other, and from other servers; asked once a
    /// session.
    ///
    /// An administrator can reset the statistics, too; the run then counts as another one, and the events decide.
    ///
    /// - Throws: ``PostgresError``.
    func serverRun() throws(PostgresError) -> String {
        if let knownRun { return knownRun }
        var flight = Flight()
        flight.add(Self.run)
        let run = try run(flight, within: PostgresTransaction.patience)[0].value(String.self, 0, 0) ?? ""
        knownRun = run
        return run
    }
}
