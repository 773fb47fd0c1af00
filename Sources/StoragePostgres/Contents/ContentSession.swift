import Storage

/// A session for pieces of contents, one statement or short transaction at a time.
struct ContentSession: Sendable {
    private let session: PostgresSession
    private let patience: RetryPatience?

    /// - Parameters:
    ///   - session: The session.
    ///   - patience: For how long a server that is away is waited for; nil for a session that is not to be opened again, since
    ///     it holds something.
    init(_ session: PostgresSession, patience: RetryPatience?) {
        (self.session, self.patience) = (session, patience)
    }

    /// Runs a statement, which is a transaction by itself.
    ///
    /// - Parameters:
    ///   - sql: The statement, which bears to be run again.
    ///   - arguments: Its parameters.
    ///   - isPatient: Whether a server that is away is waited for.
    /// - Returns: Its rows.
    /// - Throws: ``ContentError/full``; ``StoreError``.
    func run(_ sql: String, _ arguments: Arguments = [], isPatient: Bool = true) async throws -> Rows {
        var flight = Flight()
        flight.add(Statement(sql), Parameters(arguments))
        return try await run(flight, isPatient)[0]
    }

    /// Runs statements as one transaction; else the same as ``run(_:_:isPatient:)``.
    func transact(_ statements: [(sql: String, arguments: Arguments)], isPatient: Bool = true) async throws -> [Rows] {
        var flight = Flight()
        flight.add(.begin)
        for (sql, arguments) in statements { flight.add(Statement(sql), Parameters(arguments)) }
        flight.add(.commit)
        return Array(try await run(flight, isPatient).dropFirst().dropLast())
    }

    private func run(_ flight: Flight, _ isPatient: Bool) async throws -> [Rows] {
        // Counted from here on, so that those who wait behind each other do not wait one after the other.
        let tries = patience?.start()
        return try await session.run { connection in
            var tries = tries
            while true {
                do throws(PostgresError) {
                    if tries != nil { try connection.open() }
                    return try connection.run(flight, within: PostgresTransaction.patience)
                } catch {
                    rollBack(connection)
                    if error.kind == .diskFull { throw ContentError.full }
                    guard isPatient, error.endsTransaction, tries != nil else { throw StoreError(error) }
                    try tries?.wait(after: error)
                }
            }
        }
    }

    private func rollBack(_ connection: PostgresConnection) {
        guard connection.isOpen else { return }
        var flight = Flight()
        flight.add(.rollback)
        do { _ = try connection.run(flight, within: PostgresTransaction.patience) } catch { connection.close() }
    }

    /// Ends it.
    func close() async { await session.close() }
}
