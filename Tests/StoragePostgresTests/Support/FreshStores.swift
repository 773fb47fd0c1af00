import Basics
import Foundation
import Storage

@testable import StoragePostgres

/// Schemas of one database that tests have stores in, one test at a time each: emptying one takes a tenth of what making
/// one takes.
enum FreshStores {
    private static let database = Result { try PostgresServer.shared.get().makeDatabase() }
    private static let unused = Locked<[String]>([])

    /// Calls a closure with a fresh, empty store, which is closed behind it.
    static func withStore(_ body: (PostgresStore) async throws -> Void) async throws {
        try await withConfiguration { configuration in
            let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
            do { try await body(store) } catch {
                await store.close()
                throw error
            }
            await store.close()
        }
    }

    /// Calls a closure with where an empty store is, or is to be made, which nobody else has open.
    static func withConfiguration(_ body: (PostgresStore.Configuration) async throws -> Void) async throws {
        let conninfo = try PostgresServer.shared.get().conninfo(try database.get())
        var configuration = PostgresStore.Configuration(conninfo: conninfo, node: "test")
        (configuration.readerCount, configuration.listReaderCount) = (1, 1)
        configuration.schema =
            unused.withLock { $0.popLast() } ?? "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        // One in which a test has failed stays as it is.
        try await body(configuration)
        try await empty(configuration)
        unused.withLock { $0.append(configuration.schema) }
    }

    /// Makes a schema what it was when it was made.
    private static func empty(_ configuration: PostgresStore.Configuration) async throws {
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .keeper, node: "test", schema: configuration.schema)
        let session = PostgresSession(settings, clock: ContinuousTime())
        try await session.open()
        try await session.run { connection in try connection.runScript(script) }
        await session.close()
    }

    private static let script = """
        BEGIN;
        SET LOCAL session_replication_role = replica;
        DO $$
        DECLARE
            name text;
            is_used boolean;
        BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migration'
            LOOP
                EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', name) INTO is_used;
                IF is_used THEN
                    EXECUTE format('DELETE FROM %I', name);
                END IF;
            END LOOP;
            FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema()
            LOOP
                PERFORM setval(name::regclass, 1, false);
            END LOOP;
        END $$;
        \(Migrations.firstRows)
        COMMIT;
        """
}
