import ArgumentParser
import TaskdClient

/// What every command about one task is given.
struct TaskChoice: ParsableArguments {
    @Argument(help: "The task's id, or its first characters, at least 4.")
    var id: String

    @OptionGroup(title: "Daemon") var client: ClientOptions

    /// Carries out `ask` with the task's whole id and prints the answer.
    func run(
        _ context: CommandContext,
        _ ask: (DaemonClient, String) async throws -> DaemonResponse,
        lines: (TextFormatter, DaemonResponse) throws -> String
    ) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await ask(daemon, try await IdentifierLookup(daemon: daemon).task(id))
            try context.print(answer, asJSON: client.access.json) { try lines($0, answer) }
        }
    }
}

/// `taskd show`: shows everything about a task.
struct Show: ContextCommand {
    static let configuration = CommandConfiguration(abstract: "Show a task.")

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, id in
            try await daemon.get("tasks/\(id)")
        } lines: { printer, answer in
            try printer.details(answer.decode())
        }
    }
}

/// `taskd done`: completes a task.
struct Done: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "Complete a task; a recurring one continues with its next occurrence.")

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, id in
            try await daemon.post("tasks/\(id)/complete")
        } lines: { printer, answer in
            let view: CompletionView = try answer.decode()
            return printer.closing("done", view.completed, next: view.next)
        }
    }
}

/// `taskd reopen`: takes a completion back.
struct Reopen: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reopen a completed task; its next occurrence is removed if nobody has changed it."
    )

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, id in
            try await daemon.post("tasks/\(id)/reopen")
        } lines: { printer, answer in
            let view: ReopeningView = try answer.decode()
            let withdrawn = view.withdrawn.map { "withdrawn: \($0.withoutControls)\n" } ?? ""
            return printer.line("reopened", view.reopened) + withdrawn
        }
    }
}

/// `taskd skip`: passes an occurrence over.
struct Skip: ContextCommand {
    static let configuration = CommandConfiguration(abstract: "Skip this occurrence of a recurring task.")

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, id in
            try await daemon.post("tasks/\(id)/skip")
        } lines: { printer, answer in
            let view: SkipView = try answer.decode()
            return printer.closing("skipped", view.skipped, next: view.next)
        }
    }
}

/// `taskd delete`: deletes a task.
struct Delete: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete a task.",
        discussion: """
            Without --scope, deleting an open occurrence ends its series; its other open occurrences stay. Deleting a \
            closed one ends nothing.
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
            let answer = try await daemon.delete("tasks/\(id)", QueryItem.optional("scope", scope?.rawValue))
            try context.print(answer, asJSON: choice.client.access.json) { "\($0.style(.good, "deleted")): \(id)\n" }
        }
    }
}
