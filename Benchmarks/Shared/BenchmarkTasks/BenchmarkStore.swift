package import Basics
package import Storage
import StorageSQLite

#if POSTGRES
    import StoragePostgres
#endif

/// A store that a benchmark opens, wherever it is kept: asked of this, a measurement is the same for all of them.
package protocol BenchmarkStore: Store {
    /// Does what only one node may do, beside what runs for as long as the store is open; returns when that is done.
    func lead<Value: Sendable>(_ work: @escaping @Sendable (any Store) async throws -> Value) async throws -> Value
    /// Closes it.
    func end() async throws
}

/// Opens the file of a path, or the database of a `postgresql://` URI where the program is built for these.
///
/// - Parameters:
///   - place: The path or the URI.
///   - clock: Goes by the clock of the database, where there is one; nil where nothing asks for the time.
///   - watch: Is told how long the writer is held; nil for nobody.
/// - Returns: The store.
/// - Throws: ``StoreError``.
package func openStore(
    _ place: String, clock: CorrectedClock? = nil, watch: WriterWatch? = nil
) async throws -> any BenchmarkStore {
    guard place.hasPrefix("postgresql://") else { return try SQLiteStore(path: place, watch: watch) }
    #if POSTGRES
        let configuration = PostgresStore.Configuration(conninfo: place, node: "bench")
        return try await PostgresStore.open(configuration, clock: ContinuousTime(), serverClock: clock, watch: watch)
    #else
        throw StoreError(.notAStore, "a store on PostgreSQL needs a build with TASKD_POSTGRES=1")
    #endif
}

extension SQLiteStore: BenchmarkStore {
    package func lead<Value: Sendable>(
        _ work: @escaping @Sendable (any Store) async throws -> Value
    ) async throws -> Value {
        try await work(self)
    }

    package func end() async throws { try close() }
}

#if POSTGRES
    extension PostgresStore: BenchmarkStore {
        package func lead<Value: Sendable>(
            _ work: @escaping @Sendable (any Store) async throws -> Value
        ) async throws -> Value {
            let (results, input) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
            return try await withThrowingTaskGroup { group in
                group.addTask { await self.run() }
                group.addTask {
                    await self.lead(
                        { store in
                            do { input.yield(.success(try await work(store))) } catch { input.yield(.failure(error)) }
                        }, whileAnotherDoes: {})
                }
                defer { group.cancelAll() }
                for await result in results { return try result.get() }
                throw CancellationError()
            }
        }

        package func end() async throws { await close() }
    }
#endif
