import ArgumentParser
import TaskdClient

/// `taskd history`: tells who changed what of a task.
struct History: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what was changed in a task, when and by whom, latest first.",
        usage: "taskd history <id> [<options>]"
    )

    @OptionGroup var page: PageOptions

    @OptionGroup var choice: TaskChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context) { daemon, path in
            try await daemon.get("\(path)/history", page.query)
        } lines: { printer, answer in
            let page: ListPage<TaskHistoryView> = try answer.decode()
            return page.lines(printer.history, none: "no changes")
        }
    }
}
