import Basics
import HTTPAPI
import Logging
import Notify
import Recurrence
import Scheduler
import ServiceLifecycle
import Storage

#if POSTGRES
    import StoragePostgres
#endif

extension DaemonProcess {
    /// The server, which says in the log where it listens.
    func server(
        _ store: any DaemonStore,
        _ commands: TaskCommands,
        _ secrets: SecretBox,
        _ targets: TargetGuard,
        _ sinks: [Hook.Kind: any Sink],
        _ refusal: @escaping @Sendable () async -> String?,
        _ metrics: MetricsRegistry,
        _ heartbeat: LoopHeartbeat?,
        _ limits: ConnectionLimits,
        _ contents: any ContentStore,
        _ network: Locked<NetworkPolicy>,
        _ certificate: ServerCertificate?,
        _ programs: Locked<CommandAllowList>,
        _ tokenUses: TokenUses
    ) -> any Service {
        var server = APIServer(
            store: store,
            commands: commands,
            secrets: secrets,
            targets: targets,
            sinks: sinks,
            programs: programs,
            clock: clock,
            logger: logger,
            refusal: refusal,
            metrics: metrics,
            heartbeat: heartbeat,
            limits: limits,
            network: network,
            backupAge: { [folder = BackupFolder(path: configuration.backups.folder)] now in
                folder.newest?.duration(to: now)
            },
            storeTrouble: { store.trouble },
            program: "taskd \(Taskd.version)",
            version: Taskd.version,
            spoolFolder: configuration.paths.folder,
            contents: AttachmentContents(in: contents, maxSize: configuration.attachmentSize),
            tokenUses: tokenUses
        )
        server.facts = facts(of: store)
        return server.service(on: sockets, certificate: certificate) { addresses in
            let scheme = certificate == nil ? "http" : "https"
            let urls = addresses.map { address in
                if case .tcp = address { "\(scheme)://\(address)" } else { "\(address)" }
            }
            for case .tcp(let host, let port) in addresses where certificate == nil {
                let address = ListenAddress.tcp(host: host, port: port)
                if address.isOfThisMachine { continue }
                logger.warning(
                    """
                    tokens and tasks cross the network unencrypted; set --tls-certificate and --tls-key, or listen on \
                    127.0.0.1 behind a proxy that speaks https
                    """,
                    metadata: ["address": "\(address)"])
            }
            logger.info(
                "ready",
                metadata: [
                    "url": "\(urls.joined(separator: ", "))", "store": "\(store.place)",
                    "zone": "\(configuration.scheduler.defaultZone)", "token": "\(configuration.paths.tokenFile)",
                ]
            )
            supervisor.notify(.ready)
        }
    }

    /// What the server tells of itself.
    private func facts(of store: any DaemonStore) -> ServerFacts {
        var facts = ServerFacts()
        facts.startedAt = clock.now
        facts.zone = configuration.scheduler.defaultZone
        facts.zoneData = zones.version
        facts.backupInterval = configuration.backups.interval
        facts.store = store.place
        facts.engine = configuration.paths.server == nil ? "sqlite" : "postgresql"
        let start = clock.now
        facts.nodes = { [name = configuration.node] in
            let nodes = try await store.nodes()
            if !nodes.isEmpty { return nodes }
            return [
                StoreNode(
                    id: store.claimOwner.rawValue, name: name, version: Taskd.version, joinedAt: start, leaseEnd: nil,
                    clockOffset: nil, isLeader: true, isOwn: true,
                    hooks: try await store.read { try $0.hooks().map(\.id) })
            ]
        }
        #if POSTGRES
            if let server = configuration.paths.server {
                let watch = ServerWatch(
                    PostgresStore.Configuration(conninfo: server, node: configuration.node), clock: clock.steady)
                facts.keeping = { [clock] in await watch.keeping(at: clock.now) }
                // A server is backed up by its own means.
                return facts
            }
        #endif
        facts.backups = configuration.backups.folder
        facts.room = { [paths = configuration.paths] in
            paths.bytes.map { ServerFacts.Room(used: $0, free: paths.freeBytes) }
        }
        return facts
    }

    /// What to listen on: what systemd hands over, and the addresses that were set, or else the default one.
    private var sockets: [ListeningSocket] {
        let inherited = supervisor.sockets.map { ListeningSocket.inherited(descriptor: $0) }
        let isSet = configuration.settings.source(of: .listen) != .standard
        return inherited + (isSet || inherited.isEmpty ? configuration.listen.map { .address($0) } : [])
    }
}
