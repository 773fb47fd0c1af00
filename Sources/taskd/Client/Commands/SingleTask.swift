import ArgumentParser
import TaskdClient

/// What every command about one task is given.
struct TaskChoice: ResourceChoice {
    @Argument(help: "The task's id, or at least its first 4 characters.")
    var id: String

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func path(_ daemon: DaemonClient) async throws -> String {
        try await "tasks/\(IdentifierLookup(daemon: daemon).task(id))"
    }

    /// Carries out `ask` with the task's path and prints the answer, for people with what became of the task's series.
    func run(
        _ context: CommandContext,
        _ ask: (DaemonClient, _ path: String) async throws -> DaemonResponse,
        changed: (DaemonResponse) throws -> TaskView?,
        lines: (TextFormatter, DaemonResponse) throws -> String
    ) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await ask(daemon, try await path(daemon))
            var notice = ""
            if !client.access.json, let task = try changed(answer) {
                notice = try await SeriesNotice(daemon: daemon).lines(task.seriesId, TextFormatter(context: context))
            }
            try context.print(answer, asJSON: client.access.json) { try lines($0, answer) + notice }
        }
    }
}

/// `taskd show`: shows everything about a task.
struct Show: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a task.", usage: "taskd show <id> [<options>]")

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, path in
            try await daemon.get(path)
        } lines: { printer, answer in
            try printer.details(answer.decode() as TaskView)
        }
    }
}

/// `taskd done`: completes a task.
struct Done: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        abstract: "Complete a task; a recurring one continues with its next occurrence.",
        usage: "taskd done <id> [<options>]")

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, path in
            try await daemon.post("\(path)/complete")
        } changed: { answer in
            (try answer.decode() as CompletionView).completed
        } lines: { printer, answer in
            let view: CompletionView = try answer.decode()
            return printer.closing("done", view.completed, next: view.next)
        }
    }
}

/// `taskd reopen`: takes a completion back.
struct Reopen: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Reopen a closed task; the occurrence that followed it is removed if it is untouched.",
        usage: "taskd reopen <id> [<options>]"
    )

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, path in
            try await daemon.post("\(path)/reopen")
        } lines: { printer, answer in
            let view: ReopeningView = try answer.decode()
            let withdrawn = view.withdrawn.map { "withdrawn: \($0.withoutControls)\n" } ?? ""
            return printer.line("reopened", view.reopened) + withdrawn
        }
    }
}

/// `taskd skip`: passes an occurrence over.
struct Skip: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Skip this occurrence of a recurring task.", usage: "taskd skip <id> [<options>]")

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, path in
            try await daemon.post("\(path)/skip")
        } changed: { answer in
            (try answer.decode() as SkipView).skipped
        } lines: { printer, answer in
            let view: SkipView = try answer.decode()
            return printer.closing("skipped", view.skipped, next: view.next)
        }
    }
}

/// `taskd delete`: deletes a task.
struct Delete: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a task.",
        usage: "taskd delete <id> [<options>]",
        discussion: """
            Without --scope, deleting an open occurrence ends its series; its other open occurrences stay. Deleting a \
            closed one does not end the series.
            """
    )

    @Option(
        help: """
            What to delete of a recurring task: this occurrence alone, so that the next one appears; this and the \
            following open ones; or all open ones.
            """
    )
    var scope: ScopeArgument?

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).task(choice.id)
            let isForPeople = !choice.client.access.json
            let series = isForPeople ? try await daemon.task(id).seriesId : nil
            let answer = try await daemon.delete("tasks/\(id)", QueryItem.optional("scope", scope?.rawValue))
            let notice = try await SeriesNotice(daemon: daemon).lines(series, TextFormatter(context: context))
            try context.print(answer, asJSON: !isForPeople) { "\($0.style(.good, "deleted")): \(id)\n" + notice }
        }
    }
}
