import ArgumentParser
import Basics
import TaskdClient

/// `taskd duplicate`: makes a copy of a task.
struct Duplicate: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicate",
        abstract: "Copy a task.",
        usage: "taskd duplicate <task> [<options>]",
        discussion: """
            The copy is open, its subtasks too. A task that repeats is copied with its rules, which count from the \
            copy's own times. The options change the copy, as in taskd edit: --tag, --remind and --repeat replace the \
            whole list, and the word none takes away what the task has.
            """
    )

    @Argument(help: TaskChoice.help)
    var id: String

    @Option(help: ArgumentHelp("The title of the copy.", valueName: "text"))
    var title: String?

    @OptionGroup(title: "Task") var task: TaskOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        let terms = try EditTerms([], task, title: title)
        // What makes no sense in any zone is refused before the daemon is asked for the task's.
        let typed = try TaskFields(changing: terms.options, context.timeReader(zone: "UTC"))
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon, context: context, takesClosed: true).task(id)
            let original: TaskView = try await daemon.get("tasks/\(id)").decode()
            // The copy has what the task has, and changes as that would.
            let options = try terms.options(for: original) { try context.zone(named: $0) }
            let zone = options.zone ?? original.timeZone
            var fields = try TaskFields(changing: options, context.timeReader(zone: zone))
            try fields.keepTimes(of: original) { try context.zone(named: zone) }
            try await fields.lookUp(IdentifierLookup(daemon: daemon, context: context))
            var json = JSONWriter()
            json.object { json in
                if let title { json.field("title", title) }
                fields.write(fieldsTo: &json)
            }
            let answer = try await daemon.post("tasks/\(id)/duplicate", json.bytes)
            if try client.access.output.form() == nil {
                let copy: TaskView = try answer.decode()
                let printer = TextFormatter(context: context, client.access.output.display)
                let held = try await context.tellHolds(of: [copy], daemon, client.access)
                context.tell(
                    copy.timeNotes(printer.times, since: original, by: typed)
                        + copy.reminderNotes(printer.times, hadDue: original.due != nil, held))
            }
            try await context.print(answer, client.access, naming: daemon) {
                try $0.line("added", answer.decode(), isWhole: true)
            }
        }
    }
}
