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

    /// Changes what was chosen as `body` says, and prints what it is now in a line that begins with whether it was so before.
    func change<View: Decodable>(
        _ context: CommandContext, _ body: (DaemonClient) async throws -> [UInt8],
        line: (TextFormatter, _ label: String, View) throws -> String
    ) async throws {
        try await client.withDaemon(context) { daemon in
            let (body, path) = (try await body(daemon), try await path(daemon, context))
            // Programs compare for themselves.
            let before = try client.access.output.form() == nil ? try await daemon.get(path).decode() as Versioned : nil
            let answer = try await daemon.patch(path, [], body)
            try await context.print(answer, client.access, naming: daemon) { printer in
                let isSame = try before.map { try $0 == answer.decode() as Versioned } ?? false
                return try line(printer, CommandContext.label(ofChange: isSame), answer.decode())
            }
        }
    }
}

/// What counts its changes.
private struct Versioned: Decodable, Equatable {
    let version: Int
}

extension CommandContext {
    /// What is said of something that was to be changed.
    static func label(ofChange isSame: Bool) -> String { isSame ? "unchanged" : "changed" }
}
