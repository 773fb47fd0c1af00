import Foundation
import GRDB
import Storage

/// A copy of a store in one file, verified, made beside the daemon that has the store open or without one.
public struct StoreBackup: Hashable, Sendable {
    /// The backup's file.
    public let path: String
    /// Its size.
    public let bytes: Int
    /// Where the event log ends in it.
    public let lastSequence: Int64
    /// How many rows each table has in it.
    public let counts: [String: Int]
    /// How many contents of attachments are missing from it, since what it was made of had lost them.
    public internal(set) var missingContents = 0
    /// What the folder of the contents of attachments is called, behind the name of a store's or a backup's file.
    public static let contentsSuffix = ContentFolder.suffix

    /// Backs a store up to a file that is not there yet, readable by its owner only.
    ///
    /// The contents of attachments are brought beside it, into `TARGET-attachments`, as further links to their files where
    /// the file system allows it. The file gets its name when it was verified and is durable. Nobody waits for it: it is copied from a snapshot.
    ///
    /// - Parameters:
    ///   - source: The store.
    ///   - target: The backup.
    /// - Returns: What was written.
    /// - Throws: ``StoreError``; then there is no such file.
    public static func write(storeAt source: String, to target: String) throws -> StoreBackup {
        guard !FileManager.default.fileExists(atPath: target) else {
            throw StoreError(.conflict, "\(target) already exists; name another file")
        }
        let draft = DraftFile(path: target + ".partial")
        try draft.create()
        let contents = ContentCopy(from: ContentFolder(ofStoreAt: source), to: ContentFolder(ofStoreAt: target))
        do {
            // First, so that what a daemon removes from now on is in the backup all the same.
            try contents.copyAll()
            let copied = try copy(source, to: draft.path)
            var backup = try verify(draft.path, as: target)
            guard backup.counts == copied.counts, backup.lastSequence == copied.lastSequence else {
                throw StoreError(
                    .unavailable,
                    """
                    the backup of \(source) does not hold as many rows as the store, and was removed; try again, and \
                    if that fails run taskd check on the store
                    """)
            }
            backup.missingContents = try contents.settle(StoreSnapshot.contents(ofStoreAt: draft.path))
            try draft.publish(as: target)
            return backup
        } catch {
            unlink(draft.path)
            contents.removeTarget()
            throw error
        }
    }

    /// Looks whether a backup is whole.
    ///
    /// - Parameters:
    ///   - path: Its file.
    ///   - name: What it is called in what is returned and thrown; its path where nil.
    /// - Returns: What is in it.
    /// - Throws: ``StoreError``, with the first fault where there is one.
    public static func verify(_ path: String, as name: String? = nil) throws -> StoreBackup {
        let snapshot = try StoreSnapshot(path: path)
        if let fault = try snapshot.faults().first {
            throw StoreError(
                .unavailable, "\(name ?? path) is damaged: \(fault.subject): \(fault.detail); use another backup")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let backup = try snapshot.look { db in
            let inspection = FileInspection(db: db)
            return StoreBackup(
                path: name ?? path,
                bytes: attributes[.size] as? Int ?? 0,
                lastSequence: try inspection.lastSequence(),
                counts: try inspection.counts()
            )
        }
        try snapshot.close()
        return backup
    }

    /// Copies a store's snapshot into an empty file, with all that is still in its write-ahead log.
    static func copy(_ source: String, to target: String) throws -> (counts: [String: Int], lastSequence: Int64) {
        let snapshot = try StoreSnapshot(path: source)
        let copy = try StoreError.translating(path: target) { try DatabaseQueue(path: target) }
        let copied = try snapshot.look { db in
            let inspection = FileInspection(db: db)
            let copied = (counts: try inspection.counts(), lastSequence: try inspection.lastSequence())
            do {
                try copy.writeWithoutTransaction { try db.backup(to: $0) }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
                // Not the disk that is read.
                throw StoreError(error, path: target)
            }
            return copied
        }
        // One file, with nothing beside it.
        try StoreError.translating(path: target) {
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
        }
        try snapshot.close()
        return copied
    }
}
