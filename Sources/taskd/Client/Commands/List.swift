import ArgumentParser
import Filters
import Recurrence
import Storage
import TaskdClient

/// `taskd list`: shows tasks.
struct List: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List tasks; by default the open ones, soonest due first.",
        usage: "taskd list [<terms> ...] [<options>]",
        discussion: """
              taskd list overdue @flat
              taskd list +home -work due:week p:high+
              taskd list 'due:<fri' 'pay rent'
              taskd list --where 'due < fri and (tag:home or priority >= high)'

            Terms, all of which have to hold: +TAG, -TAG, @PROJECT, p:high (p:high+ for high and above), due:today, \
            due:week, due:none, 'due:<fri', 'due:fri 5pm' (until then), overdue, done, repeats, blocked, and words of the \
            title or text. For more, write a filter: taskd help filters.
            """,
        aliases: ["ls"]
    )

    @Argument(help: ArgumentHelp("What the tasks have to fit.", valueName: "terms"))
    var terms: [String] = []

    @Option(
        help:
            "Only tasks with this status: needsAction is open and not begun, inProcess open and begun; may be repeated")
    var status: [StatusArgument] = []

    @Flag(help: "Completed and cancelled tasks too; not together with --status.")
    var all = false

    @Option(help: "Only tasks with this priority; may be repeated")
    var priority: [PriorityArgument] = []

    @Option(name: .customLong("tag"), help: "Only tasks with this tag; repeat it for tasks that have all of them.")
    var tags: [String] = []

    @Option(help: "Only tasks in this project: its name, handle or id.")
    var project: String?

    @Flag(help: "Only tasks whose due time has passed.")
    var overdue = false

    @Option(help: ArgumentHelp("Only tasks due at or after this time, \(TimeReader.forms).", valueName: "when"))
    var dueFrom: String?

    @Option(
        help: ArgumentHelp(
            "Only tasks due before this time; a day without a time is included.", valueName: "when"))
    var dueUntil: String?

    @Option(help: "The time zone of the times and days that you give (TASKD_ZONE; default: this machine's).")
    var zone: String?

    @Option(
        name: [.customLong("search"), .customLong("text")],
        help: ArgumentHelp(
            """
            Only tasks with all these words, or words that begin so, in title, description, subtasks or tags; of Korean, \
            Chinese and Japanese, parts of words too; "…" for words in a row.
            """, valueName: "words")
    )
    var text: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            """
            Only tasks that a filter selects, such as 'due < today and not tag:work' (see taskd help filters); for \
            closed ones give --all too.
            """, valueName: "filter")
    )
    var filter: String?

    private static let orders = "due, priority, title, created, updated, completed and sortOrder"

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            The order: up to three different ones of \(orders), with commas between them; - in front for \
            descending \
            (default: due; sortOrder is your own).
            """, valueName: "keys")
    )
    var sort: String?

    @Option(
        name: .customLong("group"),
        help: ArgumentHelp("Put the tasks under a heading for each of these", valueName: "by"))
    var grouping: ListGrouping?

    @Option(help: "The tasks of a saved view, closed ones too, in its order: its name or id (see taskd view).")
    var view: String?

    @Option(help: PageHelp.limit(100))
    var limit: Int?

    @Option(help: PageHelp.cursor)
    var cursor: String?

    @Flag(help: "Show how the daemon finds the tasks, by which index, instead of the tasks.")
    var explain = false

    @OptionGroup var client: ClientOptions

    func validate() throws {
        try PageOptions.check(limit: limit)
        if let sort { try Self.check(order: sort) }
        guard !all || status.isEmpty else { throw ValidationError("--all and --status cannot be used together.") }
    }

    func run(in context: CommandContext) async throws {
        let reader = try context.timeReader(knownZone: zone)
        let read = try ListTerms(terms, reader)
        tellFieldsAmongTerms(context)
        let query = try query(reader)
        let known = filter.flatMap { try? TaskFilter($0) }
        try await client.withDaemon(context) { daemon in
            let lookup = IdentifierLookup(daemon: daemon, context: context)
            var projects: [String] = []
            for name in read.projects { projects.append(try await lookup.project(name)) }
            let selection = try selection(read, projects, reader)
            let project = QueryItem.optional("projectId", try await project.asyncMap { try await lookup.project($0) })
            if explain {
                let answer = try await daemon.get("tasks", query + selection + project)
                return try context.print(answer, client.access) { try $0.plan(answer.decode()) }
            }
            var isEmpty = false
            try await context.printPages(
                daemon, "tasks", query + selection + project, client.access, limit: limit, none: "no tasks",
                whenEmpty: {
                    isEmpty = true
                    context.tell(read.unreadConditions)
                    let named = tags + read.tags + (known?.tags ?? [])
                    try await context.tellUnknown(
                        tags: named, excluded: read.excludedTags, orOptionsOf: Self.self, daemon)
                }
            ) { (printer, items: [TaskView]) in
                grouping.map { printer.list(items, by: $0) } ?? printer.list(items)
            }
            if !isEmpty {
                try await context.tellUnknown(
                    tags: read.excludedTags, excluded: read.excludedTags, orOptionsOf: Self.self, daemon)
            }
            if isOpenOnly(read), known?.asksForClosed == true {
                context.tell(["--where asks for closed tasks, which are left out; give --all for them, too"])
            }
            try await context.tellMissingProjects(of: known, daemon)
        }
    }

    /// `--json title` looks for the word, where `--json=title` was most likely meant.
    private func tellFieldsAmongTerms(_ context: CommandContext) {
        for option in ["--json", "--csv"] {
            for typed in context.typed.values(of: option) where terms.contains(typed) {
                let names = typed.split(separator: ",").map { String($0.prefix { $0 != "." }) }
                guard !names.isEmpty, names.allSatisfy(DescribedFields.all.contains) else { continue }
                context.tell([
                    "\"\(typed)\" is a word to look for; to print only \(names.count == 1 ? "that field" : "those fields"), "
                        + "write \(option)=\(typed)"
                ])
            }
        }
    }

    /// Refuses what is no order of tasks.
    static func check(order text: String) throws {
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { String($0.hasPrefix("-") ? $0.dropFirst() : $0) }
        guard names.count <= 3, Set(names).count == names.count,
            names.allSatisfy({ TaskQuery.SortKey(named: $0) != nil })
        else {
            throw ValidationError(
                "--sort must be up to three different ones of \(orders), with commas between them and - in front for descending."
            )
        }
    }

    private func query(_ reader: TimeReader) throws -> [QueryItem] {
        var query = QueryItem.list("priority", priority)
        query += QueryItem.optional("overdue", overdue ? true : nil)
        let from = try dueFrom.map { try reader.instant($0, "--due-from") }
        let until = try dueUntil.map { try reader.instant($0, "--due-until", endsDay: true) }
        try Contradiction.check("--due-from", from, isBefore: "--due-until", until)
        query += QueryItem.optional("dueFrom", from) + QueryItem.optional("dueUntil", until)
        query += QueryItem.optional("q", text)
        query += QueryItem.optional("tag", tags.first)
        query += QueryItem.optional("view", view)
        query += QueryItem.optional("sort", sort ?? (view == nil ? "due" : nil))
        query += QueryItem.optional("cursor", cursor)
        return query + (explain ? [QueryItem("explain", "true")] : [.shortHandles])
    }

    /// Whether open tasks alone are listed, as nothing was said of others.
    private func isOpenOnly(_ terms: ListTerms) -> Bool {
        view == nil && !terms.asksForClosed && !all && status.isEmpty
    }

    /// What the terms, the filter and the status select.
    private func selection(_ terms: ListTerms, _ projects: [String], _ reader: TimeReader) throws -> [QueryItem] {
        let filter = terms.filter(and: filter, projects, tags: Array(tags.dropFirst()))
        var query = QueryItem.list("status", isOpenOnly(terms) ? [.needsAction, .inProcess] : status)
        query += QueryItem.optional("filter", filter)
        // What a day is depends on where the person is, not on where the daemon runs.
        let isOwnZone = view != nil && zone == nil
        let zone = try isOwnZone ? nil : (filter ?? view).map { _ in try reader.zone().identifier }
        return query + QueryItem.optional("timeZone", zone)
    }
}

/// By what a list is grouped.
enum ListGrouping: String, ChoiceArgument {
    case day, project, tag
}

extension ListPage {
    /// The lines of the items.
    ///
    /// - Throws: ``NothingToShow`` where there is none.
    func lines(_ print: ([Item]) -> String, none: String) throws -> String {
        guard !items.isEmpty else { throw NothingToShow(words: none) }
        return print(items)
    }
}
