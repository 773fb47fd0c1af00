package import Basics
package import Hummingbird
import HummingbirdCore
package import Logging
package import Notify
package import Recurrence
package import Scheduler
package import ServiceLifecycle
package import Storage

/// Makes the HTTP server of `/v1`.
package struct APIServer<Time: UTCClock>: Sendable {
    package let store: any Store
    package let commands: TaskCommands
    package let secrets: SecretBox
    package let targets: TargetGuard
    package let sinks: [Hook.Kind: any Sink]
    package let programs: Locked<CommandAllowList>
    package let clock: Time
    package let logger: Logger
    /// Tells why nothing is fired; nil when all is well.
    package let refusal: @Sendable () async -> String?
    /// What was counted since the start, for `/metrics`.
    package let metrics: MetricsRegistry
    /// When the due loop last came round, for `/readyz`; nil where there is no loop.
    package let heartbeat: LoopHeartbeat?
    /// How many connections there may be, and how long their clients are waited for.
    package let limits: ConnectionLimits
    /// Whom the server answers, which may change while it runs.
    package let network: Locked<NetworkPolicy>
    /// How old the latest backup is at an instant; nil where there is none.
    package let backupAge: @Sendable (UTCInstant) -> Swift.Duration?
    /// Why the store cannot be used as it was opened, for `/readyz` and `/v1/status`; nil when all is well.
    package let storeTrouble: @Sendable () -> String?
    /// What makes exports, with its version.
    package let program: String
    /// The version of the program, which the description of the API has.
    package let version: String
    /// Where exports wait to be taken, in files without names.
    package let spoolFolder: String
    /// Where the contents of attachments are kept; nil for a store that has links alone.
    package let contents: AttachmentContents?
    /// Takes up which tokens are used, for who writes it down.
    package let tokenUses: TokenUses
    /// What TCP connections are encrypted by; nil for plain HTTP.
    private var certificate: ServerCertificate?
    /// What the server tells of itself, for `/v1/status`.
    package var facts = ServerFacts()
    private let connections: OpenConnections
    /// Records requests as spans; nil where the program has no tracer.
    package var spans = SpanRecorder()

    /// - Parameters:
    ///   - store: Where everything is kept.
    ///   - commands: What people do with tasks.
    ///   - secrets: Seals the secrets of new hooks.
    ///   - targets: Decides which webhook targets are allowed.
    ///   - sinks: How each kind of hook is reached, to try one out; hooks of other kinds cannot be tried.
    ///   - programs: Decides which programs command hooks may run, which may change while it runs.
    ///   - clock: The clock that gives the current time.
    ///   - logger: Where trouble is logged.
    ///   - refusal: Why nothing is fired, which `/readyz` then reports; it gives nil when all is well.
    ///   - metrics: What was counted since the start, which `/metrics` reports.
    ///   - heartbeat: When the due loop last came round, which `/readyz` looks at; nil where there is no loop.
    ///   - limits: How many connections there may be, and how long their clients are waited for.
    ///   - network: Whom the server answers, which may change while it runs.
    ///   - backupAge: How old the latest backup is at an instant; nil where there is none.
    ///   - storeTrouble: Why the store cannot be used as it was opened, which `/readyz` reports; nil when all is well.
    ///   - program: What makes exports, with its version.
    ///   - version: The version of the program, which the description of the API has.
    ///   - spoolFolder: Where exports wait to be taken, in files without names.
    ///   - contents: Where the contents of attachments are kept; nil for a store that has links alone.
    ///   - tokenUses: Takes up which tokens are used, for who writes it down.
    package init(
        store: any Store,
        commands: TaskCommands,
        secrets: SecretBox,
        targets: TargetGuard,
        sinks: [Hook.Kind: any Sink] = [:],
        programs: Locked<CommandAllowList> = Locked(.none),
        clock: Time,
        logger: Logger,
        refusal: @escaping @Sendable () async -> String? = { nil },
        metrics: MetricsRegistry = MetricsRegistry(),
        heartbeat: LoopHeartbeat? = nil,
        limits: ConnectionLimits = ConnectionLimits(),
        network: Locked<NetworkPolicy> = Locked(NetworkPolicy()),
        backupAge: @escaping @Sendable (UTCInstant) -> Swift.Duration? = { _ in nil },
        storeTrouble: @escaping @Sendable () -> String? = { nil },
        program: String = "taskd",
        version: String = "0",
        spoolFolder: String = "/tmp",
        contents: AttachmentContents? = nil,
        tokenUses: TokenUses = TokenUses()
    ) {
        self.store = store
        self.commands = commands
        self.secrets = secrets
        self.targets = targets
        self.sinks = sinks
        self.programs = programs
        self.clock = clock
        self.logger = logger
        self.refusal = refusal
        self.metrics = metrics
        self.heartbeat = heartbeat
        self.limits = limits
        self.network = network
        self.backupAge = backupAge
        self.storeTrouble = storeTrouble
        (self.program, self.version, self.spoolFolder) = (program, version, spoolFolder)
        self.contents = contents
        self.tokenUses = tokenUses
        connections = OpenConnections(limit: limits.maxConnections)
    }

    /// The server, to be run as a service.
    ///
    /// - Parameters:
    ///   - sockets: What to listen on; all of it, or the service ends with ``ListenFailure``.
    ///   - certificate: What TCP connections are encrypted by; nil for plain HTTP.
    ///   - onListening: Gets the addresses, with their ports, once requests are taken.
    /// - Returns: The server; it listens when it is run.
    package func service(
        on sockets: [ListeningSocket],
        certificate: ServerCertificate? = nil,
        onListening: @escaping @Sendable ([ListenAddress]) async -> Void = { _ in }
    ) -> any Service {
        var server = self
        server.certificate = certificate
        let answer = AnswerWriter(responder: server.router.buildResponder(), clock: clock, logger: logger)
        let connection = GuardedConnection(
            http: HTTP1Channel { @concurrent request, writer, channel in
                try await answer.respond(to: request, writer, on: channel)
            },
            limits: limits, connections: connections, certificate: certificate)
        return RequestServer(sockets: sockets, connection: connection, logger: logger, onListening: onListening)
    }

    /// What answers requests.
    package var router: Router<APIContext> {
        let router = routeTable
        router.refuseOtherMethods()
        return router
    }

    /// The routes that there are, without what answers to the methods that their paths do not have.
    package var routeTable: Router<APIContext> {
        let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIdentityMiddleware())
        router.add(middleware: RequestMetrics(registry: metrics, clock: clock))
        if let spans { router.add(middleware: TracingMiddleware(spans: spans)) }
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: NetworkMiddleware(policy: network))
        router.add(middleware: AnswerQuotaMiddleware(quota: Quota(limit: limits.maxUntakenBytes)))
        router.add(middleware: BodyQuotaMiddleware(quota: Quota(limit: limits.maxHeldBytes)))
        router.add(middleware: CompressionMiddleware())
        let authentication = BearerAuthentication(
            store: store, clock: clock, uses: tokenUses, tries: WrongTries(metrics: metrics, logger: logger),
            network: network)
        HealthRoutes(
            store: store, clock: clock, refusal: refusal, heartbeat: heartbeat, authentication: authentication,
            storeTrouble: storeTrouble
        ).add(to: router)
        MetricsRoute(
            store: store, registry: metrics, clock: clock, backupAge: backupAge, certificate: certificate,
            connections: connections, keeping: facts.keeping
        ).add(to: router)
        DescriptionRoutes(version: version).add(to: router)
        let gap = heartbeat.map { DueGap(store: store, clock: clock, heartbeat: $0) }
        let runner = CommandRunner(store: store, commands: commands, clock: clock, gap: gap)
        let routes = ScopedRoutes(
            router.group("v1"), authentication, store, toChange: { try await runner.read($0) },
            cursorKey: secrets.key(for: CursorSeal.purpose))
        let executor = IdempotentExecutor(store: store, clock: clock, runner: runner)
        // A batch is one transaction; what a request changes by itself may go on in further ones.
        let parts = commands.inParts
        TaskRoutes(store: store, commands: parts, executor: executor, clock: clock).add(to: routes)
        SeriesRoutes(store: store, commands: parts, executor: executor, clock: clock).add(to: routes)
        AttachmentRoutes(
            store: store, commands: parts, executor: executor, clock: clock, contents: contents
        ).add(to: routes)
        BatchRoutes(commands: commands, executor: executor).add(to: routes)
        BulkRoutes(store: store, commands: parts, executor: executor, runner: runner, clock: clock).add(to: routes)
        TransferRoutes(
            store: store, commands: parts, executor: executor, runner: runner, clock: clock, program: program,
            spoolFolder: spoolFolder, exports: Quota(limit: 2)
        ).add(to: routes)
        TrashRoutes(store: store, commands: parts, executor: executor, runner: runner, clock: clock).add(to: routes)
        ChangeRoutes(store: store, commands: parts, executor: executor, clock: clock).add(to: routes)
        ReminderRoutes(store: store, commands: commands, executor: executor, clock: clock).add(to: routes)
        FiringRoutes(store: store, commands: commands, clock: clock).add(to: routes)
        SetAsideRoutes(store: store).add(to: routes)
        NodeRoutes(facts: facts).add(to: routes)
        StatusRoutes(
            store: store, clock: clock, refusal: refusal, heartbeat: heartbeat, storeTrouble: storeTrouble,
            backupAge: backupAge, version: version, facts: facts
        ).add(to: routes)
        ProjectRoutes(store: store, commands: commands, executor: executor, clock: clock).add(to: routes)
        TagRoutes(store: store, commands: commands, executor: executor).add(to: routes)
        PauseRoutes(store: store, commands: commands, executor: executor, clock: clock).add(to: routes)
        ViewRoutes(store: store, executor: executor, zones: commands.zones).add(to: routes)
        PhraseRoutes(store: store, commands: commands, clock: clock).add(to: routes)
        SuggestionRoutes(store: store, zones: commands.zones).add(to: routes)
        StatisticsRoutes(store: store, commands: commands, clock: clock).add(to: routes)
        let check = HookCheck(commands: programs)
        HookRoutes(
            store: store, executor: executor, secrets: secrets, targets: targets, check: check, zones: commands.zones
        ).add(to: routes)
        HookOperationRoutes(store: store, executor: executor, secrets: secrets, sinks: sinks, clock: clock).add(
            to: routes)
        DeliveryRoutes(store: store, executor: executor, clock: clock).add(to: routes)
        TokenRoutes(store: store, executor: executor, clock: clock, uses: tokenUses).add(to: routes)
        EventRoutes(store: store, clock: clock, streams: Quota(limit: limits.maxStreams)).add(to: routes)
        return router
    }
}
