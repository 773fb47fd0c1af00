import ArgumentParser
import Basics
import Recurrence
import TaskdClient

/// What every command about one reminder is given.
struct ReminderChoice: ParsableArguments {
    @Argument(
        help: """
            The id of a reminder, or of a task, which means its most recently fired reminder, else its next one; or \
            at least the first 4 characters of the id.
            """
    )
    var id: String

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(_ context: CommandContext, _ verb: String, _ body: [UInt8], label: String) async throws {
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).reminder(id)
            let answer = try await daemon.post("reminders/\(id)/\(verb)", body)
            try context.print(answer, asJSON: client.access.json) { printer in
                let task: TaskView = try answer.decode()
                let next = task.reminders.first { $0.id == id }?.nextFireAt
                let again = next.map { "again: \(printer.moment($0, in: task.timeZone))\n" } ?? ""
                return printer.line(label, task) + again
            }
        }
    }
}

/// `taskd snooze`: puts a reminder off.
struct Snooze: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Snooze a reminder.", usage: "taskd snooze <id> [<options>]")

    @OptionGroup var choice: ReminderChoice

    @Option(name: .customLong("for"), help: "For how long, such as PT10M or 10m.")
    var duration: String?

    @Option(help: "Until when, written as for taskd add --due.")
    var until: String?

    @Option(help: "The time zone of --until (default: this machine's).")
    var zone: String?

    func validate() throws {
        guard (duration == nil) != (until == nil) else { throw ValidationError("Give either --for or --until.") }
    }

    func run(in context: CommandContext) async throws {
        var json = JSONWriter()
        try json.object { json in
            if let duration { json.field("for", try TypedDuration.span(duration, "--for")) }
            if let until { json.field("until", try context.timeReader(knownZone: zone).instant(until, "--until")) }
        }
        try await choice.run(context, "snooze", json.bytes, label: "snoozed")
    }
}

/// `taskd acknowledge`: stops a reminder.
struct Acknowledge: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge",
        abstract: "Acknowledge a reminder, which stops it.", usage: "taskd acknowledge <id> [<options>]")

    @OptionGroup var choice: ReminderChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context, "acknowledge", [], label: "acknowledged")
    }
}
