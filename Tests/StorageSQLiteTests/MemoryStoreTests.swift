import Basics
import Dispatch
import GRDB
import MemoryFiles
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct MemoryStoreTests {
    @Test func `each store in memory is one of its own, empty at first, and gone once it is closed`() async throws {
        let (first, second) = (try SQLiteStore.inMemory(), try SQLiteStore.inMemory())
        try await first.write { try $0.save(.fixture(1)) }
        #expect(try await second.read { try $0.tasks(matching: TaskQuery()).items.isEmpty })
        try first.close()
        #expect(throws: (any Error).self) { try first.pool.read { _ in } }
        #expect(try await second.read { try $0.tasks(matching: TaskQuery()).items.isEmpty })
        try second.close()
    }

    @Test func `readers see their snapshots while a writer writes as much as the log is moved for`() async throws {
        let store = try SQLiteStore.inMemory()
        let (hasBegun, isWritten) = (WakeSignal(), DispatchSemaphore(value: 0))
        try await store.write { try $0.save(.fixture(0)) }
        async let counts = store.read { reader in
            let before = try reader.tasks(matching: TaskQuery()).items.count
            hasBegun.signal()
            isWritten.wait()
            return [before, try reader.tasks(matching: TaskQuery()).items.count]
        }
        await hasBegun.wait()
        let text = String(repeating: "memory ", count: 10_000)
        for number in 1...99 {
            try await store.write { try $0.save(.fixture(number) { $0.details = text }) }
        }
        for _ in 1...10 {
            try await store.write { transaction in
                for number in 1...99 { try transaction.save(.fixture(number) { $0.details = text }) }
            }
        }
        #expect(try await store.read { try $0.tasks(matching: TaskQuery()).items.count } == 100)
        isWritten.signal()
        #expect(try await counts == [1, 1])
        #expect(try store.direct { try FileInspection(db: $0).faults().isEmpty })
        try store.close()
    }

    @Test func `it is nobody's copy, and stays so`() throws {
        let store = try SQLiteStore.inMemory()
        #expect(try store.standing() == .original)
        try store.adopt()
        try store.noteProgress()
        #expect(try store.standing() == .original)
        #expect(store.isInPlace && !store.isWitnessed && store.path == ":memory:")
    }

    @Test func `what fails says that it is about a store in memory`() async throws {
        let store = try SQLiteStore.inMemory()
        try store.direct { try $0.execute(sql: "PRAGMA max_page_count = 1") }
        let text = String(repeating: "memory ", count: 100_000)
        let error = await #expect(throws: StoreError.self) {
            try await store.write { try $0.save(.fixture(1) { $0.details = text }) }
        }
        #expect(error?.code == .diskFull && error?.description.contains(":memory:") == true)
    }
}

@Suite struct MemoryFileTests {
    @Test func `a file is opened by its name only, and can be opened no more once it was let go`() throws {
        let file = try #require(memory_file_create())
        let uri = String(cString: memory_file_uri(file))
        try DatabaseQueue(path: uri).inDatabase { try $0.execute(sql: "CREATE TABLE a (b); INSERT INTO a VALUES (1)") }
        #expect(try DatabaseQueue(path: uri).inDatabase { try Int.fetchOne($0, sql: "SELECT b FROM a") } == 1)
        #expect(throws: DatabaseError.self) {
            try DatabaseQueue(path: uri.replacing("?", with: "0?")).inDatabase { try $0.execute(sql: "SELECT 1") }
        }
        memory_file_destroy(file)
        #expect(throws: DatabaseError.self) { try DatabaseQueue(path: uri) }
    }
}
