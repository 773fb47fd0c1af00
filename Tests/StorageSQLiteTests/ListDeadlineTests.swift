import Basics
import Filters
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// Lists that take longer than they may are broken off, and nothing else is.
@Suite struct ListDeadlineTests {
    /// A time that goes on by a step each time that somebody looks at it.
    private final class Stopwatch: Sendable {
        private let state = Locked((now: Swift.Duration.zero, step: Swift.Duration.zero))
        let reported = Locked<[(plan: TaskQueryPlan, duration: Swift.Duration)]>([])

        var watch: QueryWatch {
            QueryWatch(uptime: { self.next() }) { plan, duration in
                self.reported.withLock { $0.append((plan, duration)) }
            }
        }

        func run(by step: Swift.Duration) { state.withLock { $0.step = step } }

        private func next() -> Swift.Duration {
            state.withLock { state in
                state.now += state.step
                return state.now
            }
        }
    }

    private static var nowhere: TaskQuery {
        var query = TaskQuery(limit: 9)
        (query.sort, query.filter) = ([.init(.due)], .test(.location(["nowhere"])))
        return query
    }

    private func withStore(_ body: (SQLiteStore, Stopwatch) async throws -> Void) async throws {
        let (folder, stopwatch) = (try TemporaryFolder(), Stopwatch())
        let store = try SQLiteStore(path: folder.path("store.sqlite"), queries: stopwatch.watch)
        try await store.write { transaction in
            for number in 1...2_000 {
                try transaction.save(.fixture(number) { $0.location = TaskLocation(placeName: "Post \(number)") })
            }
        }
        try await body(store, stopwatch)
        try store.close()
    }

    @Test func `a list that takes too long is broken off, and others go on`() async throws {
        try await withStore { store, stopwatch async throws in
            stopwatch.run(by: .milliseconds(1_100))
            let error = await #expect(throws: StoreError.self) {
                _ = try await store.readList { try $0.tasks(matching: Self.nowhere).items }
            }
            #expect(error?.code == .tooSlow)
            #expect(stopwatch.reported.withLock { $0.map(\.plan.access) } == [.walk])
            stopwatch.run(by: .zero)
            // On the same connection, where nothing is left of it.
            #expect(try await store.readList { try $0.tasks(matching: Self.nowhere).items } == [])
            #expect(try await store.read { try $0.tasks(matching: TaskQuery(limit: 5)).items.count } == 5)
        }
    }

    @Test func `what shares a snapshot with a list that is broken off sees the same snapshot`() async throws {
        try await withStore { store, stopwatch async throws in
            stopwatch.run(by: .milliseconds(1_100))
            let seen = try await store.readList { reader in
                let before = try reader.lastEventSequence()
                #expect(throws: StoreError.self) { try reader.tasks(matching: Self.nowhere) }
                return try [before, reader.lastEventSequence()]
            }
            #expect(seen[0] == seen[1])
            // A change is no list, however long it takes.
            #expect(try await store.write { try $0.tasks(matching: Self.nowhere).items } == [])
        }
    }

    @Test func `what is interrupted while a task is read is not taken for a damaged task`() async throws {
        try await withStore { store, stopwatch async throws in
            stopwatch.run(by: .milliseconds(1_100))
            var query = TaskQuery(limit: 1_000)
            query.filter = .not(.test(.tag(["home"])))
            let error = await #expect(throws: StoreError.self) {
                _ = try await store.readList { [query] in try $0.tasks(matching: query).items }
            }
            #expect(error?.code == .tooSlow)
        }
    }

    @Test func `what an index serves as a whole is not broken off, however slow the machine`() async throws {
        try await withStore { store, stopwatch async throws in
            stopwatch.run(by: .milliseconds(1_100))
            var open = TaskQuery(limit: 1_000)
            (open.statuses, open.sort) = ([.needsAction, .inProcess], [.init(.updatedAt, isDescending: true)])
            for query in [TaskQuery(limit: 1_000), open] {
                let count = try await store.readList { try $0.tasks(matching: query).items.count }
                #expect(count == 1_000)
            }
        }
    }

    @Test func `a list that takes long is told of with how it is served, and a short one is not`() async throws {
        try await withStore { store, stopwatch async throws in
            stopwatch.run(by: .milliseconds(10))
            _ = try await store.readList { try $0.tasks(matching: TaskQuery(limit: 1)).items }
            #expect(stopwatch.reported.withLock { $0.isEmpty })
            stopwatch.run(by: .milliseconds(60))
            _ = try await store.readList { try $0.tasks(matching: Self.nowhere).items }
            let reported = try #require(stopwatch.reported.withLock { $0.first })
            #expect(reported.duration > .milliseconds(100))
            #expect(reported.plan.conditions == [.init(.filter(0), isServed: false)])
        }
    }
}
