import ArgumentParser
import Basics
import TaskdClient

/// `taskd bulk`: one change of every task that a filter selects.
struct BulkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bulk",
        abstract: "Change, complete or delete every task that a filter selects.",
        discussion: """
              taskd bulk done --where 'tag:groceries and due < today' --preview
              taskd bulk edit --where 'project:"Old house"' --project 'New house'

            Tasks are changed one by one, as by taskd edit, done and delete; those that cannot be changed are named and \
            left as they are. taskd undo takes back up to 1,000 tasks at a time. Nothing is asked before: --preview \
            counts the tasks. taskd edit --where changes up to 1,000 tasks together, all or none.
            """,
        subcommands: [BulkEdit.self, BulkDone.self, BulkDelete.self]
    )
}

/// Which tasks a change of many is about.
struct BulkOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(

            """
            Which tasks, open or closed: a filter, such as 'tag:home and due < today and status:open'; see taskd help \
            filters. At most 10,000.
            """,
            valueName: "filter"))
    var filter: String

    @Option(
        name: .customLong("where-zone"),
        help: ArgumentHelp("The time zone of days in the filter (default: the daemon's).", valueName: "zone"))
    var zone: String?

    @Flag(help: "Count the tasks, and change none.")
    var preview = false

    @OptionGroup var client: ClientOptions

    /// Carries out an operation with members of its own.
    func run(
        _ operation: String, _ label: String, _ context: CommandContext,
        hint: ([BulkView.Failure], _ named: [String: TaskView]) -> String? = { _, _ in nil },
        _ members: (DaemonClient) async throws -> [(name: StaticString, json: [UInt8])] = { _ in [] }
    ) async throws {
        try await client.withDaemon(context) { daemon in
            let members = try await members(daemon)
            // Before the change, which may take a tag away.
            let missing = try await context.missing(of: filter, daemon)
            var json = JSONWriter()
            json.object { json in
                json.field("filter", filter)
                if let zone { json.field("timeZone", zone) }
                json.field("op", operation)
                if preview { json.field("preview", true) }
                for member in members { json.field(member.name) { $0.raw(member.json) } }
            }
            let answer = try await daemon.post("tasks/bulk", json.bytes, timeout: daemon.limits.longTimeout)
            let view: BulkView = try answer.decode()
            let named = try await IdentifierLookup(daemon: daemon).named((view.failed ?? []).map(\.id))
            try context.print(answer, client.access) { $0.bulk(label, view, named) }
            context.tell(missing)
            if let count = view.failedCount, count > 0 {
                throw CommandFailure.failed(
                    "\(count.counted("task")) could not be changed", hint(view.failed ?? [], named))
            }
        }
    }
}

/// `taskd bulk edit`: changes many tasks.
struct BulkEdit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change every task that a filter selects.",
        usage: "taskd bulk edit --where <filter> [<options>]",
        discussion: """
            The options are those of taskd edit, except --title and --scope, and --yes and --no-input, as nothing is asked; \
            there are no changes in short forms such as due:tomorrow and +TAG. The word none takes away what the tasks have. Words such as tomorrow 9am are read in one \
            zone for all tasks (see --zone), which they get; 2026-12-01T09:00 is a time in the zone that each has.
            """)

    @OptionGroup var bulk: BulkOptions

    @Option(help: "The status: needsAction is open and not begun, inProcess open and begun")
    var status: StatusArgument?

    @Flag(help: "Make the project if there is none of that name.")
    var create = false

    @OptionGroup(title: "Task") var task: TaskOptions

    func run(in context: CommandContext) async throws {
        for (name, typed) in [("due", task.due), ("start", task.start)] {
            guard let typed, EditTerms.moves(typed) else { continue }
            let isAlternative = bulk.filter.lowercased().contains(/\bor\b/)
            let filter = isAlternative ? "(\(bulk.filter.shown))" : bulk.filter.shown
            throw CommandFailure.usage(
                "--\(name)=\(typed.shown) moves a time, and taskd bulk edit sets one for all",
                "Move each from where it is: taskd edit --where "
                    + "\("\(filter) and has:\(name)".quotedForShell) \(name):\(typed.shown)."
            )
        }
        let fields = try TaskFields(changing: task, context.timeReader(knownZone: task.zone))
        guard status != nil || !fields.isEmpty else {
            throw CommandFailure.usage("no changes given", "See taskd bulk edit --help for what can be changed.")
        }
        if let rule = fields.ruleWithDue {
            throw CommandFailure.usage(
                "--repeat \"\(task.content.rules.joined(separator: ", ").shown)\" says when the first one is, and each task has "
                    + "a due time of its own",
                "Give the rule alone, --repeat '\(rule)', which counts from each due time; or --due, too.")
        }
        try await bulk.run("update", "changed", context, hint: hint) { daemon in
            var (changed, lookup) = (fields, IdentifierLookup(daemon: daemon, context: context))
            lookup.offersCreate = !create
            try await changed.lookUp(lookup, creatingProject: create && !bulk.preview)
            var json = JSONWriter()
            json.object { json in
                if let status { json.field("status", status.rawValue) }
                changed.write(fieldsTo: &json)
            }
            return [("changes", json.bytes)]
        }
    }

    /// How to mend what is wrong with the tasks that could not be changed, of which some are known by their ids.
    private func hint(_ failures: [BulkView.Failure], _ named: [String: TaskView]) -> String? {
        if failures.contains(where: { $0.detail.contains("the occurrence is closed") }) {
            return "A closed occurrence keeps its rule: put status:open into the filter, which then selects open ones."
        }
        let repeats = failures.contains { $0.detail.contains("needs a due") }
        // Of several problems the first alone is told, which is that of the rule.
        let reminds = failures.contains { failure in
            failure.detail.contains("counts from due")
                || failure.detail.contains("problems; the first is") && failure.detail.contains("needs a due")
                    && named[failure.id]?.reminders.contains { $0.relativeTo == "due" } == true
        }
        // As taskd edit says it of one task.
        let needs = [
            (repeats, "repeats", task.content.rules, "--repeat none"),
            (reminds, "reminds", task.content.reminders, "--remind none"),
        ].filter { $0.0 && $0.2.isEmpty }
        guard task.due == TaskFields.nothing, !needs.isEmpty else { return nil }
        let (what, ways) = (needs.map(\.1).joined(separator: " or "), needs.map(\.3).joined(separator: " "))
        return "What \(what) needs its due time: give \(ways), too."
    }
}

/// `taskd bulk done`: completes many tasks.
struct BulkDone: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", abstract: "Complete every task that a filter selects.",
        usage: "taskd bulk done --where <filter> [<options>]")

    @OptionGroup var bulk: BulkOptions

    func run(in context: CommandContext) async throws {
        try await bulk.run("complete", "done", context)
    }
}

/// `taskd bulk delete`: deletes many tasks.
struct BulkDelete: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete every task that a filter selects; taskd undo or taskd trash restore brings them back.",
        usage: "taskd bulk delete --where <filter> [<options>]")

    @OptionGroup var bulk: BulkOptions

    func run(in context: CommandContext) async throws {
        try await bulk.run("delete", "deleted", context)
    }
}
