import Foundation
import StorageSQLite

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Copies the small file of a store's key, readable by its owner only from the first moment.
enum KeyFileCopy {
    private static let maxSize = 4_096

    /// Copies the file to a place where there is none yet.
    ///
    /// - Throws: ``CommandFailure``.
    static func make(of source: String, at target: String) throws {
        let bytes = try read(source)
        let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure.failed("the key file \(target) cannot be created: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count, fsync(descriptor) == 0 else {
            unlink(target)
            throw CommandFailure.failed("the key file \(target) cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    private static func read(_ source: String) throws -> Data {
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: source))
            defer { try? handle.close() }
            if let bytes = try handle.read(upToCount: maxSize), !bytes.isEmpty { return bytes }
        } catch {
            throw CommandFailure.failed(
                "the key file \(source) cannot be read: \(CommandFailure.reason(of: error))")
        }
        throw CommandFailure.failed("the key file \(source) is empty", "Restore it from a backup.")
    }

    /// Whether two files hold the same bytes.
    static func isSame(_ first: String, _ second: String) -> Bool {
        FileManager.default.contentsEqual(atPath: first, andPath: second)
    }
}

extension StoreBackup {
    /// Writes a backup, with the key file beside it where that is asked for.
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
