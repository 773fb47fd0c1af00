import Basics
import Foundation
import GRDB
package import Storage

/// A store in a file, as it is moved elsewhere or comes from elsewhere.
///
/// It has the store's lock until it is known that a daemon would change nothing.
package final class SQLiteCopyPlace: CopyPlace {
    private struct Hold {
        /// What has the lock; nil once it is let go.
        var store: SQLiteStore?
        /// What is read and written through.
        ///
        /// It is closed before the lock is: to close any descriptor of a file lets go of SQLite's own locks on it.
        var queue: DatabaseQueue
    }

    package let place: String
    package let contents: any ContentStore
    private let hold: Locked<Hold>

    private var queue: DatabaseQueue { hold.withLock(\.queue) }

    /// Opens the store that is to be moved, and brings it to this version.
    ///
    /// - Throws: ``StoreError``: where there is none, and with code `.inUse` where a daemon has it open that could write.
    package static func source(_ path: String, stateFolder: String?) throws -> SQLiteCopyPlace {
        let snapshot = try StoreSnapshot(path: path)
        let mark = try snapshot.look { try CopyMark(in: $0) }
        try snapshot.close()
        return try SQLiteCopyPlace(
            snapshot.path, mark == nil ? SQLiteStore(path: snapshot.path, stateFolder: stateFolder) : nil)
    }

    /// Opens the store that rows come to, making it where there is none.
    ///
    /// - Throws: ``StoreError``.
    package static func target(_ path: String) throws -> SQLiteCopyPlace {
        let store = try SQLiteStore(path: path)
        // Nobody else has it open, and a copy that was killed may have left the beginning of a content.
        ContentFolder(ofStoreAt: store.path).removeDrafts()
        return try SQLiteCopyPlace(store.path, store)
    }

    private init(_ path: String, _ store: SQLiteStore?) throws {
        place = path
        contents = FolderContents(ContentFolder(ofStoreAt: path), on: CallingThread())
        hold = Locked(Hold(store: store, queue: try Self.queue(path)))
    }

    private static func queue(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.label = "taskd.copy"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY") }
        return try StoreError.translating(path: path) { try DatabaseQueue(path: path, configuration: configuration) }
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StoreError.translating(path: place) { try queue.read(body) }
    }

    private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StoreError.translating(path: place) { try queue.write(body) }
    }

    package func columns() throws -> [String: [String]] {
        let stored = try read { db in
            let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try tables.reduce(into: [String: [String]]()) { columns, table in
                let sql = "SELECT name FROM pragma_table_info(?)"
                columns[table] = try String.fetchAll(db, sql: sql, arguments: [table])
            }
        }
        return CopiedTable.all.reduce(into: stored) { columns, table in
            columns[table.name] = columns[table.name].map { table.columns(of: $0) }
        }
    }

    package func rows(
        of table: CopiedTable, _ columns: [String], after key: CopiedRow?, limit: Int
    ) throws -> [CopiedRow] {
        try read { db in
            let statement = try db.cachedStatement(sql: table.selection(columns, isBehindKey: key != nil))
            let arguments = (key ?? []).map(\.databaseValue) + [limit.databaseValue]
            let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
            return try Array(rows.map { $0.databaseValues.map { CopiedValue($0) } })
        }
    }

    package func mark() throws -> CopyMark? { try read { try CopyMark(in: $0) } }

    package func close() throws {
        try hold.withLock { hold in
            try StoreError.translating(path: place) { try hold.queue.close() }
            try hold.store?.close()
            hold.store = nil
        }
    }
}

// MARK: - As what is copied from

extension SQLiteCopyPlace {
    package func checkIsIdle() throws {
        guard case .copy(let reason) = try hold.withLock({ try $0.store?.standing() }) else { return }
        throw StoreError(
            .conflict, "\(place) may be a copy (\(reason)); start a daemon on it once with --adopt-store if it is not")
    }

    package func highestTagKey() throws -> Int64 {
        try read { try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'tag'") } ?? 0
    }

    package func leave(_ mark: CopyMark) throws {
        try write { try mark.write(to: $0) }
        try close()
        try hold.withLock { $0.queue = try Self.queue(place) }
    }

    package func settle(_ mark: CopyMark) throws {
        try write { db in
            let known = try CopyMark(in: db)
            guard known?.id == mark.id else {
                throw StoreError(
                    .conflict,
                    "\(place) was adopted while it was copied to \(mark.place); remove that copy, and begin anew")
            }
            try mark.write(to: db)
        }
    }
}

// MARK: - As what is copied to

extension SQLiteCopyPlace {
    package func begin(_ mark: CopyMark) throws {
        try write { db in
            try mark.write(to: db)
            for table in CopiedTable.begun { try db.execute(sql: "DELETE FROM \(table.name)") }
        }
    }

    package func lastKey(of table: CopiedTable) throws -> CopiedRow? {
        try read { db in
            try Row.fetchOne(db, sql: table.lastKey).map { $0.databaseValues.map { CopiedValue($0) } }
        }
    }

    package func insert(_ rows: [CopiedRow], _ columns: [String], into table: CopiedTable) throws {
        try write { db in
            // Rows may refer to others that come later, where they are written together.
            try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
            let triggers = try Row.fetchAll(
                db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?",
                arguments: [table.name])
            for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger["name"] as String)") }
            let statement = try db.makeStatement(sql: table.insertion(columns))
            for row in rows { try statement.execute(arguments: StatementArguments(row.map(\.databaseValue))) }
            for trigger in triggers { try db.execute(sql: trigger["sql"]) }
        }
    }

    /// A file is known by its name.
    package func take(_ content: StoredContent) {}

    package func deriveWords() throws -> Bool {
        try write { db in
            let transaction = SQLiteTransaction(db)
            let entries = try transaction.rows(
                """
                SELECT key, \(SearchEntry.source) FROM task
                WHERE key > (SELECT coalesce(max(key), 0) FROM task_search) ORDER BY key LIMIT 500
                """
            ) { (key: try $0.next(Int64.self), entry: try SearchEntry(fromTask: &$0)) }
            for (key, entry) in entries { try transaction.save(entry, key: key) }
            try PendingWords.index(in: db)
            return entries.isEmpty
        }
    }

    package func complete(highestTagKey: Int64, keyPrint: String?) throws {
        try write { db in
            let counts = ["status < 2", "status = 2", "status = 3"].map {
                "(SELECT count(*) FROM task WHERE project_id IS NULL AND \($0))"
            }
            try db.execute(
                sql: """
                    UPDATE loose_tasks
                    SET (open_count, completed_count, cancelled_count) = (\(counts.joined(separator: ", ")))
                    """)
            try db.execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'tag'")
            try db.execute(
                sql: "INSERT INTO sqlite_sequence (name, seq) SELECT 'tag', max(coalesce(max(key), 0), ?) FROM tag",
                arguments: [highestTagKey])
            try CopyMark.remove(from: db)
        }
    }
}
