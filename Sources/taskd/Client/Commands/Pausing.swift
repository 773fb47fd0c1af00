import ArgumentParser
import Basics
import Recurrence
import Storage
import TaskdClient

/// What is paused, as typed.
struct PauseChoice: ParsableArguments {
    @Argument(help: "The task's id, or at least its first 4 characters; of a recurring task its whole series.")
    var id: String?

    @Option(name: .customLong("tag"), help: "All tasks with this tag.")
    var tags: [String] = []

    @Option(help: "The id of one reminder, or at least its first 4 characters.")
    var reminder: String?

    @Option(
        name: .customLong("where"),
        help: "All tasks that this filter selects when their reminders are due, such as \"priority < high\".")
    var filter: String?

    @Flag(help: "All reminders. With resume: end only the pause made with --all; other pauses stay.")
    var all = false

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func validate() throws {
        try Contradiction.check("--tag", single: tags)
        let given = [id, tags.first, reminder, filter].compactMap(\.self).count + (all ? 1 : 0)
        guard given == 1 else {
            throw ValidationError(
                "Say what is meant: a task, --tag, --reminder, --where or --all, and only one of them.")
        }
    }

    /// The name and value of what is paused, and the task where it is one.
    func target(_ daemon: DaemonClient) async throws -> (field: String, value: String?, task: TaskView?) {
        let lookup = IdentifierLookup(daemon: daemon)
        if let id {
            let task = try await lookup.view(id)
            return ("taskId", task.id, task)
        }
        if let reminder { return ("reminderId", try await lookup.reminder(reminder), nil) }
        return tags.first.map { ("tag", $0, nil) } ?? filter.map { ("filter", $0, nil) } ?? ("all", nil, nil)
    }
}

/// `taskd pause`: keeps reminders from going off.
struct PauseCommand: ContextCommand {
    /// What becomes of reminders whose time comes meanwhile, on the command line.
    enum MissedChoice: String, ChoiceArgument {
        case fire, skip
    }

    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause the reminders of a task, of a tag, of a filter, or all.",
        usage: "taskd pause [<id>] [<options>]"
    )

    @OptionGroup var choice: PauseChoice

    @Option(name: .customLong("for"), help: "For how long, such as P14D or 2w (default: until taskd resume).")
    var duration: String?

    @Option(help: "Until when, written as for taskd add --due.")
    var until: String?

    @Option(help: "The time zone of --until (default: this machine's).")
    var zone: String?

    @Option(
        help: """
            What to do with the reminders that the pause held: fire them at its end, or report them as missed \
            (default: fire).
            """)
    var missed: MissedChoice?

    @Option(help: "Why, in your own words.")
    var note: String?

    func validate() throws {
        guard duration == nil || until == nil else { throw ValidationError("Give --for or --until, not both.") }
    }

    func run(in context: CommandContext) async throws {
        let times = try context.timeReader(knownZone: zone)
        let until = try until.map { try times.instant($0, "--until") }
        let duration = try duration.map { try TypedDuration.span($0, "--for") }
        try await choice.client.withDaemon(context) { daemon in
            let target = try await choice.target(daemon)
            var json = JSONWriter()
            json.object { json in
                if let value = target.value {
                    json.field(named: target.field, value)
                } else {
                    json.field(named: target.field) { $0.bool(true) }
                }
                if let duration { json.field("for", duration) }
                if let until { json.field("until", until) }
                if let missed { json.field("missed", missed.rawValue) }
                if let note { json.field("note", note) }
            }
            let answer = try await daemon.post("pauses", json.bytes)
            try context.print(answer, choice.client.access) { try $0.pause("paused", answer.decode(), of: target.task) }
        }
    }
}

/// `taskd resume`: ends a pause.
struct ResumeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause; the reminders that it held fire now, or are reported as missed.",
        usage: "taskd resume [<id>] [<options>]"
    )

    @OptionGroup var choice: PauseChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let target = try await choice.target(daemon)
            let series = target.task?.seriesId
            var cursor: String?
            repeat {
                let query = [QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor)
                let page: ListPage<PauseView> = try await daemon.get("pauses", query).decode()
                for pause in page.items where pause.isAbout(target.field, target.value, series: series) {
                    let answer = try await daemon.delete("pauses/\(pause.id)")
                    return try context.print(answer, choice.client.access) { printer in
                        var ended = pause
                        ended.until = nil
                        return printer.pause("resumed", ended, of: target.task)
                    }
                }
                cursor = page.nextCursor
            } while cursor != nil
            throw CommandFailure.failed("no such pause is active", "List the pauses with taskd pauses.")
        }
    }
}

/// `taskd pauses`: shows what is paused.
struct PausesCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "pauses", abstract: "List the pauses.", usage: "taskd pauses [<options>]")

    @OptionGroup var page: PageOptions

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            try await context.printPages(daemon, "pauses", [], client.access, page, none: "nothing is paused") {
                (printer, items: [PauseView]) in
                items.map { printer.pause("paused", $0) }.joined()
            }
        }
    }
}
