import Basics
import HTTPAPI
import Logging
import Notify
import Recurrence
import Storage
import StorageSQLite

// How the store is opened, and what stands beside it.

extension DaemonProcess {
    func writerWatch(_ metrics: MetricsRegistry) -> WriterWatch {
        WriterMetrics(registry: metrics, logger: logger).watch(uptime: WallClock.stopwatch(), wait: WallClock.wait)
    }

    func queryWatch(_ metrics: MetricsRegistry) -> QueryWatch {
        QueryMetrics(registry: metrics, logger: logger).watch(uptime: WallClock.stopwatch())
    }

    /// The key of the hooks' secrets; one is made unless it is missed.
    func secretBox(for store: SQLiteStore) async throws -> SecretBox {
        let hasSecrets = try await store.read { try $0.hooks().contains(where: \.holdsSecrets) }
        let file = SecretKeyFile(path: configuration.paths.keyFile)
        return SecretBox(key: try file.loadOrCreate(isNeeded: hasSecrets && !makesKey))
    }

    /// Why the store must not fire: it is a copy, and nobody said that it is to be a store of its own.
    func standing(of store: SQLiteStore) throws -> String? {
        switch try store.standing() {
        case .original: return nil
        case .moved(let path):
            logger.notice("the store was moved", metadata: ["from": "\(path)", "to": "\(store.path)"])
            return nil
        case .copy(let reason) where adoptsStore:
            try store.adopt()
            logger.notice("the store was adopted", metadata: ["store": "\(store.path)", "reason": "\(reason)"])
            return nil
        case .copy(let reason):
            logger.error(
                "the store may be a copy: nothing fires until the daemon is started with --adopt-store",
                metadata: ["store": "\(store.path)", "reason": "\(reason)"]
            )
            return "the store may be a copy: nothing fires until the daemon is started with --adopt-store (\(reason))"
        }
    }

    /// Says so where an older copy of the store's folder could not be told.
    func checkWitness(of store: SQLiteStore) {
        do {
            try store.noteProgress()
            if store.isWitnessed { return }
            logger.notice(
                """
                the state folder is missing or inside the store's folder, so an older copy of the store's folder \
                cannot be detected; set --state to a folder outside it
                """,
                metadata: ["state": "\(configuration.stateFolder ?? "none")"]
            )
        } catch {
            logger.warning("cannot record the progress of the store", metadata: ["error": "\(error)"])
        }
    }
}

extension Hook {
    /// Whether something of it is sealed.
    fileprivate var holdsSecrets: Bool {
        !sealedSecrets.isEmpty || tls?.sealedKey != nil || headers.contains(where: \.isSecret)
    }
}
