import ArgumentParser
import Basics
import Recurrence
import TaskdClient

/// `taskd series`: recurring tasks as a whole.
struct SeriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "series",
        abstract: "Show, change or end a task that repeats, as a whole.",
        subcommands: [SeriesShow.self, SeriesOccurrences.self, SeriesStats.self, SeriesEdit.self, SeriesEnd.self]
    )
}

/// What every command about one series is given.
struct SeriesChoice: ResourceChoice {
    @Argument(
        help: ArgumentHelp(
            """
            The series: the handle of one of its tasks or the beginning of it (at least 3 characters), words of its title, \
            its id, or . for the one touched last in this terminal.
            """, valueName: "series"))
    var id: String

    @OptionGroup var client: ClientOptions

    func path(_ daemon: DaemonClient, _ context: CommandContext) async throws -> String {
        let lookup = IdentifierLookup(daemon: daemon, context: context, takesClosed: true)
        return try await "series/\(lookup.series(id).percentEncoded)"
    }
}

/// `taskd series show`: what a series is, and where it stands.
struct SeriesShow: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a series: its rules, its state and what comes next.",
        usage: "taskd series show <series> [<options>]")

    @OptionGroup var choice: SeriesChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) {
            try await $0.get($1)
        } lines: { printer, answer in
            try printer.details(answer.decode() as SeriesView)
        }
    }
}

/// `taskd series occurrences`: the occurrences of a series, past and future.
struct SeriesOccurrences: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "occurrences", abstract: "List the occurrences of a series, past and future, in order.",
        usage: "taskd series occurrences <series> [<options>]")

    @Option(
        help: ArgumentHelp(
            "Only those at or after this date or local time in the zone of the series, such as 2026-12-01.",
            valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Only those before this date or local time. Without it, --jsonl, --csv, --template and --quiet print the first 1000.",
            valueName: "time"))
    var until: String?

    @OptionGroup var page: EndlessPageOptions

    @OptionGroup var choice: SeriesChoice

    func run(in context: CommandContext) async throws {
        let reader = context.timeReader(zone: nil)
        let bounds = try [("from", from), ("until", until)].flatMap { name, typed in
            QueryItem.optional(name, try typed.map { try reader.read($0, "--\(name)").text })
        }
        let access = choice.client.access
        try await choice.client.withDaemon(context) { daemon in
            let path = try await choice.path(daemon, context)
            try await context.printPages(
                daemon, path + "/occurrences", bounds, access, page, isEndless: until == nil, none: "no occurrences"
            ) { (printer, items: [OccurrenceView]) in
                let series: SeriesView = try await daemon.get(path).decode()
                return printer.occurrences(items, in: series.timeZone)
            }
        }
    }
}

/// `taskd series end`: ends a series.
struct SeriesEnd: ContextCommand {
    /// What becomes of the open occurrences, on the command line.
    enum OpenChoice: String, ChoiceArgument {
        case keep, delete
    }

    static let configuration = CommandConfiguration(
        commandName: "end", abstract: "End a series, so that no more occurrences appear.",
        usage: "taskd series end <series> [<options>]")

    @Option(help: "What becomes of its open occurrences")
    var open: OpenChoice = .keep

    @OptionGroup var choice: SeriesChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon, context: context, takesClosed: true).series(choice.id)
            let before = try await daemon.series(id)
            let answer = try await daemon.delete("series/\(id.percentEncoded)", [QueryItem("open", open.rawValue)])
            try context.print(answer, choice.client.access, gone: before.handle ?? id) {
                let isActive = before.state == "active"
                let count = open == .delete ? before.counts["open"] ?? 0 : 0
                // Without a task of it that is there, it is found by its whole handle alone.
                return $0.line(isActive ? "ended" : "already ended", before, withState: false, isWhole: true)
                    + $0.deletedOpen(count)
            }
        }
    }
}
