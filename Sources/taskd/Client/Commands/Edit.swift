import ArgumentParser
import Basics
import Recurrence
import Storage
import TaskdClient

/// `taskd edit`: changes tasks.
struct Edit: ContextCommand {
    /// How many tasks one command changes.
    static let maxTasks = 1_000

    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change tasks.",
        usage: "taskd edit <task> ... [<terms> ...] [<options>]",
        discussion: """
              taskd edit kf3 'due:fri 3pm' +home -old @flat p:none
              taskd edit kf3 due:+30m --scope following
              taskd edit --where 'overdue and project:flat' due:tomorrow

            Terms: due: start: repeat: remind: title: note: for: zone: with a value, +TAG and -TAG, @PROJECT, p:high. \
            due:+1d moves the due time. Options say the same and more; --tag, --remind, --repeat and --blocked-by \
            replace the whole list. The word none clears due, start, repeat, remind, tag, project, blocked-by, \
            estimate, property and description. Words such as tomorrow are read in the zone of --zone, or else of the \
            task. Several tasks are changed together, all or none. With a task alone, on a terminal, it opens $EDITOR \
            with the task as a line of taskd add.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The tasks (handles, words of a title, ids), and the terms of what to change.", valueName: "task"))
    var words: [String] = []

    @Option(help: "The title.")
    var title: String?

    @Option(help: "The status.")
    var status: StatusArgument?

    @Option(
        name: .customLong("where"), help: "Change every task that a filter selects, such as 'overdue and tag:home'.")
    var filter: String?

    @Option(
        help: """
            What to change of a recurring task: this occurrence alone, this and the following ones, or all. \
            (default: on a terminal it asks; else a time changes this occurrence, a rule this and the following ones, \
            other fields this one and those not yet created)
            """)
    var scope: ScopeArgument?

    @Flag(help: "Make the project if there is none of that name.")
    var create = false

    @OptionGroup(title: "Task") var task: TaskOptions

    @OptionGroup var prompting: PromptOptions

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let terms = try EditTerms(words, task, title: title)
        guard filter == nil || terms.tasks.isEmpty else {
            throw CommandFailure.usage(
                "\"\(terms.tasks[0].shown)\" is no term, and --where selects the tasks",
                "Write a term, such as due:tomorrow, or leave --where away.")
        }
        guard filter != nil || !terms.tasks.isEmpty else {
            throw CommandFailure.usage("which task?", "Give its handle, such as taskd edit kf3 due:fri.")
        }
        // What makes no sense in any zone is refused before the daemon is asked for the task's.
        let fields = try TaskFields(changing: terms.options, context.timeReader(zone: "UTC"))
        let isNothing = status == nil && !terms.isRelative && terms.title == nil && fields.isEmpty
        let isEditable = filter == nil && terms.tasks.count == 1 && context.prompts.isInteractive && !prompting.isSilent
        guard !isNothing || isEditable else { throw Self.nothing(terms.tasks) }
        try await client.withDaemon(context) { daemon in
            let lookup = IdentifierLookup(
                daemon: daemon, context: context, verb: isNothing ? nil : "change", prompting: prompting)
            let tasks =
                if let filter {
                    try await selected(filter, daemon, context)
                } else {
                    try await lookup.views(terms.tasks)
                }
            if isNothing, let task = tasks.first {
                let editor = TaskEditor(task: task, context: context, lookup: lookup)
                let edited = try EditTerms(await editor.terms(), self.task, title: nil)
                guard edited.isRelative || edited.hasChanges else {
                    return try StandardOutput.write("nothing was changed\n")
                }
                return try await change(tasks, edited, daemon, lookup, context)
            }
            guard !tasks.isEmpty else {
                return try context.print(Self.noTasks, client.access) { _ in "no tasks\n" }
            }
            try await change(tasks, terms, daemon, lookup, context)
        }
    }

    /// Why nothing is to be changed: what was typed as a change is none.
    private static func nothing(_ words: [String]) -> CommandFailure {
        guard let word = words.dropFirst().first(where: { $0.contains(":") || ["+", "-", "@"].contains($0) }) else {
            return .usage("no changes given", "See taskd edit --help for what can be changed.")
        }
        if word.hasSuffix(":") || word.count == 1 {
            return .usage(
                "\"\(word.shown)\" has no value",
                "Write such as due:fri, +TAG or @PROJECT; due:none takes the due time away."
            )
        }
        return .usage(
            "\"\(word.shown)\" is no change that taskd edit knows",
            "Changes are due: start: repeat: remind: title: note: for: zone: +TAG -TAG @PROJECT p:high.")
    }

    private static let noTasks = DaemonResponse(body: Array(#"{"results":[]}"#.utf8))

    private func change(
        _ tasks: [TaskView], _ terms: EditTerms, _ daemon: DaemonClient, _ lookup: IdentifierLookup,
        _ context: CommandContext
    ) async throws {
        let scope = try scope ?? askedScope(tasks, terms, context)
        var bodies: [String: [UInt8]] = [:]
        var notes: [String] = []
        for before in tasks {
            let options = try terms.options(for: before) { try context.zone(named: $0) }
            guard before.recurrence != nil || !options.content.needsRule else {
                throw CommandFailure.usage("\"\(before.title.withoutControls)\" does not recur", "Give --repeat, too.")
            }
            var fields = try TaskFields(changing: options, context.timeReader(zone: options.zone ?? before.timeZone))
            try await fields.lookUp(lookup, creatingProject: create)
            notes += fields.notes.filter { !notes.contains($0) }
            bodies[before.id] = changes(fields, title: terms.title)
        }
        let answer: DaemonResponse
        if tasks.count == 1, let task = tasks.first {
            let query = QueryItem.optional("scope", scope?.rawValue) + [.shortHandles]
            answer = try await daemon.patch("tasks/\(task.id)", query, bodies[task.id] ?? [])
        } else {
            let body = TaskBatch.body(tasks) { task, json in
                json.field("op", "update")
                json.field("changes") { $0.raw(bodies[task.id] ?? []) }
                if task.seriesId != nil, let scope { json.field("scope", scope.rawValue) }
            }
            answer = try await daemon.post("batch", body, query: [.shortHandles])
        }
        context.touch(tasks.last?.id)
        context.tell(notes)
        guard !client.access.json else { return try StandardOutput.write(answer.line) }
        let after: [TaskView] =
            try tasks.count == 1 ? [answer.decode()] : (answer.decode() as BatchView<TaskView>).results
        let printer = TextFormatter(context: context)
        for (before, after) in zip(tasks, after) {
            let notice = try await SeriesNotice(daemon: daemon).lines(before.seriesId, now: after.seriesId, printer)
            try StandardOutput.write(printer.line("changed", after) + notice)
        }
    }

    /// The tasks that a filter selects, as many as one change may have.
    private func selected(_ filter: String, _ daemon: DaemonClient, _ context: CommandContext) async throws
        -> [TaskView]
    {
        let query = [
            QueryItem("filter", filter), QueryItem("timeZone", try context.zone(named: task.zone).identifier),
            QueryItem("status", "needsAction,inProcess"), QueryItem("limit", "\(Self.maxTasks)"), .shortHandles,
        ]
        let page: ListPage<TaskView> = try await daemon.get("tasks", query).decode()
        guard page.nextCursor == nil else {
            throw CommandFailure.failed(
                "the filter selects more than \(Self.maxTasks) tasks, as many as are changed together",
                "Narrow it, or use taskd bulk edit, which changes them one by one.")
        }
        let prompts = context.prompts.asking(unless: prompting.isSilent || prompting.yes)
        guard page.items.count <= Delete.maxUnasked || prompts.confirm("Change \(page.items.count) tasks?") ?? true
        else {
            throw CommandFailure.failed("nothing was changed")
        }
        return page.items
    }

    private func askedScope(_ tasks: [TaskView], _ terms: EditTerms, _ context: CommandContext) throws -> ScopeArgument?
    {
        let prompts = context.prompts.asking(unless: prompting.isSilent || prompting.yes)
        guard prompts.isInteractive, tasks.count == 1, let task = tasks.first, task.seriesId != nil, task.isOpen else {
            return nil
        }
        guard let scope = try ScopeQuestion(task, "change").ask(prompts, context) else {
            throw CommandFailure.failed("nothing was changed")
        }
        return scope
    }

    private func changes(_ fields: TaskFields, title: String?) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            if let title { json.field("title", title) }
            if let status { json.field("status", status.rawValue) }
            fields.write(fieldsTo: &json)
        }
        return json.bytes
    }
}
