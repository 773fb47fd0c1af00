import ArgumentParser
import Recurrence

/// How much a task matters, on the command line.
enum PriorityArgument: String, ExpressibleByArgument, CaseIterable {
    case none, low, medium, high, urgent
}

/// Where a task stands, on the command line.
enum StatusArgument: String, ExpressibleByArgument, CaseIterable {
    case needsAction, inProcess, completed, cancelled
}

/// How far a change of one occurrence reaches, on the command line.
enum ScopeArgument: String, ExpressibleByArgument, CaseIterable {
    case this, following, all
}

/// Where the next occurrence is counted from.
enum AnchorArgument: String, ExpressibleByArgument, CaseIterable {
    case due, completion
}

/// What becomes of occurrences that are past.
enum MissedArgument: String, ExpressibleByArgument, CaseIterable {
    case skip, keep
}

/// When the next task of a series appears.
enum RespawnArgument: String, ExpressibleByArgument, CaseIterable {
    case completion, schedule
}

/// What a task is, as typed; the same for a new one and for changes.
struct TaskOptions: ParsableArguments {
    @Option(help: "When it is to be done: \(TimeReader.forms).")
    var due: String?

    @Option(help: "When it may begin; written as for --due.")
    var start: String?

    @Option(help: "The IANA time zone of its times, such as Europe/Berlin; words such as tomorrow are read in it.")
    var zone: String?

    @Option(name: .customLong("repeat"), help: "How it recurs, an RRULE such as FREQ=WEEKLY;BYDAY=MO; may be repeated.")
    var rules: [String] = []

    @Option(
        name: .customLong("remind"),
        parsing: .unconditionalSingleValue,
        help: """
            When it reminds, counted from its due time: -PT1H or 1h for an hour before, PT0S at it, PT10M after it; \
            may be repeated.
            """
    )
    var reminders: [String] = []

    @Option(name: .customLong("tag"), help: "A word it is found by; may be repeated.")
    var tags: [String] = []

    @Option(help: "How much it matters.")
    var priority: PriorityArgument?

    @Option(
        name: [.customLong("estimate"), .customLong("estimated-duration")],
        help: "How long it is expected to take: PT1H30M, 1h30m or 2d.")
    var estimate: String?

    @Option(help: "More about it.")
    var description: String?

    @Option(help: "Where the next occurrence is counted from.")
    var anchor: AnchorArgument?

    @Option(help: "On completion, skip occurrences that are past, or keep each of them.")
    var missed: MissedArgument?

    @Option(help: "When the next occurrence appears: on completion, or on schedule regardless.")
    var respawn: RespawnArgument?
}

/// An offset from a due time as typed.
struct TypedOffset: Hashable, Sendable {
    /// The offset for the daemon.
    let text: String

    /// - Throws: ``CommandFailure`` for what is no offset.
    init(_ typed: String) throws {
        guard let read = TypedDuration(typed) else {
            throw CommandFailure.usage("\"\(typed.prefix(100))\" is not an offset", "Write it as -PT1H, PT0S or 1h.")
        }
        var duration = read.duration
        // A plain 1h means before: that is what a reminder is for.
        if !read.isISO { (duration.days, duration.seconds) = (-duration.days, -duration.seconds) }
        text = duration.description
    }
}
