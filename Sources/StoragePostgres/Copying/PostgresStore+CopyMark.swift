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
        try await write(named: "standing") { transaction in
            _ = try (transaction as? PostgresTransaction)?.run(
                "DELETE FROM identity WHERE name = ?", [CopyMark.name])
        }
    }
}

extension CopyMark {
    /// Whether the store has one.
    static let isThere = "EXISTS (SELECT 1 FROM identity WHERE name = '\(name)')"
}
