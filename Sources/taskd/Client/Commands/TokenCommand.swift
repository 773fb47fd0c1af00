import ArgumentParser
import Foundation
import Storage
import StorageSQLite

/// `taskd token`: how to be let in.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Find the access token, or make another one.",
        subcommands: [TokenPath.self, TokenReset.self]
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

/// `taskd token reset`: another admin token, for who owns the store's files.
struct TokenReset: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Make a new admin token, where the old one is lost or was seen by others.",
        discussion: """
            The daemon must be stopped. The new token is written to the file of the old one, which lets nobody in any \
            more. Whoever may write the store's files may do this; no token is needed.
            """
    )

    @Option(help: ArgumentHelp("The store's file (TASKD_DB).", valueName: "file"))
    var db: String?

    func run(in context: CommandContext) async throws {
        let paths = db.map { StorePaths(database: $0) } ?? StorePaths(environment: context.environment)
        guard FileManager.default.fileExists(atPath: paths.database) else {
            throw CommandFailure.failed("there is no store \(paths.database); name it with --db or TASKD_DB")
        }
        do {
            let store = try SQLiteStore(path: paths.database)
            try await FirstStart(paths: paths).makeToken(in: store, now: context.clock.now)
            try store.close()
        } catch let error as StoreError {
            throw CommandFailure.failed(error.description)
        }
        try StandardOutput.write(paths.tokenFile + "\n")
    }
}
