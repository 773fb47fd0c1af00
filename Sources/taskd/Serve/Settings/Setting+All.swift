import Storage

extension Setting {
    /// All settings, in the order in which they are listed.
    static let all: [Setting] = [
        db, node, state, attachmentSize,
        listen, hosts, proxies, corsOrigins, tlsCertificate, tlsKey,
        zone, dayStart, quietHours, catchUp, catchUpRate,
        hooksAllow, commandsAllow, commandsPath,
        keepEvents, keepDeliveries, keepFirings, keepAnswers, keepChanges,
        backupEvery, backupTo, backupKeep, backupKey,
        logLevel, logFormat,
    ]

    // MARK: Store

    static let db = Setting(
        "db", .store,
        "The store's file, made if there is none, or the postgresql:// URI of a database that several nodes may share",
        form: "the path of a file, or a postgresql:// URI", valueName: "file",
        standard: nil, standardWords: "$XDG_DATA_HOME/taskd/taskd.db, else ~/.local/share/taskd/taskd.db")
    static let node = Setting(
        "node", .store, "What this node is called among those that share a database",
        form: "a name of at most 100 bytes", valueName: "name", standard: nil, standardWords: "the machine's name")
    static let state = Setting(
        "state", .store,
        """
        A folder that remembers how far each store had come, so that an older copy of it is noticed; not in the \
        store's own folder
        """,
        form: "the path of a folder", valueName: "folder", standard: nil,
        standardWords: "$STATE_DIRECTORY, else $XDG_STATE_HOME/taskd, else ~/.local/state/taskd")
    static let attachmentSize = Setting(
        "attachmentSize", .store, "How many megabytes an attachment may have, 1 to 1000",
        form: "a number of megabytes, 1 to 1000", valueName: "MB", standard: "25")

    // MARK: Listening

    static let listen = Setting(
        "listen", .listening,
        "Where to listen: addresses such as [::1]:7373 or unix:/run/taskd.sock, separated by commas",
        form: """
            HOST:PORT with a port of 0 to 65535, such as 127.0.0.1:7373 or, for all addresses, 0.0.0.0:7373; or \
            unix:/PATH with at most 107 bytes
            """,
        valueName: "addresses", standard: "127.0.0.1:7373", isList: true)
    static let hosts = Setting(
        "hosts", .listening,
        """
        Host names by which clients may call the daemon, besides localhost and IP addresses, such as \
        taskd.example.org or *.example.org, separated by commas
        """,
        form: "host names, such as taskd.example.org or *.example.org", valueName: "list", standard: "",
        standardWords: "none", isList: true, isReloaded: true)
    static let proxies = Setting(
        "proxies", .listening,
        """
        Proxies whose word is taken for who a client is (X-Forwarded-For): CIDRs, or unix for those that come \
        through a Unix socket, separated by commas
        """,
        form: "CIDRs such as 10.0.0.0/8, or unix", valueName: "list", standard: "", standardWords: "none",
        isList: true, isReloaded: true)
    static let corsOrigins = Setting(
        "corsOrigins", .listening,
        "Web pages that may call the API from browsers, such as https://app.example.org, or *, separated by commas",
        form: "origins such as https://app.example.org, or *", valueName: "list", standard: "",
        standardWords: "none", isList: true, isReloaded: true)
    static let tlsCertificate = Setting(
        "tlsCertificate", .listening,
        """
        A PEM file with the certificate and its chain, for TLS on TCP addresses (Unix sockets have none); read anew when \
        it changes
        """,
        form: "the path of a PEM file", valueName: "file", standard: "", standardWords: "none, so plain HTTP")
    static let tlsKey = Setting(
        "tlsKey", .listening, "A PEM file with the private key of the certificate",
        form: "the path of a PEM file", valueName: "file", standard: "", standardWords: "none")

    // MARK: Time and reminders

    static let zone = Setting(
        "zone", .time, "The time zone of tasks and requests that name none, such as Europe/Berlin",
        form: "an IANA name such as Europe/Berlin", valueName: "iana", standard: nil, standardWords: "the machine's")
    static let dayStart = Setting(
        "dayStart", .time, "The time of day that the reminders of tasks with a date and no time count from",
        form: "a time of day such as 09:00", valueName: "time", standard: "09:00")
    static let quietHours = Setting(
        "quietHours", .time,
        """
        When reminders are held back: 22:00-07:00, optionally followed by a zone and the lowest priority that is let \
        through: "22:00-07:00 Europe/Berlin high"
        """,
        form:
            "a window such as 22:00-07:00, optionally with a zone and a priority (22:00-07:00 Europe/Berlin high), or never",
        valueName: "window", standard: "never")
    static let catchUp = Setting(
        "catchUp", .time, "How late a reminder may fire, PT1M to P366D; a later one is reported as missed",
        form: "PT1M to P366D, in days, hours and minutes", valueName: "time", standard: "P1D")
    static let catchUpRate = Setting(
        "catchUpRate", .time,
        "How many reminders per second are caught up after a downtime, up to 1000000; 0 for no limit",
        form: "0 to 1000000 reminders a second", valueName: "count", standard: "1000")

    // MARK: Hooks

    static let hooksAllow = Setting(
        "hooksAllow", .hooks, "Private addresses to which webhooks may go: CIDRs and hosts, separated by commas",
        form: "CIDRs and hosts", valueName: "list", standard: "", standardWords: "none", isList: true, isReloaded: true)
    static let commandsAllow = Setting(
        "commandsAllow", .hooks, "Programs that command hooks may run: absolute paths, separated by commas",
        form: "absolute paths of programs", valueName: "list", standard: "", standardWords: "none", isList: true,
        isReloaded: true)
    static let commandsPath = Setting(
        "commandsPath", .hooks, "The PATH of command hooks", form: "folders with colons between them",
        valueName: "path", standard: "/usr/bin:/bin")

    // MARK: Retention

    static let keepEvents = Setting(
        "keepEvents", .retention, "How long events are kept, and how many; forever for all",
        form: RetentionLimit.form, valueName: "limit", standard: "P90D,50000")
    static let keepDeliveries = Setting(
        "keepDeliveries", .retention,
        "How long finished deliveries and their attempts are kept, and how many; forever for all",
        form: RetentionLimit.form, valueName: "limit", standard: "P30D,50000")
    static let keepFirings = Setting(
        "keepFirings", .retention, "How long the history of firings is kept, and how many; forever for all",
        form: RetentionLimit.form,
        valueName: "limit", standard: "P90D,500000")
    static let keepAnswers = Setting(
        "keepAnswers", .retention,
        "How long answers to repeated HTTP requests (Idempotency-Key) are kept, PT1H to P1D, and how many",
        form: "an age of PT1H to P1D, a count such as 100000, or both with a comma between them", valueName: "limit",
        standard: "P1D")
    static let keepChanges = Setting(
        "keepChanges", .retention, "How long changes can be undone, and how many; forever for all",
        form: RetentionLimit.form, valueName: "limit",
        standard: "P30D")

    // MARK: Backups

    static let backupEvery = Setting(
        "backupEvery", .backups, "How often the store is backed up, PT1M to P366D, or never",
        form: "PT1M to P366D, in days, hours and minutes, or never", valueName: "time", standard: "never")
    static let backupTo = Setting(
        "backupTo", .backups, "The folder of the backups", form: "the path of a folder", valueName: "folder",
        standard: nil, standardWords: "the store's path with .backups behind it")
    static let backupKeep = Setting(
        "backupKeep", .backups, "How many of these backups are kept, 1 to 10000; those of taskd backup stay",
        form: "a number from 1 to 10000",
        valueName: "count", standard: "7")
    static let backupKey = Setting(
        "backupKey", .backups, "Whether backups have a copy of the key file: include or leave",
        form: "include or leave",
        valueName: "choice", standard: "leave")

    // MARK: Log

    static let logLevel = Setting(
        "logLevel", .log, "How much the log says: trace, debug, info, notice, warning or error",
        form: "trace, debug, info, notice, warning or error", valueName: "level", standard: "info", isReloaded: true)
    static let logFormat = Setting(
        "logFormat", .log, "How the log is written: text, or json with one object a line", form: "text or json",
        valueName: "format", standard: "text")
}
