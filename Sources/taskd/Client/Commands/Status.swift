import ArgumentParser
import Basics
import Foundation
import Recurrence
import TaskdClient

/// `taskd status`: how the daemon does, on a few lines.
struct Status: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract:
            "Show how the daemon is doing: whether reminders fire, what comes next, hooks that fail, store and backup.",
        usage: "taskd status [<options>]",
        discussion: """
            Exit status: 0 all is well, 1 something is not, 3 daemon not reachable. taskd doctor looks closer, even \
            without a daemon.
            """
    )

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        var isWell = true
        try await client.withDaemon(context) { daemon in
            let response = try await daemon.get("status")
            let status: StatusView = try response.decode()
            isWell = status.troubles.isEmpty
            guard try client.access.output.form() == nil else {
                return try context.print(response, client.access) { _ in "" }
            }
            // What is held goes off later than what comes behind it.
            let next = try await daemon.upcoming([QueryItem("limit", "100")]).items
            let lines = StatusLines(
                status: status, next: StatusLines.first(of: next), pause: try await daemon.pauseOfEverything(),
                address: daemon.address)
            try StandardOutput.write(lines.text(TextFormatter(context: context, client.access.output.display)))
        }
        if !isWell { throw ExitCode.failure }
    }
}

/// The lines of `taskd status`.
struct StatusLines {
    let status: StatusView
    /// What will fire next.
    let next: UpcomingView?
    /// The pause of everything; nil where there is none.
    var pause: PauseView?
    let address: DaemonAddress

    func text(_ printer: TextFormatter) -> String {
        let zone = printer.times.zone.identifier
        let since = status.startedAt.map { "since \(printer.moment($0, in: zone))" }
        let firing = status.firing ? status.lag : "NO: \(status.reason ?? "its log says why")"
        let coming = next.map { words(for: $0, printer) } ?? "nothing is planned"
        let aside = status.setAside == 0 ? "" : " · \(status.setAside.counted("row")) set aside"
        var rows: [(String, String, isWell: Bool)] = [
            (
                "daemon", ["taskd \(status.version)", since, "\(address)"].compactMap(\.self).joined(separator: "  "),
                true
            ),
            ("firing", firing, status.firing && !status.isLate),
            ("next", coming, true),
            ("hooks", hooks, status.hooks.failing.isEmpty),
            ("store", status.storeWords + aside + status.backupWords, status.isStoreWell),
        ]
        if let pause { rows.insert(("paused", printer.pausedEverything(pause), false), at: 2) }
        return rows.map { name, value, isWell in
            let label = name.padding(toLength: 8, withPad: " ", startingAt: 0)
            return "\(label)\(printer.style(isWell ? .plain : .late, value))\n"
        }.joined()
    }

    /// The one among those to come that really goes off first; the first of all where nobody knows of any when it does.
    static func first(of items: [UpcomingView]) -> UpcomingView? {
        let known = items.compactMap { item in item.goesOffAt.flatMap { UTCInstant($0) }.map { (at: $0, item: item) } }
        return known.min { $0.at < $1.at }?.item ?? items.first
    }

    private func words(for item: UpcomingView, _ printer: TextFormatter) -> String {
        let moment = printer.times.moment(item.goesOffAt ?? item.fireAt).sentence
        let hold = printer.hold(of: item).map { "  \($0)" } ?? ""
        return "\(moment)  \(item.title)\(hold)"
    }

    private var hooks: String {
        let failing = status.hooks.failing
        guard !failing.isEmpty else {
            return status.hooks.enabled == 0 ? "none" : "\(status.hooks.enabled) enabled, none fails"
        }
        let words = failing.prefix(3).map { hook in
            let trouble =
                hook.enabled
                ? "\(hook.consecutiveFailures.counted("failure")) in a row"
                : "disabled: \(hook.disabledReason ?? "")"
            return "\(hook.words) (\(trouble))"
        }
        let more = failing.count > 3 ? " and \(failing.count - 3) more" : ""
        return "\(failing.count) of \(status.hooks.enabled + status.hooks.disabled) fail: "
            + words.joined(separator: ", ") + more
    }
}

extension StatusView.FailingHook {
    /// What people know it by: where it leads, or what to name it by where the token may not know that.
    fileprivate var words: String {
        [target ?? kind, Handle(ofID: id).map { "\($0)" }].compactMap(\.self).joined(separator: " ")
    }
}

extension StatusView {
    /// How late what is due may be before that is trouble, in seconds, as `/readyz` has it.
    private static let patience = 30.0
    /// With how many bytes left on the disk something should be done.
    private static let narrow = 200_000_000

    /// What is not well, in words; nothing where all is.
    var troubles: [String] {
        var troubles: [String] = []
        if !firing { troubles.append(reason ?? "reminders are not fired") }
        if firing, isLate { troubles.append("reminders are late") }
        if !hooks.failing.isEmpty { troubles.append("\(hooks.failing.count.counted("hook")) failing") }
        if isDiskNarrow { troubles.append("the disk is nearly full") }
        if isBackupOld { troubles.append("the last backup is old") }
        return troubles
    }

    var isLate: Bool { lagSeconds > Self.patience }
    var isStoreWell: Bool { !isDiskNarrow && !isBackupOld && setAside == 0 }
    private var isDiskNarrow: Bool { store.freeBytes.map { $0 < Self.narrow } ?? false }

    /// Whether two backups in a row are missing.
    private var isBackupOld: Bool {
        guard let intervalSeconds, let age = backup.ageSeconds else { return false }
        return age > 2 * intervalSeconds + 600
    }

    private var intervalSeconds: Double? { backup.intervalSeconds }

    fileprivate var lag: String {
        lagSeconds < 1 ? "yes, nothing is late" : "yes, \(Self.span(lagSeconds)) late"
    }

    private var isOnServer: Bool { store.engine == "postgresql" }

    fileprivate var storeWords: String {
        if isOnServer { return "PostgreSQL" }
        let isGone = reason?.contains("removed or replaced") == true
        let size = store.bytes.map(Self.bytes) ?? (isGone ? "its file is gone" : "in memory")
        return size + (store.freeBytes.map { ", \(Self.bytes($0)) free" } ?? "")
    }

    fileprivate var backupWords: String {
        // A server is backed up by its own means.
        if isOnServer { return "" }
        return " · " + (backup.ageSeconds.map { "backup \(Self.span($0)) old" } ?? "no backup")
    }

    /// A size as people read it.
    static func bytes(_ count: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var (size, unit) = (Double(count), 0)
        while size >= 1_000, unit < units.count - 1 { (size, unit) = (size / 1_000, unit + 1) }
        let digits = size < 10 && unit > 0 ? "\((size * 10).rounded() / 10)" : "\(Int(size.rounded()))"
        return "\(digits) \(units[unit])"
    }

    /// A span as people read it.
    static func span(_ seconds: Double) -> String {
        switch Int(seconds) {
        case ..<60: "\(Int(seconds)) s"
        case ..<3_600: "\(Int(seconds) / 60) min"
        case ..<172_800: "\(Int(seconds) / 3_600) h"
        case let long: "\(long / 86_400) days"
        }
    }
}
