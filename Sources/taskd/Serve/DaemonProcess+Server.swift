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
        _ tokenUses: TokenUses
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
            },
            isStoreInPlace: { store.isInPlace },
            program: "taskd \(Taskd.version)",
            version: Taskd.version,
            spoolFolder: (configuration.paths.database as NSString).deletingLastPathComponent,
            contents: contents,
            tokenUses: tokenUses
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
