import Foundation
import GRDB
import StoreFixtures
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct LogFramesTests {
    private func open(_ path: String, _ pragmas: String = "") throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: pragmas) }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func throughLayer(_ path: String, _ pragmas: String = "") throws -> DatabaseQueue {
        try open(try #require(LogFramesLayer.uri(ofFileAt: path)), "PRAGMA journal_mode = WAL; \(pragmas)")
    }

    @Test(arguments: ["plain.db", "with space.db", "50%25.db", "a?b=c.db", "a#b&c.db", "회의-ß.db", "a'b\"c\\d.db"])
    func `a file of any name is the one that is opened`(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path(name)
        try throughLayer(path).write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (42)") }
        #expect(try folder.names().allSatisfy { $0.hasPrefix(name) })
        let kept = try open(path).read { try Int.fetchOne($0, sql: "SELECT x FROM t") }
        #expect(kept == 42)
    }

    /// Changes that may be more than the cache can hold, of pages that were changed before.
    private func change(_ db: Database, _ generator: inout SeededGenerator) throws {
        let rows = [1, 10, 400].randomElement(using: &generator) ?? 1
        for _ in 0..<rows {
            let key = Int.random(in: 0..<600, using: &generator)
            let size = Int.random(in: 1..<9_000, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: try db.execute(sql: "DELETE FROM t WHERE x = ?", arguments: [key])
            default:
                try db.execute(
                    sql: "INSERT OR REPLACE INTO t VALUES (?, randomblob(?))", arguments: [key, size])
            }
        }
    }

    private static let content = "SELECT group_concat(x || hex(substr(y, 1, 4))) FROM (SELECT x, y FROM t ORDER BY x)"

    private func content(of queue: DatabaseQueue) throws -> String? {
        try queue.read { try String.fetchOne($0, sql: Self.content) }
    }

    // SQLite itself loses what was taken back in part after some of it had left the cache.
    @Test(arguments: ["OFF", "NORMAL", "FULL"], [true, false])
    func `what is committed is in the files for whoever opens them, and nothing else`(
        synchronous: String, spills: Bool
    ) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 1)
        let path = folder.path("random.db")
        let writer = try throughLayer(
            path,
            """
            PRAGMA synchronous = \(synchronous); PRAGMA cache_size = 10; PRAGMA cache_spill = \(spills);
            PRAGMA wal_autocheckpoint = 300
            """)
        let reader = try open(path)
        try writer.write { try $0.execute(sql: "CREATE TABLE t (x INTEGER PRIMARY KEY, y BLOB)") }
        for round in 0..<40 {
            let isKept = Int.random(in: 0..<4, using: &generator) > 0
            try writer.writeWithoutTransaction { db in
                try db.inTransaction {
                    try change(db, &generator)
                    try db.inSavepoint {
                        try change(db, &generator)
                        return spills || Bool.random(using: &generator) ? .commit : .rollback
                    }
                    let isWhole = try String.fetchOne(db, sql: "PRAGMA integrity_check")
                    #expect(isWhole == "ok")
                    return isKept ? .commit : .rollback
                }
            }
            let expected = try content(of: writer)
            let found = try content(of: reader)
            #expect(found == expected)
            // The files alone, as a process that is killed now leaves them.
            let copy = folder.path("copy-\(round).db")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
            let (copied, isWhole) = try open(copy).read { db in
                (
                    try String.fetchOne(db, sql: Self.content),
                    try String.fetchOne(db, sql: "PRAGMA integrity_check")
                )
            }
            #expect(copied == expected)
            #expect(isWhole == "ok")
        }
    }

    @Test func `a store in a file is opened through it`() throws {
        let temporary = try TemporaryStore()
        let name = try temporary.store.direct { try String.fetchOne($0, sql: "SELECT file FROM pragma_database_list") }
        #expect(name == temporary.store.path)
        #expect(temporary.store.pool.path.hasSuffix("?vfs=taskd-log-frames"))
    }
}
