import ArgumentParser
import Basics
import Filters
import Foundation
import Phrases
import Recurrence
import Scheduler
import TaskdClient

/// What a command may know of the process that it runs in.
struct CommandContext: Sendable {
    let clock: any UTCClock
    let environment: [String: String]
    let zones: ZoneDatabase
    let terminal: Terminal
    /// The profile of settings that an option names.
    var profile: String?
    private let prompter: Prompts
    /// What was typed, which notes repeat.
    var typed = TypedArguments([])
    /// What `.` means.
    var lastTouched = LastTouched(environment: [:], terminal: nil)
    /// The settings, once they were asked for.
    private let knownSettings = Locked<ClientSettings?>(nil)

    /// The colours and links that the terminal takes.
    var style: TextStyle { TextStyle(hasColour: terminal.hasColour, hasLinks: terminal.hasLinks) }

    init(
        clock: any UTCClock, environment: [String: String], zones: ZoneDatabase, terminal: Terminal,
        profile: String? = nil, prompts: Prompts = .none,
        lastTouched: LastTouched = LastTouched(environment: [:], terminal: nil)
    ) {
        (self.clock, self.environment, self.zones, self.terminal) = (clock, environment, zones, terminal)
        (self.profile, prompter, self.lastTouched) = (profile, prompts, lastTouched)
    }

    /// What the user has chosen; read once, by the first who asks.
    ///
    /// - Throws: ``CommandFailure`` with all that is wrong.
    var settings: ClientSettings {
        get throws {
            try knownSettings.withLock { known in
                if let known { return known }
                do throws(ConfigurationErrors) {
                    let layers = ClientSettingLayers(environment: environment, profile: profile)
                    let settings = try ClientSettings(layers, zones: zones)
                    known = settings
                    return settings
                } catch {
                    throw CommandFailure.usage(
                        "\(error)".replacing(/\n(?! )/, with: "\ntaskd: "), "Run taskd config to see what is set where."
                    )
                }
            }
        }
    }

    /// The language of what is written for people; wrong settings are told by what asks the daemon.
    var language: ExplanationLanguage {
        (try? settings)?.language.map { $0 == .korean ? .korean : .english } ?? terminal.language
    }

    /// Asks the person at the terminal.
    var prompts: Prompts {
        var prompts = prompter
        prompts.language = language
        return prompts
    }

    /// The user's zone: the one of the settings, else the machine's own.
    ///
    /// - Throws: ``CommandFailure`` when the machine names a zone that it does not have, and for wrong settings.
    var machineZone: ZoneRules {
        get throws {
            if let zone = try settings.zone { return try zones.rules(for: zone) }
            return try MachineZone(environment: environment).rules(from: zones)
        }
    }

    /// The rules of a zone that the user named, or the machine's.
    func zone(named identifier: String?) throws -> ZoneRules {
        guard let identifier else { return try machineZone }
        do {
            return try zones.rules(forTyped: identifier)
        } catch let error as SchedulerError {
            let (what, how) = ProblemText.halves(error.description)
            throw CommandFailure.usage("--zone: \(what)", how)
        }
    }

    /// Reads phrases by what the person has chosen.
    var phrases: PhraseReader {
        PhraseReader(
            settings: (try? settings.phrases) ?? PhraseSettings(), zones: { [zones] in try? zones.rules(for: $0) },
            nearestZone: zones.name(nearestTo:))
    }

    /// Reads times as typed, words among them in a zone.
    func timeReader(zone: String?) -> TimeReader {
        let zones = zones
        var reader = TimeReader(now: clock.now, phrases: phrases, zones: { try? zones.rules(for: $0) }) {
            try self.zone(named: zone)
        }
        reader.hasZoneOfSettings = (try? settings)?.zone != nil
        return reader
    }

    /// Keeps a task as the one that was touched last from this terminal.
    func touch(_ id: String?) {
        if let id { lastTouched.keep(id) }
    }

    /// Tells what is worth knowing of how something was read; on standard error, as it is no answer.
    func tell(_ notes: [String]) {
        for note in notes { StandardError.write("note: \(typed.naming(note).withoutControls)\n") }
    }

    /// Notes each tag that does not exist yet: it may be mistyped, and nothing else would show it.
    ///
    /// - Parameters:
    ///   - tags: The tags.
    ///   - excluded: Those of them that were typed with a hyphen.
    ///   - command: The command one of whose options may have been meant by a tag such as that of `-limit`; nil for none.
    ///   - daemon: Knows the tags.
    /// - Throws: `DaemonError` where the daemon does not answer.
    func tellUnknown(
        tags: [String], excluded: [String] = [], orOptionsOf command: (any ParsableCommand.Type)? = nil,
        _ daemon: DaemonClient
    ) async throws {
        tell(try await unknown(tags: tags, excluded: excluded, orOptionsOf: command, daemon))
    }

    private func unknown(
        tags: [String], excluded: [String] = [], orOptionsOf command: (any ParsableCommand.Type)? = nil,
        _ daemon: DaemonClient
    ) async throws -> [String] {
        var notes: [String] = []
        for tag in tags {
            do { _ = try await daemon.tag(tag) } catch DaemonError.refused(let problem) {
                // A token for a part may not know.
                guard problem.status == 404 else { continue }
                let name = "\"\(tag.shown)\""
                // Who looks for what has no tag may write so.
                let isNone = command != nil && tag.lowercased() == TaskFields.nothing
                let way = isNone ? "; taskd list --where no:tag" : nil
                let option =
                    excluded.contains(tag) ? command.flatMap { CommandDescription.option(called: tag, of: $0) } : nil
                notes.append(
                    language == .korean
                        ? "\(name) 태그는 아직 없습니다" + (option.map { "; \($0) 옵션이 있습니다" } ?? way ?? "")
                        : "there is no tag \(name) yet"
                            + (option.map { "; the option is \($0)" } ?? way.map { "\($0) finds what has none" } ?? ""))
            }
        }
        return notes
    }

    /// Notes each tag and project that a filter names and that there is none of: nothing else would tell that it is misspelled.
    func tellMissing(of filter: String?, _ daemon: DaemonClient) async throws {
        tell(try await missing(of: filter, daemon))
    }

    /// What is to be noted of the tags and projects that a filter names, for whoever changes what there is before it is told.
    func missing(of filter: String?, _ daemon: DaemonClient) async throws -> [String] {
        guard let filter = filter.flatMap({ try? TaskFilter($0) }) else { return [] }
        return try await unknown(tags: filter.tags, daemon) + missingProjects(of: filter, daemon)
    }

    /// The same of the projects alone; nil for no filter.
    func tellMissingProjects(of filter: TaskFilter?, _ daemon: DaemonClient) async throws {
        tell(await missingProjects(of: filter, daemon))
    }

    private func missingProjects(of filter: TaskFilter?, _ daemon: DaemonClient) async -> [String] {
        var notes: [String] = []
        for name in filter?.projectNames ?? [] {
            let page = try? await daemon.projects([QueryItem("name", name), QueryItem("limit", "1")])
            if let page, page.items.isEmpty { notes.append("--where: there is no project \"\(name.shown)\"") }
        }
        return notes
    }

    /// The same for a zone that is used here alone, so that this machine must know it, whether or not there is a time.
    func timeReader(knownZone zone: String?) throws -> TimeReader {
        if zone != nil { _ = try self.zone(named: zone) }
        return timeReader(zone: zone)
    }
}

/// A command that is run in a context.
protocol ContextCommand: AsyncParsableCommand {
    /// Carries the command out.
    ///
    /// - Throws: ``CommandFailure`` with the exit status and what to tell.
    func run(in context: CommandContext) async throws
}

/// Why a command ends without having done its work.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words without a full stop.
    let message: String
    /// How to mend it, in a sentence; nil where the message says it all.
    let suggestion: String?
    /// 1 refused or failed, 3 daemon not reachable, 64 wrong usage.
    let exitStatus: Int32
    /// What the daemon said of it; nil where it did not come from the daemon.
    var refusal: DaemonProblem?
    /// What programs are told of it; nil for the daemon's own document.
    var document: [UInt8]?
    /// What people call what the daemon called by ids.
    var names: [String: String] = [:]
    /// Whether it is that no daemon is at the address, so that one that runs may be at another.
    var mayListenElsewhere = false
    /// Whether it is that a task is not there.
    var isMissing = false
    /// Whether it is that what was done cannot be told.
    var isOfOutput = false
    /// How to mend what the daemon refused, where the command knows better than its words.
    var betterWay: String?
    /// What people call the tasks of a batch, in its order; empty where it is of none.
    var operands: [String] = []

    /// What is printed: the message, and how to mend it on a line of its own.
    var description: String { ([message] + [suggestion].compactMap { $0.map { "  \($0)" } }).joined(separator: "\n") }

    /// What was asked was refused, or failed.
    static func failed(_ message: String, _ suggestion: String? = nil) -> CommandFailure {
        CommandFailure(message: message, suggestion: suggestion, exitStatus: 1)
    }

    /// There is no daemon to ask.
    static func unreachable(_ message: String, _ suggestion: String? = nil) -> CommandFailure {
        CommandFailure(message: message, suggestion: suggestion, exitStatus: 3)
    }

    /// The command line makes no sense (`EX_USAGE`).
    static func usage(_ message: String, _ suggestion: String? = nil) -> CommandFailure {
        CommandFailure(message: message, suggestion: suggestion, exitStatus: 64)
    }
}

extension CommandFailure {
    /// The same for programs, on one line: the daemon's own problem, or one that says as much.
    var problem: String {
        if let document = document ?? refusal?.document, let value = try? JSONValue(json: document) {
            return value.line
        }
        var json = JSONWriter()
        json.object { json in
            json.field("type", "about:blank")
            json.field("title", exitStatus == 64 ? "wrong usage" : exitStatus == 3 ? "not reachable" : "failed")
            json.field("detail", message)
            json.field("suggestion", suggestion)
            json.field("exitStatus", exitStatus)
        }
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    /// Why the system refused something, in the words of the system rather than those of a library over it.
    static func reason(of error: any Error) -> String {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        guard cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
    }
}
