import Basics
import Foundation
import HTTPAPI
import Logging
import Notify
import Recurrence
import Scheduler
import ServiceLifecycle
import Storage
import StorageSQLite

extension DaemonProcess {
    /// The server, which says in the log where it listens.
    func server(
        _ store: SQLiteStore,
        _ commands: TaskCommands,
        _ secrets: SecretBox,
        _ targets: TargetGuard,
        _ sinks: [Hook.Kind: any Sink],
        _ refusal: String?,
        _ metrics: MetricsRegistry,
        _ heartbeat: LoopHeartbeat?,
        _ limits: ConnectionLimits,
        _ contents: AttachmentContents,
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
            isStoreInPlace: { store.isInPlace },
            program: "taskd \(Taskd.version)",
            version: Taskd.version,
            spoolFolder: (configuration.paths.database as NSString).deletingLastPathComponent,
            contents: contents,
            tokenUses: tokenUses
        )
        server.facts = facts
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
                    "url": "\(urls.joined(separator: ", "))", "store": "\(configuration.paths.database)",
                    "zone": "\(configuration.scheduler.defaultZone)", "token": "\(configuration.paths.tokenFile)",
                ]
            )
            supervisor.notify(.ready)
        }
    }

    /// What the server tells of itself.
    private var facts: ServerFacts {
        var facts = ServerFacts()
        facts.startedAt = clock.now
        facts.zone = configuration.scheduler.defaultZone
        facts.zoneData = zones.version
        facts.backupInterval = configuration.backups.interval
        (facts.store, facts.backups) = (configuration.paths.database, configuration.backups.folder)
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
