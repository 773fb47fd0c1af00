import ArgumentParser
import Basics
import Storage
import TaskdClient

/// `taskd hook add`: adds a webhook, or a command.
struct HookAdd: ContextCommand {
    /// Which signatures a new webhook's messages carry.
    enum SigningArgument: String, ChoiceArgument {
        case v1, v1a, both
    }

    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a webhook or a command hook; a webhook's secret is shown once.",
        usage: "taskd hook add [<options>]",
        discussion: """
            Here --url is the receiver's address; give the daemon's with --daemon or TASKD_URL.

              taskd hook add --url https://example.com/hook --events 'reminder.*'
              taskd hook add --url https://ntfy.sh/topic --preset ntfy --events reminder.due
              taskd hook add --events reminder.due --command /usr/local/bin/remind --loud
            """
    )

    @Option(help: "The URL that events are posted to.")
    var url: String?

    @Option(
        help:
            "Which events, separated by commas: task.completed, reminder.*, or * for all; may be repeated (default: all)."
    )
    var events: [String] = []

    @Option(help: "The signing secret, whsec_… or whsk_… (default: the daemon makes one).")
    var secret: String?

    @Option(help: "How messages are signed: v1 with a shared secret, v1a with a key pair, or both (default: v1).")
    var signing: SigningArgument?

    @OptionGroup(title: "Messages") var shape: HookShapeOptions

    @OptionGroup(title: "Deliveries") var deliveries: HookOptions

    @Option(
        parsing: .remaining,
        help:
            "Instead of --url, as the last option: a program's absolute path and its arguments. The daemon must allow it."
    )
    var command: [String] = []

    /// The connection to the daemon; --url is the receiver's here.
    struct DaemonOptions: ParsableArguments {
        @Option(help: "The daemon's address (TASKD_URL; default: \(DaemonAddress.standard)).")
        var daemon: String?

        @OptionGroup var access: AccessOptions
    }

    @OptionGroup(title: "Daemon") var client: DaemonOptions

    func validate() throws {
        try EventPatterns.check(events)
        guard (url == nil) != command.isEmpty else {
            throw ValidationError("Give either --url, for a webhook, or --command, for a program.")
        }
    }

    func run(in context: CommandContext) async throws {
        let body = try json()
        try await client.access.withDaemon(at: client.daemon, option: "--daemon", context) { daemon in
            let answer = try await daemon.post("hooks", body)
            try context.print(answer, asJSON: client.access.json) { try $0.hook("added", answer.decode()) }
        }
    }

    private func json() throws -> [UInt8] {
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
