import ArgumentParser
import Basics
import TaskdClient

/// `taskd hook test`: sends a sample now.
struct HookTest: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a sample event to a hook now, and show the outcome.",
        usage: "taskd hook test <hook> [<options>]",
        discussion: "Exit status: 1 if the receiver did not accept it. The data of the sample has \"test\": true."
    )

    @Argument(help: HookHelp.choice)
    var id: String

    @Option(help: "The type of the sample, such as task.completed (default: reminder.due).")
    var type: String?

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        var json = JSONWriter()
        json.object { json in
            if let type { json.field("type", type) }
        }
        try await client.withHook(id, context) { daemon, id in
            let answer = try await daemon.post("hooks/\(id)/test", json.bytes, timeout: daemon.limits.longTimeout)
            try context.print(answer, client.access) { try $0.trial(answer.decode()) }
            let trial: HookTrialView = try answer.decode()
            if !trial.delivered { throw ExitCode(1) }
        }
    }
}

/// `taskd hook rotate`: gives a webhook a new secret.
struct HookRotate: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give a webhook a new secret; it is shown once.",
        usage: "taskd hook rotate <hook> [<options>]",
        discussion: "Both secrets sign for a while, so that the receiver can change over."
    )

    @Argument(help: HookHelp.choice)
    var id: String

    @Option(
        help: ArgumentHelp(
            "How long the old secret still signs, 0s to 30d, such as 1h (default: a day).", valueName: "duration"))
    var overlap: String?

    @Option(help: "The new secret (default: the daemon makes one).")
    var secret: String?

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        var json = JSONWriter()
        try json.object { json in
            if let secret { json.field("secret", secret) }
            if let overlap { json.field("overlap", try HookOptions.duration(overlap, "--overlap")) }
        }
        try await client.withHook(id, context) { daemon, id in
            let answer = try await daemon.post("hooks/\(id)/rotate-secret", json.bytes)
            try context.print(answer, client.access) { try $0.hook("rotated", answer.decode()) }
            guard secret == nil else { return }
            client.access.output.tellSecretLeftOut(
                context, quietIsSecret: false, anotherBy: "taskd hook rotate")
        }
    }
}

/// `taskd hook health`: shows how a hook's receiver has been answering.
struct HookHealthCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Show how the receiver of a hook has been answering, and how many deliveries wait for it.",
        usage: "taskd hook health <hook> [<options>]"
    )

    @Argument(help: HookHelp.choice)
    var id: String

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withHook(id, context) { daemon, id in
            let answer = try await daemon.get("hooks/\(id)/health")
            // To one that is disabled nothing is sent, however its receiver answered.
            var isEnabled = true
            if try client.access.output.form() == nil {
                isEnabled = (try await daemon.get("hooks/\(id)").decode() as HookView).enabled
            }
            try context.print(answer, client.access) { [isEnabled] in
                try $0.health(answer.decode(), isEnabled: isEnabled)
            }
        }
    }
}
