import ArgumentParser
import Recurrence
import TaskdClient

/// `taskd today`: what is overdue and what is due today.
struct Today: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "List the tasks that are overdue or due today.", usage: "taskd today [<terms> ...] [<options>]")

    @OptionGroup var choice: OverviewChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context, Self.self, "due <= today", none: "nothing is due today")
    }
}

/// `taskd week`: what is overdue and what is due this week.
struct Week: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "week",
        abstract: "List the tasks that are overdue or due this week.", usage: "taskd week [<terms> ...] [<options>]")

    @OptionGroup var choice: OverviewChoice

    func run(in context: CommandContext) async throws {
        let last = try FilterDays(context.timeReader(zone: choice.zone)).lastDayOfWeek()
        try await choice.run(context, Self.self, "due <= \(last)", none: "nothing is due this week")
    }
}

/// What the lists of certain days are given.
struct OverviewChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "What else has to hold of the tasks: terms of taskd list, such as +home.", valueName: "terms"))
    var terms: [String] = []

    @Option(help: "The time zone of days (TASKD_ZONE; default: this machine's).")
    var zone: String?

    @Option(help: PageHelp.limit(100))
    var limit: Int?

    @OptionGroup var client: ClientOptions

    func validate() throws { try PageOptions.check(limit: limit) }

    /// Lists the open tasks that a filter and the terms select.
    func run(
        _ context: CommandContext, _ command: any ParsableCommand.Type, _ filter: String, none: String
    ) async throws {
        let reader = try context.timeReader(knownZone: zone)
        let read = try ListTerms(terms, reader)
        try await client.withDaemon(context) { daemon in
            let lookup = IdentifierLookup(daemon: daemon, context: context)
            var projects: [String] = []
            for name in read.projects { projects.append(try await lookup.project(name)) }
            let query = [
                QueryItem("status", "needsAction,inProcess"), QueryItem("sort", "due"), .shortHandles,
                QueryItem("filter", read.filter(and: filter, projects) ?? filter),
                QueryItem("timeZone", try reader.zone().identifier),
            ]
            var isEmpty = false
            try await context.printPages(
                daemon, "tasks", query, client.access, limit: limit, none: terms.isEmpty ? none : "no tasks",
                whenEmpty: {
                    isEmpty = true
                    context.tell(read.unreadConditions)
                    try await context.tellUnknown(
                        tags: read.tags, excluded: read.excludedTags, orOptionsOf: command, daemon)
                }
            ) { (printer, items: [TaskView]) in printer.list(items) }
            if !isEmpty {
                try await context.tellUnknown(
                    tags: read.excludedTags, excluded: read.excludedTags, orOptionsOf: command, daemon)
            }
        }
    }
}

/// `taskd` by itself on a terminal: what is due, and what comes next.
struct Overview: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "due",
        abstract:
            "Show what is overdue, what is due today and what comes next, or the view of your settings, as taskd alone does.",
        usage: "taskd due [<options>]")

    /// How many of the next ones are told.
    private static let nextCount = 3

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let zone = try context.machineZone.identifier
        let view = try context.settings.defaultView
        try await client.withDaemon(context) { daemon in
            if !["today", "week"].contains(view) {
                let query = [QueryItem("view", view), .shortHandles]
                do {
                    return try await context.printPages(daemon, "tasks", query, client.access, none: "no tasks") {
                        (printer, items: [TaskView]) in printer.list(items)
                    }
                } catch DaemonError.refused(let problem) where problem.faults.contains(where: { $0.pointer == "?view" })
                {
                    throw CommandFailure.failed(
                        "\(try context.settings.originOfDefaultView): there is no view \"\(view.shown)\"",
                        "Run taskd view list to see the views.")
                }
            }
            let last = try view == "week" ? "\(FilterDays(context.timeReader(zone: nil)).lastDayOfWeek())" : "today"
            func tasks(_ filter: String, _ limit: Int) async throws -> DaemonResponse {
                try await daemon.get(
                    "tasks",
                    [
                        QueryItem("status", "needsAction,inProcess"), QueryItem("sort", "due"), .shortHandles,
                        QueryItem("filter", filter), QueryItem("limit", "\(limit)"), QueryItem("timeZone", zone),
                    ])
            }
            let due = try await tasks("due <= \(last)", 100)
            guard !client.access.json else { return try context.print(due, client.access) { _ in "" } }
            let next = try await tasks("due > \(last)", Self.nextCount)
            let (now, later) = (
                try due.decode() as ListPage<TaskView>, try next.decode() as ListPage<TaskView>
            )
            let names = try await context.projectNames(for: due, daemon)
                .merging(context.projectNames(for: next, daemon)) { name, _ in name }
            let pause = context.terminal.hasOutput ? try await daemon.pauseOfEverything() : nil
            try context.print(due, client.access) { printer in
                let printer = printer.naming(names)
                if now.items.isEmpty, later.items.isEmpty { throw NothingToShow(words: "nothing is due today") }
                // For programs each line is a task.
                guard context.terminal.hasOutput else { return printer.list(now.items) + printer.list(later.items) }
                var text = pause.map { printer.style(.late, printer.pausedEverything($0)) + "\n" } ?? ""
                text += now.items.isEmpty ? printer.say("nothing is due today") + "\n" : printer.list(now.items)
                if now.nextCursor != nil { text += "and more: taskd today --limit 1000\n" }
                if !later.items.isEmpty { text += "\n\(printer.style(.faint, "next"))\n" + printer.list(later.items) }
                return text
            }
        }
    }
}
