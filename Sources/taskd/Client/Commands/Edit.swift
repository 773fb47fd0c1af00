import ArgumentParser
import Basics
import Recurrence
import Storage

/// `taskd edit`: changes a task.
struct Edit: ContextCommand {
    static let configuration = CommandConfiguration(
        abstract: "Change a task.",
        discussion: """
            Only what is given changes; lists such as --tag, --remind and --repeat replace the old ones. The word none \
            empties a field: --due none, --repeat none. Words such as tomorrow are read in the task's own zone.
            """
    )

    @Argument(help: "The task's id, or the beginning of it.")
    var id: String

    @Option(help: "What there is to do.")
    var title: String?

    @Option(help: "Where it stands.")
    var status: StatusArgument?

    @Option(help: "How far the change of a recurring task reaches: this one alone, this and the following, or all.")
    var scope: ScopeArgument?

    @OptionGroup(title: "Task") var task: TaskOptions

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).task(id)
            let before: TaskView = try await daemon.get("tasks/\(id)").read()
            let reader = context.timeReader(zone: task.zone ?? before.timeZone)
            let answer = try await daemon.patch(
                "tasks/\(id)" + QueryItem.optional("scope", scope?.rawValue).text, try changes(reader))
            try context.print(answer, asJSON: client.access.json) { try $0.line("changed", answer.read()) }
        }
    }

    private func changes(_ reader: TimeReader) throws -> [UInt8] {
        let fields = try TaskFields(changing: task, reader)
        guard title != nil || status != nil || !fields.isEmpty else {
            throw CommandFailure.usage("there is nothing to change; see taskd edit --help")
        }
        var json = JSONWriter()
        json.object { json in
            if let title { json.field("title", title) }
            if let status { json.field("status", status.rawValue) }
            fields.write(fieldsTo: &json)
        }
        return json.bytes
    }
}
