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
    @Option(help: ArgumentHelp("When it is due, \(TimeReader.forms).", valueName: "when"))
    var due: String?

    @Option(help: ArgumentHelp("When it starts, written as for --due.", valueName: "when"))
    var start: String?

    @Option(
        name: .customLong("blocked-by"),
        help: ArgumentHelp(
            "A task that it waits for: its handle, words of its title, or its id; may be repeated.", valueName: "task"))
    var blockers: [String] = []

    @Option(
        name: .customLong("sort-order"), parsing: .unconditional,
        help: ArgumentHelp(
            "Its place in the order of your own, lowest first (see taskd list --sort sortOrder).", valueName: "number"))
    var sortOrder: String?

    @Option(
        help: """
            The time zone of its times, such as Europe/Berlin (default: that of the task; of a new one, and of words in \
            taskd bulk edit, TASKD_ZONE, else this machine's; of a new one with neither, a time as programs write it, \
            2026-12-01T09:00, has the daemon's).
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
    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            """
            How it repeats: 'every friday' or an RRULE, such as FREQ=WEEKLY;BYDAY=FR; may be repeated, for the times of all. \
            An RRULE is counted from the first time that the others say, else from the time of the task itself.
            """,
            valueName: "rule"))
    var rules: [String] = []

    @Option(
        name: .customLong("remind"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            When to remind: 1h for an hour before the due time, '10m after' for after it, 0m for the due time itself, or, \
            for a single task, a time such as 'tomorrow 9am'; may be repeated. ISO 8601 durations take a sign: -PT1H is before, +PT10M after.
            """, valueName: "when")
    )
    var reminders: [String] = []

    @Option(name: .customLong("tag"), help: "A tag; may be repeated, for more tags.")
    var tags: [String] = []

    @Option(help: "The project: its name, handle or id.")
    var project: String?

    @Option(help: "How much it matters (default of a new task: none)")
    var priority: PriorityArgument?

    @Option(
        name: [.customLong("estimate"), .customLong("estimated-duration")],
        help: ArgumentHelp("How long it will take: 1h30m, 2d or PT1H30M.", valueName: "duration"))
    var estimate: String?

    @Option(
        name: .customLong("property"),
        help: ArgumentHelp(
            """
            A name and a value that taskd keeps for other programs, such as X-COLOR=red; NAME= takes that one away; may \
            be repeated.
            """, valueName: "name=value"))
    var properties: [String] = []

    @Option(
        name: [.customLong("description"), .customLong("note")],
        help: ArgumentHelp("A longer description.", valueName: "text"))
    var description: String?

    @Option(
        help:
            """
            What the next occurrence is counted from: this one's due time, or, with --respawn completion, its completion \
            (default of a new task: due)
            """
    )
    var anchor: AnchorArgument?

    @Option(
        help: """
            What becomes of occurrences whose time has passed when the next one appears: skip them, or keep each \
            (default of a new task: skip)
            """)
    var missed: MissedArgument?

    @Option(
        help: """
            When the next occurrence appears: on completion of this one, or on schedule, completed or not (default of a \
            new task: completion)
            """)
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
