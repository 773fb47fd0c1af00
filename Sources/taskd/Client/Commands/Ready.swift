import ArgumentParser
import TaskdClient

/// `taskd ready`: whether the daemon does its work, for who watches it.
struct Ready: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "ready",
        abstract: "Tell whether the daemon can use its store and fires due reminders.",
        usage: "taskd ready [<options>]",
        discussion: """
            It needs no token; with one, it says in full why the daemon is not ready. Exit status: 0 ready, 1 not ready, \
            3 daemon not reachable.
            """
    )

    @OptionGroup var client: ClientOptions

    func run(in context: CommandContext) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await daemon.ready()
            // Anything may answer with success; a taskd says what it is.
            guard (try answer.decode() as Readiness).status == "ready" else {
                throw DaemonError.invalidResponse("the status is another")
            }
            try context.print(answer, client.access) { _ in "ready\n" }
        }
    }
}

/// What a daemon answers that is ready.
private struct Readiness: Decodable {
    var status: String
}
