import ArgumentParser

/// Which store a command is about: a file, or a database on a server.
struct AnyStoreChoice: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The store's file, or its URI (TASKD_DB; default: that of taskd serve).", valueName: "file"))
    var db: String?

    func validate() throws {
        if let db { try StorePaths(database: db).checkForServing() }
    }

    /// Where the store and the files beside it are.
    func paths(_ context: CommandContext) -> StorePaths {
        StorePaths(option: db, context.environment)
    }
}
