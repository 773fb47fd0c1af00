import Basics
import Dispatch
import GRDB
import Storage
import StoreConformance
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct ObservationTests {
    /// Has those who read wait until it is opened.
    private final class Gate: Sendable {
        let arrivals = AsyncStream.makeStream(of: Void.self)
        private let opening = DispatchSemaphore(value: 0)
        private let isShut = Locked(false)

        func shut() { isShut.withLock { $0 = true } }

        func pass() {
            guard isShut.withLock({ $0 }) else { return }
            arrivals.continuation.yield()
            opening.wait()
            opening.signal()
        }

        func open() {
            isShut.withLock { $0 = false }
            opening.signal()
        }

        func waitForArrivals(_ count: Int) async {
            var iterator = arrivals.stream.makeAsyncIterator()
            for _ in 0..<count { await iterator.next() }
        }
    }

    @Test func `commits and other reads wait for no observer, and a thousand read once for a hundred commits`()
        async throws
    {
        let (temporary, gate, reads) = (try TemporaryStore(), Gate(), Locked(0))
        let store = temporary.store
        let observation = store.observe(.tasks) { reader in
            reads.withLock { $0 += 1 }
            let count = try reader.tasks(matching: TaskQuery(limit: 1_000)).items.count
            gate.pass()
            return count
        }
        try await withThrowingTaskGroup { group in
            let (seen, ready) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<1_000 {
                group.addTask {
                    for try await count in observation {
                        if count == 0 { ready.yield() }
                        if count == 100 { return }
                    }
                }
            }
            for await _ in seen.prefix(1_000) {}
            #expect(reads.withLock { $0 } == 1_000)
            gate.shut()
            try await store.write { try $0.save(.fixture(1)) }
            await gate.waitForArrivals(2)
            for number in 2...100 { try await store.write { try $0.save(.fixture(number)) } }
            #expect(try await store.read { try $0.tasks(matching: TaskQuery(limit: 1_000)).items.count } == 100)
            #expect(reads.withLock { $0 } == 1_002)
            gate.open()
            try await group.waitForAll()
        }
        // The two that were reading read once more.
        #expect(reads.withLock { $0 } == 2_002)
        #expect(store.changes.hasNoObservers)
    }

    private enum Moment: CaseIterable { case waiting, reading, queued, busy }

    @Test(arguments: Moment.allCases) private func `cancelling ends it, whatever it does, and leaves nothing`(
        moment: Moment
    ) async throws {
        let (temporary, gate) = (try TemporaryStore(), Gate())
        let store = temporary.store
        let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
        let count = moment == .queued ? 5 : 1
        let observation = store.observe { reader in
            gate.pass()
            return try reader.lastEventSequence()
        }
        let observers = (0..<count).map { _ in
            Task {
                var elements = 0
                for try await _ in observation {
                    elements += 1
                    hasBegun.yield()
                    if moment == .busy { await WakeSignal().wait() }
                }
                return elements
            }
        }
        for await _ in begun.prefix(count) {}
        if moment == .reading || moment == .queued {
            gate.shut()
            _ = try await store.write { try $0.append([.fixture(1)]) }
            await gate.waitForArrivals(moment == .queued ? 2 : 1)
        }
        for observer in observers { observer.cancel() }
        gate.open()
        for observer in observers { #expect(try await observer.value == 1) }
        #expect(store.changes.hasNoObservers)
    }

    @Test func `whoever breaks off leaves nothing either`() async throws {
        let temporary = try TemporaryStore()
        let store = temporary.store
        for try await tasks in store.changes(of: TaskQuery()) {
            #expect(tasks.isEmpty && !store.changes.hasNoObservers)
            break
        }
        #expect(store.changes.hasNoObservers)
    }

    @Test func `an error of the store is thrown, and those after it observe anew`() async throws {
        let temporary = try TemporaryStore()
        let isBroken = Locked(false)
        let observation = temporary.store.observe { reader in
            if isBroken.withLock({ $0 }) { throw StoreError(.unavailable, "the disk is gone") }
            return try reader.lastEventSequence()
        }
        var iterator = observation.makeAsyncIterator()
        #expect(try await iterator.next() == 0)
        isBroken.withLock { $0 = true }
        _ = try await temporary.store.write { try $0.append([.fixture(1)]) }
        let error = await #expect(throws: StoreError.self) { try await iterator.next() }
        #expect(error?.code == .unavailable)
        #expect(try await iterator.next() == nil)
        isBroken.withLock { $0 = false }
        var again = observation.makeAsyncIterator()
        #expect(try await again.next() == 1)
    }

    /// Holds which tables each commit of a store writes against what the store says that it changed.
    private final class TableWatch: TransactionObserver, Sendable {
        private static let tablesOfTasks: Set = [
            "task", "task_tag", "tag", "reminder", "series", "occurrence", "set_aside",
        ]

        private let (written, untold) = (Locked<Set<String>>([]), Locked<Set<String>>([]))
        private let (committed, tasks, anything) = (Locked<Set<String>>([]), WakeSignal(), WakeSignal())

        init(_ store: SQLiteStore) {
            store.changes.subscribe(tasks, to: .tasks)
            store.changes.subscribe(anything, to: .anything)
            store.pool.add(transactionObserver: self, extent: .observerLifetime)
        }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) { written.withLock { _ = $0.insert(event.tableName) } }
        func databaseDidRollback(_ db: Database) { written.withLock { $0 = [] } }

        /// The commit before this one has been told of by now, and this one has not.
        func databaseDidCommit(_ db: Database) {
            _ = untoldTables
            let tables = written.withLock { tables in
                defer { tables = [] }
                return tables
            }
            committed.withLock { $0 = tables }
        }

        /// The tables of all commits so far that were not told of.
        var untoldTables: Set<String> {
            let tables = committed.withLock { tables in
                defer { tables = [] }
                return tables
            }
            let (toldTasks, toldAnything) = (tasks.takeSignal(), anything.takeSignal())
            let missing = (toldAnything ? [] : tables).union(toldTasks ? [] : tables.intersection(Self.tablesOfTasks))
            return untold.withLock { untold in
                untold.formUnion(missing)
                return untold
            }
        }
    }

    @Test(arguments: ConformanceSuite.cases)
    func `a store in memory does what every store must, and says of every commit what it wrote`(
        conformance: ConformanceSuite.Case
    ) async throws {
        let store = try SQLiteStore.inMemory()
        let watch = TableWatch(store)
        try await conformance.check(store)
        #expect(watch.untoldTables == [])
    }
}
