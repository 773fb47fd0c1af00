import ArgumentParser
import Basics
import Recurrence
import Storage
import TaskdClient

/// What every command that takes changes back is given.
struct UndoOptions: ParsableArguments {
    @Argument(help: "How many changes, 1 to 100, latest first.")
    var count: Int = 1

    @Option(
        help: ArgumentHelp(
            "One change instead of the latest: its whole id, which taskd undo --list --json shows; to redo, that of an undo.",
            valueName: "id"))
    var change: String?

    @OptionGroup var client: ClientOptions

    func validate() throws {
        guard (1...100).contains(count) else {
            throw ValidationError("the number of changes must be 1 to 100, not \(count).")
        }
        guard change.map({ UUIDValue($0) != nil }) ?? true else {
            throw ValidationError("--change must be the whole id of a change, as taskd undo --list --json shows it.")
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
            var last: ChangeView?
            for done in 0..<count {
                let answer: DaemonResponse
                do { answer = try await daemon.post(path, change == nil ? [] : json.bytes) } catch {
                    throw done == 0 ? error : Self.failure(error, after: done, of: count, label, context)
                }
                let view: UndoingView = try answer.decode()
                try await context.print(answer, client.access, naming: daemon) { $0.undoing(label, view) }
                try await context.tellHolds(of: view.tasks.filter(\.isOpen), daemon, client.access)
                last = view.undone
            }
            guard path == "undo", change == nil, let last else { return }
            context.tell([try await Self.noteOfOthers(before: last, daemon)].compactMap(\.self))
        }
    }
}

extension UndoOptions {
    /// Why the changes that are left were not taken back, behind those that were.
    fileprivate static func failure(
        _ error: any Error, after done: Int, of count: Int, _ label: String, _ context: CommandContext
    ) -> any Error {
        guard case DaemonError.refused(let problem) = error, problem.status == 409 else { return error }
        let ends = ["this token has made no change", "there is nothing to redo"]
        let isEnd = ends.contains { problem.detail.hasPrefix($0) }
        guard !isEnd else { return CommandFailure.failed("there were no more changes: \(label) \(done) of \(count)") }
        context.tell(["\(label) \(done) of \(count); the next one is refused"])
        return error
    }

    /// How many tasks a change has that is likely to be a part of a larger one, of which each part has up to 1,000.
    private static let partSize = 500
    /// How long after a part the next one is made at most, in seconds.
    private static let partTime = 60

    /// That the change before one may belong to the same command; nil where it does not look like that.
    fileprivate static func noteOfOthers(before last: ChangeView, _ daemon: DaemonClient) async throws -> String? {
        guard last.kind == "batch" else { return nil }
        let page: ListPage<ChangeView>
        do { page = try await daemon.get("changes", [QueryItem("limit", "300")]).decode() } catch DaemonError.refused {
            // A token for a part may not list them.
            return nil
        }
        let own = page.items.filter { $0.author == last.author }
        let undone = Set(own.filter { $0.kind == "undo" }.compactMap(\.undoes))
        guard let place = own.firstIndex(where: { $0.id == last.id }), own.indices.contains(place + 1) else {
            return nil
        }
        let next = own[place + 1]
        guard next.kind == last.kind, !undone.contains(next.id), let count = next.taskCount, count > partSize,
            let (made, later) = UTCInstant(next.at).flatMap({ made in UTCInstant(last.at).map { (made, $0) } }),
            made.duration(to: later) <= .seconds(partTime)
        else { return nil }
        return "\(count) more tasks were changed right before, it seems by the same command; run taskd undo again"
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
            fired do not fire again. taskd redo does again what you undid. What was done to views, hooks and tokens is \
            no such change: it cannot be undone, and the change before it is. Changes of what is deleted for good are \
            passed over, which is told.
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
