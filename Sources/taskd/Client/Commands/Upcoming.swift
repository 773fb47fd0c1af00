import ArgumentParser
import TaskdClient

/// `taskd upcoming`: shows what will go off.
struct Upcoming: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "upcoming",
        abstract: "List the reminders that will fire, soonest first, including those of future occurrences.",
        usage: "taskd upcoming [<options>]"
    )

    @Option(help: "Only those before this time; of a day alone, such as sunday, that day included.")
    var until: String?

    @Option(help: "The time zone of --until (default: this machine's).")
    var zone: String?

    @OptionGroup var narrowing: NarrowingOptions

    @OptionGroup var page: PageOptions

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let times = try context.timeReader(knownZone: zone)
        let query = try QueryItem.optional("until", until.map { try times.instant($0, "--until", endsDay: true) })
        try await client.withDaemon(context) { daemon in
            let all = try await query + narrowing.query(daemon) + [.shortHandles]
            try await context.printPages(daemon, "upcoming", all, client.access, page, none: "no upcoming reminders") {
                (printer, items: [UpcomingView]) in printer.upcoming(items)
            }
        }
    }
}
