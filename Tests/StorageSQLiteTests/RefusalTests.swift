import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite struct RefusalTests {
    /// Fails unless opening throws the code, names the file, and leaves every file as it was, byte for byte.
    private func expectRefusal(
        _ code: StoreError.Code,
        of name: String,
        naming culprit: String? = nil,
        in folder: TemporaryFolder
    ) throws {
        let before = try contents(of: folder)
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: folder.path(name)) }
        #expect(error?.code == code, "\(error?.description ?? "")")
        #expect(error?.description.contains(folder.path(culprit ?? name)) == true)
        #expect(try contents(of: folder).filter { before.keys.contains($0.key) } == before)
    }

    private func contents(of folder: TemporaryFolder) throws -> [String: Data] {
        let names = try folder.names()
        let files = try names.map { try Data(contentsOf: URL(fileURLWithPath: folder.path($0))) }
        return Dictionary(uniqueKeysWithValues: zip(names, files))
    }

    @Test(arguments: [
        (ResultCode.SQLITE_CORRUPT, "x.db is damaged (malformed); restore a backup with taskd restore"),
        (.SQLITE_READONLY, "x.db cannot be written; check its permissions and those of its folder"),
        (.SQLITE_READONLY_DBMOVED, "x.db: malformed"),
    ])
    func `what SQLite reports is told with what to do`(code: ResultCode, words: String) {
        #expect(StoreError(DatabaseError(resultCode: code, message: "malformed"), path: "x.db").description == words)
    }

    @Test(arguments: ["x", "SQLite format 3", String(repeating: "not a database ", count: 1_000)])
    func `a file that is not SQLite's is refused and left as it was`(text: String) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("notes.txt")))
        try expectRefusal(.notAStore, of: "notes.txt", in: folder)
        #expect(try folder.names() == ["notes.txt"])
    }

    @Test(arguments: ["", "PRAGMA application_id = 42;", "PRAGMA journal_mode = WAL;", "PRAGMA user_version = 9;"])
    func `a SQLite file of somebody else is refused and left as it was`(setting: String) throws {
        let folder = try TemporaryFolder()
        let sql = "\(setting) CREATE TABLE task (id TEXT); INSERT INTO task VALUES ('theirs')"
        try execute(sql, onFileAt: folder.path("theirs.sqlite"))
        try expectRefusal(.notAStore, of: "theirs.sqlite", in: folder)
        #expect(try folder.names() == ["theirs.sqlite"])
    }

    @Test func `a store whose first start was killed before its first migration is opened`() async throws {
        let folder = try TemporaryFolder()
        // The files as they are while the list of migrations is all that there is, and still in the log.
        let begun = try DatabaseQueue(path: folder.path("begun.sqlite"))
        try await begun.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    PRAGMA journal_mode = WAL; CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)
                    """)
        }
        for ending in ["", "-wal"] {
            let (from, to) = (folder.path("begun.sqlite\(ending)"), folder.path("store.sqlite\(ending)"))
            try FileManager.default.copyItem(atPath: from, toPath: to)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: to)
        }
        try begun.close()
        try await withStore(at: folder.path("store.sqlite")) { try await $0.write { try $0.save(.fixture(1)) } }
    }

    @Test func `a store of a newer taskd is refused and left as it was`() async throws {
        let folder = try TemporaryFolder()
        try await withStore(at: folder.path("store.sqlite")) { try await $0.write { try $0.save(.fixture(1)) } }
        let sql = "INSERT INTO grdb_migrations (identifier) VALUES ('9999-of-the-future')"
        try execute(sql, onFileAt: folder.path("store.sqlite"))
        try expectRefusal(.newerVersion, of: "store.sqlite", in: folder)
    }

    @Test func `a store that a daemon has open is refused to another, which is told the process`() async throws {
        let temporary = try TemporaryStore()
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: temporary.store.path) }
        #expect(error?.code == .inUse)
        #expect(error?.description.contains("process \(ProcessInfo.processInfo.processIdentifier)") == true)
        try await temporary.store.write { try $0.save(.fixture(1)) }
        #expect(try await temporary.store.read { try $0.task(.numbered(1)) } == .fixture(1))
    }

    @Test func `a store that a daemon has open is refused to another also where the lock file was removed`() throws {
        let temporary = try TemporaryStore()
        try FileManager.default.removeItem(atPath: temporary.store.path + ".lock")
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: temporary.store.path) }
        #expect(error?.code == .inUse)
    }

    @Test func `a store that was closed can be opened by another`() async throws {
        let temporary = try TemporaryStore()
        try temporary.store.close()
        try await withStore(at: temporary.store.path) { try await $0.write { try $0.save(.fixture(1)) } }
    }

    @Test(arguments: ["/proc/self", "/proc/self/store"])
    func `a folder that not even root may write to is refused by name`(folder: String) {
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: "\(folder)/store.sqlite") }
        #expect(error?.code == .unavailable)
        #expect(error?.description.contains(folder) == true)
    }

    @Test func `a file in the place of the folder is refused`() throws {
        let folder = try TemporaryFolder()
        #expect(FileManager.default.createFile(atPath: folder.path("file"), contents: Data("x".utf8)))
        try expectRefusal(.unavailable, of: "file/store.sqlite", naming: "file", in: folder)
    }

    @Test func `a folder in the place of the file is refused`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("folder")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
        #expect(error?.code == .unavailable)
        #expect(error?.description.contains(path) == true)
    }

    @Test func `a damaged store is refused`() async throws {
        let folder = try TemporaryFolder()
        try await withStore(at: folder.path("store.sqlite")) { try await $0.write { try $0.save(.fixture(1)) } }
        let url = URL(fileURLWithPath: folder.path("store.sqlite"))
        var bytes = try Data(contentsOf: url)
        for index in 100..<4_096 { bytes[index] = 0xFF }
        try bytes.write(to: url)
        let error = #expect(throws: StoreError.self) { try SQLiteStore(path: url.path) }
        #expect(error?.code == .unavailable)
    }
}
