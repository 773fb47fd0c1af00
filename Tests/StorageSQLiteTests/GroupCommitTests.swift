import Basics
import Dispatch
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct GroupCommitTests {
    private struct Refusal: Error, Equatable {
        var number: Int
    }

    /// A tag that ten tasks have, one of which is refused amid the others.
    private static func tag(of number: Int) -> String { "tag\((number + 4) / 10)" }

    private func write(_ number: Int, to store: SQLiteStore) async throws {
        try await store.write { transaction in
            var task = TaskItem.fixture(number)
            task.tags = [Self.tag(of: number)]
            try transaction.save(task)
            try transaction.append([.fixture(number)])
            if number.isMultiple(of: 10) { throw Refusal(number: number) }
        }
    }

    @Test func `of 200 concurrent writes those that throw leave nothing, and the others all`() async throws {
        let temporary = try TemporaryStore()
        let refused = try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 1...200 {
                group.addTask {
                    do {
                        try await write(number, to: temporary.store)
                        return nil
                    } catch let refusal as Refusal {
                        return refusal.number
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        #expect(refused == Set((1...20).map { $0 * 10 }))
        let kept = (1...200).filter { !$0.isMultiple(of: 10) }
        let tasks = try await temporary.store.read { try $0.tasks(matching: TaskQuery(limit: 1_000)).items }
        #expect(
            tasks.reduce(into: [:]) { $0[$1.id] = $1.tags }
                == kept.reduce(into: [:]) { $0[TaskID.numbered($1)] = [Self.tag(of: $1)] })
        let events = try await temporary.store.read { try $0.events(after: 0, limit: 1_000) }
        #expect(events.map(\.sequence) == Array(1...180))
        #expect(Set(events.map(\.id)) == Set(kept.map { EventDraft.fixture($0).id }))
    }

    @Test func `bodies that wait at the same time share one commit`() async throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(path: folder.path("group.sqlite"))
        try await pool.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        let counter = CommitCounter()
        pool.add(transactionObserver: counter, extent: .databaseLifetime)
        let committer = GroupCommitter(pool: pool, changes: StoreChangeFeed())
        let allWait = DispatchSemaphore(value: 0)
        let (finishes, finished) = AsyncStream.makeStream(of: Bool.self)
        for number in 0..<100 {
            committer.submit(
                GroupCommitter.Job(name: "test") { db, _, _ in
                    if number == 0 { allWait.wait() }
                    try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
                    return []
                } finish: { error in
                    finished.yield(error == nil)
                }
            )
        }
        allWait.signal()
        for await isDone in finishes.prefix(100) { #expect(isDone) }
        // Those that came before the first was run are with it; the rest have waited for it, together.
        #expect((1...2).contains(counter.count.withLock { $0 }))
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 100)
    }

    /// Submits bodies that share a commit, and of which some fail; the first runs until all are there.
    ///
    /// - Returns: Those that failed, how often each ran, and what is kept.
    private func runTogether(
        _ count: Int, failing: Set<Int>, by committer: GroupCommitter, in pool: DatabasePool
    ) async throws -> (failed: Set<Int>, runs: [Int], kept: [Int]) {
        try await pool.write { try $0.execute(sql: "DELETE FROM t") }
        let runs = Locked(Array(repeating: 0, count: count))
        let allWait = DispatchSemaphore(value: 0)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let (finishes, finished) = AsyncStream.makeStream(of: (Int, (any Error)?).self)
        for number in 0..<count {
            committer.submit(
                GroupCommitter.Job(name: "test") { db, _, _ in
                    let isFirstRun = runs.withLock { runs in
                        runs[number] += 1
                        return runs[number] == 1
                    }
                    if number == 0, isFirstRun {
                        begun.yield()
                        allWait.wait()
                    }
                    try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: [number])
                    if failing.contains(number) { throw Refusal(number: number) }
                    return []
                } finish: { error in
                    finished.yield((number, error))
                }
            )
            if number == 0 { for await _ in begins.prefix(1) {} }
        }
        allWait.signal()
        var failed: Set<Int> = []
        for await (number, error) in finishes.prefix(count) {
            guard let error else { continue }
            #expect(error as? Refusal == Refusal(number: number))
            failed.insert(number)
        }
        let kept = try await pool.read { try Int.fetchAll($0, sql: "SELECT x FROM t ORDER BY x") }
        return (failed, runs.withLock { $0 }, kept)
    }

    @Test func `a group runs once, and where one of it fails once more, with the others kept`() async throws {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(path: folder.path("again.sqlite"))
        try await pool.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        let committer = GroupCommitter(pool: pool, changes: StoreChangeFeed())
        // The groups in turn: which of their bodies fail, and how often the first one runs. After a failure another one is
        // expected, and nothing has to run twice.
        let groups: [(failing: Set<Int>, runs: Int)] = [
            ([], 1), ([7], 2), ([2, 9], 1), ([], 1), ([], 1), ([9], 2), (Set(0..<10), 1), ([], 1),
        ]
        for (failing, expected) in groups {
            let (failed, runs, kept) = try await runTogether(10, failing: failing, by: committer, in: pool)
            #expect(failed == failing)
            #expect(runs[0] == expected)
            #expect(kept == (0..<10).filter { !failing.contains($0) })
        }
    }

    /// Submits bodies that each last 15 ms by the watch's clock, while the first of all waits for the rest to be there.
    ///
    /// - Returns: The numbers of the bodies, in the order in which they ran, by commit.
    private func commits(of count: Int, goingFirst: Set<Int>) async throws -> [[Int]] {
        let folder = try TemporaryFolder()
        let pool = try DatabasePool(path: folder.path("turns.sqlite"))
        try await pool.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        let (time, run, commits) = (Locked(Swift.Duration.zero), Locked([Int]()), Locked([[Int]]()))
        let watch = WriterWatch(uptime: { time.withLock { $0 } }, held: { _, _ in }) { _ in
            let together = run.withLock { numbers in
                defer { numbers = [] }
                return numbers
            }
            commits.withLock { $0.append(together) }
        }
        let committer = GroupCommitter(pool: pool, changes: StoreChangeFeed(), watch: watch)
        let allWait = DispatchSemaphore(value: 0)
        let (finishes, finished) = AsyncStream.makeStream(of: Bool.self)
        for number in 0..<count {
            committer.submit(
                GroupCommitter.Job(name: "test", goesFirst: goingFirst.contains(number)) { _, _, _ in
                    if number == 0 { allWait.wait() }
                    run.withLock { $0.append(number) }
                    time.withLock { $0 += .milliseconds(15) }
                    return []
                } finish: { error in
                    finished.yield(error == nil)
                }
            )
        }
        allWait.signal()
        for await isDone in finishes.prefix(count) { #expect(isDone) }
        return commits.withLock { $0 }
    }

    @Test func `a transaction is ended before it lasts for long, and the rest keeps its turn`() async throws {
        let commits = try await commits(of: 30, goingFirst: [])
        #expect(commits.flatMap(\.self) == Array(0..<30))
        #expect(commits.allSatisfy { $0.count <= 2 })
    }

    @Test func `what goes first waits for none of those that came before it`() async throws {
        let commits = try await commits(of: 30, goingFirst: [27, 29])
        let order = commits.flatMap(\.self)
        #expect(Set(order) == Set(0..<30) && order.count == 30)
        // What was begun before they came is ended first.
        let places = try [27, 29].map { try #require(order.firstIndex(of: $0)) }
        #expect(places[0] < places[1] && places[1] <= 3)
        #expect(order.filter { $0 != 27 && $0 != 29 } == (0..<30).filter { $0 != 27 && $0 != 29 })
    }

    @Test func `what goes first keeps nobody out`() async throws {
        let commits = try await commits(of: 30, goingFirst: Set(1..<29))
        #expect(Set(commits.flatMap(\.self)) == Set(0..<30))
        #expect(commits.count <= 3)
    }

    @Test func `a write whose task is cancelled is still whole`() async throws {
        let temporary = try TemporaryStore()
        let writer = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await temporary.store.write { transaction in
                try transaction.save(.fixture(1))
                return try transaction.append([.fixture(1)]).map(\.sequence)
            }
        }
        #expect(try await writer.value == [1])
        #expect(try await temporary.store.read { try $0.task(.numbered(1)) } == .fixture(1))
    }

    @Test func `a full disk is told, leaves nothing half, and is over when there is room`() async throws {
        let temporary = try TemporaryStore()
        try await temporary.store.write { try $0.save(.fixture(1)) }
        try await limitPages(of: temporary.store, toMore: 4)
        let error = await #expect(throws: StoreError.self) {
            try await temporary.store.write { transaction in
                try transaction.save(.fixture(2))
                try transaction.save(.fixture(3) { $0.details = String(repeating: "x ", count: 100_000) })
            }
        }
        #expect(error?.code == .diskFull)
        #expect(error?.description.contains("full") == true)
        try await limitPages(of: temporary.store, toMore: 100_000)
        try await temporary.store.write { try $0.save(.fixture(4)) }
        let tasks = try await temporary.store.read { try $0.tasks(matching: TaskQuery()).items }
        #expect(tasks == [.fixture(1), .fixture(4)])
    }

    private func limitPages(of store: SQLiteStore, toMore pages: Int) async throws {
        try await store.write { transaction in
            let db = try transaction.connection
            let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count + pages)")
        }
    }
}

private final class CommitCounter: TransactionObserver {
    let count = Locked(0)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) { count.withLock { $0 += 1 } }
    func databaseDidRollback(_ db: Database) {}
}
