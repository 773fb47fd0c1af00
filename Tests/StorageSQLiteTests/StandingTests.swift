import Foundation
import Recurrence
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StorageSQLite

/// What is known of a file, and what follows.
struct StandingCase: Sendable, CustomTestStringConvertible {
    enum Verdict: Sendable { case original, moved, copy }

    let testDescription: String
    let verdict: Verdict
    let evidence: StoreEvidence

    init(_ description: String, _ verdict: Verdict, change: (inout StoreEvidence) -> Void) {
        (testDescription, self.verdict) = (description, verdict)
        let file = FileIdentity(inode: 7, bornAt: 100)
        var evidence = StoreEvidence(
            home: StoreHome(instance: "a", machine: "m", file: file, path: "/data/taskd.db"),
            machine: "m", file: file, path: "/data/taskd.db", lastSequence: 50,
            marker: StoreMarker(instance: "a", lastSequence: 50), isPlaceOfAnother: false, isHomeTaken: true)
        change(&evidence)
        self.evidence = evidence
    }

    private static let copied = FileIdentity(inode: 8, bornAt: 200)

    static let all = [
        StandingCase("an ordinary restart", .original) { _ in },
        StandingCase("a restart after kill -9: the marker is behind", .original) { $0.marker?.lastSequence = 12 },
        StandingCase("a restart after the marker was lost", .original) { $0.marker = nil },
        StandingCase("a container made anew on its volume", .original) { $0.machine = "other" },
        StandingCase("a container without a machine id", .original) { ($0.machine, $0.home.machine) = (nil, nil) },
        StandingCase("a file system that does not tell births", .original) {
            ($0.file.bornAt, $0.home.file.bornAt, $0.machine) = (nil, nil, nil)
        },
        StandingCase("a file that was renamed", .moved) { ($0.path, $0.isHomeTaken) = ("/data/other.db", false) },
        StandingCase("a file that was moved to another disk", .moved) {
            ($0.path, $0.file, $0.isHomeTaken) = ("/mnt/taskd.db", copied, false)
        },
        StandingCase("a copy beside the original", .copy) { ($0.path, $0.file) = ("/data/copy.db", copied) },
        StandingCase("a copy on another machine", .copy) { ($0.machine, $0.file) = ("other", copied) },
        StandingCase("a copy on a machine without an id", .copy) { ($0.machine, $0.file) = (nil, copied) },
        StandingCase("the same inode number on another machine", .copy) {
            ($0.machine, $0.file.bornAt) = ("other", 300)
        },
        StandingCase("an old backup copied over the file", .copy) { $0.lastSequence = 49 },
        StandingCase("an old backup put in the file's place", .copy) { ($0.lastSequence, $0.file) = (49, copied) },
        StandingCase("an old backup put elsewhere, the original lost", .copy) {
            ($0.path, $0.file, $0.isHomeTaken, $0.lastSequence) = ("/mnt/taskd.db", copied, false, 20)
        },
        StandingCase("a backup with all that there was, put in the file's place", .original) { $0.file = copied },
        StandingCase("a backup put in the place of the store that was restored from it", .copy) {
            ($0.file, $0.isPlaceOfAnother) = (copied, true)
        },
        StandingCase("a store that was set aside by a restore, and moved back", .original) {
            $0.isPlaceOfAnother = true
        },
        StandingCase("a backup in the file's place, the folder new", .copy) { ($0.file, $0.marker) = (copied, nil) },
    ]
}

@Suite struct StandingTests {
    @Test(arguments: StandingCase.all)
    func `a store is told from its copies`(_ expected: StandingCase) {
        switch (expected.evidence.standing, expected.verdict) {
        case (.original, .original), (.moved, .moved), (.copy, .copy): break
        case (let standing, _): Issue.record("\(standing)")
        }
    }

    private func log(_ store: SQLiteStore, _ count: Int) async throws {
        let drafts = (0..<count).map { EventDraft.fixture($0) }
        _ = try await store.write { try $0.append(drafts) }
    }

    @Test func `a store that is opened again, or renamed, is the original`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        for _ in 0..<3 {
            try await withStore(at: path) { store async throws in
                #expect(try store.standing() == .original)
                try await log(store, 3)
                try store.noteProgress()
            }
        }
        let moved = folder.path("moved.sqlite")
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        try await withStore(at: moved) { store async throws in
            #expect(try store.standing() == .moved(from: path))
        }
        try await withStore(at: moved) { store async throws in
            #expect(try store.standing() == .original)
        }
    }

    @Test func `a copy is told until it is adopted`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try await withStore(at: path) { store async throws in
            _ = try store.standing()
            try await log(store, 3)
        }
        let copy = folder.path("copy.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        for _ in 0..<2 {
            try await withStore(at: copy) { store async throws in
                guard case .copy = try store.standing() else { throw StoreError(.conflict, "a copy is none") }
                try store.noteProgress()
            }
        }
        try await withStore(at: copy) { store async throws in
            try store.adopt()
            #expect(try store.standing() == .original)
        }
        try await withStore(at: copy) { store async throws in
            #expect(try store.standing() == .original)
        }
        try await withStore(at: path) { store async throws in
            #expect(try store.standing() == .original)
        }
    }

    @Test func `a backup that was put back is told when the store had come further`() async throws {
        let folder = try TemporaryFolder()
        let (path, backup) = (folder.path("store.sqlite"), folder.path("backup"))
        try await withStore(at: path) { store async throws in
            _ = try store.standing()
            try await log(store, 3)
        }
        try FileManager.default.copyItem(atPath: path, toPath: backup)
        try await withStore(at: path) { store async throws in
            try await log(store, 2)
            try store.noteProgress()
        }
        // Written over, so that the file is the same one.
        let old = try #require(FileManager.default.contents(atPath: backup))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: old)
        try handle.truncate(atOffset: UInt64(old.count))
        try handle.close()
        try await withStore(at: path) { store async throws in
            guard case .copy(let reason) = try store.standing() else { throw StoreError(.conflict, "not told") }
            #expect(reason.contains("event 3") && reason.contains("event 5"))
        }
    }

    @Test func `a backup that was put in the place of the store that was restored from it is told`() async throws {
        let folder = try TemporaryFolder()
        let (path, backup) = (folder.path("store.sqlite"), folder.path("backup"))
        try await withStore(at: path) { store async throws in
            _ = try store.standing()
            try await log(store, 3)
            try store.noteProgress()
        }
        try FileManager.default.copyItem(atPath: path, toPath: backup)
        let restore = StoreRestore(backup: backup, path: path, stateFolder: folder.path("state"))
        _ = try restore.run(at: .noon, settingAsideAs: ".replaced")
        try await withStore(at: path) { store async throws in
            #expect(try store.standing() == .original)
            try await log(store, 2)
            try store.noteProgress()
        }
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: backup, toPath: path)
        try await withStore(at: path) { store async throws in
            guard case .copy(let reason) = try store.standing() else { throw StoreError(.conflict, "not told") }
            #expect(reason.contains("another store"))
        }
    }
}
