import ArgumentParser

/// `taskd token`: how to be let in.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Find the access token.",
        subcommands: [TokenPath.self]
    )
}

/// `taskd token path`: where the first start wrote the admin token.
struct TokenPath: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the path of the file that holds the token of the first start.",
        discussion: "It lies beside the store: with TASKD_DB set, the file that it names with .token behind it."
    )

    func run(in context: CommandContext) async throws {
        try StandardOutput.write(StorePaths(environment: context.environment).tokenFile + "\n")
    }
}
