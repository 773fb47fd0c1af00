import ArgumentParser
import Recurrence

/// One of a few words, on the command line.
protocol ChoiceArgument: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension ChoiceArgument {
    /// The words; what the parser has of its own looks them up by key paths, which takes longer than all else it does.
    static var allValueStrings: [String] { allCases.map { $0.rawValue } }

    /// No words about each word.
    static var allValueDescriptions: [String: String] { [:] }
}

/// How much a task matters, on the command line.
enum PriorityArgument: String, ChoiceArgument {
    case none, low, medium, high, urgent
}

/// Where a task stands, on the command line.
enum StatusArgument: String, ChoiceArgument {
    case needsAction, inProcess, completed, cancelled
}

/// How far a change of one occurrence reaches, on the command line.
enum ScopeArgument: String, ChoiceArgument {
    case this, following, all
}

/// Where the next occurrence is counted from.
enum AnchorArgument: String, ChoiceArgument {
    case due, completion
}

/// What becomes of occurrences that are past.
enum MissedArgument: String, ChoiceArgument {
    case skip, keep
}

/// When the next task of a series appears.
enum RespawnArgument: String, ChoiceArgument {
    case completion, schedule
}

/// What a task is, as typed; the same for a new one and for changes.
struct TaskOptions: ParsableArguments {
    @Option(help: "The due time: \(TimeReader.forms).")
    var due: String?

    @Option(help: "The start time, written as for --due.")
    var start: String?

    @Option(
        name: .customLong("blocked-by"),
        help: "A task that this task waits for, by its id or at least its first 4 characters; may be repeated.")
    var blockers: [String] = []

    @Option(
        name: .customLong("sort-order"), parsing: .unconditional,
        help: "The place of the task in manual order (--sort sortOrder), a number; the lowest comes first.")
    var sortOrder: String?

    @Option(
        help: """
            The IANA time zone of its times, such as Europe/Berlin (default: the one that it has; for a new task the \
            server's, or this machine's if --due or --start has words such as tomorrow or in 10m, or a time alone).
            """)
    var zone: String?

    @OptionGroup var content: TaskContentOptions

    func validate() throws {
        if let sortOrder, sortOrder != TaskFields.nothing, Double(sortOrder)?.isFinite != true {
            throw ValidationError("--sort-order must be a number.")
        }
        try Contradiction.check("--blocked-by", clearing: blockers)
    }
}

/// What the occurrences of a series have in common, as typed.
struct TaskContentOptions: ParsableArguments {
    @Option(name: .customLong("repeat"), help: "An RRULE such as FREQ=WEEKLY;BYDAY=MO; may be repeated.")
    var rules: [String] = []

    @Option(
        name: .customLong("remind"),
        parsing: .unconditionalSingleValue,
        help: """
            A reminder relative to the due time: 1h or -PT1H for an hour before (1h counts back, PT1H does not), PT0S \
            for the due time itself, PT10M for ten minutes after; may be repeated.
            """
    )
    var reminders: [String] = []

    @Option(name: .customLong("tag"), help: "A tag; may be repeated.")
    var tags: [String] = []

    @Option(help: "The project, by name or id.")
    var project: String?

    @Option(help: "The priority (default: none).")
    var priority: PriorityArgument?

    @Option(
        name: [.customLong("estimate"), .customLong("estimated-duration")],
        help: "The estimated duration: PT1H30M, 1h30m or 2d.")
    var estimate: String?

    @Option(
        name: .customLong("property"),
        help: """
            A text to keep for another program, such as X-COLOR=red; NAME= removes it and leaves others; may be \
            repeated.
            """)
    var properties: [String] = []

    @Option(help: "A longer description.")
    var description: String?

    @Option(help: "What the next occurrence is counted from (default: due).")
    var anchor: AnchorArgument?

    @Option(
        help: """
            What becomes of the occurrences that are past when the next one appears, on completion or after a downtime: \
            skip them, or keep each (default: skip).
            """)
    var missed: MissedArgument?

    @Option(help: "When the next occurrence appears: on completion, or on schedule regardless (default: completion).")
    var respawn: RespawnArgument?

    func validate() throws {
        for (name, values) in [
            ("--tag", tags), ("--remind", reminders), ("--repeat", rules), ("--property", properties),
        ] {
            try Contradiction.check(name, clearing: values)
        }
        let choices = [
            ("--anchor", anchor?.rawValue), ("--missed", missed?.rawValue), ("--respawn", respawn?.rawValue),
        ]
        if rules == [TaskFields.nothing], let choice = choices.first(where: { $0.1 != nil }) {
            throw ValidationError(
                "--repeat none and \(choice.0) \(choice.1 ?? "") cannot be used together: a task that does not recur "
                    + "has no such choice.")
        }
    }

    /// Whether something is said of how a rule is followed, and no rule.
    var needsRule: Bool { rules.isEmpty && (anchor != nil || missed != nil || respawn != nil) }
}

/// A property of another program as typed.
struct TypedProperty: Hashable, Sendable {
    let name: String
    /// Its value; nil takes it away.
    let value: String?

    /// - Throws: ``CommandFailure`` for what is no property.
    init(_ typed: String) throws {
        let parts = typed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw CommandFailure.usage(
                "\"\(typed.prefix(100))\" is not a property".withoutControls,
                "Write it as NAME=VALUE, or NAME= to take it away.")
        }
        name = String(parts[0])
        value = parts[1].isEmpty ? nil : String(parts[1])
    }

    /// Reads what was typed, each name once.
    ///
    /// - Throws: ``CommandFailure`` for what is no property, and for a name that was typed before.
    static func read(_ typed: [String]) throws -> [TypedProperty] {
        let properties = try typed.map(TypedProperty.init)
        var names: Set<String> = []
        if let twice = properties.first(where: { !names.insert($0.name).inserted }) {
            throw CommandFailure.usage(
                "--property \(twice.name.prefix(64)) is given twice".withoutControls, "Give each name once.")
        }
        return properties
    }
}
