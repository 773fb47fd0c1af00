import ArgumentParser
import Basics
import Filters
import Recurrence
import Storage
import TaskdClient

/// `taskd edit`: changes tasks.
struct Edit: ContextCommand {
    /// How many tasks one command changes.
    static let maxTasks = TaskBatch.maxTasks

    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change tasks: due time, tags, reminders, title and more.",
        usage: """
            taskd edit <task> ... [<changes> ...] [<options>]
            taskd edit --where <filter> [<changes> ...] [<options>]
            """,
        discussion: """
              taskd edit kf3 +home -old @flat p:none
              taskd edit kf3 due:+30m --scope following
              taskd edit kf3 'due:fri 3pm'
              taskd edit --where 'overdue and project:flat' due:tomorrow

            Changes are due: start: repeat: remind: title: note: for: (how long it will take) and zone:, each with a \
            value right behind it, +TAG and -TAG, @PROJECT and p:high (p:none to p:urgent). due:+1d moves the due time, \
            start:+1d the start. \
            Options say the same and more (--due +1h moves it, too); --tag, --remind, --repeat and --blocked-by replace the whole list. The word \
            none takes away due, start, repeat, remind, tag, project, blocked-by, estimate, property and description. \
            Words such as tomorrow are read in the zone of --zone, else of the task.

            Several tasks are changed together, all or none, and taskd undo takes it back; taskd bulk edit changes more \
            than \(maxTasks) of them, one by one. A task without changes, on a terminal, is opened in $VISUAL or $EDITOR \
            (else vi), as a line of taskd add with its title, tags, project, priority and due time. What else it has, such \
            as reminders, a rule or a note, is not in the line, and stays where you write none.
            """
    )

    @Argument(
        help: ArgumentHelp(
            """
            The tasks, each by its handle or the beginning of it (at least 3 characters), words of its title, its id, or \
            . for the one touched last in this terminal; and the changes.
            """, valueName: "task"))
    var words: [String] = []

    @Option(help: ArgumentHelp("The title.", valueName: "text"))
    var title: String?

    @Option(help: "The status: needsAction is open and not begun, inProcess open and begun")
    var status: StatusArgument?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Change every open task that a filter selects, such as 'overdue and tag:home'; see taskd help filters.",
            valueName: "filter"))
    var filter: String?

    @Option(
        help: """
            What to change of a task that repeats: this occurrence alone, this and the following ones, or all. Where it \
            is not said, it is asked on a terminal; otherwise a new time changes this occurrence, a new rule this one \
            and those after it, anything else this one and those that do not exist yet
            """)
    var scope: ScopeArgument?

    @Flag(help: "Make the project if there is none of that name.")
    var create = false

    @OptionGroup(title: "Task") var task: TaskOptions

    @OptionGroup var prompting: PromptOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let terms = try EditTerms(words, task, title: title)
        guard filter == nil || terms.tasks.isEmpty else {
            throw CommandFailure.usage(
                "\"\(terms.tasks[0].shown)\" is no change, and --where selects the tasks",
                "Write a change, such as due:tomorrow, or leave --where away.")
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
                return try await editor.edit { typed in
                    let edited = try EditTerms(typed, self.task, title: nil)
                    guard edited.isRelative || edited.hasChanges else {
                        return try StandardOutput.write("nothing was changed\n")
                    }
                    let fields = try TaskFields(changing: edited.options, context.timeReader(zone: "UTC"))
                    try await change(tasks, edited, fields, daemon, lookup, context)
                }
            }
            guard !tasks.isEmpty else {
                return try context.print(Self.noTasks, client.access) { _ in "no tasks\n" }
            }
            try await change(tasks, terms, fields, daemon, lookup, context)
        }
    }

    /// Why nothing is to be changed: what was typed as a change is none.
    private static func nothing(_ words: [String]) -> CommandFailure {
        let others = words.dropFirst()
        if !others.isEmpty, others.allSatisfy(IdentifierLookup.isReference) {
            return .usage(
                "no changes given for \(words.map { "\"\($0.shown)\"" }.joined(separator: " and "))",
                "See taskd edit --help for what can be changed.")
        }
        guard let word = others.first(where: { $0.contains(":") || ["+", "-", "@"].contains($0) }) ?? others.last else {
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
        _ tasks: [TaskView], _ terms: EditTerms, _ fields: TaskFields, _ daemon: DaemonClient,
        _ lookup: IdentifierLookup, _ context: CommandContext
    ) async throws {
        let scope =
            try scope ?? askedScope(tasks, terms, context)
            ?? (tasks.contains(where: fields.changesTime(ofSeries:)) ? .following : nil)
        var (notes, emptyRules): ([String], [String]) = ([], [])
        func body(of task: TaskView) async throws -> [UInt8] {
            let options = try terms.options(for: task, scope) { try context.zone(named: $0) }
            guard task.recurrence != nil || !options.content.needsRule else {
                throw CommandFailure.usage("\"\(task.title.withoutControls)\" does not recur", "Give --repeat, too.")
            }
            var fields = try TaskFields(changing: options, context.timeReader(zone: options.zone ?? task.timeZone))
            fields.newProject = terms.newProject
            if task.recurrence != nil, scope != .this { try fields.checkRemindersOfSeries() }
            try fields.keepTimes(of: task) { try context.zone(named: options.zone ?? task.timeZone) }
            try await fields.lookUp(lookup, creatingProject: create || prompting.yes)
            let empty = fields.emptyRuleNotes(due: task.due.flatMap { CivilTime($0) }, context.language)
            emptyRules += empty.filter { !emptyRules.contains($0) }
            notes += fields.notes.filter { !notes.contains($0) }
            return changes(fields, title: terms.title)
        }
        let answer: DaemonResponse
        if tasks.count == 1, let task = tasks.first {
            let query = QueryItem.optional("scope", scope?.rawValue) + [.shortHandles]
            do {
                answer =
                    terms.isRelative
                    ? try await change(task, query, daemon, body)
                    : try await daemon.patch("tasks/\(task.id)", query, body(of: task))
            } catch DaemonError.refused(let problem) where problem.faults.contains(where: \.isOfRuleLeftBehind) {
                var failure = CommandFailure.refused(problem)
                let rule = fields.times.due?.civil.flatMap { task.rule(on: $0.date) }
                failure.betterWay = rule.map { "Change the rule, too, such as with --repeat '\($0)'." }
                throw failure
            }
        } else {
            var bodies: [String: [UInt8]] = [:]
            for task in tasks { bodies[task.id] = try await body(of: task) }
            let body = TaskBatch.body(tasks) { task, json in
                json.field("op", "update")
                json.field("changes") { $0.raw(bodies[task.id] ?? []) }
                if task.seriesId != nil, let scope { json.field("scope", scope.rawValue) }
            }
            answer = try await TaskBatch.post(body, of: tasks, daemon)
        }
        context.touch(tasks.last?.id)
        context.tell(notes + emptyRules)
        var text = ""
        if try client.access.output.form() == nil {
            let after: [TaskView] =
                try tasks.count == 1 ? [answer.decode()] : (answer.decode() as BatchView<TaskView>).results
            var printer = TextFormatter(context: context, client.access.output.display)
            printer.projectNames = try await context.projectNames(for: answer, daemon)
            let moved = zip(tasks, after).filter { $0.reminders != $1.reminders }.map(\.1)
            let held = try await context.tellHolds(of: moved, daemon, client.access)
            for (before, after) in zip(tasks, after) {
                if (before.due, before.dueAt) != (after.due, after.dueAt), notes.isEmpty {
                    context.tell(after.dueNotes(printer.times))
                }
                context.tell(after.timeNotes(printer.times, since: before, by: fields))
                context.tell(after.reminderNotes(printer.times, hadDue: before.due != nil, held))
                if scope == nil, !fields.times.rules.isEmpty, before.isMovedAlone(after) {
                    context.tell([printer.say(Self.movedAlone)])
                }
                let notice = try await SeriesNotice(daemon: daemon).lines(
                    before.recurringSeriesID, now: after.seriesId, printer)
                text += printer.line(CommandContext.label(ofChange: before == after), after, isWhole: true) + notice
                // What is closed by its status gives way to the next one as what is done does.
                if before.isOpen, !after.isOpen, let series = before.recurringSeriesID,
                    let next = try await daemon.openOccurrence(of: series)
                {
                    text += printer.line("next", next)
                }
            }
        }
        try context.print(answer, client.access) { _ in text }
    }

    private static let movedAlone =
        "the rule is as it was, and only this one moved; --scope following moves those after it, too"

    /// How often what another client changed meanwhile is read again.
    private static let maxReadings = 20

    /// Makes a change that depends on what the task is: as it is when it is changed, so that of two who add a tag at once
    /// neither takes away that of the other.
    private func change(
        _ task: TaskView, _ query: [QueryItem], _ daemon: DaemonClient, _ body: (TaskView) async throws -> [UInt8]
    ) async throws -> DaemonResponse {
        var reading = 1
        while true {
            let before = try await daemon.get("tasks/\(task.id)")
            let body = try await body(before.decode())
            do {
                return try await daemon.patch("tasks/\(task.id)", query, body, ifMatch: before.entityTag)
            } catch DaemonError.refused(let problem) where problem.status == 412 && reading < Self.maxReadings {
                reading += 1
            }
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
        try await context.tellMissing(of: filter, daemon)
        if (try? TaskFilter(filter))?.asksForClosed == true {
            context.tell([
                "--where asks for closed tasks, which taskd edit leaves out; taskd bulk edit changes them, too"
            ])
        }
        guard page.nextCursor == nil else {
            throw CommandFailure.failed(
                "the filter selects more than \(Self.maxTasks) tasks, as many as are changed together",
                "Narrow it, or use taskd bulk edit, which changes them one by one.")
        }
        let prompts = context.prompts.asking(unless: prompting.isSilent || prompting.yes)
        guard
            page.items.count <= Delete.maxUnasked || !prompts.isInteractive
                || prompts.confirm(.changingTasks(page.items.count)) == true
        else {
            throw CommandFailure.failed("nothing was changed")
        }
        return page.items
    }

    private func askedScope(_ tasks: [TaskView], _ terms: EditTerms, _ context: CommandContext) throws -> ScopeArgument?
    {
        let prompts = context.prompts.asking(unless: prompting.isSilent || prompting.yes)
        guard prompts.isInteractive, tasks.count == 1, let task = tasks.first, task.repeats, task.isOpen,
            !terms.endsWithoutDue(task)
        else { return nil }
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

extension TaskView {
    /// Whether an occurrence is due at another time after a change that left its rule as it was.
    fileprivate func isMovedAlone(_ after: TaskView) -> Bool {
        recurrence != nil && recurrence == after.recurrence && seriesId == after.seriesId && due != after.due
    }
}

extension DaemonProblem.Fault {
    /// Whether it is that an occurrence, and with it the others, leaves the days that their rule gives.
    fileprivate var isOfRuleLeftBehind: Bool { detail.contains(", which the rule ") }
}
