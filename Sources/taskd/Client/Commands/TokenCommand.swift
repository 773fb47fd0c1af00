import ArgumentParser
import Basics
import Foundation
import Storage
import StorageSQLite

#if POSTGRES
    import StoragePostgres
#endif

/// `taskd token`: how to be let in.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Manage access tokens: what they may do, which tasks they reach, how long they last.",
        subcommands: [
            TokenAdd.self, TokenList.self, TokenEdit.self, TokenRotate.self, TokenRevoke.self, TokenPath.self,
            TokenReset.self,
        ]
    )
}

/// `taskd token path`: where the first start wrote the admin token.
struct TokenPath: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Print the path of the file with the admin token.",
        usage: "taskd token path [<options>]",
        discussion: "It is the store's path with .token behind it, whether or not there is such a file."
    )

    @OptionGroup var store: AnyStoreChoice

    func run(in context: CommandContext) async throws {
        let paths = store.paths(context)
        try StandardOutput.write(paths.tokenFile + "\n")
    }
}

/// `taskd token reset`: another admin token, for who owns the store's files.
struct TokenReset: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Replace the admin token, if it was lost or others have seen it.",
        usage: "taskd token reset [<options>]",
        discussion: """
            The daemon must be stopped, unless the store is a database on a server. The new token is written to the file \
            of the old one, which is no longer accepted. This needs write access to the store, and no token.
            """
    )

    @OptionGroup var store: AnyStoreChoice

    func run(in context: CommandContext) async throws {
        let paths = store.paths(context)
        if paths.server == nil { try Self.checkReach(paths.database) }
        do {
            let store = try await Self.open(paths, context)
            if let refusal = try await store.moveMark()?.refusal(of: store.place) {
                try await store.end(noting: false)
                throw refusal
            }
            try await FirstStart(paths: paths).makeToken(in: store, now: context.clock.now)
            try await store.end(noting: false)
        } catch let error as StoreError {
            throw CommandFailure.failed(error.description)
        }
        try StandardOutput.write(paths.tokenFile + "\n")
    }

    /// Refuses a store that is not there, or that only another user may change.
    private static func checkReach(_ path: String) throws {
        let absence = FileAbsence.reason(path)
        guard absence != FileAbsence.absent, let owner = FileOwner(keepingOthersFrom: path) else {
            return try absence.map {
                throw CommandFailure.failed("the store \(path) \($0)", "Name it with --db or TASKD_DB.")
            } ?? ()
        }
        throw CommandFailure.failed(
            "the store is not yours: \(owner.place) belongs to \(owner.name)",
            "Run sudo -u \(owner.name) taskd token reset --db \(path.shellQuoted).")
    }

    private static func open(_ paths: StorePaths, _ context: CommandContext) async throws -> any DaemonStore {
        #if POSTGRES
            if let server = paths.server {
                try PrivateFolder(paths.folder).create()
                return try await PostgresStore.open(
                    PostgresStore.Configuration(conninfo: server, node: "token"), clock: context.clock.steady)
            }
        #endif
        return try SQLiteStore(path: paths.database)
    }
}
