import Basics
import Storage

/// What makes the tables, and changes those that an older version made.
///
/// Each has a name and is never changed once it was released.
enum Migrations {
    private static let all: [(name: String, script: String)] = [
        ("0001-tables", [head, tasks, reminders, hooks, changes, triggers, parts, firstRows].joined(separator: "\n"))
    ]

    /// The rows that are there from the beginning.
    static let firstRows = """
        INSERT INTO log_head (id, store) VALUES (1, gen_random_uuid());
        INSERT INTO statistic_group (key, kind, name, folded) VALUES (0, 0, '', '');
        INSERT INTO statistic_progress (key, sequence) VALUES (0, 0);
        """

    private static let patience = Duration.seconds(60)

    /// Brings a schema to what this version needs, and makes it where there is none; one node at a time does so.
    ///
    /// - Parameters:
    ///   - schema: Its name, of small letters, digits and underscores.
    ///   - connection: An open connection, which looks for tables there.
    /// - Throws: ``StoreError`` with code `.newerVersion` where a newer taskd was at work; ``PostgresError``.
    static func run(on schema: String, by connection: PostgresConnection) throws {
        // Who only serves need not be allowed to make tables.
        if try isThere(schema, connection), try missing(connection).isEmpty { return }
        try connection.runScript(
            """
            BEGIN;
            SELECT pg_advisory_xact_lock(hashtextextended('taskd \(schema)', 0));
            CREATE SCHEMA IF NOT EXISTS \(schema);
            CREATE TABLE IF NOT EXISTS migration (name text COLLATE "C" PRIMARY KEY, applied_at bigint NOT NULL);
            """)
        for migration in try missing(connection) {
            try connection.runScript(
                """
                \(migration.script)
                INSERT INTO migration (name, applied_at)
                VALUES ('\(migration.name)', \(ServerTime.milliseconds));
                """)
        }
        try connection.runScript("COMMIT;")
    }

    /// Whether a schema has been made.
    static func isThere(_ schema: String, _ connection: PostgresConnection) throws -> Bool {
        var flight = Flight()
        flight.add(Statement("SELECT to_regclass(?) IS NOT NULL"), Parameters(["\(schema).migration"]))
        return try connection.run(flight, within: patience)[0].value(Bool.self, 0, 0) ?? false
    }

    /// The migrations that are still to be done.
    private static func missing(_ connection: PostgresConnection) throws -> [(name: String, script: String)] {
        var flight = Flight()
        flight.add(Statement("SELECT name FROM migration"))
        let rows = try connection.run(flight, within: patience)[0]
        let done = Set(try (0..<rows.count).compactMap { try rows.value(String.self, $0, 0) })
        if let unknown = done.subtracting(all.map(\.name)).min() {
            throw StoreError(
                .newerVersion, "the store was written by a newer taskd (it has the migration \(unknown)); update taskd")
        }
        return all.filter { !done.contains($0.name) }
    }
}
