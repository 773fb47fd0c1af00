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
        commandName: "serve",
        abstract: "Run the daemon.",
        usage: "taskd serve [<options>]",
        discussion: """
            Every option with a variable in its description can also be set in the environment and (except --config \
            itself) in the JSON file of --config: --catch-up is TASKD_CATCH_UP and "catchUp". An option wins over \
            the environment, the \
            environment over the file.

            Two settings have no option: TASKD_COMMANDS_PATH ("commandsPath"), the PATH of command hooks (default: \
            /usr/bin:/bin), and TASKD_DAY_START ("dayStart"), the time of day from which the reminders of date-only \
            tasks count (default: 09:00).

            Events go to standard output, one JSON object per line; logs go to standard error.
            """
    )

    @Option(
        help: ArgumentHelp(
            """
            The store's file, created if it does not exist (TASKD_DB; default: $XDG_DATA_HOME/taskd/taskd.db, else \
            ~/.local/share/taskd/taskd.db).
            """,
            valueName: "file"))
    var db: String?

    @Option(
        help: ArgumentHelp(
            "The address to listen on, such as [::1]:7373 (TASKD_LISTEN; default: 127.0.0.1:7373).",
            valueName: "host:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            """
            The time zone of tasks and requests that name none, such as Europe/Berlin (TASKD_ZONE; default: the \
            machine's).
            """,
            valueName: "iana"))
    var zone: String?

    @Option(
        help: ArgumentHelp(
            """
            Private webhook targets to allow: CIDRs and hosts, separated by commas (TASKD_HOOKS_ALLOW; default: \
            none).
            """,
            valueName: "list")
    )
    var hooksAllow: String?

    @Option(
        help: ArgumentHelp(
            """
            Programs that command hooks may run: absolute paths, separated by commas (TASKD_COMMANDS_ALLOW; \
            default: none).
            """,
            valueName: "list"))
    var commandsAllow: String?

    @Option(
        help: ArgumentHelp(
            """
            When reminders are held: 22:00-07:00, optionally followed by a zone and the lowest priority that is let \
            through: "22:00-07:00 Europe/Berlin high" (TASKD_QUIET_HOURS; default: never).
            """,
            valueName: "window"))
    var quietHours: String?

    @Option(
        help: ArgumentHelp(
            "How late a reminder may fire; a later one is reported as missed (TASKD_CATCH_UP; default: P1D).",
            valueName: "time"))
    var catchUp: String?

    @Option(
        help: ArgumentHelp(
            """
            How many reminders per second are caught up after a downtime; 0 for no limit (TASKD_CATCH_UP_RATE; \
            default: 1000).
            """,
            valueName: "count"))
    var catchUpRate: String?

    @OptionGroup(title: "Retention and backups") var keep: KeepingFlags

    @Option(
        help: ArgumentHelp(
            "trace, debug, info, notice, warning or error (TASKD_LOG_LEVEL; default: info).", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("A JSON file of settings (TASKD_CONFIG).", valueName: "file"))
    var config: String?

    @Flag(
        help: """
            Adopt a store that was copied, or copied back by hand, so that it fires. Without this flag it fires \
            nothing, \
            since the original may have fired already. Not needed after taskd restore.
            """)
    var adoptStore = false

    @Flag(
        help: """
            Create a new key file when the old one is lost. Secrets of hooks can then no longer be opened and must \
            be set again; without this flag the daemon does not start if the store has secrets.
            """)
    var newKey = false

    func validate() throws {
        try StorePaths.check(db)
    }

    func run() async throws {
        // A reader of standard output that goes away is a failed delivery, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        let zones = ZoneDatabase()
        do {
            let configuration = try ServeConfiguration(
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
            try? FileHandle.standardError.write(contentsOf: Data("taskd: \(error)\n".utf8))
            throw error is ConfigurationError ? ExitCode.validationFailure : ExitCode.failure
        }
    }
}
