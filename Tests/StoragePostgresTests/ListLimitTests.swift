import Basics
import Filters
import Storage
import StoreFixtures
import Testing

@testable import StoragePostgres

/// Lists that take longer than they may, on a real server.
@Suite(.timeLimit(.minutes(2)))
struct ListLimitTests {
    /// A store whose lists may take 300 ms, and whom it told of those that took long, were refused or wait.
    private final class Watched: Sendable {
        let reported = Locked<[TaskQueryPlan]>([])
        let refused = Locked(0)
        let waiting = Locked(0)

        func watch() -> QueryWatch {
            let clock = ContinuousTime()
            let start = clock.now
            return QueryWatch(
                uptime: { start.duration(to: clock.now) }, limit: .milliseconds(300), threshold: .milliseconds(50),
                waiting: { change in self.waiting.withLock { $0 += change } },
                refused: { self.refused.withLock { $0 += 1 } }
            ) { plan, _ in self.reported.withLock { $0.append(plan) } }
        }
    }

    private func withStore(_ body: (PostgresStore, Watched) async throws -> Void) async throws {
        try await FreshStores.withConfiguration { configuration in
            let watched = Watched()
            let store = try await PostgresStore.open(
                configuration, clock: ContinuousTime(), queries: watched.watch())
            try await body(store, watched)
            await store.close()
        }
    }

    /// Has the server sleep.
    private static func sleep(_ seconds: Double) -> @Sendable (any StoreReader) throws -> Int {
        { reader in
            try (reader as? PostgresTransaction)?.run("SELECT pg_sleep(?)", [seconds])
            return 1
        }
    }

    @Test
    func `a list that takes too long is broken off once, and the next one is read`() async throws {
        try await withStore { store, _ in
            let begin = ContinuousTime().now
            do {
                _ = try await store.readList(Self.sleep(30))
                Issue.record("it was not broken off")
            } catch let error as StoreError { #expect(error.code == .tooSlow) }
            #expect(begin.duration(to: ContinuousTime().now) < .seconds(20))
            let count = try await store.readList { try $0.count(of: TaskQuery()) }
            #expect(count == TaskCount(0))
        }
    }

    @Test
    func `a list that waits for a table that somebody has locked may be tried again`() async throws {
        try await withStore { store, _ in
            try await store.writer.run { try $0.runScript("BEGIN; LOCK TABLE task;") }
            do {
                _ = try await store.readList { try $0.count(of: TaskQuery()) }
                Issue.record("it did not wait")
            } catch let error as StoreError { #expect(error.code == .unavailable, "\(error)") }
            try await store.writer.run { try $0.runScript("ROLLBACK;") }
            #expect(try await store.readList { try $0.count(of: TaskQuery()) } == TaskCount(0))
        }
    }

    @Test
    func `a list that takes long is told of with its plan`() async throws {
        try await withStore { store, watched in
            let query = TaskQuery(limit: 3)
            _ = try await store.write { transaction in
                for number in 0..<3 { try transaction.save(.fixture(number)) }
            }
            _ = try await store.readList { reader in
                try reader.eachTask(matching: query) { _ in
                    (reader as? PostgresTransaction)?.sleep(.milliseconds(60))
                    return true
                }
            }
            #expect(watched.reported.withLock { $0.count } == 1)
        }
    }

    @Test
    func `of lists that wait not more than have room are kept, and who is cancelled waits no more`() async throws {
        try await withStore { store, watched in
            await withTaskGroup(of: StoreError.Code?.self) { group in
                for _ in 0..<80 {
                    group.addTask {
                        do {
                            _ = try await store.readList(Self.sleep(0.02))
                            return nil
                        } catch { return (error as? StoreError)?.code }
                    }
                }
                var refused = 0
                for await code in group where code == .crowded { refused += 1 }
                #expect(refused == watched.refused.withLock { $0 } && refused > 0 && refused < 20)
            }
            #expect(watched.waiting.withLock { $0 } == 0)
            let holder = Task { try? await store.readList(Self.sleep(0.25)) }
            let waiter = Task { try await store.readList(Self.sleep(0)) }
            while watched.waiting.withLock({ $0 }) == 0 { await Task.yield() }
            holder.cancel()
            waiter.cancel()
            let results = (await holder.value, await waiter.result)
            // What is being read is read to its end, whichever of the two it is.
            #expect(results.0 != nil || (try? results.1.get()) != nil)
            #expect(watched.waiting.withLock { $0 } == 0)
        }
    }
}

extension PostgresTransaction {
    /// Keeps its thread for some time.
    fileprivate func sleep(_ duration: Swift.Duration) {
        _ = try? value(
            Double.self, "SELECT 1::double precision FROM pg_sleep(?)", [Double(duration.components.attoseconds) / 1e18]
        )
    }
}
