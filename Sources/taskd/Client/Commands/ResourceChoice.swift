import ArgumentParser
import TaskdClient

/// What the commands about one task, project, tag or series are given: which one, and where the daemon is.
protocol ResourceChoice: ParsableArguments {
    /// Where the daemon is.
    var client: ClientOptions { get }

    /// The path of what was chosen, below `/v1`.
    func path(_ daemon: DaemonClient, _ context: CommandContext) async throws -> String
}

extension ResourceChoice {
    /// Carries out `ask` with the path of what was chosen, and prints the answer.
    func run(
        _ context: CommandContext,
        _ ask: (DaemonClient, _ path: String) async throws -> DaemonResponse,
        lines: (TextFormatter, DaemonResponse) throws -> String
    ) async throws {
        try await client.withDaemon(context) { daemon in
            let answer = try await ask(daemon, try await path(daemon, context))
            try context.print(answer, client.access) { try lines($0, answer) }
        }
    }
}
