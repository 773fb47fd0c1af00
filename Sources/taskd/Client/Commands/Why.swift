import ArgumentParser
import TaskdClient

/// `taskd why`: tells when a task's reminders went off and will, and why then.
struct Why: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Show when a task's reminders fired and will fire, and why.",
        usage: "taskd why <id> [<options>]"
    )

    @Argument(help: "The task's id, or at least its first 4 characters.")
    var id: String

    @OptionGroup var page: PageOptions

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).task(id)
            let task: TaskView = try await daemon.get("tasks/\(id)").decode()
            let answer = try await daemon.get("tasks/\(id)/firings", page.query)
            try context.print(answer, client.access) { printer in
                return printer.firings(try answer.decode(), of: task)
            }
        }
    }
}
