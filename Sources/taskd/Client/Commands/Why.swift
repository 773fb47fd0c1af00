import ArgumentParser
import TaskdClient

/// `taskd why`: tells when a task's reminders went off and will, and why then or why not.
struct Why: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Tell when a task's reminders went off and when they will, and why then, or why not.",
        usage: "taskd why <task> [<options>]"
    )

    @Argument(
        help: ArgumentHelp(
            """
            The task: its handle or the beginning of it (at least 3 characters), words of its title, its id, or . for \
            the one touched last in this terminal.
            """, valueName: "task"))
    var id: String

    @OptionGroup var page: SinglePageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try client.access.output.form()?.check(fieldsOf: "PlannedFiring", "Firing")
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon, context: context, takesClosed: true).task(id)
            let answer = try await daemon.get("tasks/\(id)/firings", page.query)
            guard try client.access.output.form() == nil else {
                return try context.print(answer, client.access) { _ in "" }
            }
            let story = FiringStory(
                task: try await daemon.get("tasks/\(id)", [.shortHandles]).decode(), firings: try answer.decode(),
                status: try await allowed { try await daemon.get("status").decode() },
                hooks: try await allowed { try await daemon.get("hooks", [.shortHandles]).decode(ListPage.self).items })
            try context.print(answer, client.access) { $0.why(story) }
        }
    }

    /// What the token may ask for; nil for what it may not.
    private func allowed<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do { return try await body() } catch DaemonError.refused { return nil }
    }
}
