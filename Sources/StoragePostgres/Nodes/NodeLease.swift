import Storage

/// That a node has the store open, as others see it: its claims are its own for as long as it says so again and again.
struct NodeLease: Sendable {
    /// For how long a node is taken to be there that has said so, by the clock of the database.
    static let duration = Swift.Duration.seconds(10)
    /// After how long it says so again.
    static let renewal = Swift.Duration.seconds(2)

    /// Whether a row of `node` is of one whose lease goes on.
    static let isThere = "node.seen_until > clock_timestamp()"
    /// Whether, besides, the session by which it renews its lease is there: one that is killed loses it at once.
    ///
    /// The server tells when a session began to nobody but its own role.
    static let isAwake = """
        \(isThere) AND (node.process IS NULL OR EXISTS (SELECT 1 FROM pg_stat_activity
            WHERE pid = node.process AND coalesce(backend_start = node.process_started, true)))
        """

    private static let renew = Statement(
        """
        INSERT INTO node (owner, name, version, seen_until, clock_offset, process, process_started)
        SELECT ?1, ?2, ?3, clock_timestamp() + ?4 * interval '1 second', ?5, pid, backend_start
        FROM (SELECT 1) AS one LEFT JOIN pg_stat_activity ON pid = pg_backend_pid() AND ?6
        ON CONFLICT (owner) DO UPDATE SET seen_until = excluded.seen_until, clock_offset = excluded.clock_offset,
            process = excluded.process, process_started = excluded.process_started
        RETURNING \(ServerTime.milliseconds)
        """)
    private static let end = Statement("DELETE FROM node WHERE owner = ?")
    private static let endHooks = Statement("DELETE FROM hook_owner WHERE owner = ?")
    private static let endLead = Statement("UPDATE log_head SET leader = NULL WHERE id = 1 AND leader = ?")

    /// How long the server may take; one that takes longer is not relied on.
    static let patience = Swift.Duration.seconds(5)

    let owner: ClaimOwner
    let name: String
    let version: String

    /// Says that the node is there.
    ///
    /// - Parameters:
    ///   - connection: The session by which it does so.
    ///   - clockOffset: How many seconds the clock of the database is ahead of the node's own, to be shown; nil where that
    ///     is not known.
    ///   - staysOpen: Whether the session is there for as long as the node is.
    /// - Returns: The clock of the database, in milliseconds since 1970.
    /// - Throws: ``PostgresError``.
    func renew(
        on connection: PostgresConnection, clockOffset: Double? = nil, staysOpen: Bool
    ) throws(PostgresError) -> Int64 {
        var flight = Flight()
        flight.add(
            Self.renew,
            Parameters([
                owner.rawValue, name, version, Double(Self.duration.components.seconds), clockOffset, staysOpen,
            ]))
        return try connection.run(flight, within: Self.patience)[0].value(Int64.self, 0, 0) ?? 0
    }

    /// Gives up the lead, if the node has it, and wakes the others, of whom one is to take it.
    func endLead(on connection: PostgresConnection, channel: String) throws(PostgresError) {
        try run([Self.endLead], on: connection, channel)
    }

    /// Says that it is no more, and wakes the others, of whom one is to take over what it did.
    func end(on connection: PostgresConnection, channel: String) throws(PostgresError) {
        try run([Self.endLead, Self.endHooks, Self.end], on: connection, channel)
    }

    private func run(
        _ statements: [Statement], on connection: PostgresConnection, _ channel: String
    ) throws(PostgresError) {
        var flight = Flight()
        flight.add(.begin)
        for statement in statements { flight.add(statement, Parameters([owner.rawValue])) }
        flight.add(CommitNote.tell, Parameters([channel, CommitNote([.owners, .deliveries]).payload]))
        flight.add(.commit)
        _ = try connection.run(flight, within: Self.patience)
    }
}
