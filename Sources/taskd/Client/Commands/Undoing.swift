import ArgumentParser
import Basics
import Storage
import TaskdClient

/// What every command that takes changes back is given.
struct UndoOptions: ParsableArguments {
    @Argument(help: "How many changes, 1 to 100, latest first.")
    var count: Int = 1

    @Option(
        help: ArgumentHelp(
            "One change instead of the latest: its whole id, which taskd undo --list shows; to redo, that of an undo.",
            valueName: "id"))
    var change: String?

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard (1...100).contains(count) else {
            throw ValidationError("the number of changes must be 1 to 100, not \(count).")
        }
        guard change.map({ UUIDValue($0) != nil }) ?? true else {
            throw ValidationError("--change must be the whole id of a change, as taskd undo --list shows it.")
        }
        guard change == nil || count == 1 else {
            throw ValidationError("<count> and --change cannot be used together.")
        }
    }

    /// Takes back what was asked for, change by change, until one is refused.
    func run(_ path: String, _ label: String, _ context: CommandContext) async throws {
        var json = JSONWriter()
        json.object { $0.field("change", change) }
        try await client.withDaemon(context) { daemon in
            for _ in 0..<count {
                let answer = try await daemon.post(path, change == nil ? [] : json.bytes)
                try await context.print(answer, client.access, naming: daemon) {
                    try $0.undoing(label, answer.decode())
                }
            }
        }
    }
}

/// `taskd undo`: takes back what was done last.
struct Undo: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo your latest change, or list the latest changes.",
        usage: "taskd undo [<count>] [<options>]",
        discussion: """
            Your changes are those that were made with your token; what others did since stays. Reminders that have \
            fired do not fire again. taskd redo does again what you undid. Views, hooks and tokens are not undone: it \
            passes over what was done to them.
            """
    )

    @Flag(help: "List the latest changes, and undo nothing.")
    var list = false

    @Option(
        help: ArgumentHelp(
            "With --list: how many, 1 to 1000 (default: 20; with --jsonl, --csv, --template or --quiet, all).",
            valueName: "count"))
    var limit: Int?

    @OptionGroup var options: UndoOptions

    func validate() throws {
        guard !list || (options.change == nil && options.count == 1) else {
            throw ValidationError("--list cannot be used together with <count> or --change.")
        }
        guard list || limit == nil else { throw ValidationError("--limit needs --list.") }
        try PageOptions.check(limit: limit)
    }

    func run(in context: CommandContext) async throws {
        guard list else { return try await options.run("undo", "undone", context) }
        try await options.client.withDaemon(context) { daemon in
            try await context.printPages(
                daemon, "changes", [], options.client.access, limit: limit, standard: 20, none: "no changes"
            ) { (printer, items: [ChangeView]) in printer.changes(items) }
        }
    }
}

/// `taskd redo`: does again what was undone last.
struct Redo: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Redo what you undid last.", usage: "taskd redo [<count>] [<options>]")

    @OptionGroup var options: UndoOptions

    func run(in context: CommandContext) async throws {
        try await options.run("redo", "redone", context)
    }
}
