import Basics
import HTTPAPI
import Logging
import Notify
import Recurrence
import Scheduler
import ServiceLifecycle
import Storage

extension DaemonProcess {
    /// What runs beside the server, in the order in which it is started.
    func loops(
        _ store: any DaemonStore,
        _ commands: TaskCommands,
        _ sinks: [Hook.Kind: any Sink],
        _ previousEnd: PreviousEnd,
        _ metrics: MetricsRegistry,
        _ heartbeat: LoopHeartbeat?,
        _ descriptors: Int,
        _ contents: any ContentStore
    ) -> [any Service] {
        var deliveries = DeliveryConfiguration()
        // Behind the requests that may go on for two seconds, so that all has ended within ten.
        deliveries.drainTime = .seconds(6)
        // Each may need a connection; some descriptors are the store's.
        deliveries.flightLimit = min(deliveries.flightLimit, max(1, ConnectionLimits.reserve(of: descriptors) - 64))
        return store.upkeep(clock, logger) + backups + [
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
            LoopService { [self] in
                await store.lead { led in
                    await lead(led, commands, metrics, heartbeat, contents)
                } whileAnotherDoes: { [clock] in
                    heartbeat?.beat(at: clock.steady.now, isDone: true, isPaced: false)
                }
            },
        ]
    }

    /// What one node alone does of those that have a store open.
    private func lead(
        _ store: any Store, _ commands: TaskCommands, _ metrics: MetricsRegistry, _ heartbeat: LoopHeartbeat?,
        _ contents: any ContentStore
    ) async {
        let edits = PendingEditLoop(
            runner: CommandRunner(store: store, commands: commands, clock: clock), clock: clock, logger: logger)
        let upkeep = UpkeepContext(
            store: store, commands: commands, clock: clock, logger: logger, metrics: metrics)
        let retention = RetentionLoop(
            store: store, policy: configuration.retention, clock: clock, logger: logger, metrics: metrics,
            contents: ContentSweep(store: store, contents: contents))
        let zones = ZoneWatch(upkeep)
        let due = DueLoop(
            store: store, commands: commands, clock: clock, logger: logger, metrics: metrics, heartbeat: heartbeat)
        await withDiscardingTaskGroup { group in
            group.addTask { await retention.run() }
            group.addTask { [clock, logger] in
                await StatisticsLoop(store: store, clock: clock, logger: logger).run()
            }
            group.addTask { [clock, logger] in
                await AbandonedClaimLoop(store: store, clock: clock, logger: logger, metrics: metrics).run()
            }
            group.addTask {
                // Before anything is fired, so that nothing is by rules that hold no more.
                await zones.begin()
                if Task.isCancelled { return }
                async let look: Void = zones.run()
                await due.run()
                await look
            }
            group.addTask { await SetAsideSweep(upkeep).run() }
            group.addTask { await edits.run() }
        }
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
}

/// A loop that runs until it is cancelled, as a service: a graceful shutdown cancels it.
struct LoopService: Service {
    let loop: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown { await loop() }
    }
}
