import ArgumentParser
import TaskdClient

/// `taskd log`: what happened, for people.
struct Log: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show what happened, latest first: what was added and done, and which reminders went off.",
        usage: "taskd log [<options>]",
        discussion: """
            taskd history shows what was changed in one task, and taskd events prints the whole log for a program, \
            oldest first.
            """
    )

    @OptionGroup var page: PageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            try await context.printPages(
                daemon, "events", [QueryItem("sort", "-seq")], client.access, page, none: "no events"
            ) { (printer, items: [EventView]) in printer.log(items) }
        }
    }
}
