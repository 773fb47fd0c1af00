package import Basics
package import Storage

/// A store in a PostgreSQL database, as it is moved elsewhere or comes from elsewhere.
///
/// It is no node: nobody sees it among those that have the store open.
package final class PostgresCopyPlace: CopyPlace {
    private static let patience = Duration.seconds(120)

    package let place: String
    package let contents: any ContentStore
    private let session: PostgresSession
    private let known: [String: [CopiedColumn]]

    /// Opens the store that is to be moved.
    ///
    /// - Throws: ``StoreError``: `.notAStore` where there is none.
    package static func source(
        _ configuration: PostgresStore.Configuration, clock: any SteadyClock
    ) async throws -> PostgresCopyPlace {
        try await open(configuration, clock) { connection in
            guard try Migrations.isThere(configuration.schema, connection) else {
                throw StoreError(.notAStore, "\(connection.place) holds no taskd store; name another database")
            }
        }
    }

    /// Opens the store that rows come to, making its tables where there are none.
    ///
    /// - Throws: ``StoreError``.
    package static func target(
        _ configuration: PostgresStore.Configuration, clock: any SteadyClock
    ) async throws -> PostgresCopyPlace {
        try await open(configuration, clock) { try lock(configuration.schema, by: $0) }
    }

    /// Keeps other copies out for as long as the session is there.
    ///
    /// One that was frozen would go on where another has gone on since. What a copy that was killed had begun is waited for.
    private static func lock(_ schema: String, by connection: PostgresConnection) throws {
        var flight = Flight()
        flight.add(.begin)
        flight.add(Statement("SET LOCAL lock_timeout = '3s'"))
        flight.add(
            Statement("SELECT pg_advisory_lock(hashtextextended(?, 0))"), Parameters(["taskd copy to \(schema)"]))
        flight.add(.commit)
        do throws(PostgresError) { _ = try connection.run(flight, within: patience) } catch {
            guard error.sqlState == "55P03" else { throw error }
            throw StoreError(
                .inUse, "another taskd copy writes to \(connection.place); wait for its end, or end it if it is frozen")
        }
    }

    private static func open(
        _ configuration: PostgresStore.Configuration, _ clock: any SteadyClock,
        _ check: @Sendable (PostgresConnection) throws -> Void
    ) async throws -> PostgresCopyPlace {
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .writer, node: configuration.node, schema: configuration.schema)
        let session = PostgresSession(settings, clock: clock)
        do {
            return try await session.run { connection -> PostgresCopyPlace in
                try connection.open()
                try check(connection)
                try Migrations.run(on: configuration.schema, by: connection)
                return PostgresCopyPlace(connection.place, session, try knownColumns(by: connection))
            }
        } catch let error as PostgresError {
            throw StoreError(error)
        }
    }

    private init(_ place: String, _ session: PostgresSession, _ known: [String: [CopiedColumn]]) {
        (self.place, self.session, self.known) = (place, session, known)
        // What keeps other copies out ends with the session.
        let pieces = ContentSession(session, patience: nil)
        contents = PostgresContents(uploads: pieces, downloads: pieces, home: StoreHome())
    }

    private static func knownColumns(by connection: PostgresConnection) throws -> [String: [CopiedColumn]] {
        var flight = Flight()
        flight.add(
            Statement(
                """
                SELECT relname::text, attname::text, atttypid::bigint FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND attnum > 0
                AND NOT attisdropped AND attgenerated = '' AND NOT relispartition
                """))
        let rows = try connection.run(flight, within: patience)[0]
        return try (0..<rows.count).reduce(into: [:]) { columns, row in
            var column = ColumnReader(rows, row: row)
            let (table, name, type): (String, String, Int64) = (try column.next(), try column.next(), try column.next())
            // Of those that are left out nothing is asked.
            guard CopiedTable.leftOut[table] == nil else { return columns[table] = [] }
            guard let copied = try CopiedColumn(table, name, type: UInt32(type)) else { return }
            columns[table, default: []].append(copied)
        }
    }

    private func run(_ statements: [(sql: String, parameters: Parameters)]) async throws -> [Rows] {
        var flight = Flight()
        for (sql, parameters) in statements { flight.add(Statement(sql), parameters) }
        do { return try await session.run(flight, within: Self.patience) } catch { throw StoreError(error) }
    }

    private func run(_ sql: String, _ arguments: Arguments = []) async throws -> Rows {
        try await run([(sql, Parameters(arguments))])[0]
    }

    /// Runs statements in a transaction.
    private func write(_ statements: [(sql: String, parameters: Parameters)]) async throws -> [Rows] {
        try await run([("BEGIN", Parameters())] + statements + [("COMMIT", Parameters())])
    }

    private func columns(_ names: [String], of table: CopiedTable) throws -> [CopiedColumn] {
        try names.map { name in
            guard let column = known[table.name]?.first(where: { $0.name == name }) else {
                throw StoreError(.unavailable, "there is no column \(table.name).\(name)")
            }
            return column
        }
    }

    package func columns() -> [String: [String]] { known.mapValues { $0.map(\.name) } }

    package func rows(
        of table: CopiedTable, _ columns: [String], after key: CopiedRow?, limit: Int
    ) async throws -> [CopiedRow] {
        let (columns, keys) = (try self.columns(columns, of: table), try self.columns(table.key, of: table))
        let order = keys.map(\.quoted).joined(separator: ", ")
        let behind = key == nil ? "" : "WHERE (\(order)) > (\(keys.map { _ in "?" }.joined(separator: ", ")))"
        var arguments: Arguments = try zip(keys, key ?? []).map { try $0.parameter($1) }
        arguments.append(limit)
        return try await read(
            "SELECT \(columns.map(\.reading).joined(separator: ", ")) FROM \(table.name) \(behind) ORDER BY \(order) LIMIT ?",
            arguments, columns)
    }

    private func read(_ sql: String, _ arguments: Arguments, _ columns: [CopiedColumn]) async throws -> [CopiedRow] {
        let rows = try await run(sql, arguments)
        return try (0..<rows.count).map { row in
            try columns.enumerated().map { try $1.value(in: rows, row, $0) }
        }
    }

    package func mark() async throws -> CopyMark? {
        try await identity(CopyMark.name).flatMap { CopyMark($0) }
    }

    private func identity(_ name: String) async throws -> String? {
        let rows = try await run("SELECT value FROM identity WHERE name = ?", [name])
        return rows.count == 0 ? nil : try rows.value(String.self, 0, 0)
    }

    /// Writes the mark, unless a node has the store open; none can open it meanwhile without seeing the mark.
    private func note(_ mark: CopyMark, with statements: [String]) async throws {
        let rows = try await write(
            [
                ("LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE", Parameters()),
                (
                    """
                    INSERT INTO identity (name, value)
                    SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM node WHERE \(NodeLease.isThere))
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING 1
                    """, Parameters([CopyMark.name, mark.description])
                ),
            ] + statements.map { ("\($0) AND \(CopyMark.isThere)", Parameters()) })
        guard rows.contains(where: { $0.count > 0 }) else { throw try await inUse() }
    }

    private func inUse() async throws -> StoreError {
        let rows = try await run("SELECT coalesce(string_agg(name, ', '), '') FROM node WHERE \(NodeLease.isThere)")
        let names = try rows.value(String.self, 0, 0) ?? ""
        return StoreError(
            .inUse,
            "\(place) is in use by \(names.isEmpty ? "a node" : names); stop it first (a node that was killed is gone after 10 s)"
        )
    }

    package func close() async { await session.close() }
}

// MARK: - As what is copied from

extension PostgresCopyPlace {
    package func checkIsIdle() async throws {
        let here = try await run(PostgresStore.databaseIdentity).value(String.self, 0, 0)
        if let home = try await identity("home"), home != here {
            throw StoreError(
                .conflict,
                """
                \(place) may be a copy (\(PostgresStore.origin(home))); start a node on it once with --adopt-store if it is not
                """
            )
        }
        let isServed = try await run("SELECT EXISTS (SELECT 1 FROM node WHERE \(NodeLease.isThere))")
        if try isServed.value(Bool.self, 0, 0) == true { throw try await inUse() }
    }

    package func highestTagKey() async throws -> Int64 {
        let sql = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM tag_key_seq"
        return try await run(sql).value(Int64.self, 0, 0) ?? 0
    }

    package func leave(_ mark: CopyMark) async throws {
        // Whoever led is refused from now on, also one that wakes.
        try await note(mark, with: ["UPDATE log_head SET leader = NULL, term = term + 1 WHERE id = 1"])
    }

    package func settle(_ mark: CopyMark) async throws {
        guard try await self.mark()?.id == mark.id else {
            throw StoreError(
                .conflict, "\(place) was adopted while it was copied to \(mark.place); remove that copy, and begin anew"
            )
        }
        _ = try await run("UPDATE identity SET value = ? WHERE name = ?", [mark.description, CopyMark.name])
    }
}

// MARK: - As what is copied to

extension PostgresCopyPlace {
    package func begin(_ mark: CopyMark) async throws {
        try await note(mark, with: CopiedTable.begun.map { "DELETE FROM \($0.name) WHERE key = 0" })
    }

    package func lastKey(of table: CopiedTable) async throws -> CopiedRow? {
        let keys = try columns(table.key, of: table)
        let order = keys.map { "\($0.quoted) DESC" }.joined(separator: ", ")
        return try await read(
            "SELECT \(keys.map(\.quoted).joined(separator: ", ")) FROM \(table.name) ORDER BY \(order) LIMIT 1", [],
            keys
        ).first
    }

    package func insert(_ rows: [CopiedRow], _ columns: [String], into table: CopiedTable) async throws {
        let columns = try self.columns(columns, of: table)
        let writing = columns.flatMap(\.writing)
        var parameters = Parameters()
        for (place, column) in columns.enumerated() {
            Self.add(try column.parameter(rows.lazy.map { $0[place] }), to: &parameters)
        }
        let insert = """
            INSERT INTO \(table.name) (\(writing.map(\.column).joined(separator: ", ")))
            SELECT \(writing.map(\.expression).joined(separator: ", "))
            FROM unnest(\(columns.map { _ in "?" }.joined(separator: ", ")))
            AS given (\(columns.map(\.quoted).joined(separator: ", ")))
            """
        _ = try await write(
            try room(for: rows, columns, in: table) + [
                ("ALTER TABLE \(table.name) DISABLE TRIGGER USER", Parameters()),
                (insert, parameters),
                // A table that is still to be checked cannot be altered.
                ("SET CONSTRAINTS ALL IMMEDIATE", Parameters()),
                ("ALTER TABLE \(table.name) ENABLE TRIGGER USER", Parameters()),
            ])
    }

    /// What makes the parts of the log that rows are to go to; there is no gap between the first and the last one.
    private func room(
        for rows: [CopiedRow], _ columns: [CopiedColumn], in table: CopiedTable
    ) throws -> [(sql: String, parameters: Parameters)] {
        guard table.name == "event", let place = columns.firstIndex(where: { $0.name == "seq" }) else { return [] }
        return try [rows.first, rows.last].compactMap(\.self).map { row in
            var parameters = Parameters()
            Self.add(try columns[place].parameter(row[place]), to: &parameters)
            parameters.add(EventPart.leastSpan)
            return ("SELECT 1 FROM make_event_part(?, ?)", parameters)
        }
    }

    package func take(_ content: StoredContent) async throws {
        _ = try await run(
            """
            UPDATE content SET upload_id = (
                SELECT id FROM content_upload WHERE digest = ?1 AND size = ?2 ORDER BY written_at DESC LIMIT 1)
            WHERE digest = ?1
            """, [content.digest.description, content.size])
    }

    private static func add(_ value: some ParameterValue, to parameters: inout Parameters) { parameters.add(value) }

    package func deriveWords() async throws -> Bool {
        let rows = try await run(
            """
            SELECT task.key, \(SearchEntry.source) FROM task
            WHERE key > (SELECT coalesce(max(key), 0) FROM task_search) ORDER BY key LIMIT 500
            """)
        let entries = try (0..<rows.count).map { row in
            var column = ColumnReader(rows, row: row)
            return (key: try column.next(Int64.self), entry: try SearchEntry(fromTask: &column))
        }
        if entries.isEmpty { return true }
        _ = try await write(entries.map { (SearchEntry.upsert, Parameters($0.entry.values(key: $0.key))) })
        return false
    }

    package func complete(highestTagKey: Int64, keyPrint: String?) async throws {
        // Keys that have been given are not given again: those of reminders stand in their firings.
        let further = [
            "reminder": "(SELECT max(key) FROM retired_reminder), (SELECT max(reminder_key) FROM firing)",
            "tag": "\(highestTagKey)",
        ]
        let counted = try await run(
            """
            SELECT relname::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = current_schema()::regnamespace AND attidentity <> '' AND attname = 'key'
            """)
        var statements = try (0..<counted.count).map { row -> (sql: String, parameters: Parameters) in
            let table = try counted.value(String.self, row, 0) ?? ""
            let keys = ["0", "(SELECT max(key) FROM \(table))"] + [further[table]].compactMap(\.self)
            return (
                """
                SELECT setval(pg_get_serial_sequence('\(table)', 'key'), greatest(last, 1), last > 0)
                FROM (SELECT greatest(\(keys.joined(separator: ", ")))) AS keys (last)
                """, Parameters()
            )
        }
        if let keyPrint {
            statements.append(
                (
                    """
                    INSERT INTO identity (name, value) VALUES ('key', ?)
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value
                    """, Parameters([keyPrint])
                ))
        }
        // The rows came without the trigger that fills it.
        statements += [
            ("DELETE FROM due_queue", Parameters()),
            (
                """
                INSERT INTO due_queue (reminder_key, fire_at, id, task_key)
                SELECT key, next_fire_at, id, task_key FROM reminder WHERE next_fire_at IS NOT NULL
                """, Parameters()
            ),
        ]
        statements.append(("DELETE FROM identity WHERE name = ?", Parameters([CopyMark.name])))
        _ = try await write(statements)
    }
}
