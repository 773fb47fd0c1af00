import Basics
import Foundation
import Storage
import TestSupport

@testable import StoragePostgres

/// Schemas of one database that tests have stores in, one test at a time each: emptying one takes a tenth of what making
/// one takes.
enum FreshStores {
    private static let database = Result { try PostgresServer.shared.get().makeDatabase() }
    private static let unused = Locked<[String]>([])
    /// How many tests have a store at a time, however many run: each has some sessions, of which a server has so many.
    private static let room = Room(16)
    /// Whether this test has a store already: where each had one and waited for one more, all would wait for ever.
    @TaskLocal private static var isInUse = false

    /// Calls a closure with a fresh, empty store, which is closed behind it.
    ///
    /// - Parameters:
    ///   - isNew: Whether nobody may have had it before, since the server knows how large its tables were then.
    ///   - body: The closure.
    /// - Throws: What `body` throws.
    static func withStore(isNew: Bool = false, _ body: (PostgresStore) async throws -> Void) async throws {
        try await withConfiguration(isNew: isNew) { configuration in
            let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
            do { try await body(store) } catch {
                await store.close()
                throw error
            }
            await store.close()
        }
    }

    /// Calls a closure with where an empty store is, or is to be made, which nobody else has open.
    static func withConfiguration<Value>(
        isNew: Bool = false, _ body: (PostgresStore.Configuration) async throws -> Value
    ) async throws -> Value {
        guard !isInUse else { fatalError("a test has one store on a server at a time") }
        let conninfo = try PostgresServer.shared.get().conninfo(try database.get())
        var configuration = PostgresStore.Configuration(conninfo: conninfo, node: "test")
        (configuration.readerCount, configuration.listReaderCount) = (1, 1)
        await room.enter()
        configuration.schema =
            (isNew ? nil : unused.withLock { $0.popLast() })
            ?? "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        do {
            // One in which a test has failed stays as it is.
            let value = try await $isInUse.withValue(true) { try await body(configuration) }
            try await empty(configuration)
            unused.withLock { $0.append(configuration.schema) }
            await room.leave()
            return value
        } catch {
            await room.leave()
            throw error
        }
    }

    /// Makes a schema what it was when it was made.
    private static func empty(_ configuration: PostgresStore.Configuration) async throws {
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .keeper, node: "test", schema: configuration.schema)
        let session = PostgresSession(settings, clock: ContinuousTime())
        try await session.open()
        try await session.run { connection in try connection.runScript(script(emptying: configuration.schema)) }
        await session.close()
    }

    /// The schema by its name, not the current one: where the test has made none, that is the server's own.
    private static func script(emptying schema: String) -> String {
        """
        BEGIN;
        SET LOCAL session_replication_role = replica;
        DO $$
        DECLARE
            name text;
            is_used boolean;
        BEGIN
            FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '\(schema)' AND tablename <> 'migration'
            LOOP
                EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', name) INTO is_used;
                IF is_used THEN
                    EXECUTE format('DELETE FROM %I', name);
                END IF;
            END LOOP;
            FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = '\(schema)'
            LOOP
                PERFORM setval(name::regclass, 1, false);
            END LOOP;
        END $$;
        \(Migrations.firstRows)
        COMMIT;
        """
    }
}

/// Room for some at a time; who comes later waits for one that leaves.
private actor Room {
    private var count: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        self.count = count
    }

    func enter() async {
        guard count == 0 else { return count -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { count += 1 } else { waiting.removeFirst().resume() }
    }
}
