import Foundation
import Recurrence
import Storage
import StorageSQLite

/// The folder that backups are made in, one file for each, named by its time.
struct BackupFolder: Hashable, Sendable {
    private static let prefix = "taskd-"
    /// What stands behind the time of one that was made by hand, which is left to whoever made it.
    private static let mark = "-manual"
    /// What the names of backups of files end with.
    static let fileSuffix = ".db"

    let path: String
    /// What the names of backups end with.
    var suffix = Self.fileSuffix

    /// The path of a backup that is made now, by hand or on schedule.
    func file(at now: UTCInstant, byHand: Bool = false) -> String {
        "\(path)/\(Self.prefix)\(now.compact)\(byHand ? Self.mark : "")\(suffix)"
    }

    /// Makes the folder, its owner's alone, where there is none.
    func create() throws {
        try StoreError.asFailure { try PrivateFolder(path).create() }
    }

    /// When the latest backup was made; nil where there is none.
    ///
    /// A backup has its name only when it was verified, so whatever has one is good.
    var newest: UTCInstant? { backups.last?.madeAt }

    /// The path of the latest backup; nil where there is none.
    var newestFile: String? { backups.last.map { "\(path)/\($0.name)" } }

    /// Removes all but the latest backups that were made on schedule, with the key files and the contents of attachments
    /// that lie beside them.
    ///
    /// - Returns: How many were removed.
    @discardableResult
    func prune(keeping count: Int) throws -> Int {
        let old = backups.filter { !$0.isByHand }.dropLast(count)
        for backup in old {
            for part in ["", ".key", StoreBackup.contentsSuffix] {
                let file = "\(path)/\(backup.name)\(part)"
                if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
            }
        }
        return old.count
    }

    private var backups: [(madeAt: UTCInstant, name: String, isByHand: Bool)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(Self.prefix), name.hasSuffix(suffix) else { return nil }
            let time = name.dropFirst(Self.prefix.count).dropLast(suffix.count)
            let isByHand = time.hasSuffix(Self.mark)
            guard let madeAt = UTCInstant(compact: isByHand ? time.dropLast(Self.mark.count) : time) else { return nil }
            return (madeAt, name, isByHand)
        }.sorted { $0.madeAt < $1.madeAt }
    }
}

extension UTCInstant {
    /// Its whole second as it stands in names of files: `20261122T023104Z`.
    var compact: String {
        String(description.prefix(19)).replacing("-", with: "").replacing(":", with: "") + "Z"
    }

    /// Reads what `compact` writes.
    init?(compact text: some StringProtocol) {
        let text = Array(text)
        guard text.count == 16, text[8] == "T", text[15] == "Z" else { return nil }
        let date = "\(String(text[0..<4]))-\(String(text[4..<6]))-\(String(text[6..<8]))"
        self.init("\(date)T\(String(text[9..<11])):\(String(text[11..<13])):\(String(text[13..<15]))Z")
    }
}
