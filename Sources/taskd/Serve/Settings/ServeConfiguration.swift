import Basics
import Foundation
import HTTPAPI
import Logging
import Notify
import Recurrence
import Scheduler
import Storage

/// How the daemon runs.
struct ServeConfiguration: Sendable {
    /// What it was read from.
    let settings: ServeSettings
    var paths: StorePaths
    /// What this node is called among those that share the store.
    var node: String
    /// Where the server listens, unless systemd hands it sockets.
    var listen: [ListenAddress]
    /// Whom it answers.
    var network: NetworkPolicy
    /// What TCP addresses speak TLS by; nil where they do not.
    var tls: TLSFiles?
    var scheduler: SchedulerConfiguration
    var allowList: HookAllowList
    var commands: CommandConfiguration
    var logLevel: Logger.Level
    var logFormat: LogFormat
    /// What of the history is kept for how long.
    var retention: RetentionPolicy
    /// Where the witnesses of stores lie; nil where there is no such place.
    var stateFolder: String?
    /// When the store is backed up, and where to.
    var backups: BackupConfiguration
    /// How many bytes the content of an attachment may have.
    var attachmentSize: Int

    /// Reads the configuration.
    ///
    /// - Throws: ``ConfigurationErrors`` with all that is wrong, each setting named as it was given.
    init(_ settings: ServeSettings, zones: ZoneDatabase) throws {
        self.settings = settings
        var reader = SettingsReader(settings)
        paths = StorePaths(database: settings[.db])
        node = settings[.node]
        if let reason = paths.reasonNotToServe { reader.refuse(.db, reason) }
        if node.isEmpty || node.utf8.count > 100 { reader.refuse(.node, "must be \(Setting.node.form)") }
        listen = reader.value(.listen) { try Self.addresses($0) } ?? []
        network = NetworkPolicy(&reader)
        tls = TLSFiles(&reader)
        logLevel = reader.value(.logLevel) { Logger.Level(rawValue: $0) } ?? .info
        logFormat = reader.value(.logFormat) { LogFormat(rawValue: $0) } ?? .text
        allowList = reader.value(.hooksAllow) { try HookAllowList($0) } ?? .empty
        commands = CommandConfiguration()
        commands.allowed = reader.value(.commandsAllow) { try CommandAllowList($0) } ?? .none
        commands.searchPath = settings[.commandsPath]
        retention = RetentionPolicy(&reader)
        reader.refuseNoFolder(.state)
        stateFolder = settings[.state].isEmpty ? nil : settings[.state]
        backups = BackupConfiguration(&reader)
        if paths.server != nil, backups.interval != nil {
            reader.refuse(
                .backupEvery, "is for files alone; back the server up by its own means, such as pg_basebackup")
        }
        attachmentSize =
            reader.value(.attachmentSize) { text in
                Int(text).flatMap { (1...1_000).contains($0) ? $0 * 1_000_000 : nil }
            } ?? 0
        scheduler = SchedulerConfiguration(&reader, zones: zones)
        if !reader.problems.isEmpty { throw ConfigurationErrors(reader.problems) }
    }

    private static func addresses(_ text: String) throws -> [ListenAddress]? {
        let entries = text.listEntries
        guard !entries.isEmpty else { return nil }
        var known: Set<ListenAddress> = []
        return try entries.map { entry in
            guard let address = ListenAddress(entry) else {
                throw ConfigurationError(detail: "must be \(Setting.listen.form), not \"\(entry.prefix(256))\"")
            }
            // Port 0 is another one each time.
            guard known.insert(address).inserted || entry.hasSuffix(":0") else {
                throw ConfigurationError(detail: "must not name \(address) twice")
            }
            return address
        }
    }

    /// The seconds after midnight of a time of day such as `09:00`.
    static func dayStart(_ text: String) -> Int? {
        guard case .dateTime(let time)? = CivilTime("2000-01-01T" + text) else { return nil }
        return time.secondOfDay
    }
}

/// How the log is written.
enum LogFormat: String, Sendable {
    case text
    case json
}

/// The files of a certificate and its key.
struct TLSFiles: Hashable, Sendable {
    let certificate: String
    let key: String

    /// Nil where neither is set; one without the other makes no sense.
    fileprivate init?(_ reader: inout SettingsReader) {
        (certificate, key) = (reader.settings[.tlsCertificate], reader.settings[.tlsKey])
        if certificate.isEmpty, key.isEmpty { return nil }
        if key.isEmpty { reader.refuse(.tlsCertificate, "needs \(Setting.tlsKey.flag) with the certificate's key") }
        if certificate.isEmpty {
            reader.refuse(.tlsKey, "needs \(Setting.tlsCertificate.flag) with the key's certificate")
        }
    }
}

extension NetworkPolicy {
    fileprivate init(_ reader: inout SettingsReader) {
        self.init()
        hosts = reader.value(.hosts) { HostNames($0) } ?? hosts
        proxies = reader.value(.proxies) { TrustedProxies($0) } ?? proxies
        origins = reader.value(.corsOrigins) { AllowedOrigins($0) } ?? origins
    }
}

extension SchedulerConfiguration {
    fileprivate init(_ reader: inout SettingsReader, zones: ZoneDatabase) {
        self.init(defaultZone: reader.settings[.zone])
        if reader.settings.source(of: .zone) == .standard {
            do { _ = try zones.rules(for: defaultZone) } catch {
                reader.refuseMachineZone(defaultZone)
            }
        } else {
            _ = reader.value(.zone) { try zones.rules(forTyped: $0) }
        }
        dayStart = reader.value(.dayStart) { ServeConfiguration.dayStart($0) } ?? dayStart
        quietHours =
            reader.value(.quietHours) { text -> QuietHours?? in
                if text == "never" { return .some(nil) }
                guard let hours = QuietHours(text) else {
                    guard Self.isEmptyWindow(text) else { return nil }
                    throw ConfigurationError(
                        detail: "must end at another time than it begins, not \"\(text.prefix(256))\"")
                }
                if let zone = hours.timeZone { try Self.check(zoneOrPriority: zone, zones) }
                return hours
            } ?? nil
        catchUpWindow =
            reader.value(.catchUp) { text in
                guard let duration = try? CalendarDuration(text) else { return nil }
                let seconds = duration.days * 86_400 + duration.seconds
                return (60...366 * 86_400).contains(seconds) ? .seconds(seconds) : nil
            } ?? catchUpWindow
        let rate =
            reader.value(.catchUpRate) { text in
                Int(text).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
            } ?? 0
        catchUpRate = rate == 0 ? nil : rate
    }

    /// Whether a window has the right form, but no length.
    private static func isEmptyWindow(_ text: String) -> Bool {
        let times = text.prefix { $0 != " " }.split(separator: "-").map { QuietHours.second($0) }
        return times.count == 2 && times[0] != nil && times[0] == times[1]
    }

    /// Refuses a word that is no zone, and so may have been meant as a priority.
    private static func check(zoneOrPriority word: String, _ zones: ZoneDatabase) throws {
        do { _ = try zones.rules(for: word) } catch {
            let priorities = TaskPriority.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(
                detail:
                    "\"\(word.prefix(64))\" is neither a time zone, such as Europe/Berlin, nor a priority (\(priorities))"
            )
        }
    }
}
