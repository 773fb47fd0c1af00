import ArgumentParser
import Recurrence
import Storage
import TaskdClient

/// `taskd list`: shows tasks.
struct List: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List tasks; by default the open ones, soonest due first.",
        usage: "taskd list [<options>]"
    )

    @Option(help: "Only tasks with this status; may be repeated.")
    var status: [StatusArgument] = []

    @Flag(help: "Also completed and cancelled tasks.")
    var all = false

    @Option(help: "Only tasks with this priority; may be repeated.")
    var priority: [PriorityArgument] = []

    @OptionGroup var narrowing: NarrowingOptions

    @Flag(help: "Only tasks whose due time has passed.")
    var overdue = false

    @Option(help: "Only tasks due at or after this time, written as for taskd add --due.")
    var dueFrom: String?

    @Option(help: "Only tasks due before this time.")
    var dueUntil: String?

    @Option(help: "The time zone of --due-from, --due-until and the days in --where (default: this machine's).")
    var zone: String?

    @Option(
        name: [.customLong("search"), .customLong("text")],
        help: """
            Only tasks with these words, or words that begin so, in title, description, subtasks or tags; parts of \
            Korean, Chinese and Japanese words too, and "phrases".
            """
    )
    var text: String?

    @Option(
        name: .customLong("where"),
        help:
            "Only tasks that a filter selects, such as \"due < today and not tag:work\"; for closed ones give --all too."
    )
    var filter: String?

    @Option(
        parsing: .unconditional,
        help: """
            The order: up to three of due (the default), priority, title, created, updated, completed and sortOrder, \
            separated by commas; with - in front for descending.
            """
    )
    var sort: String?

    @Option(help: "The tasks of a view, closed ones too, in its order; its name or id. See taskd view.")
    var view: String?

    @Option(help: "How many at most, 1 to 1000.")
    var limit: Int = 100

    @Option(help: "The nextCursor of the previous page, listed with the same filters and order.")
    var cursor: String?

    @Flag(help: "Show how the daemon finds the tasks, by which index, instead of the tasks.")
    var explain = false

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        try PageOptions.check(limit: limit)
        guard Self.isOrder(sort ?? "due") else {
            let names = TaskQuery.SortKey.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(
                "--sort must be up to three of \(names), separated by commas, with - in front for descending.")
        }
        guard !all || status.isEmpty else { throw ValidationError("--all and --status cannot be used together.") }
    }

    func run(in context: CommandContext) async throws {
        let query = try query(context.timeReader(knownZone: zone))
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.get("tasks", query + narrowing.query(daemon))
            try context.print(answer, asJSON: client.access.json) { printer in
                if explain { return try printer.plan(answer.decode()) }
                let page: ListPage<TaskView> = try answer.decode()
                return page.lines(printer.list, none: "no tasks")
            }
        }
    }

    private static func isOrder(_ text: String) -> Bool {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0.hasPrefix("-") ? $0.dropFirst() : $0) }
        return names.count <= 3 && Set(names).count == names.count
            && names.allSatisfy { TaskQuery.SortKey(named: $0) != nil }
    }

    private func query(_ reader: TimeReader) throws -> [QueryItem] {
        let standard: [StatusArgument] = view == nil ? [.needsAction, .inProcess] : []
        let shown = all ? [] : status.isEmpty ? standard : status
        var query = QueryItem.list("status", shown)
        query += QueryItem.list("priority", priority)
        query += QueryItem.optional("overdue", overdue ? true : nil)
        query += QueryItem.optional("dueFrom", try dueFrom.map { try reader.instant($0, "--due-from") })
        query += QueryItem.optional("dueUntil", try dueUntil.map { try reader.instant($0, "--due-until") })
        query += QueryItem.optional("q", text)
        query += QueryItem.optional("filter", filter)
        // What a day is depends on where the person is, not on where the daemon runs.
        let isOwnZone = view != nil && zone == nil
        query += QueryItem.optional(
            "timeZone", try isOwnZone ? nil : (filter ?? view).map { _ in try reader.zone().identifier })
        query += QueryItem.optional("view", view)
        query += QueryItem.optional("sort", sort ?? (view == nil ? "due" : nil))
        query += [QueryItem("limit", "\(limit)")]
        query += QueryItem.optional("cursor", cursor)
        query += QueryItem.optional("explain", explain ? true : nil)
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
