import ArgumentParser
import Basics
import Recurrence
import Storage
import TaskdClient

/// `taskd edit`: changes a task.
struct Edit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a task.",
        usage: "taskd edit <id> [<options>]",
        discussion: """
            Only the options that you give change anything (the defaults shown are those of taskd add); --tag, \
            --remind, --repeat and --blocked-by replace the whole list. The word none clears --due, --start, --repeat, \
            --remind, --tag, --project, --blocked-by, --estimate, --property and --description. Words such as tomorrow are read in \
            the zone of --zone, or else of the task.
            """
    )

    @Argument(help: "The task's id, or at least its first 4 characters.")
    var id: String

    @Option(help: "The title.")
    var title: String?

    @Option(help: "The status.")
    var status: StatusArgument?

    @Option(
        help: """
            What to change of a recurring task: this occurrence alone, this and the following ones, or all. \
            (default: a time changes this occurrence, a rule this and the following ones, other fields this one and \
            those not yet created)
            """)
    var scope: ScopeArgument?

    @OptionGroup(title: "Task") var task: TaskOptions

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        // What makes no sense in any zone is refused before the daemon is asked for the task's.
        _ = try fields(context.timeReader(zone: "UTC"))
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).task(id)
            let before: TaskView = try await daemon.get("tasks/\(id)").decode()
            guard before.recurrence != nil || !task.content.needsRule else {
                throw CommandFailure.usage("the task does not recur", "Give --repeat, too.")
            }
            var fields = try fields(context.timeReader(zone: task.zone ?? before.timeZone))
            try await fields.lookUp(in: daemon)
            let answer = try await daemon.patch(
                "tasks/\(id)", QueryItem.optional("scope", scope?.rawValue), changes(fields))
            guard !client.access.json else { return try StandardOutput.write(answer.line) }
            let (after, printer): (TaskView, _) = (try answer.decode(), TextFormatter(context: context))
            let notice = try await SeriesNotice(daemon: daemon).lines(before.seriesId, now: after.seriesId, printer)
            try StandardOutput.write(printer.line("changed", after) + notice)
        }
    }

    private func fields(_ reader: TimeReader) throws -> TaskFields {
        let fields = try TaskFields(changing: task, reader)
        guard title != nil || status != nil || !fields.isEmpty else {
            throw CommandFailure.usage("no changes given", "See taskd edit --help for what can be changed.")
        }
        return fields
    }

    private func changes(_ fields: TaskFields) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            if let title { json.field("title", title) }
            if let status { json.field("status", status.rawValue) }
            fields.write(fieldsTo: &json)
        }
        return json.bytes
    }
}
