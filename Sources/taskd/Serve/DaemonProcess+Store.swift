import Basics
import HTTPAPI
import Scheduler
import Storage
import StorageSQLite

#if POSTGRES
    import StoragePostgres
#endif

// How the store is opened, and what stands beside it.

extension DaemonProcess {
    /// Opens the store that the settings name.
    func openStore(_ metrics: MetricsRegistry) async throws -> any DaemonStore {
        let writer = WriterMetrics(registry: metrics, logger: logger).watch(
            uptime: WallClock.stopwatch(), wait: WallClock.wait)
        let queries = QueryMetrics(registry: metrics, logger: logger).watch(uptime: WallClock.stopwatch())
        let rules = { @Sendable [zones, standard = configuration.scheduler.defaultZone] (zone: String?) in
            try zones.rules(for: zone ?? standard)
        }
        #if POSTGRES
            if let server = configuration.paths.server {
                var place = PostgresStore.Configuration(conninfo: server, node: configuration.node)
                place.version = Taskd.version
                try PrivateFolder(configuration.paths.folder).create()
                return try await PostgresStore.open(
                    place, clock: clock.steady, serverClock: clock, watch: writer, queries: queries,
                    parts: LogPartsMetrics(registry: metrics, logger: logger).watch, zones: rules)
            }
        #endif
        let store = try SQLiteStore(
            path: configuration.paths.database, stateFolder: configuration.stateFolder, watch: writer, queries: queries,
            zones: rules)
        return store
    }
}
