import ArgumentParser

/// The flags of `taskd serve` about what is kept, and about backups.
struct KeepingFlags: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("How long events are kept, and how many: P90D,50000, or forever.", valueName: "limit"))
    var keepEvents: String?

    @Option(
        help: ArgumentHelp("How long finished deliveries and their attempts are kept.", valueName: "limit"))
    var keepDeliveries: String?

    @Option(help: ArgumentHelp("How long the history of firings is kept.", valueName: "limit"))
    var keepFirings: String?

    @Option(
        help: ArgumentHelp("How long responses are kept for an Idempotency-Key, at most a day.", valueName: "limit")
    )
    var keepAnswers: String?

    @Option(help: ArgumentHelp("How often the store is backed up, such as P1D (default: never).", valueName: "time"))
    var backupEvery: String?

    @Option(help: ArgumentHelp("The folder of the backups.", valueName: "folder"))
    var backupTo: String?

    @Option(help: ArgumentHelp("How many backups are kept.", valueName: "count"))
    var backupKeep: String?

    @Option(help: ArgumentHelp("Whether backups include the key file: include or leave.", valueName: "choice"))
    var backupKey: String?

    @Option(
        help: ArgumentHelp(
            "Where to note how far stores have come, outside of their own folders: it tells an older copy.",
            valueName: "folder"))
    var state: String?

    /// The settings that were given, by their names.
    var settings: [(String, String?)] {
        [
            ("keepEvents", keepEvents), ("keepDeliveries", keepDeliveries), ("keepFirings", keepFirings),
            ("keepAnswers", keepAnswers), ("backupEvery", backupEvery), ("backupTo", backupTo),
            ("backupKeep", backupKeep), ("backupKey", backupKey), ("state", state),
        ]
    }
}
