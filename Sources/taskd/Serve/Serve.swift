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
            Each setting can also be given in the environment and, except --config itself, in the YAML file of --config: \
            --catch-up is TASKD_CATCH_UP and catchUp. An option wins over the environment, the environment over the \
            file. taskd config check prints what holds, and why. Durations are those of ISO 8601: PT1H is an hour, P1D a \
            day.

            SIGHUP has the daemon read the file and the certificate again, as far as that needs no restart.

            Events go to standard output, one JSON object a line; logs go to standard error.
            """
    )

    @OptionGroup(title: "Settings") var flags: SettingFlags

    @Flag(
        help: """
            Have reminders fire from a store that was copied, or copied back by hand. Without this flag none fire, \
            since the original may have fired them already. Not needed after taskd restore.
            """)
    var adoptStore = false

    @Flag(
        help: """
            Make a new key file when the old one is lost. The secrets of hooks can then no longer be opened: taskd hook \
            rotate makes another, and PATCH /v1/hooks/ID with headers and tls sets secret headers and TLS keys again. \
            Without this flag the daemon does not start if the store has secrets.
            """)
    var newKey = false

    func run() async throws {
        // A reader of standard output that goes away is a failed delivery, not the end of the daemon.
        signal(SIGPIPE, SIG_IGN)
        let zones = ZoneDatabase()
        let environment = ProcessInfo.processInfo.environment
        do {
            let read: @Sendable () throws -> ServeConfiguration = { [flags] in
                try ServeConfiguration(ServeSettings(flags: flags, environment: environment), zones: zones)
            }
            let configuration = try read()
            let log = DaemonLog(level: configuration.logLevel, format: configuration.logFormat)
            LoggingSystem.bootstrap { log.handler(label: $0) }
            let daemon = DaemonProcess(
                configuration: configuration,
                adoptsStore: adoptStore,
                makesKey: newKey,
                zones: zones,
                clock: CorrectedClock(WallClock()),
                logger: Logger(label: "taskd"),
                supervisor: Systemd(environment: environment),
                reread: read,
                log: log
            )
            try await daemon.run()
        } catch {
            StandardError.write(error)
            throw error is ConfigurationErrors ? ExitCode.validationFailure : ExitCode.failure
        }
    }
}
