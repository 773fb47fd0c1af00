import ArgumentParser
import TaskdClient

/// What every command about one task is given.
struct TaskChoice: ResourceChoice {
    @Argument(help: TaskChoice.help)
    var id: String

    @OptionGroup var client: ClientOptions

    /// How a task can be meant.
    static let help = ArgumentHelp(
        """
        The task: its handle or the beginning of it (at least 3 characters), words of its title, its id, or . for the \
        one touched last in this terminal.
        """, valueName: "task")

    func path(_ daemon: DaemonClient, _ context: CommandContext) async throws -> String {
        try await "tasks/\(IdentifierLookup(daemon: daemon, context: context, takesClosed: true).task(id))"
    }
}

/// `taskd show`: shows everything about tasks.
struct Show: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show all that there is about tasks.", usage: "taskd show <task> ... [<options>]"
    )

    @OptionGroup var choice: TasksChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let tasks = try await choice.lookUp(in: daemon, context)
            for (number, task) in tasks.enumerated() {
                let answer = try await daemon.get("tasks/\(task.id)", [.shortHandles])
                var (blockers, firings): ([String: TaskView], [FiringsView.Planned]) = ([:], [])
                if try choice.client.access.output.form() == nil {
                    let view: TaskView = try answer.decode()
                    blockers = try await IdentifierLookup(daemon: daemon).named(view.blockedBy)
                    firings = await daemon.firingsToCome(of: view)
                }
                try await context.print(answer, choice.client.access, naming: daemon) { [blockers, firings] printer in
                    (number > 0 ? "\n" : "")
                        + (try printer.details(answer.decode(), blockers: blockers, firings: firings))
                }
            }
            context.touch(tasks.last?.id)
        }
    }
}
