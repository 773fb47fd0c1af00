import ArgumentParser
import Basics
import Storage
import TaskdClient

/// `taskd add`: makes a task.
struct Add: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a task.",
        usage: "taskd add <title> [<options>]",
        discussion: """
            A task with a due time and no --remind reminds once, at its due time, unless --no-remind says otherwise.

            Examples:
              taskd add "Pay rent" --due 2026-12-01 --repeat "FREQ=MONTHLY"
              taskd add "Tea" --due "in 4m"
            """
    )

    @Argument(help: "The title.")
    var title: String

    @OptionGroup(title: "Task") var task: TaskOptions

    @Flag(name: .customLong("no-remind"), help: "Do not remind at the due time.")
    var isSilent = false

    @Option(help: "The id of the new task, a UUID (default: the daemon chooses one).")
    var id: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        guard id.map({ UUIDValue($0) != nil }) ?? true else { throw ValidationError("--id must be a UUID.") }
        guard isSilent, !task.content.reminders.isEmpty else { return }
        throw ValidationError("--remind and --no-remind cannot be used together.")
    }

    func run(in context: CommandContext) async throws {
        let typed = try TaskFields(new: task, remindsAtDue: !isSilent, context.timeReader(zone: task.zone))
        try await client.withDaemon(context) { daemon in
            var fields = typed
            try await fields.lookUp(in: daemon)
            var json = JSONWriter()
            json.object { json in
                if let id { json.field("id", id) }
                json.field("title", title)
                fields.write(fieldsTo: &json)
            }
            let answer = try await daemon.post("tasks", json.bytes)
            try context.print(answer, asJSON: client.access.json) { try $0.line("added", answer.decode() as TaskView) }
        }
    }
}
