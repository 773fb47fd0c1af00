package import Storage

extension PostgresStore {
    /// What the store has noted of a move; nil where there is none.
    ///
    /// - Throws: ``StoreError``.
    package func copyMark() async throws -> CopyMark? {
        try await read { try ($0 as? PostgresTransaction)?.identity(CopyMark.name).flatMap { CopyMark($0) } }
    }

    /// Forgets that the store was moved: it is one of its own from now on.
    ///
    /// - Throws: ``StoreError``.
    package func removeCopyMark() async throws {
        // Past the line of those that write, who are refused for as long as it is there.
        try await writer.run { connection in
            var flight = Flight()
            flight.add(Statement("DELETE FROM identity WHERE name = ?"), Parameters([CopyMark.name]))
            do throws(PostgresError) {
                try connection.open()
                _ = try connection.run(flight, within: PostgresTransaction.patience)
            } catch {
                throw StoreError(error)
            }
        }
    }
}

extension CopyMark {
    /// Whether the store has one.
    static let isThere = "EXISTS (SELECT 1 FROM identity WHERE name = '\(name)')"
}
