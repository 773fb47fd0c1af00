import Foundation
import GRDB
public import Storage

/// A store's file that is only read, beside the daemon that has it open or without one.
public final class StoreSnapshot: InspectedStore, Sendable {
    /// A task, or why it cannot be read.
    public typealias Entry = Result<TaskItem, StoreFault.Unreadable>

    private let queue: DatabaseQueue
    /// The file.
    public let path: String

    /// Opens the file; nothing of it is changed.
    ///
    /// - Throws: ``StoreError``.
    public init(path: String) throws {
        let path = URL(fileURLWithPath: path).path
        self.path = path
        if let absence = FileAbsence.reason(path, otherwise: "name another one (--db)") {
            throw StoreError(.unavailable, "the store \(path) \(absence)")
        }
        try StoreFile(path: path).check(against: Migrations.migrator)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        queue = try StoreError.translating(path: path) {
            try DatabaseQueue(path: path, configuration: configuration)
        }
        // What is wrong with a file that is damaged is for those to say who look for it.
        let isEmpty = (try? look { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }) == 0
        guard !isEmpty else {
            throw StoreError(.notAStore, "\(path) is empty, and so is not a taskd store; name another file")
        }
    }

    /// Why nothing follows from what is in the file: it is a copy that was broken off; nil where it is whole.
    ///
    /// What cannot be read for that is for those to say who look for damage.
    public func unfinishedCopy() -> StoreError? {
        let mark = try? look { try CopyMark(in: $0) }
        return mark?.unfinishedCopy(at: path)
    }

    /// Whether the file was last written by an older taskd, which the daemon has yet to migrate.
    public func isOlder() throws -> Bool {
        try look { db in try !Migrations.migrator.hasCompletedMigrations(db) }
    }

    /// Runs a closure on a snapshot.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func read<Value>(_ body: (any StoreReader) throws -> Value) throws -> Value {
        try look { try body(SQLiteTransaction($0)) }
    }

    /// What is wrong with the file; each of its pages is read.
    ///
    /// - Throws: ``StoreError``.
    public func faults() throws -> [StoreFault] {
        try look { try FileInspection(db: $0).faults() }
    }

    /// The first thing that is wrong with the file's pages, without a look at its indexes; nothing when all is well.
    ///
    /// Each of its pages is read.
    ///
    /// - Throws: ``StoreError``.
    package func quickFaults() throws -> [StoreFault] {
        try look { db in
            try String.fetchAll(db, sql: "PRAGMA quick_check(1)").filter { $0 != "ok" }
                .map { StoreFault(.damage, "file", $0) }
        }
    }

    /// What is wrong with what tasks are found and ordered by, as far as the first hundred of them.
    ///
    /// The texts of all tasks are read, and the index that they are found by.
    ///
    /// - Throws: ``StoreError``.
    public func searchFaults() throws -> [StoreFault] {
        try StoreError.translating(path: path) {
            // Not in a transaction that GRDB guards against writing: to read the index takes a table in memory.
            try queue.writeWithoutTransaction { try SearchInspection(db: $0).faults(atMost: FileInspection.maxFaults) }
        }
    }

    /// What is wrong with the statistics, as far as the first hundred faults.
    ///
    /// What is counted of tasks is read, and of each event its type and time.
    ///
    /// - Throws: ``StoreError``.
    public func statisticsFaults() throws -> [StoreFault] {
        try look { try StatisticsInspection(db: $0).faults(atMost: FileInspection.maxFaults) }
    }

    /// How many rows each table has.
    ///
    /// - Throws: ``StoreError``.
    public func counts() throws -> [String: Int] {
        try look { try FileInspection(db: $0).counts() }
    }

    /// What is wrong with the file of a content, all of which is read; nil when nothing is.
    public func fault(of content: StoredContent) -> StoreFault? {
        let folder = ContentFolder(ofStoreAt: path)
        func fault(_ detail: String) -> StoreFault {
            StoreFault(.content, "file \(folder.file(of: content.digest))", detail)
        }
        guard let size = folder.size(of: content.digest) else { return fault("is missing") }
        guard size == content.size else { return fault("has \(size) bytes instead of \(content.size)") }
        let isSame = folder.digestOfFile(content.digest) == content.digest
        return isSame ? nil : fault("does not match the SHA-256 in its name")
    }

    /// How many files there are that no attachment has, in words; nil for none.
    ///
    /// - Throws: ``StoreError``.
    public func unnamedContents() throws -> String? {
        let folder = ContentFolder(ofStoreAt: path)
        let digests = folder.shards().flatMap(folder.digests)
        let unnamed = try read { reader in try digests.count { try !reader.hasContent($0) } }
        guard unnamed > 0 else { return nil }
        return
            "\(unnamed) \(unnamed == 1 ? "file" : "files") in \(folder.path) belong to no attachment; the daemon removes them"
    }

    /// Tasks in the order of their rows.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier call ended; nil for the first.
    ///   - limit: How many at most.
    /// - Returns: The tasks, and where the next call begins; nil when there are no more.
    /// - Throws: ``StoreError``.
    public func tasks(after cursor: StoreCursor?, limit: Int) throws -> (entries: [Entry], next: StoreCursor?) {
        try look { db in
            let transaction = SQLiteTransaction(db)
            let keys = try transaction.rows(
                "SELECT key FROM task WHERE key > ? ORDER BY key LIMIT ? + 0", [try cursor.key, limit]
            ) { try $0.next(Int64.self) }
            guard let last = keys.last else { return ([], nil) }
            let entries = keys.map { key -> Entry in
                do {
                    guard let task = try transaction.tasks(where: "task.key = ?", [key]).first else {
                        return .failure(StoreFault.Unreadable(key: key, reason: "it was removed in the meantime"))
                    }
                    return .success(task)
                } catch {
                    return .failure(StoreFault.Unreadable(key: key, reason: "\(error)"))
                }
            }
            return (entries, StoreCursor([last]))
        }
    }

    /// The contents of attachments that a store knows of.
    static func contents(ofStoreAt path: String) throws -> [ContentDigest] {
        let snapshot = try StoreSnapshot(path: path)
        let digests = try snapshot.look { db in
            // A backup may be older than the table.
            try db.tableExists("content") ? String.fetchAll(db, sql: "SELECT digest FROM content ORDER BY digest") : []
        }
        try snapshot.close()
        return digests.compactMap { ContentDigest($0) }
    }

    func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try StoreError.translating(path: path) { try queue.read(body) }
    }

    /// Lets go of the file.
    public func close() throws {
        try StoreError.translating(path: path) { try queue.close() }
    }
}

extension StoreError {
    static func translating<Value>(path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}
