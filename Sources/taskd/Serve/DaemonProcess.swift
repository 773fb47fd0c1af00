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
import UnixSignals

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The composition root: opens the store, puts the parts together, and runs them until a signal ends them.
struct DaemonProcess {
    let configuration: ServeConfiguration
    /// Whether a store that is a copy is to become one of its own; said again at each start, never by a setting.
    let adoptsStore: Bool
    /// Whether a key that is lost is to be replaced; said at each start likewise.
    let makesKey: Bool
    let zones: ZoneDatabase
    let clock: CorrectedClock
    let logger: Logger
    let supervisor: Systemd
    /// Reads the settings again.
    let reread: @Sendable () throws -> ServeConfiguration
    let log: DaemonLog

    func run() async throws {
        let certificate = try configuration.tls.map {
            try ServerCertificate(chainPath: $0.certificate, keyPath: $0.key)
        }
        allocator_return_large_blocks()
        let metrics = MetricsRegistry()
        let descriptors = DescriptorLimit.raise()
        let opened = try await openStore(metrics)
        let (store, isMoved) = try await opened.unlessMoved(isAdopted: adoptsStore, logger)
        let refusal = try await store.refusal(isAdopted: adoptsStore, logger)
        store.checkWitness(configuration.stateFolder, logger)
        if let former = try await FirstStart(paths: configuration.paths).prepare(store, now: clock.now) {
            logger.warning("the store is new; the admin token of another one was kept", metadata: ["file": "\(former)"])
        }
        let secrets = SecretBox(
            key: try await store.secretKey(
                in: SecretKeyFile(path: configuration.paths.keyFile), isReplaced: makesKey))
        let own = configuration.listen.compactMap { address in
            if case .tcp(let host, let port) = address { ListenAddresses(host: host, port: port) } else { nil }
        }
        let targets = TargetGuard(policy: AddressPolicy(allowing: configuration.allowList), own: own)
        let webhooks = WebhookSink(
            targets: targets,
            secrets: secrets,
            clock: clock,
            userAgent: "taskd/\(Taskd.version)"
        )
        let programs = Locked(configuration.commands.allowed)
        let sinks: [Hook.Kind: any Sink] = [
            .stdout: StdoutSink(), .webhook: webhooks,
            .command: CommandSink(configuration: configuration.commands, allowed: programs, clock: clock),
        ]
        let crashes = try CrashMark(path: configuration.paths.crashFile)
        crashes.leaveOnCrash()
        let commands = TaskCommands(zones: zones, configuration: configuration.scheduler)
        let heartbeat = refusal == nil ? LoopHeartbeat(startingAt: clock.steady.now) : nil
        let limits = ConnectionLimits(descriptors: descriptors)
        let contents = store.makeContents()
        let tokenUses = TokenUses()
        let network = Locked(configuration.network)
        // What was being moved when it was opened may have been moved by now.
        let latestRefusal = { @Sendable [logger] in
            isMoved ? (try? await store.refusal(isAdopted: false, logger)) ?? refusal : refusal
        }
        let server = server(
            store, commands, secrets, targets, sinks, latestRefusal, metrics, heartbeat, limits, contents, network,
            certificate, programs, tokenUses)
        let reloading = Reloading(
            settings: configuration, reread: reread, log: log, network: network, targets: targets,
            programs: programs, certificate: certificate, supervisor: supervisor, clock: clock, logger: logger)
        let loops =
            refusal == nil
            ? loops(store, commands, sinks, crashes.previousEnd, metrics, heartbeat, descriptors, contents) : []
        let useLoop = LoopService { [clock, logger] in
            await TokenUseLoop(store: store, uses: tokenUses, clock: clock, logger: logger).run()
        }
        let group = ServiceGroup(
            configuration: .init(
                // Stopped in reverse: no new requests, then no new firings, then what is on its way is recorded.
                services: (loops + (isMoved ? [] : [useLoop]) + [
                    server, reloading,
                    WatchdogLoop(supervisor: supervisor, heartbeat: heartbeat, clock: clock),
                    StopDeadline(supervisor: supervisor, logger: logger),
                ] as [any Service]).map { NamedService($0) },
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        do {
            try await group.run()
        } catch {
            try? await webhooks.shutdown()
            try? await store.end(noting: false)
            throw (error as? ListenFailure).map(ListenError.init) ?? error
        }
        try await webhooks.shutdown()
        try await store.end(noting: refusal == nil)
        logger.info("stopped")
    }
}

/// A service that the log calls by the name of its type: what it consists of, such as settings and the environment, is
/// nobody's business.
private struct NamedService: Service, CustomStringConvertible {
    private let service: any Service

    init(_ service: any Service) {
        self.service = service
    }

    var description: String { "\(type(of: service))" }

    func run() async throws { try await service.run() }
}

/// Ends the process when stopping it takes too long, whatever holds it up: what is in the store is safe at any moment.
private struct StopDeadline: Service {
    /// How long stopping may take.
    private static let patience = TimeAmount.milliseconds(9_500)

    let supervisor: Systemd
    let logger: Logger

    func run() async throws {
        try await gracefulShutdown()
        supervisor.notify(.stopping)
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.patience) {
            logger.critical("shutdown timed out; exiting")
            _exit(1)
        }
    }
}
