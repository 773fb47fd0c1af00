import ArgumentParser

/// The flags of `taskd serve` about what is kept, and about backups.
struct KeepingFlags: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("How long events are kept, and how many: P90D,50000; forever for all.", valueName: "limit"))
    var keepEvents: String?

    @Option(
        help: ArgumentHelp("How long deliveries that are done with are kept, with their attempts.", valueName: "limit"))
    var keepDeliveries: String?

    @Option(help: ArgumentHelp("How long it is known when reminders went off.", valueName: "limit"))
    var keepFirings: String?

    @Option(
        help: ArgumentHelp("How long answers are remembered for an Idempotency-Key, a day at most.", valueName: "limit")
    )
    var keepAnswers: String?

    @Option(help: ArgumentHelp("How often the store is backed up, such as P1D; never without it.", valueName: "time"))
    var backupEvery: String?

    @Option(help: ArgumentHelp("The folder of the backups.", valueName: "folder"))
    var backupTo: String?

    @Option(help: ArgumentHelp("How many backups are kept.", valueName: "count"))
    var backupKeep: String?

    @Option(help: ArgumentHelp("Whether the key file is backed up too: include or leave.", valueName: "choice"))
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
