import ArgumentParser
import Basics
import Foundation
import Logging
import Scheduler

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// `taskd serve`: runs the daemon in the foreground.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the daemon.",
        discussion: """
            Each setting is taken from its flag, else from the environment, else from the JSON file of --config, else \
            its default stands. Events go to standard output, one JSON line each; logs go to standard error.

              --db              TASKD_DB              db             ~/.local/share/taskd/taskd.db
              --listen          TASKD_LISTEN          listen         127.0.0.1:7373
              --zone            TASKD_ZONE            zone           the machine's zone
              --hooks-allow     TASKD_HOOKS_ALLOW     hooksAllow     no private webhook targets
              --commands-allow  TASKD_COMMANDS_ALLOW  commandsAllow  no programs for command hooks
                                TASKD_COMMANDS_PATH   commandsPath   /usr/bin:/bin, the PATH of those
              --quiet-hours     TASKD_QUIET_HOURS     quietHours     none
              --catch-up        TASKD_CATCH_UP        catchUp        P1D
              --catch-up-rate   TASKD_CATCH_UP_RATE   catchUpRate    1000 a second; 0 for no bound
              --keep-events     TASKD_KEEP_EVENTS     keepEvents     P90D,50000; forever keeps all
              --keep-deliveries TASKD_KEEP_DELIVERIES keepDeliveries P30D,50000
              --keep-firings    TASKD_KEEP_FIRINGS    keepFirings    P90D,500000
              --keep-answers    TASKD_KEEP_ANSWERS    keepAnswers    P1D
              --backup-every    TASKD_BACKUP_EVERY    backupEvery    never; P1D for each day
              --backup-to       TASKD_BACKUP_TO       backupTo       the folder DATABASE.backups
              --backup-keep     TASKD_BACKUP_KEEP     backupKeep     7 of them
              --backup-key      TASKD_BACKUP_KEY      backupKey      leave; include copies the key file too
              --state           TASKD_STATE           state          $STATE_DIRECTORY, ~/.local/state/taskd
              --log-level       TASKD_LOG_LEVEL       logLevel       info
                                TASKD_DAY_START       dayStart       09:00, from which reminders of a date count
              --config          TASKD_CONFIG                         no file
            """
    )

    @Option(help: ArgumentHelp("The store's file; created if it does not exist.", valueName: "file"))
    var db: String?

    @Option(
        help: ArgumentHelp("The address to listen on, such as 127.0.0.1:7373 or [::1]:7373.", valueName: "host:port"))
    var listen: String?

    @Option(help: ArgumentHelp("The default time zone of tasks, such as Europe/Berlin.", valueName: "iana"))
    var zone: String?

    @Option(
        help: ArgumentHelp("Private webhook targets to allow: CIDRs and hosts, separated by commas.", valueName: "list")
    )
    var hooksAllow: String?

    @Option(
        help: ArgumentHelp(
            "Programs that command hooks may run: absolute paths, separated by commas.", valueName: "list"))
    var commandsAllow: String?

    @Option(
        help: ArgumentHelp(
            "When reminders wait: 22:00-07:00, with a zone and a priority that is let through behind it if need be.",
            valueName: "window"))
    var quietHours: String?

    @Option(help: ArgumentHelp("How late a reminder may fire; a later one is reported as missed.", valueName: "time"))
    var catchUp: String?

    @Option(
        help: ArgumentHelp(
            "How many reminders a second are caught up after a downtime; new ones go first.", valueName: "count"))
    var catchUpRate: String?

    @OptionGroup(title: "Keeping") var keep: KeepingFlags

    @Option(help: ArgumentHelp("trace, debug, info, notice, warning or error.", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("A JSON file of settings.", valueName: "file"))
    var config: String?

    @Flag(
        help: """
            Use a store that was copied or put back from a backup: without it, such a store fires nothing, since the \
            original may have done so.
            """)
    var adoptStore = false

    @Flag(
        help: """
            Make a new key where the old one is lost: without it a store whose hooks have secrets does not start, since \
            they cannot be opened any more and are to be set again.
            """)
    var newKey = false

    func run() async throws {
        // A reader of standard output that goes away is a failed delivery, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        let zones = ZoneDatabase()
        do {
            let configuration = try await ServeConfiguration(
                flags: ServeConfiguration.Flags(
                    db: db,
                    listen: listen,
                    zone: zone,
                    hooksAllow: hooksAllow,
                    commandsAllow: commandsAllow,
                    logLevel: logLevel,
                    quietHours: quietHours,
                    catchUp: catchUp,
                    catchUpRate: catchUpRate,
                    keep: keep,
                    config: config,
                    adoptsStore: adoptStore,
                    makesKey: newKey
                ),
                environment: ProcessInfo.processInfo.environment,
                zones: zones
            )
            LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
            var logger = Logger(label: "taskd")
            logger.logLevel = configuration.logLevel
            try await DaemonProcess(configuration: configuration, zones: zones, clock: WallClock(), logger: logger)
                .run()
        } catch {
            FileHandle.standardError.write(Data("taskd: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }
}
