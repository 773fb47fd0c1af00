import ArgumentParser
import Basics
import Storage
import TaskdClient

/// `taskd hook add`: adds a webhook, or a command.
struct HookAdd: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a webhook or a command hook; a webhook's secret is shown once.",
        usage: "taskd hook add [<url>] [<options>]",
        discussion: """
              taskd hook add https://example.com/hook --events 'reminder.*'
              taskd hook add https://ntfy.sh/mytopic --preset ntfy
              taskd hook add --events reminder.due --command /usr/local/bin/remind --loud

            taskd hook try adds a hook and sends it a sample at once. More about hooks: taskd help hooks.
            """
    )

    @OptionGroup var hook: NewHookOptions

    func run(in context: CommandContext) async throws {
        let body = try hook.json()
        try await hook.withDaemon(context) { daemon in
            let answer = try await daemon.post("hooks", body, query: [.shortHandles])
            let made: HookView = try answer.decode()
            try await hook.tellNotes(of: made, context, daemon)
            try context.print(answer, hook.client.access) { $0.hook("added", made) }
        }
    }
}

/// `taskd hook try`: adds a hook that is known to work.
struct HookTry: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Add a hook if its receiver accepts a sample event; show what it answered.",
        usage: "taskd hook try [<url>] [<options>]",
        discussion: """
              taskd hook try https://ntfy.sh/mytopic --preset ntfy

            The sample is a reminder.due with "test": true in its data. If the receiver does not accept it, the hook is removed again, and the exit status is 1.
            """
    )

    @OptionGroup var hook: NewHookOptions

    func run(in context: CommandContext) async throws {
        let body = try hook.json()
        try await hook.withDaemon(context) { daemon in
            let answer = try await daemon.post("hooks", body, query: [.shortHandles])
            let made: HookView = try answer.decode()
            let tried = try await daemon.post("hooks/\(made.id)/test", timeout: daemon.limits.longTimeout)
            let trial: HookTrialView = try tried.decode()
            if trial.delivered {
                try await hook.tellNotes(of: made, context, daemon)
            } else {
                _ = try await daemon.delete("hooks/\(made.id)")
            }
            try context.print(trial.delivered ? answer : tried, hook.client.access) { printer in
                let told = printer.trial(trial)
                return trial.delivered ? told + printer.hook("added", made) : told + "the hook was not added\n"
            }
            if !trial.delivered { throw ExitCode.failure }
        }
    }
}

/// What a new hook is, as typed.
struct NewHookOptions: ParsableArguments {
    /// Which signatures a new webhook's messages carry.
    enum SigningArgument: String, ChoiceArgument {
        case v1, v1a, both
    }

    @Argument(help: ArgumentHelp("The URL that events are posted to.", valueName: "url"))
    var receiver: String?

    @Option(
        help: ArgumentHelp(
            "Which events: task.completed, reminder.*, or * for all, with commas between them; may be repeated (default: all).",
            valueName: "types")
    )
    var events: [String] = []

    @Option(
        help: "The secret to sign with, which says how: whsec_… by v1, whsk_… by v1a (default: the daemon makes one).")
    var secret: String?

    @Option(
        help: """
            How messages are signed by what the daemon makes, without --secret: v1 with a shared secret, v1a with a key \
            pair (default: v1)
            """)
    var signing: SigningArgument?

    @OptionGroup(title: "Messages") var shape: HookShapeOptions

    @OptionGroup(title: "Deliveries") var deliveries: HookOptions

    @Option(
        parsing: .remaining,
        help: """
            Instead of a URL, and as the last option: the absolute path of a program, and its arguments. Whoever runs the \
            daemon allows it with --commands-allow.
            """)
    var command: [String] = []

    /// The connection to the daemon, and the receiver where it is not an argument.
    struct DaemonOptions: ParsableArguments {
        struct Addresses: ParsableArguments {
            @Option(
                help: ArgumentHelp(
                    """
                    The daemon's address (TASKD_URL; default: \(DaemonAddress.standard)); where neither a URL nor \
                    --command is given, the receiver's.
                    """, valueName: "address"))
            var url: String?

            @Option(help: ArgumentHelp("The daemon's address, where --url is the receiver's.", valueName: "address"))
            var daemon: String?
        }

        @OptionGroup(title: "Daemon") var addresses: Addresses

        @OptionGroup(title: "Daemon") var credential: CredentialOptions

        @OptionGroup(title: "Output") var output: OutputOptions

        var url: String? { addresses.url }
        var daemon: String? { addresses.daemon }
        var access: AccessOptions { AccessOptions(credential: credential, output: output) }
    }

    @OptionGroup var client: DaemonOptions

    /// Whether `--url` is the address of the receiver.
    private var hasReceiverByOption: Bool { receiver == nil && command.isEmpty }

    func validate() throws {
        try EventPatterns.check(events)
        guard receiver == nil || command.isEmpty else {
            throw ValidationError("Give either a URL, for a webhook, or --command, for a program.")
        }
        if let program = command.first, !program.hasPrefix("/") {
            throw ValidationError("--command needs the absolute path of a program, not \"\(program.shown)\".")
        }
        guard !hasReceiverByOption || client.url != nil else {
            throw ValidationError(
                "Give the URL that events are posted to, such as https://example.com/hook, or --command with the "
                    + "absolute path of a program behind it, such as --command /usr/local/bin/remind."
            )
        }
    }

    /// Carries out `body` with a connection to the daemon.
    func withDaemon(_ context: CommandContext, _ body: (DaemonClient) async throws -> Void) async throws {
        guard !command.isEmpty || !context.typed.has("--command") else {
            throw CommandFailure.usage(
                "--command needs a value",
                "Give the absolute path of a program, such as --command /usr/local/bin/remind.")
        }
        let address = client.daemon ?? (hasReceiverByOption ? nil : client.url)
        try await client.access.withDaemon(
            at: address, option: client.daemon == nil ? "--url" : "--daemon", context, body)
    }

    /// Tells what is worth knowing of a hook that was added.
    func tellNotes(of made: HookView, _ context: CommandContext, _ daemon: DaemonClient) async throws {
        if made.secret != nil || made.secrets != nil {
            client.access.output.tellSecretLeftOut(context, quietIsSecret: false, anotherBy: "taskd hook rotate")
        }
        try await context.tellUnknown(tags: deliveries.tag, daemon)
        try await context.tellMissing(of: deliveries.filter, daemon)
    }

    /// The hook as the daemon takes it.
    func json() throws -> [UInt8] {
        let url = receiver ?? (hasReceiverByOption ? client.url : nil)
        var json = JSONWriter()
        try json.object { json in
            json.field("kind", url == nil ? "command" : "webhook")
            if let url { json.field("url", url) }
            if !command.isEmpty { json.field("argv", command) }
            let patterns = EventPatterns.read(events)
            if !patterns.isEmpty { json.field("events", patterns) }
            if let secret { json.field("secret", secret) }
            if let signing { json.field("signing", signing.rawValue) }
            try shape.write(to: &json)
            try deliveries.write(to: &json)
        }
        return json.bytes
    }
}
