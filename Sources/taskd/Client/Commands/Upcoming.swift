import ArgumentParser
import TaskdClient

/// `taskd upcoming`: shows what will go off.
struct Upcoming: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "upcoming",
        abstract: "List the reminders that will fire, soonest first, including those of future occurrences.",
        usage: "taskd upcoming [<options>]"
    )

    @Option(
        help: ArgumentHelp(
            """
            Only those before this time; a day without a time, such as sunday, is included. Without it, --jsonl, --csv, \
            --template and --quiet print the first 1000.
            """, valueName: "when"))
    var until: String?

    @Option(help: "The time zone of --until (TASKD_ZONE; default: this machine's).")
    var zone: String?

    @OptionGroup var narrowing: NarrowingOptions

    @OptionGroup var page: EndlessPageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let times = try context.timeReader(knownZone: zone)
        let query = try QueryItem.optional("until", until.map { try times.instant($0, "--until", endsDay: true) })
        try await client.withDaemon(context) { daemon in
            let all = try await query + narrowing.query(daemon) + [.shortHandles]
            try await context.printPages(
                daemon, "upcoming", all, client.access, page, isEndless: until == nil, none: "no upcoming reminders",
                whenEmpty: { try await context.tellUnknown(tags: narrowing.tags, daemon) }
            ) { (printer, items: [UpcomingView]) in printer.upcoming(items) }
        }
    }
}
