import ArgumentParser
import Basics
import TaskdClient

/// What the commands that enable and disable hooks are given.
struct HookEnabling: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The hooks, each by its handle or the beginning of it, a part of its URL or command (3 characters or more of either), or its id.",
            valueName: "hook"))
    var id: [String]

    @OptionGroup var client: ClientOptions

    /// Enables or disables the hooks, none of them where an id means no hook.
    func run(_ context: CommandContext, enabled: Bool) async throws {
        var json = JSONWriter()
        json.object { $0.field("enabled", enabled) }
        try await client.withDaemon(context) { daemon in
            var hooks: [String] = []
            for typed in id {
                let hook = try await IdentifierLookup(daemon: daemon).hook(typed)
                let _: HookView = try await daemon.get("hooks/\(hook)").decode()
                hooks.append(hook)
            }
            for hook in hooks {
                let answer = try await daemon.patch("hooks/\(hook)", [.shortHandles], json.bytes)
                try context.print(answer, client.access) { printer in
                    let hook: HookView = try answer.decode()
                    let target = hook.target.isEmpty ? hook.kind : hook.target
                    return "\(printer.label(enabled ? "enabled" : "disabled")) "
                        + "\(printer.style(.identifier, hook.shownHandle))  \(printer.style(.plain, target))\n"
                }
            }
        }
    }
}

/// `taskd hook enable`: sends events to a hook again.
struct HookEnable: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Enable hooks, so that events are sent to them again; deliveries that wait are tried at once.",
        usage: "taskd hook enable <hook> ... [<options>]",
        discussion: "What happened while the hook was disabled is not sent."
    )

    @OptionGroup var choice: HookEnabling

    func run(in context: CommandContext) async throws {
        try await choice.run(context, enabled: true)
    }
}

/// `taskd hook disable`: sends nothing to a hook for now.
struct HookDisable: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Disable hooks, so that no events are sent to them until they are enabled.",
        usage: "taskd hook disable <hook> ... [<options>]",
        discussion: "taskd hook test still sends its sample."
    )

    @OptionGroup var choice: HookEnabling

    func run(in context: CommandContext) async throws {
        try await choice.run(context, enabled: false)
    }
}
