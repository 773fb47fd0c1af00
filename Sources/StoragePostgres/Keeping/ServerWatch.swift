package import Basics
package import Recurrence
package import Storage

/// Tells how the server of a store is kept, to those who ask.
///
/// It has a session of its own, which is there only while the server is asked, so that nobody waits for it who fires
/// reminders; and however many ask, the server is asked once in some seconds.
package final class ServerWatch: Sendable {
    /// For how long an answer holds.
    private static let validity = Duration.seconds(10)
    /// How long the server may take for one question.
    private static let patience = Duration.seconds(3)

    private let session: PostgresSession
    private let schema: String
    private let clock: any SteadyClock
    private let latest = Locked<(at: SteadyInstant, keeping: StoreKeeping?)?>(nil)

    /// Makes one that has not asked yet.
    package init(_ configuration: PostgresStore.Configuration, clock: any SteadyClock) {
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .inspector, node: configuration.node, schema: configuration.schema)
        session = PostgresSession(settings, clock: clock)
        (schema, self.clock) = (configuration.schema, clock)
    }

    /// How the server is kept; nil where it cannot be asked.
    ///
    /// - Parameter now: The current time, from which versions have been out of support.
    /// - Returns: What was asked last, for some seconds.
    package func keeping(at now: UTCInstant) async -> StoreKeeping? {
        await session.run { connection in
            if let latest = latest.withLock({ $0 }), latest.at.duration(to: clock.now) < Self.validity {
                return latest.keeping
            }
            let keeping = Self.ask(connection, schema, now)
            latest.withLock { $0 = (clock.now, keeping) }
            return keeping
        }
    }

    private static func ask(_ connection: PostgresConnection, _ schema: String, _ now: UTCInstant) -> StoreKeeping? {
        defer { connection.close() }
        do {
            try connection.open()
            let snapshot = PostgresSnapshot(connection, schema: schema, isOlder: false, patience: patience)
            try snapshot.begin()
            let reading = try ServerReading(snapshot, version: connection.serverVersion ?? 0)
            return StoreKeeping(findings: reading.findings(at: now), levels: reading.levels)
        } catch let error as PostgresError where error.isOfFullServer {
            let finding = StoreKeeping.Finding(
                "connections", isBad: true, "the server has no session left: \(error.message)",
                mend: "End idle ones, let other applications use a pooler, or raise max_connections.")
            return StoreKeeping(findings: [finding])
        } catch {
            return nil
        }
    }
}

extension PostgresError {
    /// Whether the server has no connection left; libpq reports a refused connection by its message alone, without a code.
    fileprivate var isOfFullServer: Bool {
        sqlState == "53300" || message.contains("too many clients") || message.contains("connection slots")
    }
}
