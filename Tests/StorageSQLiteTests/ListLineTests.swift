import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// Lists wait for none that takes longer than they do, and for the others neither in any number nor for any time.
@Suite(.timeLimit(.minutes(10))) struct ListLineTests {
    /// How many lists that take long wait at most.
    private static let maxWaiting = 16

    /// Runs a test while two lists are held inside the store, as many as are read at a time, and others wait for them.
    ///
    /// - Parameters:
    ///   - waiting: How many wait.
    ///   - body: Gets the lists in the order in which they came.
    /// - Throws: What `body` throws.
    private func withHeldLists(
        waiting: Int = 0, _ body: (SQLiteStore, HeldLists, [Task<Int, any Error>]) async throws -> Void
    ) async throws {
        let (folder, lists) = (try TemporaryFolder(), HeldLists())
        let store = try SQLiteStore(path: folder.path("store.sqlite"), queries: lists.watch())
        try await HeldLists.fill(store)
        var tasks: [Task<Int, any Error>] = []
        for number in 1...2 + waiting {
            tasks.append(Task { try await lists.hold(in: store) })
            await lists.until(reading: min(number, 2), waiting: max(number - 2, 0))
        }
        try await body(store, lists, tasks)
        lists.letGo()
        for task in tasks { _ = await task.result }
        try store.close()
    }

    @Test func `what an index serves does not wait for lists that take long`() async throws {
        try await withHeldLists(waiting: 5) { store, lists, tasks async throws in
            var open = TaskQuery(limit: 3)
            (open.statuses, open.sort) = ([.needsAction, .inProcess], [.init(.due)])
            var tagged = open
            tagged.tag = "work"
            for query in [TaskQuery(limit: 3), open, tagged] {
                #expect(try await store.readList { try $0.tasks(matching: query).items.count } == 3)
            }
            #expect(try await store.readList { try $0.count(of: TaskQuery()).count } == 2 * HeldLists.count)
            let groups = try await store.readList { [open] in try $0.groups(of: open, by: .priority, in: .utc).groups }
            #expect(groups.map(\.count.count) == [2 * HeldLists.count])
            lists.letGo()
            for task in tasks { #expect(try await task.value == HeldLists.count) }
        }
    }

    @Test func `what no index serves and takes a moment does not wait for lists that take long`() async throws {
        try await withHeldLists(waiting: 5) { store, _, _ async throws in
            #expect(try await store.readList { try $0.tasks(matching: HeldLists.query).items.count } == HeldLists.count)
        }
    }

    @Test func `of lists that take long only so many wait, and the next is refused`() async throws {
        try await withHeldLists(waiting: Self.maxWaiting) { store, lists, tasks async throws in
            let error = await #expect(throws: StoreError.self) { _ = try await lists.hold(in: store) }
            #expect(error?.code == .crowded)
            #expect(error?.isRetryable == true)
            #expect(lists.refused == 1)
            lists.letGo()
            for task in tasks { #expect(try await task.value == HeldLists.count) }
            await lists.until(reading: 0, waiting: 0)
            #expect(try await lists.hold(in: store) == HeldLists.count)
            #expect(lists.refused == 1)
        }
    }

    @Test func `a list that has waited for too long is refused, and the one behind it is read`() async throws {
        try await withHeldLists(waiting: 1) { store, lists, tasks async throws in
            lists.advance(by: .seconds(3))
            let later = Task { try await lists.hold(in: store) }
            await lists.until(waiting: 2)
            lists.advance(by: .seconds(2))
            lists.letGo()
            var codes: [StoreError.Code?] = []
            for task in tasks {
                let error = await #expect(throws: StoreError.self) { _ = try await task.value }
                codes.append(error?.code)
            }
            #expect(codes == [.tooSlow, .tooSlow, .crowded])
            #expect(try await later.value == HeldLists.count)
            #expect(lists.refused == 1)
        }
    }

    @Test func `who is cancelled gives up the place in the line at once`() async throws {
        try await withHeldLists(waiting: Self.maxWaiting) { store, lists, tasks async throws in
            tasks[2].cancel()
            await #expect(throws: CancellationError.self) { _ = try await tasks[2].value }
            await lists.until(waiting: Self.maxWaiting - 1)
            let next = Task { try await lists.hold(in: store) }
            await lists.until(waiting: Self.maxWaiting)
            lists.letGo()
            #expect(try await next.value == HeldLists.count)
            #expect(lists.refused == 0)
        }
    }

    @Test func `a list whose reader is cancelled is broken off, and others are read on its connection`() async throws {
        try await withHeldLists(waiting: 1) { store, lists, tasks async throws in
            for task in tasks.prefix(2) { task.cancel() }
            lists.letGo()
            for task in tasks.prefix(2) {
                await #expect(throws: CancellationError.self) { _ = try await task.value }
            }
            #expect(try await tasks[2].value == HeldLists.count)
        }
    }

    @Test func `who is cancelled before asking still gets what an index serves`() async throws {
        try await withHeldLists(waiting: 1) { store, lists, _ async throws in
            let served = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                let served = try? await store.readList { try $0.tasks(matching: TaskQuery(limit: 3)).items.count }
                await #expect(throws: CancellationError.self) { _ = try await lists.hold(in: store) }
                return served
            }.value
            #expect(served == 3)
            await lists.until(waiting: 1)
        }
    }
}
