import ArgumentParser
import TaskdClient

/// `taskd history`: tells who changed what of a task.
struct History: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what was changed in a task, when and by whom, latest first.",
        usage: "taskd history <task> [<options>]",
        discussion: "How a task repeats now, taskd series show tells."
    )

    @OptionGroup var page: PageOptions

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        let access = choice.client.access
        try await choice.client.withDaemon(context) { daemon in
            let path = try await choice.path(daemon, context) + "/history"
            try await context.printPages(daemon, path, [], access, page, none: "no changes") {
                (printer, items: [TaskHistoryView]) in
                let isOfProjects = items.contains { $0.words.contains(where: TextFormatter.isOfProject) }
                let names = isOfProjects ? try await context.projectNames(daemon) : [:]
                return printer.naming(names).history(items)
            }
        }
    }
}
