import Basics
import Foundation
import GRDB
import GRDBSQLite
import MemoryFiles
import Storage

/// Where a store's database stands, for as long as the store is open.
struct StorePlace: Sendable {
    private enum Hold {
        case file(StoreLock, FileIdentity?)
        case memory(MemoryDatabase)
    }

    /// What the store is called: the path of its file.
    let name: String
    private let hold: Hold

    /// What SQLite opens.
    var database: String {
        switch hold {
        case .file: LogFramesLayer.uri(ofFileAt: name) ?? name
        case .memory(let database): database.uri
        }
    }

    /// Whether it is a file, which there is more to know about.
    var isFile: Bool {
        switch hold {
        case .file: true
        case .memory: false
        }
    }

    /// Whether the file that is open still stands at its path.
    var isInPlace: Bool {
        switch hold {
        case .file(_, let identity): FileIdentity(ofFileAt: name) == identity
        case .memory: true
        }
    }

    /// Takes a file, which is looked at before and made where there is none, for this store alone.
    ///
    /// - Throws: ``StoreError``.
    static func file(at path: String, migrator: DatabaseMigrator) throws -> StorePlace {
        let file = StoreFile(path: URL(fileURLWithPath: path).path)
        try SQLiteLibrary.loaded.get().check()
        try file.check(against: migrator)
        try file.checkAccess()
        if !FileManager.default.fileExists(atPath: file.path) { try file.create() }
        let lock = try StoreLock(forStoreAt: file.path)
        return StorePlace(name: file.path, hold: .file(lock, FileIdentity(ofFileAt: file.path)))
    }

    /// Makes a database in memory.
    ///
    /// - Throws: ``StoreError``.
    static func memory() throws -> StorePlace {
        try SQLiteLibrary.loaded.get().check()
        return StorePlace(name: ":memory:", hold: .memory(try MemoryDatabase()))
    }

    /// Lets go of it, its connections being closed.
    func release() {
        switch hold {
        case .file(let lock, _): lock.release()
        case .memory(let database): database.release()
        }
    }
}

/// A database in the memory of this process, which is gone with the last who has it.
private final class MemoryDatabase: Sendable {
    private let file: Locked<OpaquePointer?>
    let uri: String

    /// - Throws: ``StoreError``.
    init() throws(StoreError) {
        guard let file = memory_file_create() else {
            throw StoreError(.unavailable, "there is no memory left for a store in memory")
        }
        uri = String(cString: memory_file_uri(file))
        self.file = Locked(file)
        // Where URIs are off, each connection would make a file of this name instead.
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open_v2(uri, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
            throw StoreError(
                .unavailable,
                "a store in memory needs SQLite to take URIs: open it before anything else in the process uses SQLite")
        }
    }

    deinit {
        release()
    }

    /// Lets it go; no more connections can be opened.
    func release() {
        file.withLock { file in
            if let file { memory_file_destroy(file) }
            file = nil
        }
    }
}
