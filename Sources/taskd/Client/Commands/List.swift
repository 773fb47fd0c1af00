import ArgumentParser

/// `taskd list`: shows tasks.
struct List: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "List tasks: the open ones, soonest due first, unless told otherwise."
    )

    @Option(help: "Those that stand so; may be repeated.")
    var status: [StatusArgument] = []

    @Flag(help: "Those that are done or cancelled too.")
    var all = false

    @Option(help: "Those that matter so much; may be repeated.")
    var priority: [PriorityArgument] = []

    @Option(help: "Those with this tag.")
    var tag: String?

    @Flag(help: "Those whose due time has passed.")
    var overdue = false

    @Option(help: "Those due at or after a time, written as for taskd add --due.")
    var dueFrom: String?

    @Option(help: "Those due before a time.")
    var dueUntil: String?

    @Option(help: "The zone that these times are in; the machine's without it.")
    var zone: String?

    @Option(help: "Those with words that begin so, in title or description.")
    var text: String?

    @Option(
        parsing: .unconditional,
        help: "The order: due, priority, createdAt, updatedAt, completedAt, with - before it for descending."
    )
    var sort: String = "due"

    @Option(help: "How many at most, 1 to 1000.")
    var limit: Int = 100

    @Option(help: "Where to go on: the nextCursor of a list with the same order.")
    var cursor: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000.") }
        guard !all || status.isEmpty else { throw ValidationError("--all and --status exclude each other.") }
    }

    func run(in context: CommandContext) async throws {
        let query = try query(context.timeReader(zone: zone))
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.get("tasks", query)
            try context.print(answer, asJSON: client.access.json) { printer in
                let page: ListPage<TaskView> = try answer.read()
                return page.lines(printer.list, none: "no tasks")
            }
        }
    }

    private func query(_ reader: TimeReader) throws -> [QueryItem] {
        let shown: [StatusArgument] = all ? [] : status.isEmpty ? [.needsAction, .inProcess] : status
        var query = QueryItem.list("status", shown)
        query += QueryItem.list("priority", priority)
        query += QueryItem.optional("tag", tag)
        query += QueryItem.optional("overdue", overdue ? true : nil)
        query += QueryItem.optional("dueFrom", try dueFrom.map(reader.instant))
        query += QueryItem.optional("dueUntil", try dueUntil.map(reader.instant))
        query += QueryItem.optional("q", text)
        query += [QueryItem("sort", sort), QueryItem("limit", "\(limit)")]
        query += QueryItem.optional("cursor", cursor)
        return query
    }
}

extension ListPage {
    /// The page's lines, with a word when there is nothing, or more than this.
    func lines(_ print: ([Item]) -> String, none: String) -> String {
        if items.isEmpty { return none + "\n" }
        return print(items) + (nextCursor.map { "more: --cursor \($0.withoutControls)\n" } ?? "")
    }
}
