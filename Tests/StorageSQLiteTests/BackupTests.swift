import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite struct BackupTests {
    private let temporary: TemporaryStore
    private var store: SQLiteStore { temporary.store }
    private var backup: String { temporary.folder.path("backup.db") }

    init() async throws {
        temporary = try TemporaryStore()
        try await temporary.store.write { transaction in
            try transaction.saveFixture(.filledFixture(1))
            try transaction.save(.webhook(1))
            try transaction.append((1...20).map { .fixture($0) })
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `an open store is backed up to one file, its owner's alone, with all that was committed`() throws {
        let written = try StoreBackup.write(storeAt: store.path, to: backup)
        #expect(written.lastSequence == 20)
        #expect(written.counts["event"] == 20 && written.counts["task"] == 1 && written.counts["delivery"] == 20)
        #expect(try mode(backup) == 0o600)
        #expect(try temporary.folder.names().filter { $0.hasPrefix("backup") } == ["backup.db"])
        #expect(try StoreBackup.verify(backup).counts == written.counts)
    }

    @Test func `a relative path that looks like a URI is a path`() throws {
        let name = "file:backup-\(UUID().uuidString)%41.db"
        defer { try? FileManager.default.removeItem(atPath: name) }
        let written = try StoreBackup.write(storeAt: store.path, to: name)
        #expect(written.lastSequence == 20)
        #expect(try mode(FileManager.default.currentDirectoryPath + "/" + name) == 0o600)
    }

    @Test func `writing goes on while a backup is made`() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                for number in 21...200 { _ = try await store.write { try $0.append([.fixture(number)]) } }
            }
            for number in 0..<5 {
                let written = try StoreBackup.write(storeAt: store.path, to: backup + "\(number)")
                #expect(written.counts["event"] == Int(written.lastSequence))
            }
            try await group.waitForAll()
        }
    }

    @Test func `a file that is there is left as it is`() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: backup))
        let error = #expect(throws: StoreError.self) { try StoreBackup.write(storeAt: store.path, to: backup) }
        #expect(error?.code == .conflict)
        #expect(FileManager.default.contents(atPath: backup) == Data("mine".utf8))
    }

    @Test func `what is no store, or is not there, is not backed up`() throws {
        for name in ["missing.db", "text.db"] {
            let path = temporary.folder.path(name)
            if name == "text.db" { try Data("no store at all, but long".utf8).write(to: URL(fileURLWithPath: path)) }
            #expect(throws: StoreError.self) { try StoreBackup.write(storeAt: path, to: backup) }
            #expect(!FileManager.default.fileExists(atPath: backup))
        }
    }

    @Test(arguments: [
        ("DELETE FROM event WHERE seq = 7", StoreFault.Kind.gap),
        ("DELETE FROM event WHERE seq BETWEEN 1 AND 7", .gap),
        ("PRAGMA foreign_keys = OFF; DELETE FROM task", .damage),
        ("DELETE FROM event WHERE seq = 20; INSERT INTO retention VALUES ('events', 1)", .delivery),
        ("DELETE FROM hook; DELETE FROM hook_secret", .delivery),
    ])
    func `a file that is not whole is told from one that is`(sql: String, kind: StoreFault.Kind) throws {
        _ = try StoreBackup.write(storeAt: store.path, to: backup)
        try execute(sql, onFileAt: backup)
        let snapshot = try StoreSnapshot(path: backup)
        let faults = try snapshot.faults()
        #expect(faults.contains { $0.kind == kind }, "\(faults)")
        #expect(throws: StoreError.self) { try StoreBackup.verify(backup) }
        #expect(throws: StoreError.self) {
            let place = temporary.folder.path("restored.db")
            _ = try StoreRestore(backup: backup, path: place, stateFolder: nil).run(at: .noon, settingAsideAs: nil)
        }
        #expect(!FileManager.default.fileExists(atPath: temporary.folder.path("restored.db")))
    }

    @Test func `what retention removed is no gap`() async throws {
        _ = try await store.write { transaction in
            try transaction.deleteHook(.numbered(1))
            return try transaction.trimEvents(RetentionBounds(keeping: 5), limit: 100)
        }
        #expect(try StoreBackup.write(storeAt: store.path, to: backup).counts["event"] == 5)
    }

    @Test func `a page that was written over is noticed`() throws {
        _ = try StoreBackup.write(storeAt: store.path, to: backup)
        let handle = try #require(FileHandle(forWritingAtPath: backup))
        try handle.seek(toOffset: 4_096 * 20)
        try handle.write(contentsOf: Data(repeating: 0x5A, count: 4_096))
        try handle.close()
        #expect(throws: StoreError.self) { try StoreBackup.verify(backup) }
    }
}

@Suite struct RestoreTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("taskd.db") }
    private var backup: String { folder.path("backup.db") }
    private var state: String { folder.path("state") }

    /// A store with three events, backed up, and two more since.
    init() async throws {
        folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.path("taskd.db"), stateFolder: folder.path("state"))
        _ = try store.standing()
        try await store.write { _ = try $0.append((1...3).map { .fixture($0) }) }
        _ = try StoreBackup.write(storeAt: store.path, to: folder.path("backup.db"))
        try await store.write { _ = try $0.append((4...5).map { .fixture($0) }) }
        try store.noteProgress()
        try store.close()
    }

    private func restore(replacing: Bool) throws {
        let suffix = replacing ? ".replaced" : nil
        _ = try StoreRestore(backup: backup, path: path, stateFolder: state).run(at: .noon, settingAsideAs: suffix)
    }

    @Test func `a restored store is one of its own, and knows since when`() async throws {
        try restore(replacing: true)
        let store = try SQLiteStore(path: path, stateFolder: state)
        #expect(try store.standing() == .original)
        #expect(try await store.read { try $0.restoredAt() } == .noon)
        #expect(try await store.read { try $0.lastEventSequence() } == 3)
        try store.close()
        let old = try SQLiteStore(path: path + ".replaced", stateFolder: state)
        #expect(try await old.read { try $0.lastEventSequence() } == 5)
        #expect(try await old.read { try $0.restoredAt() } == nil)
        try old.close()
    }

    @Test func `a store that is there, or in use, is left as it is`() async throws {
        let error = #expect(throws: StoreError.self) { try restore(replacing: false) }
        #expect(error?.code == .conflict)
        let store = try SQLiteStore(path: path, stateFolder: state)
        let inUse = #expect(throws: StoreError.self) { try restore(replacing: true) }
        #expect(inUse?.code == .inUse)
        #expect(try await store.read { try $0.lastEventSequence() } == 5)
        try store.close()
        #expect(try folder.names().filter { $0.contains("restoring") || $0.contains("replaced") } == [])
    }

    @Test func `a backup is restored to where nothing was`() throws {
        let elsewhere = folder.path("new/folder/taskd.db")
        let restored = try StoreRestore(backup: backup, path: elsewhere, stateFolder: nil)
            .run(at: .noon, settingAsideAs: nil)
        #expect(restored.lastSequence == 3)
        let store = try SQLiteStore(path: elsewhere)
        #expect(try store.standing() == .original)
        try store.close()
    }

    @Test func `a backup that is copied over the store by hand is still told`() throws {
        for part in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + part) }
        try FileManager.default.copyItem(atPath: backup, toPath: path)
        let store = try SQLiteStore(path: path, stateFolder: state)
        guard case .copy = try store.standing() else {
            Issue.record("an older state is none")
            return
        }
        try store.close()
    }
}
