package import Basics
package import Storage

/// Looks into a store in a PostgreSQL database: into one snapshot of it, in a session that cannot write.
///
/// A standby will do as well as the primary. It is no node: nobody sees it among those that have the store open.
package enum PostgresInspection {
    /// Runs a closure on the store as it is at one moment.
    ///
    /// - Parameters:
    ///   - configuration: Where it is.
    ///   - clock: The clock by which the server is waited for.
    ///   - body: The closure, on a thread of its own; the snapshot is held until it returns, and holds VACUUM back.
    /// - Returns: What the closure returns.
    /// - Throws: ``StoreError``, `.notAStore` where there is none; what `body` throws.
    package static func inspect<Value: Sendable>(
        _ configuration: PostgresStore.Configuration, clock: any SteadyClock,
        _ body: @Sendable (any InspectedStore) throws -> Value
    ) async throws -> Value {
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .inspector, node: configuration.node, schema: configuration.schema)
        let session = PostgresSession(settings, clock: clock)
        let result = await session.run { connection in
            Result {
                let isOlder = try open(connection, configuration.schema)
                let snapshot = PostgresSnapshot(connection, schema: configuration.schema, isOlder: isOlder)
                try snapshot.begin()
                return try body(snapshot)
            }
        }
        await session.close()
        do { return try result.get() } catch let error as PostgresError { throw StoreError(error) }
    }

    /// Opens the session, and says whether the store was last written by an older taskd.
    private static func open(_ connection: PostgresConnection, _ schema: String) throws -> Bool {
        try connection.open()
        try connection.refusePooler()
        guard try Migrations.isThere(schema, connection) else {
            throw StoreError(.notAStore, "\(connection.place) holds no taskd store; name another database")
        }
        do {
            try Migrations.run(on: schema, by: connection)
            return false
        } catch let error as PostgresError where error.sqlState == PostgresError.readOnly {
            // There is something to migrate, which a session that cannot write does not; the refusal has closed it.
            try connection.open()
            return true
        }
    }
}

extension PostgresError {
    /// What is told of a statement that writes in a session that cannot.
    fileprivate static let readOnly = "25006"
}
