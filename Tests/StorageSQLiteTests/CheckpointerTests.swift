import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct CheckpointerTests {
    private static let pageSize = 4_096

    private func size(of path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    /// Appends events that fill some pages, in commits of 100 pages.
    private func write(pages: Int, to store: SQLiteStore) async throws {
        let data = Array("\"\(String(repeating: "x", count: Self.pageSize))\"".utf8)
        for _ in 0..<pages / 100 {
            _ = try await store.write { transaction in
                try transaction.append(
                    (0..<100).map { _ in
                        EventDraft(
                            id: EventID(madeAt: .noon), type: .taskCreated, timestamp: .noon, data: data, subject: nil)
                    })
            }
        }
    }

    @Test func `what is written comes into the file while the store is open, and the log stays bounded`() async throws {
        let temporary = try TemporaryStore()
        let path = temporary.store.path
        try await write(pages: 22_000, to: temporary.store)
        // What was begun is over when the queue has come to the end of it.
        try temporary.store.checkpointer?.close()
        #expect(try size(of: path) > 19_000 * Self.pageSize)
        #expect(try size(of: path + "-wal") < 40_000 * Self.pageSize)
        let count = try await temporary.store.read { try $0.lastEventSequence() }
        #expect(count == 22_000)
    }

    @Test func `a commit that ends after the checkpointer was closed begins nothing`() async throws {
        let temporary = try TemporaryStore()
        try temporary.store.checkpointer?.close()
        try await write(pages: 21_000, to: temporary.store)
        #expect(try await temporary.store.read { try $0.lastEventSequence() } == 21_000)
    }

    @Test func `a store closed while its log is being moved has all of it in the file`() async throws {
        let temporary = try TemporaryStore()
        try await write(pages: 21_000, to: temporary.store)
        try temporary.store.close()
        #expect(try size(of: temporary.store.path + "-wal") == 0)
        try await withStore(at: temporary.store.path) { store in
            #expect(try await store.read { try $0.lastEventSequence() } == 21_000)
            let isWhole = try store.direct { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
            #expect(isWhole == "ok")
        }
    }
}
