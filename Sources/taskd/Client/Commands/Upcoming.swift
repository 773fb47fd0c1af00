import ArgumentParser

/// `taskd upcoming`: shows what will go off.
struct Upcoming: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show which reminders will go off, soonest first, those of future occurrences among them."
    )

    @Option(help: "How many at most, 1 to 1000.")
    var limit: Int = 20

    @Option(help: "Only those before a time, written as for taskd add --due.")
    var until: String?

    @Option(help: "The zone that this time is in; the machine's without it.")
    var zone: String?

    @Option(help: "Only those of tasks with this tag.")
    var tag: String?

    @Option(help: "Where to go on: the nextCursor of an earlier page.")
    var cursor: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000.") }
    }

    func run(in context: CommandContext) async throws {
        var query = [QueryItem("limit", "\(limit)")]
        query += QueryItem.optional("tag", tag)
        query += QueryItem.optional("until", try until.map(context.timeReader(zone: zone).instant))
        query += QueryItem.optional("cursor", cursor)
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.get("upcoming", query)
            try context.print(answer, asJSON: client.access.json) { printer in
                let page: ListPage<UpcomingView> = try answer.read()
                return page.lines(printer.upcoming, none: "nothing to come")
            }
        }
    }
}
