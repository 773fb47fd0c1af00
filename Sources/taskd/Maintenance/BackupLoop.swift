import Basics
import Foundation
import Logging
import Recurrence
import StorageSQLite

/// Backs the store up on its schedule, counted from the latest backup in the folder, also over restarts.
struct BackupLoop: Sendable {
    /// How soon a backup that failed is tried again.
    private static let retryPause = Swift.Duration.seconds(300)

    let database: String
    let interval: Swift.Duration
    let configuration: BackupConfiguration
    let clock: CorrectedClock
    let logger: Logger

    private var folder: BackupFolder { BackupFolder(path: configuration.folder) }

    /// Runs until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            // A backup of the future was made before the clock was set back; then it is time for another.
            let now = clock.now
            let last = folder.newest.flatMap { $0 <= now ? $0 : nil }
            if let next = last?.advanced(by: interval), next > now {
                try? await clock.sleep(until: next, tolerance: nil)
                continue
            }
            do {
                try await back(up: now)
            } catch is CancellationError {
                return
            } catch {
                logger.error(
                    "the store was not backed up", metadata: ["error": "\(error)", "folder": "\(folder.path)"])
                try? await clock.steady.wait(for: Self.retryPause)
            }
        }
    }

    private func back(up now: UTCInstant) async throws {
        let (database, key) = (database, configuration.key)
        let target = folder.file(at: now)
        try folder.create()
        let backup = try await BlockingThread.run {
            try StoreBackup.write(storeAt: database, to: target, key: key)
        }
        if backup.missingContents > 0 {
            logger.error(
                "contents of attachments are missing from the store; run taskd check",
                metadata: ["contents": "\(backup.missingContents)"])
        }
        let removed = try folder.prune(keeping: configuration.count)
        logger.info(
            "the store was backed up",
            metadata: ["file": "\(backup.path)", "bytes": "\(backup.bytes)", "older.removed": "\(removed)"])
    }
}

/// A thread for work that blocks for long, which none of Swift's own may do.
private enum BlockingThread {
    /// Runs a closure on a thread of its own.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result(catching: body)) }.start()
        }
    }
}
