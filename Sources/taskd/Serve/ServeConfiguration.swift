import Foundation
import Logging
import Notify
import Recurrence
import Scheduler
import Storage

/// How the daemon runs: flags over environment (`TASKD_…`) over a file over defaults.
struct ServeConfiguration: Sendable {
    /// Where a TCP server listens.
    struct Address: Hashable, Sendable, LosslessStringConvertible {
        var host: String
        var port: Int

        /// Reads `HOST:PORT`, with brackets about an IPv6 address; port 0 takes one that is free.
        init?(_ text: String) {
            guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
                (0...65_535).contains(port)
            else { return nil }
            var host = text[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
            guard !host.isEmpty, !host.contains(where: { $0 == "/" || $0 == "[" || $0 == "]" }) else { return nil }
            (self.host, self.port) = (String(host), port)
        }

        var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    /// What the command line may say; nil leaves it to the environment, the file, or the default.
    struct Flags: Sendable {
        var db: String?
        var listen: String?
        var zone: String?
        var hooksAllow: String?
        var commandsAllow: String?
        var logLevel: String?
        var quietHours: String?
        var catchUp: String?
        var catchUpRate: String?
        var keep: KeepingFlags
        var config: String?
        var adoptsStore = false
        var makesKey = false
    }

    var paths: StorePaths
    var listen: Address
    var scheduler: SchedulerConfiguration
    var allowList: HookAllowList
    var commands: CommandConfiguration
    var logLevel: Logger.Level
    /// What of the history is kept for how long.
    var retention: RetentionPolicy
    /// Where the witnesses of stores lie; nil where there is no such place.
    var stateFolder: String?
    /// When the store is backed up, and where to.
    var backups: BackupConfiguration
    /// How many bytes the content of an attachment may have.
    var attachmentSize: Int
    /// Whether a store that is a copy is to become one of its own; said again at each start, never by a setting.
    var adoptsStore: Bool
    /// Whether a key that is lost is to be replaced; said at each start likewise.
    var makesKey: Bool

    /// Reads the configuration.
    ///
    /// - Throws: ``ConfigurationError`` naming the setting at fault as it was given.
    init(flags: Flags, environment: [String: String], zones: ZoneDatabase) throws {
        self = try ServeSettings(flags: flags, environment: environment).naming { setting in
            try ServeConfiguration(flags, setting, environment, zones)
        }
    }

    private init(
        _ flags: Flags, _ setting: (String) -> String?, _ environment: [String: String], _ zones: ZoneDatabase
    ) throws {
        adoptsStore = flags.adoptsStore
        makesKey = flags.makesKey
        paths = setting("db").map { StorePaths(database: $0) } ?? StorePaths(environment: environment)
        listen = try Self.parse(
            "listen", setting("listen") ?? "127.0.0.1:7373",
            "HOST:PORT with a port of 0 to 65535, such as 127.0.0.1:7373"
        ) { Address($0) }
        logLevel = try Self.parse(
            "logLevel", setting("logLevel") ?? "info", "trace, debug, info, notice, warning or error"
        ) {
            Logger.Level(rawValue: $0)
        }
        do {
            allowList = try HookAllowList(setting("hooksAllow") ?? "")
        } catch {
            throw ConfigurationError(setting: "hooksAllow", detail: "\(error)")
        }
        commands = try Self.commands(setting)
        retention = try RetentionPolicy(settings: setting)
        stateFolder = setting("state") ?? StatePaths.folder(environment: environment)
        backups = try BackupConfiguration(settings: setting, database: paths.database)
        attachmentSize = try Self.parse(
            "attachmentSize", setting("attachmentSize") ?? "25", "a number of megabytes, 1 to 1000"
        ) { text in Int(text).flatMap { (1...1_000).contains($0) ? $0 * 1_000_000 : nil } }
        scheduler = SchedulerConfiguration(
            defaultZone: setting("zone") ?? MachineZone(environment: environment).identifier)
        do {
            if setting("zone") == nil { _ = try MachineZone(environment: environment).rules(from: zones) }
            _ = try zones.rules(for: scheduler.defaultZone)
        } catch let failure as CommandFailure {
            throw ConfigurationError(detail: failure.description)
        } catch {
            throw ConfigurationError(setting: "zone", detail: "\(error)")
        }
        scheduler.dayStart = try Self.parse("dayStart", setting("dayStart") ?? "09:00", "a time of day such as 09:00") {
            Self.dayStart($0)
        }
        try readPolicies(setting, zones: zones)
    }

    /// Reads what becomes of reminders that are late, or come at a bad time.
    private mutating func readPolicies(_ setting: (String) -> String?, zones: ZoneDatabase) throws {
        scheduler.quietHours = try setting("quietHours").map { text in
            try Self.parse(
                "quietHours", text,
                "a window such as 22:00-07:00, optionally with a zone and a priority (22:00-07:00 Europe/Berlin high)"
            ) {
                QuietHours($0)
            }
        }
        if let zone = scheduler.quietHours?.timeZone {
            do { _ = try zones.rules(for: zone) } catch {
                throw ConfigurationError(setting: "quietHours", detail: "\(error)")
            }
        }
        scheduler.catchUpWindow = try Self.parse("catchUp", setting("catchUp") ?? "P1D", "PT1M to P366D") { text in
            guard let duration = try? CalendarDuration(text) else { return nil }
            let seconds = duration.days * 86_400 + duration.seconds
            return (60...366 * 86_400).contains(seconds) ? .seconds(seconds) : nil
        }
        let rate = try Self.parse("catchUpRate", setting("catchUpRate") ?? "1000", "0 to 1000000 reminders a second") {
            Int($0).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        }
        scheduler.catchUpRate = rate == 0 ? nil : rate
    }

    /// The names of all settings, as the configuration file has them.
    static let settingNames: Set<String> = [
        "db", "listen", "zone", "hooksAllow", "commandsAllow", "commandsPath", "quietHours", "catchUp", "catchUpRate",
        "keepEvents", "keepDeliveries", "keepFirings", "keepAnswers", "keepChanges", "backupEvery", "backupTo",
        "backupKeep", "backupKey", "attachmentSize", "state", "logLevel", "dayStart",
    ]

    /// The seconds after midnight of a time of day such as `09:00`.
    static func dayStart(_ text: String) -> Int? {
        guard case .dateTime(let time)? = CivilTime("2000-01-01T" + text) else { return nil }
        return time.secondOfDay
    }

    private static func commands(_ setting: (String) -> String?) throws -> CommandConfiguration {
        var commands = CommandConfiguration()
        do {
            commands.allowed = try CommandAllowList(setting("commandsAllow") ?? "")
        } catch {
            throw ConfigurationError(setting: "commandsAllow", detail: "\(error)")
        }
        commands.searchPath = setting("commandsPath") ?? commands.searchPath
        return commands
    }

    static func parse<Value>(
        _ key: String,
        _ text: String,
        _ expected: String,
        _ parse: (String) -> Value?
    ) throws -> Value {
        guard let value = parse(text) else {
            throw ConfigurationError(setting: key, detail: "must be \(expected), not \"\(text)\"")
        }
        return value
    }
}

/// A setting, or the file of settings, that cannot be used.
struct ConfigurationError: Error, CustomStringConvertible {
    /// The setting: its name in the file, or as it was given; nil for the file as a whole.
    var setting: String?
    var detail: String

    var description: String { setting.map { "\($0): \(detail)" } ?? detail }
}
