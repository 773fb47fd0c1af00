import ArgumentParser
import Basics
import Recurrence
import TaskdClient

/// What every command about one reminder is given.
struct ReminderChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            """
            The task: its handle or the beginning of it (at least 3 characters), words of its title, its id, or . for \
            the one touched last in this terminal. Its reminder that fired last is meant, else its next one. Or the id \
            of a reminder, which taskd show --json prints.
            """, valueName: "task")
    )
    var id: String

    @OptionGroup var prompting: PromptOptions

    @OptionGroup var client: ClientOptions

    func run(
        _ context: CommandContext, _ verb: String, label: String, for use: CurrentReminder.Use,
        _ request: (_ next: UTCInstant?) throws -> (body: [UInt8], note: String?)
    ) async throws {
        try await client.withDaemon(context) { daemon in
            let lookup = IdentifierLookup(daemon: daemon, context: context, verb: verb, prompting: prompting)
            let (reminder, found) = try await lookup.reminderAndTask(id, for: use)
            // Who takes it away is told of its own time; who puts it off, of what holds it and of when it would go off.
            let asksForHolds = try client.access.output.form() == nil && use == .snoozing
            let planned = asksForHolds ? await daemon.firingsToCome(of: found) : []
            let request = try request(found?.firing(of: reminder, planned))
            let answer = try await daemon.post(
                "reminders/\(reminder.percentEncoded)/\(verb)", request.body, query: [.shortHandles])
            let task: TaskView = try answer.decode()
            context.touch(task.id)
            let firings = asksForHolds ? await daemon.firingsToCome(of: task) : []
            let held = firings.filter { $0.reminderId == reminder && $0.isHeld }
            let printer = TextFormatter(context: context, client.access.output.display)
            context.tell(held.isEmpty ? [request.note].compactMap(\.self) : printer.holdNotes(of: held))
            try context.print(answer, client.access) { printer in
                let next = held.isEmpty ? task.reminders.first { $0.id == reminder }?.nextFireAt : held.first?.fireAt
                let again = next.map { "again: \(printer.moment($0, in: task.timeZone))\n" } ?? ""
                return printer.line(label, task) + again
            }
        }
    }
}

extension TaskView {
    /// When a reminder of it goes off that has not gone off yet; nil for any other.
    fileprivate func firing(of reminder: String, _ planned: [FiringsView.Planned]) -> UTCInstant? {
        guard let found = reminders.first(where: { $0.id == reminder }), found.state == "scheduled" else { return nil }
        let held = planned.first { $0.reminderId == reminder && $0.isHeld }
        return (held == nil ? found.nextFireAt : held?.fireAt).flatMap { UTCInstant($0) }
    }
}

/// `taskd snooze`: puts a reminder off.
struct Snooze: ContextCommand {
    /// What is offered where nothing was said; the first is taken where nobody can be asked.
    private static let offers = ["10m", "30m", "1h", "3h", "tomorrow 9am"]

    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Snooze a reminder: put it off, for ten minutes or as long as you say.",
        usage: "taskd snooze <task> [<when>] [<options>]",
        discussion: """
              taskd snooze kf3 20m
              taskd snooze kf3 'tomorrow 9am'

            A length counts from now, also for a reminder that is still to come.
            """,
        aliases: ["s"])

    @OptionGroup var choice: ReminderChoice

    @Argument(
        help: ArgumentHelp(
            "How long, such as 20m, or until when, such as 'tomorrow 9am' (default: on a terminal it asks; else 10m).",
            valueName: "when"))
    var words: [String] = []

    @Option(
        name: .customLong("for"), help: ArgumentHelp("For how long, such as 10m, 2d or PT10M.", valueName: "duration"))
    var duration: String?

    @Option(help: ArgumentHelp("Until when, \(TimeReader.forms).", valueName: "when"))
    var until: String?

    @Option(help: "The time zone of times (TASKD_ZONE; default: this machine's).")
    var zone: String?

    func validate() throws {
        guard [duration != nil, until != nil, !words.isEmpty].filter({ $0 }).count <= 1 else {
            throw ValidationError("Say only once for how long or until when.")
        }
    }

    func run(in context: CommandContext) async throws {
        let reader = try context.timeReader(knownZone: zone)
        let typed =
            try until.map { Length.until(try reader.morning($0, "--until")) }
            ?? duration.map { Length.span(try TypedDuration.span($0, "--for")) }
            ?? (words.isEmpty ? nil : Length(words, reader))
        if zone != nil, typed.map(\.isSpan) ?? !prompts(context).isInteractive {
            throw CommandFailure.usage(
                "--zone is the zone of a time, and has no effect on how long a reminder is put off",
                "Leave it away, or give a time, such as 'tomorrow 9am'.")
        }
        if case .until(let instant) = typed, instant <= context.clock.now {
            let moment = TextFormatter(context: context).stamp(instant.description)
            throw CommandFailure.usage("\(moment) is past already", "Give a time to come, such as 'tomorrow 9am'.")
        }
        try await choice.run(context, "snooze", label: "snoozed", for: .snoozing) { next in
            let length = try typed ?? asked(context, reader)
            var json = JSONWriter()
            json.object { json in
                switch length {
                case .span(let span): json.field("for", span)
                case .until(let instant): json.field("until", instant)
                }
            }
            return (json.bytes, note(of: length, next, context))
        }
    }

    private func prompts(_ context: CommandContext) -> Prompts {
        context.prompts.asking(unless: choice.prompting.isSilent || choice.prompting.yes)
    }

    private func asked(_ context: CommandContext, _ reader: TimeReader) throws -> Length {
        let prompts = prompts(context)
        guard prompts.isInteractive else { return try Length(Self.offers[0], reader) }
        guard let answer = prompts.answer(.howLong, offering: Self.offers) else {
            throw CommandFailure.failed("nothing was snoozed")
        }
        return try Length(answer, reader)
    }

    /// Who puts a reminder off that is still to come may bring it forward.
    private func note(of length: Length, _ next: UTCInstant?, _ context: CommandContext) -> String? {
        guard let next, length.end(from: context.clock.now) < next else { return nil }
        let printer = TextFormatter(context: context, choice.client.access.output.display)
        let moment = printer.moment(next.description, in: "")
        return "it has not gone off yet and would have at \(moment); now it goes off earlier"
    }

    /// For how long, or until when.
    private enum Length {
        case span(String)
        case until(UTCInstant)

        init(_ words: [String], _ reader: TimeReader) throws {
            do {
                try self.init(words.joined(separator: " "), reader)
            } catch {
                let lengths = words.indices.dropFirst().filter { end in
                    TypedDuration(words[..<end].joined(separator: " ")) != nil
                }
                guard let end = lengths.last else { throw error }
                throw CommandFailure.usage(
                    "\"\(words[end...].joined(separator: " ").shown)\" is more than taskd snooze takes",
                    "Give \(words[..<end].joined(separator: " ").shown) alone, or a time, such as 'tomorrow 9am'.")
            }
        }

        init(_ typed: String, _ reader: TimeReader) throws {
            if let duration = TypedDuration(typed)?.duration, duration.days >= 0, duration.seconds >= 0 {
                self = .span(duration.description)
            } else {
                if let failure = TypedDuration.tooLong(typed, "\"\(typed.shown)\"") { throw failure }
                self = .until(try reader.morning(typed, "snooze"))
            }
        }

        var isSpan: Bool { if case .span = self { true } else { false } }

        func end(from now: UTCInstant) -> UTCInstant {
            switch self {
            case .until(let instant): return instant
            case .span(let text):
                let span = (try? CalendarDuration(text)) ?? CalendarDuration()
                return now.advanced(by: .seconds(span.days * 86_400 + span.seconds))
            }
        }
    }
}

/// `taskd acknowledge`: stops a reminder.
struct Acknowledge: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge",
        abstract: "Acknowledge a reminder, so that it does not come again.",
        usage: "taskd acknowledge <task> [<options>]",
        discussion: """
            Once a reminder of a task is acknowledged, the next one is meant only by its own id: acknowledging the task \
            again takes no reminder away.
            """,
        aliases: ["ack"])

    @OptionGroup var choice: ReminderChoice

    func run(in context: CommandContext) async throws {
        try await choice.run(context, "acknowledge", label: "acknowledged", for: .acknowledging) { next in
            let printer = TextFormatter(context: context, choice.client.access.output.display)
            let words = next.map { printer.stamp($0.description) }
            return ([], words.map { "it has not gone off yet, and will not go off at \($0)" })
        }
    }
}
