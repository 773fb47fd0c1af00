import Basics
import Foundation
import Storage

@testable import StoragePostgres

extension PostgresStore {
    /// The database that the stores of tests share, each in a schema of its own.
    private static let database = Result { try PostgresServer.shared.get().makeDatabase() }

    /// Calls a closure with a fresh, empty store, which is closed behind it.
    static func withFresh(_ body: (PostgresStore) async throws -> Void) async throws {
        let server = try PostgresServer.shared.get()
        var configuration = Configuration(conninfo: server.conninfo(try database.get()), node: "test")
        configuration.schema = "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        configuration.readerCount = 2
        let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
        do { try await body(store) } catch {
            await store.close()
            throw error
        }
        await store.close()
    }
}
