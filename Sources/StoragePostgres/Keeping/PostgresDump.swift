package import Basics
import Foundation
package import Recurrence
import Storage

/// A store of a PostgreSQL database in one file, as `pg_dump` writes it, and back again.
package struct PostgresDump: Sendable {
    /// What is in a file.
    package struct Contents: Hashable, Sendable {
        /// Where the event log ends in it.
        package let lastSequence: Int64
        /// How many rows each table has in it.
        package let counts: [String: Int]
    }

    private let configuration: PostgresStore.Configuration
    private let clock: any SteadyClock
    private let environment: [String: String]

    /// - Parameters:
    ///   - configuration: Where the store is, or is to be.
    ///   - clock: The clock by which the server is waited for.
    ///   - environment: Where programs are, and what they find out about the server by themselves.
    package init(
        _ configuration: PostgresStore.Configuration, clock: any SteadyClock, environment: [String: String]
    ) {
        (self.configuration, self.clock, self.environment) = (configuration, clock, environment)
    }

    private var schema: String { configuration.schema }

    // MARK: Writing

    /// Writes the store, as it is at one moment, to a file, and reads all of that again.
    ///
    /// - Parameter path: The file, which is overwritten.
    /// - Returns: What is in it.
    /// - Throws: ``StoreError``.
    package func write(to path: String) async throws -> Contents {
        let parts = try StoreError.translating { try ConnectionParts(configuration.conninfo) }
        let dump = try ServerProgram("pg_dump", environment: environment)
        let restore = try ServerProgram("pg_restore", environment: environment)
        return try await PostgresInspection.inspect(configuration, clock: clock) { store in
            guard let snapshot = store as? PostgresSnapshot else {
                preconditionFailure("a server has its own snapshots")
            }
            for program in [dump, restore] { try program.check(against: snapshot.serverVersion) }
            guard !snapshot.isOlder() else {
                throw StoreError(.unavailable, "the store was written by an older taskd; start a node once, and retry")
            }
            try dump.run(
                [
                    "--format=custom", "--schema=\(schema)", "--snapshot=\(try snapshot.export())",
                    "--lock-wait-timeout=60s", "--no-password", "--file=\(path)", "--dbname=\(parts.conninfo)",
                ], password: parts.password)
            try verify(path, restore, tables: try snapshot.filledTables())
            return Contents(
                lastSequence: try store.read { try $0.lastEventSequence() }, counts: try store.counts())
        }
    }

    /// Looks whether the file has the rows of every table, and whether each of its bytes can be read.
    private func verify(_ path: String, _ restore: ServerProgram, tables: Int) throws {
        let list = try restore.run(["--list", path])
        let found = list.split(separator: "\n").count { $0.contains(" TABLE DATA \(schema) ") }
        guard found == tables else {
            throw StoreError(.unavailable, "pg_dump wrote the rows of \(found) of \(tables) tables; try again")
        }
        try restore.run(["--file=/dev/null", path])
    }

    // MARK: Reading

    /// Loads the store of a file into the database, where there is none.
    ///
    /// Nothing goes off from it until a node adopts it; what was due before is then reported, not fired, since the original
    /// may have fired it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - now: The current time.
    ///   - replaces: Whether a store that is there is moved aside, into another schema; no node may have it open.
    /// - Returns: What was loaded, and the schema that was moved aside; nil for none.
    /// - Throws: ``StoreError``; then the database is as it was.
    package func load(
        _ path: String, at now: UTCInstant, replaces: Bool
    ) async throws -> (contents: Contents, aside: String?) {
        try checkIsDump(path)
        let parts = try StoreError.translating { try ConnectionParts(configuration.conninfo) }
        let restore = try ServerProgram("pg_restore", environment: environment)
        let shell = try ServerProgram("psql", environment: environment)
        let list = try restore.run(["--list", path])
        guard list.contains(" TABLE DATA \(schema) event ") || list.contains(" TABLE \(schema) event ") else {
            throw StoreError(.notAStore, "\(path) holds no taskd store; name another file")
        }
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .writer, node: configuration.node, schema: schema)
        let session = PostgresSession(settings, clock: clock)
        let result = await session.run { connection in
            Result {
                try connection.open()
                for program in [restore, shell] { try program.check(against: connection.serverVersion ?? 0) }
                let hasNodes = try oldStore(connection, isAllowed: replaces)
                let aside = hasNodes.map { _ in "\(schema)_replaced_\(now.millisecondsSinceEpoch)" }
                // What is loaded is a copy from the moment on in which anybody can see it; without the last words it is
                // taken back, whoever was killed before.
                try shell.run(
                    [
                        "--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--output=/dev/null",
                        "--dbname=\(parts.conninfo)",
                    ], password: parts.password,
                    on: restore, ["--no-owner", "--no-privileges", "--file=-", path],
                    after: "BEGIN;\n" + (aside.map { settingAside(as: $0, hasNodes: hasNodes ?? false) } ?? ""),
                    before: settling(path, at: now) + "COMMIT;\n")
                return aside
            }
        }
        await session.close()
        let aside = try StoreError.translating { try result.get() }
        let contents = try await PostgresInspection.inspect(configuration, clock: clock) { store in
            Contents(lastSequence: try store.read { try $0.lastEventSequence() }, counts: try store.counts())
        }
        return (contents, aside)
    }

    /// Refuses what `pg_restore` would not take, with words that say what it may be.
    private func checkIsDump(_ path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw StoreError(.unavailable, "\(path) cannot be read; name the file of a backup")
        }
        defer { try? handle.close() }
        let begin = try? handle.read(upToCount: 16)
        if begin?.starts(with: Data("PGDMP".utf8)) == true { return }
        let isFile = begin?.starts(with: Data("SQLite format 3".utf8)) == true
        throw StoreError(
            .notAStore,
            isFile
                ? "\(path) is the backup of a store in a file; restore it to a file, and move that with taskd copy"
                : "\(path) is not a backup of a database; name another file")
    }

    /// Looks whether a schema is in the way, and may be moved.
    ///
    /// - Returns: Whether the one that is there knows of nodes; nil where there is none.
    private func oldStore(_ connection: PostgresConnection, isAllowed: Bool) throws -> Bool? {
        var flight = Flight()
        flight.add(
            Statement("SELECT to_regnamespace(?) IS NOT NULL, to_regclass(?) IS NOT NULL"),
            Parameters([schema, "\(schema).node"]))
        let found = try connection.run(flight, within: .seconds(60))[0]
        guard try found.value(Bool.self, 0, 0) == true else { return nil }
        guard isAllowed else {
            throw StoreError(
                .conflict,
                "\(connection.place) already has the schema \(schema); name another database, or give --replace to move it aside"
            )
        }
        let hasNodes = try found.value(Bool.self, 0, 1) == true
        if hasNodes {
            var flight = Flight()
            flight.add(Statement("SELECT string_agg(name, ', ') FROM node WHERE \(NodeLease.isThere)"))
            if let names = try connection.run(flight, within: .seconds(60))[0].value(String.self, 0, 0) {
                throw StoreError(
                    .inUse,
                    "\(connection.place) is in use by \(names); stop it first (a node that was killed is gone after 10 s)"
                )
            }
        }
        return hasNodes
    }

    /// Makes room for the schema; a node that is started meanwhile waits until all is there.
    private func settingAside(as aside: String, hasNodes: Bool) -> String {
        let keepingOut = """
            SET LOCAL lock_timeout = '10s';
            LOCK TABLE \(schema).node IN ACCESS EXCLUSIVE MODE;
            DO $$ BEGIN
                IF EXISTS (SELECT 1 FROM \(schema).node WHERE \(NodeLease.isThere)) THEN
                    RAISE EXCEPTION 'a node was started meanwhile; stop it first';
                END IF;
            END $$;

            """
        return (hasNodes ? keepingOut : "") + "ALTER SCHEMA \(schema) RENAME TO \(aside);\n"
    }

    /// Makes what was loaded a copy, wherever it came from, and notes since when it is one.
    private func settling(_ path: String, at now: UTCInstant) -> String {
        let name = URL(fileURLWithPath: path).lastPathComponent.replacing("'", with: "''")
        return """
            INSERT INTO \(schema).identity (name, value) VALUES
            ('home', 'of the backup \(name)'), ('restoredAt', '\(now.millisecondsSinceEpoch)')
            ON CONFLICT (name) DO UPDATE SET value = excluded.value;
            -- Those that had the original open when it was backed up.
            DELETE FROM \(schema).node;

            """
    }
}

extension StoreError {
    /// Rethrows errors of the server and of libpq as ``StoreError``.
    fileprivate static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as PostgresError { throw StoreError(error) }
    }
}
