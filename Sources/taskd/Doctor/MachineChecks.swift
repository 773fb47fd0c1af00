import Foundation
import Recurrence
import Scheduler
import Storage

/// What the user has set.
struct SettingsChecks {
    let context: CommandContext

    var findings: [Finding] {
        let layers = ClientSettingLayers(environment: context.environment, profile: context.profile)
        do throws(ConfigurationErrors) {
            let settings = try ClientSettings(layers, zones: context.zones)
            let place = layers.hasFile ? layers.path ?? "" : "no file"
            let token = settings.tokenFile(forGivenURL: false).map { file in
                SecretFile(check: "tokenFile", path: file.path).finding
                    ?? .bad(
                        "tokenFile",
                        "\(file.path), named by \(file.origin), \(FileAbsence.reason(file.path) ?? "does not exist")",
                        mend: "Write the token there, or name another file.")
            }
            return [.good("settings", "\(place), profile \(layers.profile ?? "none")")] + [token].compactMap(\.self)
        } catch {
            return error.errors.map {
                .bad("settings", $0.description, mend: "Correct it; taskd config shows all settings.")
            }
        }
    }
}

/// The machine: its time zones, the program and the shell.
struct MachineChecks {
    let context: CommandContext
    let paths: StorePaths

    var findings: [Finding] { [zone, zones, program, completions].compactMap(\.self) }

    private var zone: Finding? {
        do {
            _ = try MachineZone(environment: context.environment).rules(from: context.zones)
            return nil
        } catch {
            let failure = error as? CommandFailure
            return .bad(
                "zone", failure?.message ?? "\(error)", mend: "Set TZ, or run timedatectl set-timezone Europe/Berlin.")
        }
    }

    /// How old the rules of time zones are: a release is named by its year and a letter.
    private var zones: Finding {
        guard let version = context.zones.version else {
            let isThere = (try? context.zones.rules(for: "Europe/Berlin")) != nil
            return isThere
                ? .note("zones", "the time zone rules do not say how old they are", mend: "Install the package tzdata.")
                : .bad("zones", "there are no time zone rules", mend: "Install the package tzdata.")
        }
        return Self.zones(version, at: context.clock.now)
    }

    static func zones(_ version: String, at now: UTCInstant) -> Finding {
        let year = ZoneRules.utc.civilDateTime(at: now).date.year
        guard let released = Int(version.prefix(4)), year - released > 1 else {
            return .good("zones", "time zone rules \(version)")
        }
        return .note(
            "zones", "the time zone rules are of \(version); governments have changed some since",
            mend: "Update the package tzdata.")
    }

    /// Whether the shell finds this program.
    private var program: Finding {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let folders = (context.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { (folder: Substring) -> String in "\(folder)/taskd" }.first { access($0, X_OK) == 0 }
        guard let found else {
            let folder = URL(fileURLWithPath: own).deletingLastPathComponent().path
            return .note("path", "PATH has no taskd", mend: "Add its folder: export PATH=\"\(folder):$PATH\"")
        }
        let resolved = URL(fileURLWithPath: found).resolvingSymlinksInPath().path
        if resolved == URL(fileURLWithPath: own).resolvingSymlinksInPath().path { return .good("path", found) }
        return .note(
            "path", "PATH leads to \(found), but this is \(own)", mend: "Remove the one that you do not want.")
    }

    private var completions: Finding? {
        guard let shell = try? CompletionFile.shell(context.environment),
            let file = try? CompletionFile(shell, environment: context.environment)
        else { return nil }
        let shared = ["/usr/share", "/usr/local/share"].map { "\($0)/\(shell.sharedPath)" }
        if file.isCurrent { return .good("completions", "\(shell.rawValue): \(file.path)") }
        let isOld = FileManager.default.fileExists(atPath: file.path)
        if !isOld, let there = shared.first(where: { access($0, R_OK) == 0 }) {
            return .good("completions", "\(shell.rawValue): \(there)")
        }
        return .note(
            "completions", "\(shell.rawValue) has \(isOld ? "completions of another version" : "none")",
            mend: "taskd completions install", .installCompletions(file))
    }
}

extension Shell {
    /// Where packages put completions, below a folder for shared files.
    fileprivate var sharedPath: String {
        switch self {
        case .bash: "bash-completion/completions/taskd"
        case .zsh: "zsh/vendor-completions/_taskd"
        case .fish: "fish/vendor_completions.d/taskd.fish"
        }
    }
}
