import Foundation
import GRDB
import Storage

/// The file of a store, looked at before anything is written to it.
struct StoreFile {
    /// SQLite's `application_id` of every taskd store: `tskd`.
    static let applicationID: Int32 = 0x7473_6B64

    let path: String

    /// Makes the folder and an empty file, readable by its owner only, where there is none.
    func create() throws {
        try createFolder()
        if let descriptor = try PrivateFile(path).create() { try FileHandle(fileDescriptor: descriptor).close() }
    }

    private var folder: PrivateFolder {
        PrivateFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Makes the folder of the file where there is none.
    func createFolder() throws {
        try folder.create()
        try folder.check()
    }

    /// Refuses files that others can reach, or that lead elsewhere; SQLite makes those beside the store like it.
    func checkAccess() throws {
        for ending in ["", "-wal", "-shm"] { try PrivateFile(path + ending).check() }
        try folder.check()
    }

    /// Refuses what is no plain file: a folder, a device, a pipe.
    func checkKind() throws {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw StoreError(.unavailable, "\(path) is a folder; name a file, such as \(path)/taskd.db")
        default: throw StoreError(.unavailable, "\(path) is not a regular file; name another file")
        }
    }

    /// Refuses a file that is not a taskd store, or one of a newer taskd, without writing to it.
    func check(against migrator: DatabaseMigrator) throws {
        if try mayBeStore() { return try checkContents(against: migrator) }
        guard !FileManager.default.isReadableFile(atPath: path), FileManager.default.fileExists(atPath: path) else {
            return
        }
        let remedy = FileOwner(keepingOthersFrom: path)?.remedy ?? "check its permissions"
        throw StoreError(.unavailable, "cannot read \(path); \(remedy)")
    }

    /// Refuses what is no store by its kind or its first bytes, as far as they can be read.
    ///
    /// - Returns: Whether there is more to look at: it is not empty, and says that it is a store.
    func mayBeStore() throws -> Bool {
        try checkKind()
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        let header = [UInt8]((try? handle.read(upToCount: Self.headerSize)) ?? Data())
        if header.isEmpty { return false }
        guard header.count == Self.headerSize, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw notAStore
        }
        let claimed = header[68..<72].reduce(Int32(0)) { $0 << 8 | Int32($1) }
        guard claimed == Self.applicationID || claimed == 0 else { throw notAStore }
        // Zero may be a store whose first commit is still in the write-ahead log. Without a log the file is somebody
        // else's or empty, and SQLite need not be asked: it would leave files of its own beside it.
        if claimed == 0, !FileManager.default.fileExists(atPath: path + "-wal") {
            guard Self.hasEmptySchema(header) else { throw notAStore }
            return false
        }
        return true
    }

    /// SQLite's header, and that of the first page's b-tree, which holds the schema.
    private static let headerSize = 108

    /// Whether the first page is a leaf without a cell (https://sqlite.org/fileformat2.html §1.6).
    private static func hasEmptySchema(_ header: [UInt8]) -> Bool {
        header[100] == 0x0D && header[103] == 0 && header[104] == 0
    }

    private func checkContents(against migrator: DatabaseMigrator) throws {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            try DatabaseQueue(path: path, configuration: configuration).read { db in
                let isOurs = try Int32.fetchOne(db, sql: "PRAGMA application_id") == Self.applicationID
                // The list of migrations is made before the first of them, and may be all that there is after a crash.
                let others = "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'"
                let isEmpty = try Int.fetchOne(db, sql: others) == 0
                guard isOurs || isEmpty else { throw notAStore }
                guard try isEmpty || !migrator.hasBeenSuperseded(db) else { throw newerVersion }
            }
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }

    private var notAStore: StoreError {
        StoreError(.notAStore, "\(path) is not a taskd store and was not changed; name another file")
    }

    private var newerVersion: StoreError {
        StoreError(.newerVersion, "\(path) was written by a newer taskd and was not changed; run that version")
    }
}
