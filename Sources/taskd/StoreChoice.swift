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

    /// The same for what works on a file alone.
    ///
    /// - Throws: ``CommandFailure`` where the environment names a store on a server.
    func filePaths(_ context: CommandContext) throws -> StorePaths {
        let paths = paths(context)
        guard paths.server != nil else { return paths }
        throw CommandFailure.usage(
            "the store of TASKD_DB is on a PostgreSQL server, and this command works on a SQLite file",
            "Give a file with --db; back a PostgreSQL database up with pg_dump and load it with pg_restore, and see how the "
                + "daemon finds it with taskd status.")
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
