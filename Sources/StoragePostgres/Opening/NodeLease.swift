import Storage

/// That a node has the store open, as others see it: its claims are its own for as long as it says so again and again.
struct NodeLease: Sendable {
    /// For how long a node is taken to be there that has said so, by the clock of the database.
    static let duration = Swift.Duration.seconds(10)
    /// After how long it says so again.
    static let renewal = Swift.Duration.seconds(2)

    private static let renew = Statement(
        """
        INSERT INTO node (owner, name, seen_until) VALUES (?1, ?2, clock_timestamp() + ?3 * interval '1 second')
        ON CONFLICT (owner) DO UPDATE SET seen_until = excluded.seen_until
        """)
    /// A node that was killed never says that it has gone.
    private static let forgetOthers = Statement(
        "DELETE FROM node WHERE seen_until < clock_timestamp() - interval '1 day'")
    private static let end = Statement("DELETE FROM node WHERE owner = ?")

    let owner: ClaimOwner
    let name: String

    /// Says that the node is there.
    func renew(on connection: PostgresConnection) throws(PostgresError) {
        var flight = Flight()
        flight.add(Self.renew, Parameters([owner.rawValue, name, Double(Self.duration.components.seconds)]))
        flight.add(Self.forgetOthers)
        _ = try connection.run(flight, within: PostgresTransaction.patience)
    }

    /// Says that it is no more.
    func end(on connection: PostgresConnection) throws(PostgresError) {
        var flight = Flight()
        flight.add(Self.end, Parameters([owner.rawValue]))
        _ = try connection.run(flight, within: PostgresTransaction.patience)
    }
}
