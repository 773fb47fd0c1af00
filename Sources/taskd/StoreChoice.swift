import ArgumentParser

/// Which store a command is about.
struct StoreChoice: ParsableArguments {
    @Option(help: ArgumentHelp("The store's file (TASKD_DB; default: that of taskd serve).", valueName: "file"))
    var db: String?

    func validate() throws {
        try StorePaths.check(db)
    }

    /// Where the store and the files beside it are.
    func paths(_ context: CommandContext) -> StorePaths {
        StorePaths(option: db, context.environment)
    }
}

/// Which store a command is about that does not touch its file.
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
