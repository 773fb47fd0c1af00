import ArgumentParser
import Basics
import Recurrence
import Storage
import TaskdClient

/// What is paused, as typed.
struct PauseChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The task: its handle or the beginning of it (at least 3 characters), words of its title, its id, or . for \
            the one touched last in this terminal; where it repeats, all its occurrences are meant.
            """, valueName: "task"))
    var id: String?

    @Option(name: .customLong("tag"), help: "All tasks with this tag.")
    var tags: [String] = []

    @Option(
        help: ArgumentHelp(
            "One reminder: its id, which taskd show --json prints, or a task, whose reminder that fired last or comes next is meant.",
            valueName: "reminder"))
    var reminder: String?

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            """
            All tasks that a filter selects when their reminders are due, such as 'priority < high'; to end that pause, \
            exactly the same filter, as taskd pauses shows it.
            """,
            valueName: "filter"))
    var filter: String?

    @Flag(help: "All reminders; taskd resume --all ends only the pause that was made so, and others stay.")
    var all = false

    @OptionGroup var client: ClientOptions

    func validate() throws {
        try Contradiction.check("--tag", single: tags)
        guard !tags.contains(where: \.trimmingSpaces.isEmpty) else {
            throw ValidationError("--tag is empty. Give it a value, or leave it away.")
        }
        let given = [id, tags.first, reminder, filter].compactMap(\.self).count + (all ? 1 : 0)
        guard given == 1 else {
            throw ValidationError(
                "Say what is meant: a task, --tag, --reminder, --where or --all, and only one of them.")
        }
    }

    /// The name and value of what is paused, and the task where it is one.
    func target(
        _ daemon: DaemonClient, _ context: CommandContext, for use: CurrentReminder.Use
    ) async throws -> (
        field: String, value: String?, task: TaskView?
    ) {
        let lookup = IdentifierLookup(daemon: daemon, context: context)
        if let id {
            let task = try await lookup.view(id)
            return ("taskId", task.id, task)
        }
        if let reminder {
            let (id, task) = try await lookup.reminderAndTask(reminder, for: use)
            return ("reminderId", id, task)
        }
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
        abstract: "Pause the reminders of a task, of the tasks with a tag or that a filter selects, or all.",
        usage: "taskd pause [<task>] [<options>]"
    )

    @OptionGroup var choice: PauseChoice

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For how long, such as 2w or P14D (default: until taskd resume).", valueName: "duration"))
    var duration: String?

    @Option(help: ArgumentHelp("Until when, \(TimeReader.forms).", valueName: "when"))
    var until: String?

    @Option(help: "The time zone of --until (TASKD_ZONE; default: this machine's).")
    var zone: String?

    @Option(
        help: """
            What becomes of the reminders that the pause holds when it ends: fire them, or skip them, so that they are \
            reported as missed (default: fire)
            """)
    var missed: MissedChoice?

    @Option(help: ArgumentHelp("Why, in your own words.", valueName: "text"))
    var note: String?

    func validate() throws {
        guard duration == nil || until == nil else { throw ValidationError("Give --for or --until, not both.") }
        guard zone == nil || until != nil else {
            throw ValidationError(
                "--zone is the zone of --until, and has no effect without it. Leave it away, or give --until.")
        }
    }

    func run(in context: CommandContext) async throws {
        let times = try context.timeReader(knownZone: zone)
        let until = try until.map { try times.instant($0, "--until") }
        let duration = try duration.map { typed in
            guard let length = TypedDuration(typed)?.duration, length.days == 0, length.seconds == 0 else {
                return try TypedDuration.span(typed, "--for")
            }
            throw CommandFailure.usage(
                "--for \(typed.shown) would end at once", "Give a length such as 2w, or leave it away.")
        }
        try await choice.client.withDaemon(context) { daemon in
            let target = try await choice.target(daemon, context, for: .pausing)
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
            try await context.tellUnknown(tags: choice.tags, daemon)
            try await context.tellMissing(of: choice.filter, daemon)
            try context.print(answer, choice.client.access) { try $0.pause("paused", answer.decode(), of: target.task) }
        }
    }
}

/// `taskd resume`: ends a pause.
struct ResumeCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause; the reminders that it held fire now, or are reported as missed.",
        usage: "taskd resume [<task>] [<options>]"
    )

    @OptionGroup var choice: PauseChoice

    func run(in context: CommandContext) async throws {
        try await choice.client.withDaemon(context) { daemon in
            let target: (field: String, value: String?, task: TaskView?)
            do { target = try await choice.target(daemon, context, for: .resuming) } catch let failure as CommandFailure
                where failure.isMissing
            {
                // What was deleted has a pause still, which is listed with its handle.
                guard let id = choice.id, try await end(in: daemon, context, nil, where: { $0.isOf(id) }) else {
                    throw failure
                }
                return
            }
            let series = target.task?.seriesId
            let isEnded = try await end(in: daemon, context, target.task) {
                $0.isAbout(target.field, target.value, series: series)
            }
            guard !isEnded else { return }
            throw CommandFailure.failed("no such pause is active", "List the pauses with taskd pauses.")
        }
    }

    /// Ends the first pause that is meant.
    ///
    /// - Returns: Whether there was one.
    private func end(
        in daemon: DaemonClient, _ context: CommandContext, _ task: TaskView?, where isMeant: (PauseView) -> Bool
    ) async throws -> Bool {
        var cursor: String?
        repeat {
            let query = [QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor)
            let page: ListPage<PauseView> = try await daemon.get("pauses", query).decode()
            if var pause = page.items.first(where: isMeant) {
                let answer = try await daemon.delete("pauses/\(pause.id)")
                pause.until = nil
                try context.print(answer, choice.client.access) { $0.pause("resumed", pause, of: task) }
                return true
            }
            cursor = page.nextCursor
        } while cursor != nil
        return false
    }
}

/// `taskd pauses`: shows what is paused.
struct PausesCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "pauses", abstract: "List the pauses.", usage: "taskd pauses [<options>]")

    @OptionGroup var page: PageOptions

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            try await context.printPages(daemon, "pauses", [], client.access, page, none: "nothing is paused") {
                (printer, items: [PauseView]) in
                printer.pauses(items, names: try await PausedTitles(daemon: daemon).of(items))
            }
        }
    }
}
