import Basics
import Foundation
import GRDB
import GRDBSQLite
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// A fresh store in a real file that is removed afterwards.
final class TemporaryStore: Sendable {
    let folder: TemporaryFolder
    let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.emptyStore(named: "store.sqlite"))
    }
}

/// Opens the store at a path, runs a closure on it, and closes it so that it can be opened again.
func withStore<Value>(
    at path: String,
    migrator: DatabaseMigrator = Migrations.migrator,
    _ body: (SQLiteStore) async throws -> Value
) async throws -> Value {
    let store = try SQLiteStore(path: path, migrator: migrator)
    let value = try await body(store)
    try store.close()
    return value
}

extension StoreReader {
    /// The connection beneath.
    var connection: Database {
        get throws { try #require(self as? SQLiteTransaction).db }
    }
}

/// Runs statements on a file with a connection of our own, and closes it.
func execute(_ sql: String, onFileAt path: String) throws {
    if let descriptor = try PrivateFile(path).create() { try FileHandle(fileDescriptor: descriptor).close() }
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
}

/// Runs a body that ends with an error at one of its statements.
func brokenOff(_ db: Database, after count: Int, _ body: () throws -> Void) throws {
    let seen = Locked(0)
    db.trace(options: .statement) { _ in
        let isLast = seen.withLock { seen in
            seen += 1
            return seen == count
        }
        if isLast { sqlite3_interrupt(db.sqliteConnection) }
    }
    defer { db.trace(options: []) }
    try body()
    throw StoreError(.unavailable, "it had \(seen.withLock { $0 }) statements")
}

extension StoreTransaction {
    /// Saves hooks in a schema from before they had filters and handles: their columns are there meanwhile.
    func withHookFilterColumns(_ body: () throws -> Void) throws {
        let columns = ["filter", "time_zone", "handle"]
        for name in columns { try connection.execute(sql: "ALTER TABLE hook ADD COLUMN \(name) ANY") }
        try body()
        for name in columns { try connection.execute(sql: "ALTER TABLE hook DROP COLUMN \(name)") }
    }
}
