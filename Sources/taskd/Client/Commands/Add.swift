import ArgumentParser
import Basics
import Phrases
import Recurrence
import Storage
import TaskdClient

/// `taskd add`: makes tasks.
struct Add: ContextCommand {
    /// How many lines of standard input are added together.
    static let maxLines = 1_000

    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a task, with its date, tags and more in the words of one line.",
        usage: "taskd add [<words> ...] [<options>]",
        discussion: """
              taskd add 'Tea in 20m'
              taskd add 'Dentist tomorrow 3pm +health p:high remind 1h'
              taskd add 'Rent every last weekday of the month at 9am +home'
              taskd add '매주 월요일 오전 9시 주간회의'
              taskd add 'Pay rent' --due 'dec 1' --repeat 'every month' --tag home

            taskd takes +TAG (or #TAG), @PROJECT (with - for a space), p:high (p:low to p:urgent; p1 to p4, !high and !! say it too) and \
            remind 30m out of the words wherever they stand; \
            the due time at the end of the line, behind due: or repeat: anywhere or, where the line begins with a day or \
            a time such as tomorrow, at its start; for 45m (how long it will take) right behind the due time, or for:45m \
            anywhere; and // with a note that is all the rest. It prints what it \
            took for the due time. A \\ before a word keeps it in the title; --literal keeps all of them. Options win over \
            words, but tags of both are kept. What dates can look like: taskd help dates.

            With - instead of words, or without words on a pipe, each line of standard input is a task; with --json, \
            standard input is a task or an array of tasks in JSON. Where one of them is refused, none is \
            added. Without words, on a terminal, it asks for them.

            A task with a due time reminds once, at that time, unless --remind, --no-remind or your settings (see \
            remind in taskd config) say otherwise. On a terminal it then names tags, a project and more that earlier \
            tasks with the same words have.
            """,
        aliases: ["a"]
    )

    @Argument(help: ArgumentHelp("The title, with date, tags and more.", valueName: "words"))
    var words: [String] = []

    @Flag(help: "Take all words as the title, as they are.")
    var literal = false

    @Flag(
        name: .customLong("dry-run"),
        help: "Show what was understood, and add nothing; the daemon is asked for a project or a task that is named.")
    var isDry = false

    @Flag(help: "Make the project if there is none of that name.")
    var create = false

    @OptionGroup(title: "Task") var task: TaskOptions

    @Flag(name: .customLong("no-remind"), help: "Do not remind at the due time.")
    var isSilent = false

    @Option(help: ArgumentHelp("The id of the new task (default: the daemon chooses one).", valueName: "uuid"))
    var id: String?

    @OptionGroup var prompting: PromptOptions

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard id.map({ UUIDValue($0) != nil }) ?? true else { throw ValidationError("--id must be a UUID.") }
        if isDry, client.access.output.quiet {
            throw ValidationError("--quiet and --dry-run cannot be used together.")
        }
        guard isSilent, !task.content.reminders.isEmpty else { return }
        throw ValidationError("--remind and --no-remind cannot be used together.")
    }

    func run(in context: CommandContext) async throws {
        if words.isEmpty || words == ["-"] {
            // What a terminal has not got yet would be waited for.
            if words.isEmpty, prompting.isSilent, context.terminal.hasInput { throw AddedLines.nothing }
            guard words.isEmpty, context.prompts.isInteractive, !prompting.isSilent else {
                return try await AddedLines(add: self, context: context).run()
            }
            guard let line = context.prompts.ask(.whatToAdd) else {
                throw CommandFailure.failed("nothing was added")
            }
            return try await run(line, context)
        }
        try await run(words.joined(separator: " "), context)
    }

    func run(_ line: String, _ context: CommandContext) async throws {
        let new = try NewLine(line, self, context)
        if isDry {
            if let problem = try NewTaskCheck(context).problem(with: new.value(id: id)) {
                context.tell(new.warnings)
                throw CommandFailure.refused(problem)
            }
            try await look(for: [new], context) { try await $0.lookUp($1) }
            context.tell(new.warnings + (new.isWrittenOut ? try new.dueNotes(context) : []))
            return try StandardOutput.write(client.access.json ? new.previewJSON : new.preview(context))
        }
        try await client.withDaemon(context) { daemon in
            let body = try await new.body(lookup(daemon, context), id: id)
            // Asked before the task is there, which would count as one of those that have none of it.
            let suggestions = try await suggestions(for: new, daemon, context)
            let (answer, isNew): (DaemonResponse, Bool)
            do { (answer, isNew) = try await added(body, new, daemon) } catch {
                // What is missing may stand in words that were not taken.
                context.tell(new.warnings)
                throw error
            }
            let view: TaskView = try answer.decode()
            context.tell(new.warnings)
            context.touch(view.id)
            let printer = TextFormatter(context: context, client.access.output.display)
            if new.isWrittenOut { context.tell(view.dueNotes(printer.times)) }
            let held = try await context.tellHolds(of: [view], daemon, client.access)
            context.tell(view.reminderNotes(printer.times, held))
            try await context.print(answer, client.access, naming: daemon) { printer in
                let offered = OfferedTerms(
                    suggestions, for: view, in: printer.times.zone.identifier, printer.language)
                guard isNew else { return printer.line("already added", view) }
                return printer.line("added", view, isWhole: true) + new.echo(printer) + offered.lines(printer, view)
            }
        }
    }

    /// Adds the task; one with an id of its own may be there already, from a run before.
    private func added(
        _ body: [UInt8], _ new: NewLine, _ daemon: DaemonClient
    ) async throws -> (answer: DaemonResponse, isNew: Bool) {
        do {
            return (try await daemon.post("tasks", body, query: [.shortHandles]), true)
        } catch DaemonError.refused(let problem) where problem.status == 409 {
            guard let id, let there = try? await daemon.get("tasks/\(id)", [.shortHandles]),
                let view = try? there.decode() as TaskView, view.title == new.words.title
            else { throw DaemonError.refused(problem) }
            return (there, false)
        }
    }

    /// What earlier tasks with the same words have, for whoever is there to read it.
    private func suggestions(
        for new: NewLine, _ daemon: DaemonClient, _ context: CommandContext
    ) async throws -> [SuggestionView] {
        let isRead = try context.terminal.hasOutput && client.access.output.form() == nil && context.settings.suggests
        guard isRead else { return [] }
        do {
            return try await daemon.suggestions(forTitle: new.words.title)
        } catch {
            // A daemon without them, or one that is busy: the task is added all the same.
            return []
        }
    }

    /// Looks for the projects and tasks that lines name, as adding them does, but makes none and asks nobody; where there is
    /// no daemon it is told.
    func look(
        for lines: [NewLine], _ context: CommandContext, _ body: (NewLine, IdentifierLookup) async throws -> Void
    ) async throws {
        let named = lines.flatMap(\.named)
        guard !named.isEmpty else { return }
        do {
            try await client.withDaemon(context) { daemon in
                for line in lines { try await body(line, IdentifierLookup(daemon: daemon, prompting: prompting)) }
            }
        } catch let failure as CommandFailure where failure.exitStatus == 3 {
            context.tell(["no daemon answers, so that nobody looked for \(named.joined(separator: ", "))"])
        }
    }

    func lookup(_ daemon: DaemonClient, _ context: CommandContext) -> IdentifierLookup {
        IdentifierLookup(daemon: daemon, context: context, prompting: prompting)
    }
}
