import ArgumentParser
import TaskdClient

/// `taskd hook`: where events go.
struct HookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Manage hooks, which send events to URLs and programs.",
        subcommands: [
            HookAdd.self, HookTry.self, HookList.self, HookTest.self, HookEnable.self, HookDisable.self,
            HookRotate.self,
            HookDeliveries.self, HookReplay.self, HookHealthCommand.self, HookRemove.self, HookVerify.self,
        ]
    )
}

/// How hooks can be meant.
enum HookHelp {
    static let choice = ArgumentHelp(
        "The hook: its handle or the beginning of it, a part of its URL or command (3 characters or more of either), or its id.",
        valueName: "hook")
}

/// `taskd hook list`: shows the hooks.
struct HookList: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the hooks.", usage: "taskd hook list [<options>]")

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.get("hooks", [.shortHandles])
            let page: ListPage<HookView> = try answer.decode()
            var health: [String: HookHealthView] = [:]
            for hook in page.items where hook.enabled && !client.access.json {
                health[hook.id] = try await daemon.get("hooks/\(hook.id)/health").decode()
            }
            try context.print(answer, client.access) { [health] printer in
                try page.lines({ printer.hooks($0, health) }, none: "no hooks")
            }
        }
    }
}

/// `taskd hook remove`: deletes a hook.
struct HookRemove: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a hook.", usage: "taskd hook remove <hook> [<options>]")

    @Argument(help: HookHelp.choice)
    var id: String

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withHook(id, context) { daemon, id in
            let hook: HookView = try await daemon.get("hooks/\(id)", [.shortHandles]).decode()
            let answer = try await daemon.delete("hooks/\(id)")
            try context.print(answer, client.access, gone: hook.shownHandle) { $0.hook("removed", hook) }
        }
    }
}
