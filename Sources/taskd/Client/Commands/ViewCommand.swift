import ArgumentParser
import Basics
import Recurrence
import TaskdClient

/// `taskd view`: lists of tasks with a name.
struct ViewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Manage views: filters and orders of lists, saved under a name for taskd list --view.",
        subcommands: [ViewAdd.self, ViewList.self, ViewEdit.self, ViewRemove.self]
    )
}

/// What a view can have besides its name.
struct ViewOptions: ParsableArguments {
    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            """
            The filter, such as 'status:open and due <= today' (see taskd help filters); without one, the view has all \
            tasks, closed ones too.
            """, valueName: "filter"))
    var filter: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The order, as for taskd list --sort, such as -priority,due.", valueName: "keys"))
    var sort: String?

    @Option(help: "The time zone of days and local times in the filter (default: the daemon's).")
    var zone: String?

    func validate() throws {
        if let sort, sort != TaskFields.nothing { try List.check(order: sort) }
    }

    /// Whether nothing was typed.
    var isEmpty: Bool { filter == nil && sort == nil && zone == nil }

    /// Writes what was given; the word none clears a member.
    func write(fieldsTo json: inout JSONWriter, _ context: CommandContext) throws {
        for (name, text) in [("filter", filter), ("sort", sort), ("timeZone", try zone.map(context.zoneName))] {
            guard let text else { continue }
            json.field(named: name, text == TaskFields.nothing ? nil : text)
        }
    }
}

extension CommandContext {
    /// The name of a zone that there is, or the word that clears it.
    fileprivate func zoneName(_ text: String) throws -> String {
        text == TaskFields.nothing ? text : try timeReader(zone: text).zone().identifier
    }
}

/// `taskd view add`: saves a view.
struct ViewAdd: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Save a filter and an order under a name.",
        usage: "taskd view add <name> [<options>]",
        discussion: """
              taskd view add Today --where 'status:open and due <= today' --sort=-priority
              taskd list --view Today
            """
    )

    @Argument(help: "The name.")
    var name: String

    @OptionGroup(title: "View") var view: ViewOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        var json = JSONWriter()
        try json.object { json in
            json.field("name", name)
            try view.write(fieldsTo: &json, context)
        }
        let body = json.bytes
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.post("views", body)
            try await context.tellMissing(of: view.filter, daemon)
            try context.print(answer, client.access) {
                try $0.line("added", answer.decode() as SavedViewEntry)
            }
        }
    }
}

/// `taskd view list`: shows the views.
struct ViewList: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the views.", usage: "taskd view list [<options>]")

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.get("views")
            try context.print(answer, client.access) { printer in
                let page: ListPage<SavedViewEntry> = try answer.decode()
                return try page.lines(printer.views, none: "no views")
            }
        }
    }
}

/// `taskd view edit`: changes a view.
struct ViewEdit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a view.", usage: "taskd view edit <view> [<options>]",
        discussion:
            "Only the options that you give change anything. The word none takes away the filter, the order or the zone."
    )

    @Argument(help: "The view: its name or its id.")
    var view: String

    @Option(help: "The new name.")
    var name: String?

    @OptionGroup(title: "View") var options: ViewOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        guard name != nil || !options.isEmpty else {
            throw CommandFailure.usage("no changes given", "See taskd view edit --help for what can be changed.")
        }
        var json = JSONWriter()
        try json.object { json in
            if let name { json.field("name", name) }
            try options.write(fieldsTo: &json, context)
        }
        let body = json.bytes
        try await client.withDaemon(context) { daemon in
            let before = try await ViewLookup(daemon: daemon).view(view)
            let answer = try await daemon.patch("views/\(before.id)", [], body)
            try context.print(answer, client.access) {
                let after: SavedViewEntry = try answer.decode()
                return $0.line(CommandContext.label(ofChange: after == before), after)
            }
        }
    }
}

/// `taskd view remove`: deletes a view.
struct ViewRemove: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a view; its tasks stay.", usage: "taskd view remove <view> [<options>]"
    )

    @Argument(help: "The view: its name or its id.")
    var view: String

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let view = try await ViewLookup(daemon: daemon).view(view)
            let answer = try await daemon.delete("views/\(view.id)")
            try context.print(answer, client.access, gone: view.name) { $0.line("removed", view, withFilter: false) }
        }
    }
}

/// Finds a view by its name or its id.
private struct ViewLookup {
    let daemon: DaemonClient

    func view(_ typed: String) async throws -> SavedViewEntry {
        let page: ListPage<SavedViewEntry> = try await daemon.get("views").decode()
        // Letters that look the same are the same to Swift, however they are composed.
        guard let view = page.items.first(where: { $0.name == typed || $0.id == typed.lowercased() }) else {
            let names = page.items.map(\.name).joined(separator: ", ").withoutControls
            throw CommandFailure.failed(
                "there is no view \"\(typed.shown)\"",
                names.isEmpty ? "Save one with taskd view add." : "The views are \(names).")
        }
        return view
    }
}

extension TextFormatter {
    /// A line for each view.
    fileprivate func views(_ views: [SavedViewEntry]) -> String {
        var table = TextTable([
            .init(title: say("name")), .init(title: say("filter"), yielding: .first(16)),
            .init(title: say("order"), yielding: .dropped(8, rank: 1)),
            .init(title: say("zone"), yielding: .dropped(8, rank: 0)),
        ])
        for view in views {
            table.append([
                .init(view.name, .identifier), .init(view.filter ?? "all tasks", line: view.filter ?? ""),
                .init(view.sort.map { "by \($0)" } ?? "", line: view.sort ?? ""), .init(view.timeZone ?? ""),
            ])
        }
        return text(ofList: table)
    }

    /// One line about one view.
    fileprivate func line(_ label: String, _ view: SavedViewEntry, withFilter: Bool = true) -> String {
        let filter = withFilter ? "  \(style(.plain, view.filter ?? "all tasks"))" : ""
        return "\(self.label(label)) \(style(.identifier, view.name))\(filter)\n"
    }
}
