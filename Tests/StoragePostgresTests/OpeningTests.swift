import Basics
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// How a store is opened, on a real server.
@Suite(.timeLimit(.minutes(2)))
struct OpeningTests {
    private func open(_ configuration: PostgresStore.Configuration) async throws -> PostgresStore {
        try await PostgresStore.open(configuration, clock: ContinuousTime())
    }

    /// Why a store cannot be opened; nil where it can.
    private func refusal(of configuration: PostgresStore.Configuration) async throws -> StoreError? {
        do {
            let store = try await open(configuration)
            await store.close()
            return nil
        } catch let error as StoreError { return error }
    }

    @Test
    func `what was written is there when it is opened again`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let store = try await open(configuration)
            _ = try await store.write { try $0.append([.fixture(1)]) }
            await store.close()
            let again = try await open(configuration)
            #expect(try await again.read { try $0.lastEventSequence() } == 1)
            #expect(again.claimOwner != store.claimOwner)
            await again.close()
        }
    }

    @Test
    func `a store that a newer taskd was at work on is refused, and left as it is`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let store = try await open(configuration)
            _ = try await store.write { transaction in
                let insert = "INSERT INTO migration (name, applied_at) VALUES ('9999-later', 0)"
                _ = try (transaction as? PostgresTransaction)?.run(insert)
            }
            let error = try await refusal(of: configuration)
            #expect(error?.code == .newerVersion && error?.description.contains("9999-later") == true)
            _ = try await store.write { transaction in
                _ = try (transaction as? PostgresTransaction)?.run("DELETE FROM migration WHERE name = '9999-later'")
            }
            await store.close()
        }
    }

    @Test(arguments: ["", "Robert", "a;b", "a b", "\"a\""])
    func `a schema is named by small letters, digits and underscores`(name: String) async throws {
        var configuration = PostgresStore.Configuration(conninfo: "host=/nowhere", node: "test")
        configuration.schema = name
        let error = try await refusal(of: configuration)
        #expect(error?.code == .notAStore)
    }

    @Test
    func `a server that cannot be reached is told of without its password`() async throws {
        let configuration = PostgresStore.Configuration(
            conninfo: "postgresql://u:geheim@127.0.0.1:1/x", node: "test")
        let error = try await refusal(of: configuration)
        #expect(error?.code == .unavailable && error?.description.contains("geheim") == false)
    }
}
