import ArgumentParser

/// The flags of `taskd serve` about what is kept, and about backups.
struct KeepingFlags: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "How long events are kept, and how many, or forever (TASKD_KEEP_EVENTS; default: P90D,50000).",
            valueName: "limit"))
    var keepEvents: String?

    @Option(
        help: ArgumentHelp(
            "How long finished deliveries and their attempts are kept (TASKD_KEEP_DELIVERIES; default: P30D,50000).",
            valueName: "limit"))
    var keepDeliveries: String?

    @Option(
        help: ArgumentHelp(
            "How long the history of firings is kept (TASKD_KEEP_FIRINGS; default: P90D,500000).", valueName: "limit"))
    var keepFirings: String?

    @Option(
        help: ArgumentHelp(
            """
            How long responses are kept for an Idempotency-Key, PT1H to P1D, and how many (TASKD_KEEP_ANSWERS; \
            default: P1D).
            """,
            valueName: "limit")
    )
    var keepAnswers: String?

    @Option(
        help: ArgumentHelp("How long changes can be undone (TASKD_KEEP_CHANGES; default: P30D).", valueName: "limit"))
    var keepChanges: String?

    @Option(
        help: ArgumentHelp(
            "How often the store is backed up, such as P1D (TASKD_BACKUP_EVERY; default: never).", valueName: "time"))
    var backupEvery: String?

    @Option(
        help: ArgumentHelp(
            "The folder of the backups (TASKD_BACKUP_TO; default: DATABASE.backups).", valueName: "folder"))
    var backupTo: String?

    @Option(help: ArgumentHelp("How many backups are kept (TASKD_BACKUP_KEEP; default: 7).", valueName: "count"))
    var backupKeep: String?

    @Option(
        help: ArgumentHelp(
            "Whether backups include the key file: include or leave (TASKD_BACKUP_KEY; default: leave).",
            valueName: "choice"))
    var backupKey: String?

    @Option(
        help: ArgumentHelp(
            "How many megabytes an attachment may have, 1 to 1000 (TASKD_ATTACHMENT_SIZE; default: 25).",
            valueName: "MB"))
    var attachmentSize: String?

    @Option(
        help: ArgumentHelp(
            """
            A folder outside the store's own that records the last event of each store, so that an older copy is \
            detected (TASKD_STATE; default: $STATE_DIRECTORY, else $XDG_STATE_HOME/taskd, else ~/.local/state/taskd).
            """,
            valueName: "folder"))
    var state: String?

    /// The settings that were given, by their names.
    var settings: [(String, String?)] {
        [
            ("keepEvents", keepEvents), ("keepDeliveries", keepDeliveries), ("keepFirings", keepFirings),
            ("keepAnswers", keepAnswers), ("keepChanges", keepChanges), ("backupEvery", backupEvery),
            ("backupTo", backupTo), ("backupKeep", backupKeep), ("backupKey", backupKey),
            ("attachmentSize", attachmentSize), ("state", state),
        ]
    }
}
