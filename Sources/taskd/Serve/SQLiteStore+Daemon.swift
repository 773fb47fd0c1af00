import Basics
import HTTPAPI
import Logging
import NIOPosix
import Notify
import ServiceLifecycle
import Storage
import StorageSQLite

extension SQLiteStore: DaemonStore {
    var place: String { path }

    var trouble: String? {
        isInPlace ? nil : "the store's file was removed or replaced; stop the daemon and restore the file"
    }

    func makeContents() -> any ContentStore {
        let folder = ContentFolder(ofStoreAt: path)
        folder.removeDrafts()
        return FolderContents(folder, on: NIOThreadPool.singleton)
    }

    func nodes() async throws -> [StoreNode] { [] }

    func moveMark() async throws -> CopyMark? { try copyMark() }

    func stay() async throws { try removeCopyMark() }

    func refusal(isAdopted: Bool, _ logger: Logger) async throws -> String? {
        switch try standing() {
        case .original: return nil
        case .moved(let former):
            logger.notice("the store was moved", metadata: ["from": "\(former)", "to": "\(path)"])
            return nil
        case .copy(let reason) where isAdopted:
            try adopt()
            logger.notice("the store was adopted", metadata: ["store": "\(path)", "reason": "\(reason)"])
            return nil
        case .copy(let reason): return CopyRefusal.tell(reason, of: path, logger)
        }
    }

    func secretKey(in file: SecretKeyFile, isReplaced: Bool) async throws -> [UInt8] {
        try file.loadOrCreate(isNeeded: try await hasSecrets() && !isReplaced)
    }

    func upkeep(_ clock: CorrectedClock, _ logger: Logger) -> [any Service] {
        [LoopService { await StoreProgress(store: self, clock: clock, logger: logger).run() }]
    }

    /// A file is opened by one process alone.
    func lead(_ work: @escaping @Sendable (any Store) async -> Void, whileAnotherDoes note: @Sendable () -> Void) async
    {
        await work(self)
    }

    func end(noting: Bool) async throws {
        // One that cannot be recorded was logged at the start, and is no reason to end with an error.
        if noting { try? noteProgress() }
        try close()
    }

    /// Says so where an older copy of the store's folder could not be told.
    func checkWitness(_ stateFolder: String?, _ logger: Logger) {
        do {
            try noteProgress()
            if isWitnessed { return }
            logger.notice("\(StatePaths.unwitnessed)", metadata: ["state": "\(stateFolder ?? "none")"])
        } catch {
            logger.warning("cannot record the progress of the store", metadata: ["error": "\(error)"])
        }
    }
}

/// What is told of a store that may be a copy.
enum CopyRefusal {
    /// Logs that nothing fires, and why.
    ///
    /// - Returns: The same, for those who ask whether the daemon is ready.
    static func tell(_ reason: String, of place: String, _ logger: Logger) -> String {
        logger.error(
            "the store may be a copy: nothing fires until the daemon is started with --adopt-store",
            metadata: ["store": "\(place)", "reason": "\(reason)"]
        )
        return "the store may be a copy: nothing fires until the daemon is started with --adopt-store (\(reason))"
    }
}
