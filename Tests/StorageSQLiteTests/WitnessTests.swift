import Foundation
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// An older copy of a whole folder brings back what lies in it; what lies outside tells it.
@Suite struct WitnessTests {
    private let folder: TemporaryFolder
    private var data: String { folder.path("data") }
    private var path: String { data + "/taskd.db" }
    private var state: String { folder.path("state") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Opens the store, appends events, and closes it as a daemon does.
    private func run(_ count: Int, stateFolder: String?) async throws -> StoreProvenance {
        let store = try SQLiteStore(path: path, stateFolder: stateFolder)
        let standing = try store.standing()
        let drafts = (0..<count).map { EventDraft.fixture($0) }
        if !drafts.isEmpty { try await store.write { _ = try $0.append(drafts) } }
        try store.noteProgress()
        try store.close()
        return standing
    }

    private func copyFolder(to copy: String) throws {
        try FileManager.default.copyItem(atPath: data, toPath: copy)
    }

    private func putBack(_ copy: String) throws {
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.copyItem(atPath: copy, toPath: data)
    }

    @Test func `an older copy of the folder is told until it is adopted`() async throws {
        #expect(try await run(3, stateFolder: state) == .original)
        try copyFolder(to: folder.path("copy"))
        #expect(try await run(2, stateFolder: state) == .original)
        try putBack(folder.path("copy"))
        for _ in 0..<2 {
            guard case .copy(let reason) = try await run(0, stateFolder: state) else {
                Issue.record("an older copy is none")
                return
            }
            #expect(reason.contains("event 3") && reason.contains("event 5"), "\(reason)")
        }
        let store = try SQLiteStore(path: path, stateFolder: state)
        try store.adopt()
        try store.close()
        #expect(try await run(1, stateFolder: state) == .original)
    }

    @Test func `a copy of all that there was, put in the place of the folder, is the store`() async throws {
        _ = try await run(3, stateFolder: state)
        try copyFolder(to: folder.path("copy"))
        try putBack(folder.path("copy"))
        let standing = try await run(1, stateFolder: state)
        guard MachineIdentity.current() != nil else {
            // A bare container has no name that would tell it from the place where the copy was made.
            #expect("\(standing)".contains("machine-id"))
            return
        }
        #expect(standing == .original)
    }

    @Test func `a moved folder is the store, and its older copy is told there too`() async throws {
        _ = try await run(3, stateFolder: state)
        try copyFolder(to: folder.path("copy"))
        _ = try await run(3, stateFolder: state)
        try FileManager.default.moveItem(atPath: data, toPath: folder.path("elsewhere"))
        let moved = try SQLiteStore(path: folder.path("elsewhere/taskd.db"), stateFolder: state)
        #expect(try moved.standing() == .moved(from: path))
        try moved.close()
        try FileManager.default.moveItem(atPath: folder.path("copy"), toPath: data)
        guard case .copy = try await run(0, stateFolder: state) else {
            Issue.record("an older copy is none")
            return
        }
    }

    @Test func `a witness in the store's own folder is none`() throws {
        for (stateFolder, isWitnessed) in [(state, true), (data, false), (data + "/state", false)] {
            let store = try SQLiteStore(path: path, stateFolder: stateFolder)
            #expect(store.isWitnessed == isWitnessed)
            try store.close()
        }
        let store = try SQLiteStore(path: path)
        #expect(!store.isWitnessed)
        try store.close()
    }

    @Test func `a state folder that cannot be written keeps nothing from working`() async throws {
        try Data("x".utf8).write(to: URL(fileURLWithPath: state))
        let store = try SQLiteStore(path: path, stateFolder: state)
        #expect(try store.standing() == .original)
        #expect(throws: StoreError.self) { try store.noteProgress() }
        try store.close()
    }

    @Test func `what is known of a later state is never taken back`() throws {
        let witness = StoreWitness(stateFolder: state)
        let instance = StoreHome.makeInstance()
        for (noted, known) in [(5, 5), (3, 5), (9, 9)] as [(Int64, Int64)] {
            try witness.note(StoreMarker(instance: instance, lastSequence: noted))
            #expect(witness.marker(of: instance)?.lastSequence == known)
        }
        #expect(witness.marker(of: "../../etc/passwd") == nil)
    }
}
