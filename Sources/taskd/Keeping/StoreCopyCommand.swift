import Foundation
import StorageSQLite

/// What the command and the schedule have in common: one backup, with the key file or without it.
enum StoreCopyCommand {
    /// Writes a backup.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` for the key file.
    static func write(storeAt database: String, to target: String, key: BackupConfiguration.Key) throws -> StoreBackup {
        let keyFile = StorePaths(database: database).keyFile
        let isKeyThere = key == .include && FileManager.default.fileExists(atPath: keyFile)
        let backup = try StoreBackup.write(storeAt: database, to: target)
        if isKeyThere { try KeyFileCopy.make(of: keyFile, at: target + ".key") }
        return backup
    }
}
