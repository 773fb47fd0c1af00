import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

@Suite struct OpeningTests {
    @Test func `the writer waits for the disk, logs ahead and keeps foreign keys`() async throws {
        let temporary = try TemporaryStore()
        let settings = try await temporary.store.write { transaction in
            let db = try transaction.connection
            return [
                try String.fetchOne(db, sql: "PRAGMA synchronous"),
                try String.fetchOne(db, sql: "PRAGMA journal_mode"),
                try String.fetchOne(db, sql: "PRAGMA foreign_keys"),
            ]
        }
        #expect(settings == ["2", "wal", "1"])
    }

    @Test func `the file says whose it is`() async throws {
        let temporary = try TemporaryStore()
        let header = try Data(contentsOf: URL(fileURLWithPath: temporary.store.path)).prefix(100)
        #expect(header.count == 100)
        #expect(header[68..<72].elementsEqual("tskd".utf8))
    }

    @Test func `a store that is opened again has all that it had`() async throws {
        let folder = try TemporaryFolder()
        let tasks = [TaskItem.filledFixture(1), .fixture(2)]
        let events = try await withStore(at: folder.path("store.sqlite")) { store async throws in
            try await store.write { transaction in
                for task in tasks { try transaction.saveFixture(task) }
                try transaction.save(.webhook(1))
                return try transaction.append([.fixture(1), .fixture(2)])
            }
        }
        try await withStore(at: folder.path("store.sqlite")) { store async throws in
            let page = try await store.read { try $0.tasks(matching: TaskQuery()) }
            #expect(page.items == tasks)
            #expect(try await store.read { try $0.events(after: 0, limit: 9) } == events)
            #expect(try await store.read { try $0.nextAttempts() } == [.numbered(1): .noon])
            #expect(try await store.write { try $0.append([.fixture(3)]) }.map(\.sequence) == [3])
        }
    }

    @Test func `a closed store has all that it had in its one file`() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        try await withStore(at: folder.path("store.sqlite")) { store in
            try await store.write { try $0.saveFixture(.filledFixture(1)) }
        }
        try FileManager.default.copyItem(atPath: folder.path("store.sqlite"), toPath: other.path("store.sqlite"))
        try await withStore(at: other.path("store.sqlite")) { store async throws in
            #expect(try await store.read { try $0.task(.numbered(1)) } == .filledFixture(1))
        }
    }

    @Test func `a missing folder is made, and both are their owner's alone`() async throws {
        let folder = try TemporaryFolder()
        try await withStore(at: folder.path("a/b/store.sqlite")) { _ in }
        let modes = try ["a", "a/b", "a/b/store.sqlite", "a/b/store.sqlite.lock"].map { name in
            try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o700, 0o600, 0o600])
    }

    @Test func `an empty file becomes a store`() async throws {
        let folder = try TemporaryFolder()
        try PrivateFile(folder.path("store.sqlite")).replace(with: [])
        try await withStore(at: folder.path("store.sqlite")) { store async throws in
            try await store.write { try $0.save(.fixture(1)) }
            #expect(try await store.read { try $0.task(.numbered(1)) } == .fixture(1))
        }
    }

    @Test func `a SQLite file without anything in it becomes a store`() async throws {
        let folder = try TemporaryFolder()
        try execute("CREATE TABLE t (x); DROP TABLE t; VACUUM", onFileAt: folder.path("store.sqlite"))
        try await withStore(at: folder.path("store.sqlite")) { store async throws in
            try await store.write { try $0.save(.fixture(1)) }
        }
    }

    @Test func `a store whose process died with its log unwritten has all that was committed`() async throws {
        let temporary = try TemporaryStore()
        let copy = try TemporaryFolder()
        try await temporary.store.write { try $0.saveFixture(.filledFixture(1)) }
        for name in ["store.sqlite", "store.sqlite-wal"] {
            try FileManager.default.copyItem(atPath: temporary.folder.path(name), toPath: copy.path(name))
        }
        try await withStore(at: copy.path("store.sqlite")) { store async throws in
            #expect(try await store.read { try $0.task(.numbered(1)) } == .filledFixture(1))
        }
    }
}
