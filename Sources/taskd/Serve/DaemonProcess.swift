import Foundation
import HTTPAPI
import Logging
import NIOCore
import Notify
import Recurrence
import Scheduler
import ServiceLifecycle
import Storage
import StorageSQLite
import UnixSignals

/// The composition root: opens the store, puts the parts together, and runs them until a signal ends them.
struct DaemonProcess {
    let configuration: ServeConfiguration
    let zones: ZoneDatabase
    let clock: WallClock
    let logger: Logger

    func run() async throws {
        let metrics = MetricsRegistry()
        let descriptors = DescriptorLimit.raise()
        let store = try SQLiteStore(
            path: configuration.paths.database, stateFolder: configuration.stateFolder, watch: writerWatch(metrics))
        let refusal = try standing(of: store)
        checkWitness(of: store)
        try await FirstStart(paths: configuration.paths).prepare(store, now: clock.now)
        let secrets = try await secretBox(for: store)
        let own = OwnEndpoints(host: configuration.listen.host, port: configuration.listen.port)
        let targets = TargetGuard(policy: AddressPolicy(allowing: configuration.allowList), own: own)
        let webhooks = WebhookSink(
            targets: targets,
            secrets: secrets,
            clock: clock,
            userAgent: "taskd/\(TaskdVersion.current)"
        )
        let programs = CommandSink(configuration: configuration.commands, clock: clock)
        let sinks: [Hook.Kind: any Sink] = [.stdout: StdoutSink(), .webhook: webhooks, .command: programs]
        let crashes = try CrashMark(path: configuration.paths.crashFile)
        crashes.leaveOnCrash()
        let commands = TaskCommands(zones: zones, configuration: configuration.scheduler)
        let heartbeat = refusal == nil ? LoopHeartbeat(startingAt: clock.steady.now) : nil
        let limits = ConnectionLimits(descriptors: descriptors)
        let server = server(store, commands, secrets, targets, sinks, refusal, metrics, heartbeat, limits)
        let loops =
            refusal == nil
            ? loops(store, commands, sinks, crashes.previousEnd, metrics, heartbeat, descriptors) : []
        let group = ServiceGroup(
            configuration: .init(
                // Stopped in reverse: no new requests, then no new firings, then what is on its way is recorded.
                services: loops + [server, StopDeadline(logger: logger)],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        do {
            try await group.run()
        } catch {
            try? await webhooks.shutdown()
            try? store.close()
            throw (error as? IOError).map { unableToListen($0) } ?? error
        }
        try await webhooks.shutdown()
        if refusal == nil { try store.noteProgress() }
        try store.close()
        logger.info("stopped")
    }

    private func writerWatch(_ metrics: MetricsRegistry) -> WriterWatch {
        WriterMetrics(registry: metrics, logger: logger).watch(uptime: WallClock.stopwatch())
    }

    /// The key of the hooks' secrets; one is made unless it is missed.
    private func secretBox(for store: SQLiteStore) async throws -> SecretBox {
        let hasSecrets = try await store.read { try $0.hooks().contains(where: \.holdsSecrets) }
        let file = SecretKeyFile(path: configuration.paths.keyFile)
        return SecretBox(key: try file.loadOrCreate(isNeeded: hasSecrets && !configuration.makesKey))
    }

    /// Why the store must not fire: it is a copy, and nobody said that it is to be a store of its own.
    private func standing(of store: SQLiteStore) throws -> String? {
        switch try store.standing() {
        case .original: return nil
        case .moved(let path):
            logger.notice("the store was moved", metadata: ["from": "\(path)", "to": "\(store.path)"])
            return nil
        case .copy(let reason) where configuration.adoptsStore:
            try store.adopt()
            logger.notice("the store was adopted", metadata: ["store": "\(store.path)", "it.was": "\(reason)"])
            return nil
        case .copy(let reason):
            logger.error(
                "the store may be a copy: nothing is fired or delivered until taskd serve --adopt-store",
                metadata: ["store": "\(store.path)", "reason": "\(reason)"]
            )
            return "the store may be a copy, and fires nothing: \(reason); start taskd serve --adopt-store to use it"
        }
    }

    /// Says so where an older copy of the store's folder could not be told.
    private func checkWitness(of store: SQLiteStore) {
        do {
            try store.noteProgress()
            if store.isWitnessed { return }
            logger.notice(
                "there is no state folder outside of the store's own: an older copy of that folder cannot be told",
                metadata: ["state": "\(configuration.stateFolder ?? "none")"]
            )
        } catch {
            logger.warning("the progress of the store cannot be noted", metadata: ["error": "\(error)"])
        }
    }

    private func loops(
        _ store: SQLiteStore,
        _ commands: TaskCommands,
        _ sinks: [Hook.Kind: any Sink],
        _ previousEnd: PreviousEnd,
        _ metrics: MetricsRegistry,
        _ heartbeat: LoopHeartbeat?,
        _ descriptors: Int
    ) -> [any Service] {
        var deliveries = DeliveryConfiguration()
        // Behind the requests that may go on for two seconds, so that all has ended within ten.
        deliveries.drainTime = .seconds(6)
        // Each may need a connection; some descriptors are the store's.
        deliveries.flightLimit = min(deliveries.flightLimit, max(1, ConnectionLimits.reserve(of: descriptors) - 64))
        let zones = ZoneWatch(store: store, commands: commands, clock: clock, logger: logger, metrics: metrics)
        return [
            LoopService { [clock, logger, configuration] in
                await RetentionLoop(
                    store: store, policy: configuration.retention, clock: clock, logger: logger, metrics: metrics
                ).run()
            },
            LoopService { [clock, logger] in
                await StoreProgress(store: store, clock: clock, logger: logger).run()
            },
            LoopService { [clock, logger, deliveries] in
                await DeliveryLoop(
                    store: store,
                    sinks: sinks,
                    clock: clock,
                    logger: logger,
                    configuration: deliveries,
                    metrics: metrics,
                    previousEnd: previousEnd
                ).run()
            },
            LoopService { [clock, logger] in
                // Before anything is fired, so that nothing is by rules that hold no more.
                do { try await zones.look() } catch {
                    logger.error("the zones of the tasks cannot be looked at", metadata: ["error": "\(error)"])
                }
                await DueLoop(
                    store: store, commands: commands, clock: clock, logger: logger, metrics: metrics,
                    heartbeat: heartbeat
                ).run()
            },
            LoopService { [clock, logger] in
                await SetAsideSweep(
                    store: store, commands: commands, clock: clock, logger: logger, metrics: metrics
                ).run()
            },
            LoopService { await zones.run() },
        ] + backups
    }

    /// The schedule of backups, where there is one.
    private var backups: [any Service] {
        guard let interval = configuration.backups.interval else { return [] }
        let loop = BackupLoop(
            database: configuration.paths.database,
            interval: interval,
            configuration: configuration.backups,
            clock: clock,
            logger: logger
        )
        return [LoopService { await loop.run() }]
    }

    private func unableToListen(_ error: IOError) -> ConfigurationError {
        let reason = String(cString: strerror(error.errnoCode))
        return ConfigurationError(
            setting: "listen",
            detail: "cannot listen on \(configuration.listen): \(reason); stop what does, or choose another address"
        )
    }

    private func server(
        _ store: SQLiteStore,
        _ commands: TaskCommands,
        _ secrets: SecretBox,
        _ targets: TargetGuard,
        _ sinks: [Hook.Kind: any Sink],
        _ refusal: String?,
        _ metrics: MetricsRegistry,
        _ heartbeat: LoopHeartbeat?,
        _ limits: ConnectionLimits
    ) -> any Service {
        let server = APIServer(
            store: store,
            commands: commands,
            secrets: secrets,
            targets: targets,
            sinks: sinks,
            programs: configuration.commands.allowed,
            clock: clock,
            logger: logger,
            refusal: refusal,
            metrics: metrics,
            heartbeat: heartbeat,
            limits: limits,
            backupAge: { [folder = BackupFolder(path: configuration.backups.folder)] now in
                folder.newest?.duration(to: now)
            }
        )
        return server.application(host: configuration.listen.host, port: configuration.listen.port) { port in
            var address = configuration.listen
            address.port = port
            logger.info(
                "ready",
                metadata: [
                    "url": "http://\(address)", "store": "\(configuration.paths.database)",
                    "zone": "\(configuration.scheduler.defaultZone)", "token": "\(configuration.paths.tokenFile)",
                ]
            )
        }
    }
}

/// A loop that runs until it is cancelled, as a service: a graceful shutdown cancels it.
private struct LoopService: Service {
    let loop: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown { await loop() }
    }
}

extension Hook {
    /// Whether something of it is sealed.
    fileprivate var holdsSecrets: Bool {
        !sealedSecrets.isEmpty || tls?.sealedKey != nil || headers.contains(where: \.isSecret)
    }
}
