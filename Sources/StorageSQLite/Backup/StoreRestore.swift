import Foundation
import GRDB
public import Recurrence
import Storage

/// Puts a backup in the place of a store that no daemon has open.
public struct StoreRestore: Sendable {
    /// The files that belong to a store's database, and the database itself.
    private static let parts = ["", "-wal", "-shm", ContentFolder.suffix]

    private let backup: String
    private let path: String
    private let stateFolder: String?

    /// - Parameters:
    ///   - backup: The backup's file, or that of a store.
    ///   - path: Where the store is to be.
    ///   - stateFolder: Where it is noted how far stores have come; nil for nowhere.
    public init(backup: String, path: String, stateFolder: String?) {
        self.backup = backup
        self.path = URL(fileURLWithPath: path).path
        self.stateFolder = stateFolder
    }

    /// Restores the store, which is one of its own from then on: what was due up to `now` is reported as missed, not
    /// fired, since the store that the backup was made of may have fired it.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - suffix: What the name of a store that is there gets, which then stays beside it; nil to refuse one.
    /// - Returns: What was restored.
    /// - Throws: ``StoreError``; then the store that is there was left as it is.
    public func run(at now: UTCInstant, settingAsideAs suffix: String?) throws -> StoreBackup {
        if let absence = FileAbsence.reason(backup, otherwise: "name the file of a backup") {
            throw StoreError(.unavailable, "the backup \(backup) \(absence)")
        }
        // What is no store is told of first, and leaves nothing behind; whether it is whole is seen of its copy.
        try StoreSnapshot(path: backup).close()
        let isThere = FileManager.default.fileExists(atPath: path)
        let target = StoreFile(path: path)
        try target.checkKind()
        guard !isThere || suffix != nil else {
            // What is somebody else's is not offered to be replaced; a store that is damaged beyond recognition still can be.
            do { try target.check(against: Migrations.migrator) } catch let error as StoreError {
                if error.code == .notAStore { throw error }
            }
            throw StoreError(
                .conflict, "the store \(path) already exists; give --replace to move it aside")
        }
        let traces = RestoreTraces(ofStoreAt: path)
        do {
            return try replaceStore(isThere: isThere, at: now, settingAsideAs: suffix)
        } catch {
            traces.remove()
            throw error
        }
    }

    private func replaceStore(isThere: Bool, at now: UTCInstant, settingAsideAs suffix: String?) throws -> StoreBackup {
        if !isThere { try StoreFile(path: path).createFolder() }
        let lock = try StoreLock(forStoreAt: path)
        defer { lock.release() }
        let draft = DraftFile(path: path + ".restoring")
        try draft.create()
        let contents = ContentCopy(from: ContentFolder(ofStoreAt: backup), to: ContentFolder(ofStoreAt: draft.path))
        do {
            _ = try StoreBackup.copy(backup, to: draft.path)
            var restored = try StoreBackup.verify(draft.path, as: backup)
            try settle(draft.path, at: now)
            restored.missingContents = try contents.settle(
                StoreSnapshot.contents(ofStoreAt: draft.path), isVerified: true)
            if isThere, let suffix { try setAside(suffix) }
            try contents.move(to: ContentFolder(ofStoreAt: path))
            try draft.publish(as: path)
            return restored
        } catch {
            try? FileManager.default.removeItem(atPath: draft.path)
            contents.removeTarget()
            throw error
        }
    }

    /// Makes the copy a store of its own, at home where it is about to be.
    private func settle(_ draft: String, at now: UTCInstant) throws {
        guard let file = FileIdentity(ofFileAt: draft) else {
            throw StoreError(.unavailable, "\(draft) no longer exists")
        }
        let instance = StoreHome.makeInstance()
        let home = StoreHome(instance: instance, machine: MachineIdentity.current(), file: file, path: path)
        let last = try StoreError.translating(path: draft) {
            let queue = try DatabaseQueue(path: draft)
            let last = try queue.write { db in
                try home.write(to: db)
                try db.execute(
                    sql: "INSERT OR REPLACE INTO identity (name, value) VALUES ('restoredAt', ?)",
                    arguments: ["\(now.millisecondsSinceEpoch)"]
                )
                return try FileInspection(db: db).lastSequence()
            }
            try queue.close()
            return last
        }
        let marker = StoreMarker(instance: instance, lastSequence: last)
        // Without it the store is as good; the daemon says when it cannot write there.
        stateFolder.map { try? StoreWitness(stateFolder: $0).note(marker) }
    }

    private func setAside(_ suffix: String) throws {
        for part in Self.parts where FileManager.default.fileExists(atPath: path + part) {
            do {
                try FileManager.default.moveItem(atPath: path + part, toPath: path + suffix + part)
            } catch {
                throw StoreError(.unavailable, "cannot move \(path + part) aside: \(error.localizedDescription)")
            }
        }
    }
}

/// What a restore makes beside the store, which must not stay where no store comes to be.
private struct RestoreTraces {
    /// The lock file; nil where there was one.
    private let lock: String?
    /// The folders that there were not yet, the innermost first.
    private let folders: [String]

    init(ofStoreAt path: String) {
        lock = FileManager.default.fileExists(atPath: path + ".lock") ? nil : path + ".lock"
        var (folder, missing) = (URL(fileURLWithPath: path).deletingLastPathComponent(), [String]())
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            missing.append(folder.path)
            folder.deleteLastPathComponent()
        }
        folders = missing
    }

    /// Removes them; what others have put there meanwhile stays.
    func remove() {
        if let lock { unlink(lock) }
        for folder in folders { rmdir(folder) }
    }
}
