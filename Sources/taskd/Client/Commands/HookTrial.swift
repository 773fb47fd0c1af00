import ArgumentParser
import Basics

/// `taskd hook test`: sends a sample now.
struct HookTest: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a sample event to a hook now, and show what came of it.",
        discussion: "Exits with 1 when the receiver did not take it. The sample's data says \"test\": true."
    )

    @Argument(help: "The hook's id, or the beginning of it.")
    var id: String

    @Option(help: "The type of the sample, such as task.completed; reminder.due without it.")
    var type: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        var json = JSONWriter()
        json.object { json in
            if let type { json.field("type", type) }
        }
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).hook(id)
            let answer = try await daemon.post("hooks/\(id)/test", json.bytes, patience: Daemon.longPatience)
            try context.print(answer, asJSON: client.access.json) { try $0.trial(answer.read()) }
            let trial: HookTrialView = try answer.read()
            if !trial.delivered { throw ExitCode(1) }
        }
    }
}

/// `taskd hook rotate`: gives a webhook a new secret.
struct HookRotate: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give a webhook a new secret; it is shown once.",
        discussion: "The old secret signs beside the new one for a while, so that the receiver can change over."
    )

    @Argument(help: "The hook's id, or the beginning of it.")
    var id: String

    @Option(help: "How long the old secret still signs, such as 1h; a day without it.")
    var overlap: String?

    @Option(help: "The new secret; without it the daemon makes one.")
    var secret: String?

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        var json = JSONWriter()
        try json.object { json in
            if let secret { json.field("secret", secret) }
            if let overlap { json.field("overlap", try HookOptions.duration(overlap, "--overlap")) }
        }
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).hook(id)
            let answer = try await daemon.post("hooks/\(id)/rotate-secret", json.bytes)
            try context.print(answer, asJSON: client.access.json) { try $0.hook("rotated", answer.read()) }
        }
    }
}

/// `taskd hook health`: shows how a hook's receiver has been answering.
struct HookHealthCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Show how a hook's receiver has been answering, and how much waits for it."
    )

    @Argument(help: "The hook's id, or the beginning of it.")
    var id: String

    @OptionGroup(title: "Daemon") var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let id = try await IdentifierLookup(daemon: daemon).hook(id)
            let answer = try await daemon.get("hooks/\(id)/health")
            try context.print(answer, asJSON: client.access.json) { try $0.health(answer.read()) }
        }
    }
}
