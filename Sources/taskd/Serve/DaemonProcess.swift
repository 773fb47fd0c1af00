import AllocatorSettings
import Basics
import HTTPAPI
import Logging
import NIOCore
import NIOPosix
import Notify
import Recurrence
import Scheduler
import ServiceLifecycle
import Storage
import StorageSQLite
import UnixSignals

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The composition root: opens the store, puts the parts together, and runs them until a signal ends them.
struct DaemonProcess {
    let configuration: ServeConfiguration
    let zones: ZoneDatabase
    let clock: WallClock
    let logger: Logger

    func run() async throws {
        allocator_return_large_blocks()
        let metrics = MetricsRegistry()
        let descriptors = DescriptorLimit.raise()
        let store = try SQLiteStore(
            path: configuration.paths.database, stateFolder: configuration.stateFolder, watch: writerWatch(metrics),
            queries: queryWatch(metrics),
            zones: { [zones, standard = configuration.scheduler.defaultZone] in try zones.rules(for: $0 ?? standard) })
        let refusal = try standing(of: store)
        checkWitness(of: store)
        try await FirstStart(paths: configuration.paths).prepare(store, now: clock.now)
        let secrets = try await secretBox(for: store)
        let own = ListenAddresses(host: configuration.listen.host, port: configuration.listen.port)
        let targets = TargetGuard(policy: AddressPolicy(allowing: configuration.allowList), own: own)
        let webhooks = WebhookSink(
            targets: targets,
            secrets: secrets,
            clock: clock,
            userAgent: "taskd/\(Taskd.version)"
        )
        let programs = CommandSink(configuration: configuration.commands, clock: clock)
        let sinks: [Hook.Kind: any Sink] = [.stdout: StdoutSink(), .webhook: webhooks, .command: programs]
        let crashes = try CrashMark(path: configuration.paths.crashFile)
        crashes.leaveOnCrash()
        let commands = TaskCommands(zones: zones, configuration: configuration.scheduler)
        let heartbeat = refusal == nil ? LoopHeartbeat(startingAt: clock.steady.now) : nil
        let limits = ConnectionLimits(descriptors: descriptors)
        let contents = AttachmentContents(
            folder: ContentFolder(ofStoreAt: configuration.paths.database), maxSize: configuration.attachmentSize)
        contents.folder.removeDrafts()
        let tokenUses = TokenUses()
        let server = server(
            store, commands, secrets, targets, sinks, refusal, metrics, heartbeat, limits, contents, tokenUses)
        let loops =
            refusal == nil
            ? loops(store, commands, sinks, crashes.previousEnd, metrics, heartbeat, descriptors, contents) : []
        let useLoop = LoopService { [clock, logger] in
            await TokenUseLoop(store: store, uses: tokenUses, clock: clock, logger: logger).run()
        }
        let group = ServiceGroup(
            configuration: .init(
                // Stopped in reverse: no new requests, then no new firings, then what is on its way is recorded.
                services: loops + [useLoop, server, StopDeadline(logger: logger)],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        do {
            try await group.run()
        } catch {
            try? await webhooks.shutdown()
            try? store.close()
            throw ListenError(error, at: configuration.listen) ?? error
        }
        try await webhooks.shutdown()
        // One that cannot be recorded was logged at the start, and is no reason to end with an error.
        if refusal == nil { try? store.noteProgress() }
        try store.close()
        logger.info("stopped")
    }
}

/// Ends the process when stopping it takes too long, whatever holds it up: what is in the store is safe at any moment.
private struct StopDeadline: Service {
    /// How long stopping may take.
    private static let patience = TimeAmount.milliseconds(9_500)

    let logger: Logger

    func run() async throws {
        try await gracefulShutdown()
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.patience) {
            logger.critical("shutdown timed out; exiting")
            _exit(1)
        }
    }
}
