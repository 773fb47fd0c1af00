import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite(.timeLimit(.minutes(10))) struct LargeTransactionTests {
    private struct Refusal: Error {}

    private static let content = "SELECT group_concat(x || hex(substr(y, 1, 8))) FROM (SELECT x, y FROM t ORDER BY x)"

    /// Replaces rows, which fill two pages each.
    private static func replace(_ keys: some Sequence<Int>, in db: Database) throws {
        for key in keys {
            try db.execute(sql: "INSERT OR REPLACE INTO t VALUES (?, randomblob(8000))", arguments: [key])
        }
    }

    @Test func `what is larger than the cache, and taken back in part, outlasts a crash with all that follows it`()
        async throws
    {
        let temporary = try TemporaryStore()
        let path = temporary.store.path
        try await temporary.store.write {
            try $0.connection.execute(sql: "CREATE TABLE t (x INTEGER PRIMARY KEY, y BLOB)")
        }
        for begin in [0, 10] {
            try await temporary.store.write { transaction in
                let db = try transaction.connection
                try Self.replace(begin..<begin + 10, in: db)
                #expect(throws: Refusal.self) {
                    try transaction.asUnit {
                        // What no longer fits into the cache, and the first of it once more.
                        try Self.replace(1_000..<9_000, in: db)
                        try Self.replace(5_000..<9_000, in: db)
                        throw Refusal()
                    }
                }
                try Self.replace(begin..<begin + 10, in: db)
            }
            let expected = try await temporary.store.write { transaction in
                try transaction.connection.execute(sql: "INSERT OR REPLACE INTO t VALUES (5000, randomblob(8))")
                return try String.fetchOne(transaction.connection, sql: Self.content)
            }
            // The files alone, as a process that is killed now leaves them.
            let copy = temporary.folder.path("copy.sqlite")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let queue = try DatabaseQueue(path: copy)
            let found = try await queue.read { try String.fetchOne($0, sql: Self.content) }
            #expect(found == expected)
            try queue.close()
            for name in try temporary.folder.names() where name.hasPrefix("copy.sqlite") {
                try FileManager.default.removeItem(atPath: temporary.folder.path(name))
            }
        }
    }
}
