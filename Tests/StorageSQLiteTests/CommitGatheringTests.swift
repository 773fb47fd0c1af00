import Basics
import Dispatch
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// How commits wait for those that the commit before has answered, by a clock on which the disk takes some time.
@Suite(.timeLimit(.minutes(1))) struct CommitGatheringTests {
    private let folder: TemporaryFolder
    private let pool: DatabasePool
    private let disk: SlowDisk
    private let sizes = Locked([Int]())

    init() throws {
        folder = try TemporaryFolder()
        pool = try DatabasePool(path: folder.path("gather.sqlite"))
        try pool.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        disk = SlowDisk()
        pool.add(transactionObserver: disk, extent: .databaseLifetime)
    }

    private func committer(
        sync: Swift.Duration, wait: @escaping @Sendable (DispatchSemaphore, Swift.Duration) -> Bool
    ) -> GroupCommitter {
        disk.sync.withLock { $0 = sync }
        let watch = WriterWatch(
            uptime: { [disk] in disk.time.withLock { $0 } }, wait: wait, held: { _, _ in },
            committed: { [sizes] size in sizes.withLock { $0.append(size) } })
        return GroupCommitter(pool: pool, changes: StoreChangeFeed(), watch: watch)
    }

    private static func job(
        goesFirst: Bool = false, whileRunning: @escaping @Sendable () -> Void = {},
        finish: @escaping @Sendable () -> Void
    ) -> GroupCommitter.Job {
        GroupCommitter.Job(name: "test", goesFirst: goesFirst) { db, _, _ in
            whileRunning()
            try db.execute(sql: "INSERT INTO t VALUES (1)")
            return []
        } finish: { _ in
            finish()
        }
    }

    @Test func `on a slow disk clients share each sync instead of taking turns`() async throws {
        let committer = committer(sync: .milliseconds(5)) { signal, longest in
            #expect(longest == .microseconds(2_500))
            return signal.wait(timeout: .now() + .seconds(60)) == .success
        }
        let (answers, answered) = AsyncStream.makeStream(of: Int.self)
        // The second client comes while the change of the first is synced.
        disk.onCommit.withLock { $0 = { committer.submit(Self.job { answered.yield(1) }) } }
        committer.submit(Self.job { answered.yield(0) })
        var left = [9, 8]
        for await client in answers.prefix(19) where left[client] > 0 {
            left[client] -= 1
            committer.submit(Self.job { answered.yield(client) })
        }
        #expect(sizes.withLock { $0 } == [1] + Array(repeating: 2, count: 9))
    }

    @Test func `who does not come back is waited for half as long as the disk took`() async throws {
        let waits = Locked([Swift.Duration]())
        let committer = committer(sync: .milliseconds(8)) { _, longest in
            waits.withLock { $0.append(longest) }
            return false
        }
        let (finishes, finished) = AsyncStream.makeStream(of: Void.self)
        try await submitTogether([false, false], to: committer) { finished.yield() }
        for await _ in finishes.prefix(2) {}
        committer.submit(Self.job { finished.yield() })
        for await _ in finishes.prefix(1) {}
        #expect(sizes.withLock { $0 } == [2, 1])
        #expect(waits.withLock { $0 } == [.milliseconds(4)])
    }

    @Test func `what goes first ends the wait, and begins the next commit`() async throws {
        let (waits, urgent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let committer = committer(sync: .seconds(20)) { signal, _ in
            waits.signal()
            urgent.wait()
            return signal.wait(timeout: .now() + .seconds(60)) == .success
        }
        let (finishes, finished) = AsyncStream.makeStream(of: String.self)
        try await submitTogether([false, false], to: committer) { finished.yield("first") }
        for await _ in finishes.prefix(2) {}
        committer.submit(Self.job { finished.yield("second") })
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                waits.wait()
                committer.submit(Self.job(goesFirst: true) { finished.yield("urgent") })
                urgent.signal()
                continuation.resume()
            }
        }
        #expect(await finishes.prefix(2).reduce(into: []) { $0.append($1) } == ["second", "urgent"])
        #expect(sizes.withLock { $0 } == [2, 1, 1])
    }

    @Test func `what comes while a commit's closures run is taken in, but for what goes first and what comes with it`()
        async throws
    {
        let committer = committer(sync: .zero) { _, _ in false }
        let (finishes, finished) = AsyncStream.makeStream(of: Void.self)
        try await submitTogether([false, false, false], to: committer) { finished.yield() }
        try await submitTogether([false, true, false], to: committer) { finished.yield() }
        try await submitTogether([true, false, false], to: committer) { finished.yield() }
        for await _ in finishes.prefix(9) {}
        #expect(sizes.withLock { $0 } == [3, 1, 2, 1, 2])
    }

    /// Submits the first body, and the others while that one runs.
    private func submitTogether(
        _ goFirst: [Bool], to committer: GroupCommitter, finish: @escaping @Sendable () -> Void
    ) async throws {
        let othersWait = DispatchSemaphore(value: 0)
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        committer.submit(
            Self.job(goesFirst: goFirst[0]) {
                begun.yield()
                othersWait.wait()
            } finish: {
                finish()
                ended.yield()
            })
        for await _ in begins.prefix(1) {}
        for goesFirst in goFirst.dropFirst() {
            committer.submit(
                Self.job(goesFirst: goesFirst) {
                    finish()
                    ended.yield()
                })
        }
        othersWait.signal()
        for await _ in ends.prefix(goFirst.count) {}
    }

    @Test func `a fast disk makes nobody wait`() async throws {
        let committer = committer(sync: .microseconds(999)) { _, _ in
            Issue.record("it waited")
            return false
        }
        let (finishes, finished) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<10 { committer.submit(Self.job { finished.yield() }) }
        for await _ in finishes.prefix(10) {}
        #expect(sizes.withLock { $0.reduce(0, +) } == 10)
    }
}

/// Lets each commit take some time on a clock of its own.
private final class SlowDisk: TransactionObserver, Sendable {
    let time = Locked(Swift.Duration.zero)
    let sync = Locked(Swift.Duration.zero)
    /// What happens once, during the next sync.
    let onCommit = Locked<(@Sendable () -> Void)?>(nil)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {
        let sync = sync.withLock { $0 }
        time.withLock { $0 += sync }
        let action = onCommit.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
    func databaseDidRollback(_ db: Database) {}
}
