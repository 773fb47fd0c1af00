import Storage

/// Reads beside a transaction that has the log's head locked: nobody else writes what it reads meanwhile, so that a snapshot
/// which begins after the lock was had is the store as the transaction found it.
final class SnapshotCompanion: Sendable {
    private let session: PostgresSession
    private let node: ClaimOwner

    init(_ session: PostgresSession, node: ClaimOwner) {
        (self.session, self.node) = (session, node)
    }

    /// Runs a closure on a snapshot, after those that were handed over before.
    func run(_ body: @escaping @Sendable (Result<any StoreReader, any Error>) -> Void) {
        // A task of its own: the transaction goes on meanwhile, on a thread that cannot wait for one.
        Task { [self] in await session.run { read(on: $0, body) } }
    }

    private func read(
        on connection: PostgresConnection, _ body: (Result<any StoreReader, any Error>) -> Void
    ) {
        do { try connection.open() } catch { return body(.failure(error)) }
        let beginning = [.beginSnapshot] + connection.countTransaction()
        body(.success(PostgresTransaction(connection, node: node, beginning: beginning)))
        var flight = Flight()
        flight.add(.rollback)
        // What cannot be ended is closed, and opened again for the next one.
        do { _ = try connection.run(flight, within: PostgresTransaction.patience) } catch { connection.close() }
    }

    /// Waits for what runs, and ends the session.
    func close() async {
        await session.close()
    }
}
