import ArgumentParser
import Basics
import Recurrence
import Storage
import TaskdClient

/// `taskd token rotate`: gives a token another secret.
struct TokenRotate: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give a token another secret, which is shown once; the old one goes on for a while.",
        usage: "taskd token rotate [<token>] [<options>]",
        discussion: """
              taskd token rotate phone --overlap 7d
              taskd token rotate phone --overlap 0s

            With --overlap 0s the old secret ends at once, as it should if others have seen it. Without a name it is the \
            token that this command itself uses; where that comes from a file, the new secret is written there. With \
            --quiet the secret alone is printed, for a script to keep.
            """
    )

    @Argument(help: "The token: its name or its id (default: the one that this command uses).")
    var token: String?

    @Option(
        help: ArgumentHelp(
            "How long the old secret goes on, 0s to 30d, such as 1h (default: a day).", valueName: "duration"))
    var overlap: String?

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        var json = JSONWriter()
        try json.object { json in
            if let overlap { json.field("overlap", try TypedDuration.span(overlap, "--overlap")) }
        }
        let body = json.bytes
        try await client.withDaemon(context) { daemon in
            // Asked before: the secret that asks may end with this.
            let own = try await daemon.ownToken()
            let meant = try await token.asyncMap(TokenLookup(daemon: daemon).token) ?? own
            let id = meant.id
            let names = meant.projectId == nil ? [:] : try await context.projectNames(daemon)
            let answer = try await daemon.post(id == own.id ? "tokens/self/rotate" : "tokens/\(id)/rotate", body)
            // Shown first: it is nowhere else. Where it cannot be shown, the file must have it all the same.
            let showing = Result {
                try context.print(answer, client.access) { try $0.naming(names).token("rotated", answer.decode()) }
            }
            if id == own.id, let secret = try (answer.decode() as TokenView).secret {
                try keep(secret, context, asJSON: client.access.json)
            }
            try showing.get()
            let rotated: TokenView = try answer.decode()
            if let end = rotated.expiresAt.flatMap({ UTCInstant($0) }), end <= context.clock.now {
                context.tell([
                    "the token has expired, and lets nobody in; taskd token edit \(rotated.name.quotedForShell) --expires none "
                        + "lets it last"
                ])
            }
            client.access.output.tellSecretLeftOut(context, quietIsSecret: true, anotherBy: "taskd token rotate")
        }
    }

    /// Writes a secret to the file that the one before it came from.
    private func keep(_ secret: String, _ context: CommandContext, asJSON: Bool) throws {
        guard client.access.token == nil, context.environment["TASKD_TOKEN"] ?? "" == "" else { return }
        let named = try context.settings.tokenFile(forGivenURL: client.url != nil)?.path
        let path = named ?? StorePaths(environment: context.environment).tokenFile
        do {
            try PrivateFile(path).replace(with: Array((secret + "\n").utf8))
        } catch let error as StoreError {
            throw CommandFailure.failed(
                "the secret was not written: \(error.description)", "Write it to \(path) yourself.")
        }
        if !asJSON { try StandardOutput.write("It was written to \(path), where commands on this machine find it.\n") }
    }
}
