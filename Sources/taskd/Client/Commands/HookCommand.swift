import ArgumentParser

/// `taskd hook`: where events go.
struct HookCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hook",
        abstract: "Say where events go.",
        subcommands: [
            HookAdd.self, HookList.self, HookTest.self, HookRotate.self, HookDeliveries.self, HookReplay.self,
            HookHealthCommand.self, HookRemove.self, HookVerify.self,
        ]
    )
}

/// `taskd hook list`: shows the hooks.
struct HookList: ContextCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the hooks.")

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.get("hooks")
            try context.print(answer, asJSON: client.access.json) { printer in
                let page: ListPage<HookView> = try answer.read()
                return page.lines(printer.hooks, none: "no hooks")
            }
        }
    }
}

/// `taskd hook deliveries`: shows what was sent to a hook.
struct HookDeliveries: ContextCommand {
    /// Where a delivery stands, on the command line.
    enum StateArgument: String, ExpressibleByArgument, CaseIterable {
        case pending, delivered, failed, expired
    }

    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "Show what was sent to a hook, latest first, and what came of it."
    )

    @Argument(help: "The hook's id, or the beginning of it.")
    var id: String

    @Option(help: "Only those that stand so.")
    var state: StateArgument?

    @Option(help: "How many at most, 1 to 1000.")
    var limit: Int = 20

    @Option(help: "Where to go on: the nextCursor of an earlier page.")
    var cursor: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).hook(id)
            var query = [QueryItem("limit", "\(limit)")]
            query += QueryItem.optional("state", state?.rawValue)
            query += QueryItem.optional("cursor", cursor)
            let answer = try await daemon.get("hooks/\(id)/deliveries", query)
            try context.print(answer, asJSON: client.access.json) { printer in
                let page: ListPage<DeliveryView> = try answer.read()
                return page.lines(printer.deliveries, none: "no deliveries")
            }
        }
    }
}

/// `taskd hook remove`: deletes a hook.
struct HookRemove: ContextCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a hook.")

    @Argument(help: "The hook's id, or the beginning of it.")
    var id: String

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).hook(id)
            let answer = try await daemon.delete("hooks/\(id)")
            try context.print(answer, asJSON: client.access.json) { "\($0.style(.good, "removed")): \(id)\n" }
        }
    }
}
