import Basics
import Dispatch
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// How commits wait for those that the commit before has answered, by a clock on which the disk takes some time.
@Suite(.timeLimit(.minutes(5))) struct CommitGatheringTests {
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
        GroupCommitter.Job(name: "test", goesFirst: goesFirst) { db, _ in
            whileRunning()
            try db.execute(sql: "INSERT INTO t VALUES (1)")
            return []
        } finish: { _ in
            finish()
        }
    }

    @Test func `on a slow disk clients share each sync instead of taking turns`() async throws {
        let waits = Locked(0)
        let committer = committer(sync: .milliseconds(5)) { signal, longest in
            #expect(longest == .microseconds(2_500))
            let isLast = waits.withLock { count in
                count += 1
                return count == 10
            }
            // The client that was first has made all its changes then, and does not come back.
            return isLast ? false : signal.wait(timeout: .now() + .seconds(60)) == .success
        }
        let (answers, answered) = AsyncStream.makeStream(of: Int.self)
        // The first commit is begun before the second client comes.
        let (begins, begun) = AsyncStream.makeStream(of: Void.self)
        let secondWaits = DispatchSemaphore(value: 0)
        committer.submit(
            Self.job {
                begun.yield()
                secondWaits.wait()
            } finish: {
                answered.yield(0)
            })
        for await _ in begins.prefix(1) {}
        committer.submit(Self.job { answered.yield(1) })
        secondWaits.signal()
        var made = [1, 1]
        for await client in answers.prefix(20) where made[client] < 10 {
            made[client] += 1
            committer.submit(Self.job { answered.yield(client) })
        }
        #expect(sizes.withLock { $0 } == [1] + Array(repeating: 2, count: 9) + [1])
    }

    @Test func `what goes first ends the wait`() async throws {
        let (first, urgent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let committer = committer(sync: .seconds(20)) { signal, _ in
            first.signal()
            urgent.wait()
            return signal.wait(timeout: .now() + .seconds(60)) == .success
        }
        let (finishes, finished) = AsyncStream.makeStream(of: String.self)
        committer.submit(Self.job { finished.yield("other") })
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                first.wait()
                committer.submit(Self.job(goesFirst: true) { finished.yield("urgent") })
                urgent.signal()
                continuation.resume()
            }
        }
        #expect(await finishes.prefix(2).reduce(into: []) { $0.append($1) } == ["other", "urgent"])
        #expect(sizes.withLock { $0 } == [1, 1])
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

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ db: Database) {
        let sync = sync.withLock { $0 }
        time.withLock { $0 += sync }
    }
    func databaseDidRollback(_ db: Database) {}
}
