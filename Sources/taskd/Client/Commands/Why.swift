import ArgumentParser
import TaskdClient

/// `taskd why`: tells when a task's reminders went off and will, and why then.
struct Why: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show when a task's reminders fired and will fire, and why.",
        usage: "taskd why <id> [<options>]"
    )

    @Argument(help: "The task's id, or at least its first 4 characters.")
    var id: String

    @Option(help: "How many past firings at most, 1 to 1000.")
    var limit: Int = 20

    @Option(help: "The nextCursor of the page before.")
    var cursor: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000.") }
    }

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).task(id)
            let task: TaskView = try await daemon.get("tasks/\(id)").decode()
            let query = [QueryItem("limit", "\(limit)")] + QueryItem.optional("cursor", cursor)
            let answer = try await daemon.get("tasks/\(id)/firings", query)
            try context.print(answer, asJSON: client.access.json) { printer in
                let page: FiringsView = try answer.decode()
                return printer.firings(page, of: task)
            }
        }
    }
}
