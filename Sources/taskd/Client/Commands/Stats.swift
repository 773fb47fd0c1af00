import ArgumentParser
import Recurrence
import TaskdClient

/// `taskd stats`: how much was created, completed, missed.
struct Stats: ContextCommand {
    /// What there is a line for.
    enum Grouping: String, ChoiceArgument {
        case day, week, month, tag, project
    }

    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how many tasks were created, completed and overdue, and how many reminders fired.",
        usage: "taskd stats [<options>]",
        discussion: """
            A completion is not counted if it was undone or its task was reopened. Without --from it shows 30 days, 12 \
            weeks or 12 months.
            """
    )

    @Option(help: "Only what happened at or after this time, written as for taskd add --due.")
    var from: String?

    @Option(help: "Only what happened before this time (default: the end of today).")
    var until: String?

    @Option(help: "A line for each day, week, month, tag or project.")
    var by: Grouping = .day

    @Option(help: "The time zone of days and of --from and --until (default: this machine's).")
    var zone: String?

    @OptionGroup var narrowing: NarrowingOptions

    @Option(help: "How many tags or projects at most, 1 to 1000.")
    var limit: Int = 100

    @Option(help: "The nextCursor of the previous page, with --by tag or project.")
    var cursor: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        try PageOptions.check(limit: limit)
        let isPaged = by == .tag || by == .project
        if !isPaged, cursor != nil { throw ValidationError("--cursor needs --by tag or --by project.") }
        guard isPaged || !narrowing.tags.isEmpty && narrowing.project != nil else { return }
        let given = narrowing.tags.isEmpty ? narrowing.project.map { _ in "--project" } : "--tag"
        let other = isPaged ? "--by \(by.rawValue)" : "--project"
        if let given { throw ValidationError("\(given) and \(other) cannot be used together.") }
    }

    func run(in context: CommandContext) async throws {
        let times = context.timeReader(zone: zone)
        var query = [QueryItem("groupBy", by.rawValue)]
        query.append(QueryItem("timeZone", try context.zone(named: zone).identifier))
        query += QueryItem.optional("from", try from.map { try times.instant($0, "--from") })
        query += QueryItem.optional("until", try until.map { try times.instant($0, "--until") })
        query += QueryItem.optional("cursor", cursor)
        if by == .tag || by == .project { query.append(QueryItem("limit", "\(limit)")) }
        try await client.withDaemon(context) { [query] daemon in
            let answer = try await daemon.get("statistics", query + narrowing.query(daemon))
            try context.print(answer, client.access) { printer in
                try printer.statistics(answer.decode() as StatisticsView)
            }
        }
    }
}

/// `taskd series stats`: how regularly a series was done.
struct SeriesStats: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show how regularly a series was done: streaks, and how many on time.",
        usage: "taskd series stats <id> [<options>]")

    @OptionGroup var choice: SeriesChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, path in
            try await daemon.get("\(path)/statistics")
        } lines: { printer, answer in
            try printer.statistics(answer.decode() as SeriesStatisticsView)
        }
    }
}
