import Foundation
import Recurrence
import Storage

extension RetentionPolicy {
    /// Reads the policy from settings.
    ///
    /// - Throws: ``ConfigurationError`` naming the setting at fault.
    init(settings: (String) -> String?) throws {
        self.init()
        func limit(_ name: String, _ preset: RetentionLimit) throws -> RetentionLimit {
            guard let text = settings(name) else { return preset }
            return try ServeConfiguration.parse(name, text, RetentionLimit.form) { RetentionLimit($0) }
        }
        events = try limit("keepEvents", events)
        deliveries = try limit("keepDeliveries", deliveries)
        firings = try limit("keepFirings", firings)
        if let text = settings("keepAnswers") {
            let form = "an age of PT1H to P1D, a count such as 100000, or both with a comma between them"
            answers = try ServeConfiguration.parse("keepAnswers", text, form) { text in
                // After a day no answer is given again, whatever is kept.
                RetentionLimit(text).flatMap { $0 != .forever && $0.age ?? .zero <= .seconds(86_400) ? $0 : nil }
            }
        }
        changes = try limit("keepChanges", changes)
    }
}

/// When the store is backed up, and where to.
struct BackupConfiguration: Hashable, Sendable {
    /// Whether the file of the key goes with a backup.
    enum Key: String, CaseIterable, Sendable {
        case include
        case leave
    }

    /// The time between two backups; nil for none by itself.
    var interval: Swift.Duration?
    var folder: String
    /// How many are kept.
    var count = 7
    var key = Key.leave

    /// The folder of a database's backups, unless another is said.
    static func folder(ofDatabase path: String) -> String { path + ".backups" }

    /// Reads the configuration from settings.
    ///
    /// - Throws: ``ConfigurationError`` naming the setting at fault.
    init(settings: (String) -> String?, database: String) throws {
        folder = settings("backupTo") ?? Self.folder(ofDatabase: database)
        if let text = settings("backupEvery"), text != "never" {
            interval = try ServeConfiguration.parse("backupEvery", text, "PT1M to P366D, or never") { text in
                guard let duration = try? CalendarDuration(text), abs(duration.days) <= 366 else { return nil }
                let seconds = duration.days * 86_400 + min(duration.seconds, 400 * 86_400)
                return (60...366 * 86_400).contains(seconds) ? .seconds(seconds) : nil
            }
        }
        if let text = settings("backupKeep") {
            count = try ServeConfiguration.parse("backupKeep", text, "a number from 1 to 10000") {
                Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil }
            }
        }
        if let text = settings("backupKey") {
            key = try ServeConfiguration.parse("backupKey", text, "include or leave") { Key(rawValue: $0) }
        }
    }
}

/// Where taskd keeps what must not lie in a store's own folder.
enum StatePaths {
    /// The folder: systemd's for the service, else that of the XDG Base Directory Specification; nil where there is
    /// no home.
    static func folder(environment: [String: String]) -> String? {
        if let folders = environment["STATE_DIRECTORY"], let first = folders.split(separator: ":").first,
            first.hasPrefix("/")
        {
            return String(first)
        }
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder + "/taskd" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/state/taskd"
    }
}
