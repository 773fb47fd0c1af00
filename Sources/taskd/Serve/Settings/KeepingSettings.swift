import Foundation
import Recurrence
import Storage

extension RetentionPolicy {
    /// Reads the policy from settings.
    init(_ reader: inout SettingsReader) {
        self.init()
        events = reader.value(.keepEvents) { RetentionLimit($0) } ?? events
        deliveries = reader.value(.keepDeliveries) { RetentionLimit($0) } ?? deliveries
        firings = reader.value(.keepFirings) { RetentionLimit($0) } ?? firings
        answers =
            reader.value(.keepAnswers) { text in
                // After a day no answer is given again, whatever is kept.
                RetentionLimit(text).flatMap { $0 != .forever && $0.age ?? .zero <= .seconds(86_400) ? $0 : nil }
            } ?? answers
        changes = reader.value(.keepChanges) { RetentionLimit($0) } ?? changes
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
    init(_ reader: inout SettingsReader) {
        folder = reader.settings[.backupTo]
        interval =
            reader.value(.backupEvery) { text -> Swift.Duration?? in
                if text == "never" { return .some(nil) }
                guard let duration = try? CalendarDuration(text), abs(duration.days) <= 366 else { return nil }
                let seconds = duration.days * 86_400 + min(duration.seconds, 400 * 86_400)
                return (60...366 * 86_400).contains(seconds) ? .seconds(seconds) : nil
            } ?? nil
        if interval != nil { reader.refuseNoFolder(.backupTo) }
        count =
            reader.value(.backupKeep) { text in
                Int(text).flatMap { (1...10_000).contains($0) ? $0 : nil }
            } ?? count
        key = reader.value(.backupKey) { Key(rawValue: $0) } ?? key
    }
}

/// Where taskd keeps what must not lie in a store's own folder.
enum StatePaths {
    /// What is told where an older copy of the store's folder cannot be told.
    static let unwitnessed = """
        the state folder is missing or inside the store's folder, so an older copy of the store's folder cannot be \
        detected; set --state to a folder outside it
        """

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
