import Basics
import Filters
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
    ///   - moment: How long a list may take that does not wait for these.
    ///   - body: Gets the lists in the order in which they came.
    /// - Throws: What `body` throws.
    private func withHeldLists(
        waiting: Int = 0, moment: Swift.Duration = .milliseconds(50),
        _ body: (SQLiteStore, HeldLists, [Task<Int, any Error>]) async throws -> Void
    ) async throws {
        let (folder, lists) = (try TemporaryFolder(), HeldLists())
        let store = try SQLiteStore(path: folder.path("store.sqlite"), queries: lists.watch(moment: moment))
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
        // Nothing else takes so little.
        try await withHeldLists(waiting: 5, moment: .milliseconds(-1)) { store, lists, tasks async throws in
            var open = TaskQuery(limit: 3)
            (open.statuses, open.sort) = ([.needsAction, .inProcess], [.init(.due)])
            var (tagged, important, filed) = (open, open, open)
            (tagged.tag, important.priorities) = ("work", [.low, .high])
            (filed.project, filed.sort) = (.numbered(1), [.init(.title)])
            for (query, count) in [(TaskQuery(limit: 3), 3), (open, 3), (tagged, 3), (important, 0), (filed, 0)] {
                #expect(try await store.readList { try !$0.plan(of: query).isSorted })
                #expect(try await store.readList { try $0.tasks(matching: query).items.count } == count)
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

    /// A store with lists that each take as long as they are told to, by how often each is begun.
    private func withTimedLists(
        _ body: (_ runs: @escaping (_ value: String, _ duration: Swift.Duration) async throws -> Int, HeldLists)
            async throws -> Void
    ) async throws {
        let (folder, lists) = (try TemporaryFolder(), HeldLists())
        let store = try SQLiteStore(
            path: folder.path("store.sqlite"), queries: lists.watch(memory: .seconds(10)))
        try await HeldLists.fill(store)
        try await body(
            { value, duration in
                let runs = Locked(0)
                var query = TaskQuery(limit: HeldLists.count)
                query.filter = .not(.test(.tag([value])))
                return try await store.readList { [query] reader in
                    runs.withLock { $0 += 1 }
                    var count = 0
                    _ = try reader.eachTask(matching: query) { _ in
                        count += 1
                        if count == 1 { lists.advance(by: duration) }
                        return true
                    }
                    return runs.withLock { $0 }
                }
            }, lists)
        try store.close()
    }

    @Test func `a list that took long goes at once to where such are read, and later is tried again`() async throws {
        try await withTimedLists { runs, lists async throws in
            // Each is begun once more than it comes to, to be looked at.
            // The first time the machine may have been busy.
            for _ in 1...2 { #expect(try await runs("a", .milliseconds(60)) == 3) }
            for _ in 1...3 { #expect(try await runs("a", .milliseconds(60)) == 2) }
            // However often it did, it says nothing of others.
            #expect(try await runs("b", .milliseconds(60)) == 3)
            lists.advance(by: .seconds(11))
            for _ in 1...2 { #expect(try await runs("a", .milliseconds(60)) == 3) }
            // Where it takes no more than a moment, it is no longer known as one that does.
            #expect(try await runs("a", .milliseconds(1)) == 2)
            #expect(try await runs("a", .milliseconds(60)) == 3)
        }
    }

    @Test func `lists that differ by values are known together, and one in a while is tried`() async throws {
        try await withTimedLists { runs, lists async throws in
            for value in ["a", "b", "c"] { #expect(try await runs(value, .milliseconds(60)) == 3) }
            for value in ["d", "e", "f"] { #expect(try await runs(value, .milliseconds(60)) == 2) }
            lists.advance(by: .seconds(1))
            #expect(try await runs("g", .milliseconds(60)) == 3)
            #expect(try await runs("h", .milliseconds(60)) == 2)
            lists.advance(by: .seconds(1))
            // In two runs, too, but in the second of these it is at its end, with nobody's wait.
            #expect(try await runs("i", .milliseconds(1)) == 2)
            #expect(try await runs("j", .milliseconds(60)) == 3)
            // Those that themselves took long twice are known all the same.
            #expect(try await runs("d", .milliseconds(60)) == 3)
            #expect(try await runs("d", .milliseconds(60)) == 2)
        }
    }
}
