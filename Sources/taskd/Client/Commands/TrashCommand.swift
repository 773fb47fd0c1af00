import ArgumentParser
import Storage
import TaskdClient

/// `taskd trash`: tasks that were deleted.
struct TrashCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "List deleted tasks, restore them, or delete them for good.",
        discussion:
            "Deleted tasks stay in the trash as long as the daemon keeps changes: 30 days unless it is set otherwise (--keep-changes).",
        subcommands: [TrashList.self, TrashRestore.self, TrashDelete.self, TrashEmpty.self]
    )
}

/// `taskd trash list`: shows the trash.
struct TrashList: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List deleted tasks, latest first.", usage: "taskd trash list [<options>]")

    @OptionGroup var page: PageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            try await context.printPages(
                daemon, "trash", [.shortHandles], client.access, page, none: "the trash is empty"
            ) { (printer, items: [TrashedTaskView]) in
                printer.trash(items)
            }
        }
    }
}

/// What every command about one task in the trash is given.
struct TrashChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The deleted task: its handle or the beginning of it, a part of its title (3 characters or more of either), or its id.",
            valueName: "task"))
    var id: String

    @OptionGroup var client: ClientOptions
}

/// `taskd trash restore`: brings a deleted task back.
struct TrashRestore: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a deleted task; its reminders that have fired do not fire again.",
        usage: "taskd trash restore <task> [<options>]"
    )

    @OptionGroup var choice: TrashChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).trashedTask(choice.id)
            let answer = try await daemon.post("trash/\(id)/restore")
            try await context.tellHolds(of: [answer.decode()], daemon, choice.client.access)
            try context.print(answer, choice.client.access) {
                try $0.line("restored", answer.decode() as TaskView)
            }
        }
    }
}

/// `taskd trash delete`: deletes a task in the trash for good.
struct TrashDelete: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a task in the trash for good.",
        usage: "taskd trash delete <task> [<options>]",
        discussion:
            """
            Nothing restores it afterwards, so that it is asked before; give --yes where nobody can answer. Events about it \
            stay in the log as long as the daemon keeps events.
            """
    )

    @OptionGroup var choice: TrashChoice

    @OptionGroup var prompting: PromptOptions

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).trashedTask(choice.id)
            let trashed: TrashedTaskView = try await daemon.get("trash/\(id)", [.shortHandles]).decode()
            let prompts = context.prompts.asking(unless: prompting.isSilent || prompting.yes)
            guard prompts.isInteractive || prompting.yes else {
                throw CommandFailure.usage(
                    "nothing restores what is deleted from the trash", "Add --yes to delete it for good.")
            }
            let line = "\(trashed.task.shownHandle)  \(trashed.task.title.withoutControls)"
            guard
                !prompts.isInteractive
                    || prompts.confirm(.isMeant(line: line, verb: "delete for good"), standard: false) == true
            else {
                throw CommandFailure.failed("nothing was deleted")
            }
            let answer = try await daemon.delete("trash/\(id)")
            try context.print(answer, choice.client.access, gone: trashed.task.shownHandle) {
                $0.line("deleted for good", trashed.task)
            }
        }
    }
}

/// `taskd trash empty`: deletes everything in the trash for good.
struct TrashEmpty: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "empty", abstract: "Delete all tasks in the trash for good.",
        usage: "taskd trash empty --yes [<options>]")

    @Flag(help: "Confirm that they are to be deleted.")
    var yes = false

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard yes else {
            throw ValidationError("Nothing restores what is deleted from the trash; add --yes to delete it all.")
        }
    }

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.delete("trash")
            try context.print(answer, client.access) { _ in "the trash is empty\n" }
        }
    }
}
