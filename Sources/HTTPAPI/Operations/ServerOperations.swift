import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage

extension Operation {
    static let ofStatistics = [readStatistics]
    static let ofEvents = [listEvents, streamEvents]
    static let ofTransfer = [exportAll, importLines]
    static let ofServer = [
        readStatus, listNodes, listSetAside, readHealth, readReadiness, readMetrics, readDescription, readDocumentation,
    ]

    static let readStatistics = Operation(
        "readStatistics", .get, "statistics", .statistics, .read, reach: .tasks, summary: "Read statistics",
        """
        How many tasks were created, completed and overdue, and how many reminders fired, were snoozed and missed: in all, \
        and by day, week, month, tag or project.
        """
    )
    .asking(StatisticsQuery.parameters)
    .answering(
        .ok(
            .page(
                of: .object(
                    ["key": .string, "from": .instant.optional, "until": .instant.optional] + .statisticsCounts
                ).named("StatisticsItem"),
                beside: [
                    "from": .instant, "until": .instant, "timeZone": .zone,
                    "groupBy": .choice(of: StatisticsQuery.Grouping.self),
                    "since": .instant.nullable.described("From when on everything is counted; null for always."),
                    "total": .object(.statisticsCounts).named("StatisticsCounts"),
                ]
            ).named("Statistics"), "The counts."))

    static let listEvents = Operation(
        "listEvents", .get, "events", .events, .read, reach: .tasks, summary: "List events",
        "The log, in order, page by page (`nextCursor`). Pass `lastSeq` as `after` for what comes later."
    )
    .asking(
        .after("from the first that is kept"), .limit, .cursor,
        .query(
            "sort", .choice(of: EventOrder.self), "From the oldest on, as where nothing is said, or the latest first.")
    )
    .answering(
        .ok(
            .object([
                "items": .array(of: Event.schema),
                "lastSeq": .integer.optional.described("Where to go on, where the oldest come first."),
                "nextCursor": .string.nullable.described("The next page; null where there is none by now."),
            ]).named("EventPage"), "A part of the log.")
    )
    .refusing(.gone, "Events after this one are no longer kept; `firstSeq` is where the log begins.")

    static let streamEvents = Operation(
        "streamEvents", .get, "events/stream", .events, .read, reach: .tasks, summary: "Follow events",
        "What is in the log after a place, and then what comes, as server-sent events, for as long as the client likes."
    )
    .asking(.after("the end of the log"))
    .heeding(.header("Last-Event-ID", .string.example("42"), "The seq of the last event that the client has."))
    .answering(Answer(.ok, "The stream.", Content([("text/event-stream", .string)])))
    .refusing(.gone, "Events after this one are no longer kept; `firstSeq` is where the log begins.")

    static let exportAll = Operation(
        "exportAll", .get, "export", .transfer, .read, summary: "Export everything",
        "Projects, tags, views, series, pauses and tasks from one snapshot, as JSON Lines; see docs/export.md."
    )
    .asking(.query("format", .words(["jsonl"]), "The format of the export."))
    .answering(Answer(.ok, "The export.", .lines))

    static let importLines = Operation(
        "importLines", .post, "import", .transfer, .write, summary: "Import lines",
        """
        A part of an export, at most 500 lines and 2 MiB, as one change. What is stored already in the same form is passed \
        over.
        """
    )
    .asking(
        .query("dryRun", .boolean, "Only says what would become of each line."),
        .query("replace", .boolean, "Replaces what is stored in another form."),
        .query("skipBad", .boolean, "Passes over lines that are wrong."),
        .query("notifyHooks", .boolean, "Makes events of what is imported."),
        .query("firstLine", .integer(1...1_000_000_000_000), "The number of the first line in the whole.")
    )
    .taking(.lines)
    .answering(Answer.ok(.importResult, "What became of the lines.").changing).idempotent

    // MARK: Operation

    static let readStatus = Operation(
        "readStatus", .get, "status", .operation, .read, summary: "Read how the daemon does",
        """
        Since when it runs, whether it fires and why not, how late it is, which hooks fail, how large the store is, how old \
        the last backup. Paths are shown with the scope `admin` alone, what hooks reach with `admin` or `hooks`.
        """
    )
    .answering(.ok(.status, "How it does."))

    static let listNodes = Operation(
        "listNodes", .get, "nodes", .operation, .read, summary: "List the nodes",
        """
        The processes that have the store open, in the order in which they opened it: one for a file, several for a \
        database that they share. One of them, the leader, fires reminders; each sends what the hooks are owed that it owns.
        """
    )
    .answering(
        .ok(
            .object([
                "items": .array(
                    of: .object([
                        "id": .string.described("Another one each time that the node opens the store."),
                        "name": .string, "version": .string, "joinedAt": .instant,
                        "leaseEnd": .instant.nullable.described(
                            "Until when others take it to be there, unless it says again that it is; null for a file."),
                        "clockOffsetSeconds": .number.nullable.described(
                            "How far the store's clock, by which reminders go off, is ahead of its machine's."),
                        "leader": .boolean, "self": .boolean.described("Whether it is the one that was asked."),
                        "hooks": .array(of: .uuid).described("The hooks that it sends to."),
                    ]).named("Node"))
            ]).named("NodeList"), "The nodes."))

    static let listSetAside = Operation(
        "listSetAside", .get, "set-aside", .operation, .read, summary: "List what was set aside",
        "What cannot be read or evaluated, and is out of the way of everything else."
    )
    .asking(.limit, .cursor)
    .answering(
        .ok(
            .page(
                of: .object([
                    "unit": .choice(of: SetAsideUnit.Kind.self), "id": .string, "taskId": .uuid.nullable,
                    "reason": .string, "since": .instant,
                ]).named("SetAsideEntry")
            ).named("SetAsidePage"), "A page of the list."))

    static let readHealth = Operation(
        "readHealth", .get, "healthz", .operation, summary: "Ask whether the process answers", "Needs no store."
    )
    .answering(.ok(.object(["status": .words(["ok"])]), "It does."))

    static let readReadiness = Operation(
        "readReadiness", .get, "readyz", .operation, summary: "Ask whether reminders fire",
        "Whether the process can use its store, and fires what is due in it."
    )
    .answering(.ok(.object(["status": .words(["ready"])]), "It does."))
    .refusing(.serviceUnavailable, "It does not; with a token, the answer may say more.")

    static let readMetrics = Operation(
        "readMetrics", .get, "metrics", .operation, summary: "Read metrics",
        "What the process counted since it started, and what its store holds, in the text format of Prometheus."
    )
    .answering(Answer(.ok, "The metrics.", Content([("text/plain", .string)])))
    .refusing(.serviceUnavailable, "The store cannot be read.")

    static let readDescription = Operation(
        "readDescription", .get, "openapi.json", .operation, summary: "Read this document",
        "The description of the API, OpenAPI 3.1; the program prints the same with `taskd openapi`."
    )
    .answering(.ok(.dictionary(), "The document.")).cached

    static let readDocumentation = Operation(
        "readDocumentation", .get, "docs", .operation, summary: "Read this document as a page",
        "The same as `/openapi.json`, for people."
    )
    .answering(
        Answer(
            .ok, "The page.", Content([("text/html", .string)]),
            headers: [
                Header(name: "Content-Security-Policy", schema: .string, details: "Nothing is loaded."),
                Header(name: "X-Content-Type-Options", schema: .string, details: "`nosniff`."),
            ])
    )
    .cached
}

extension Operation.Parameter {
    fileprivate static func after(_ standard: String) -> Self {
        query("after", .count, "The seq of the event after which to begin; \(standard) where nothing is said.")
    }
}

extension Operation.Content {
    /// JSON Lines, each of which is a record; a part of an import may have none.
    fileprivate static let lines = Operation.Content(
        [
            (
                "application/x-ndjson",
                Schema.string.with("contentMediaType", .string("application/json"))
                    .with("contentSchema", .schema(TransferFormat.lineSchema))
                    .described("A header, the records and an end, each on a line that `contentSchema` describes.")
            )
        ], isRequired: false)
}

extension SchemaMembers {
    fileprivate static let statisticsCounts: SchemaMembers = [
        "created": .count, "completed": .count, "overdue": .count, "fired": .count, "snoozed": .count,
        "missed": .count, "completedWithDue": .count, "onTime": .count, "meanLateSeconds": .number.nullable,
    ]
}

extension Schema {
    fileprivate static let status = object([
        "version": .string, "startedAt": .instant.nullable, "now": .instant,
        "firing": .boolean.described("Whether what is due is fired."),
        "reason": .string.nullable.described("Why it is not."),
        "lagSeconds": .number.described("How long what is due the longest has been; 0 where nothing is."),
        "timeZone": .string.nullable, "zoneData": .string.nullable.described("The version of the time zone rules."),
        "lastSeq": .integer, "setAside": .count,
        "hooks": .object([
            "enabled": .count, "disabled": .count,
            "failing": .array(
                of: .object([
                    "id": .uuid, "kind": .choice(of: Hook.Kind.self), "enabled": .boolean,
                    "disabledReason": .string.nullable, "circuit": .choice(of: HookHealth.Circuit.self),
                    "consecutiveFailures": .count, "failingSince": .instant.nullable,
                    "lastSuccessAt": .instant.nullable, "target": .string.nullable.optional,
                ]).named("FailingHook"), atMost: 100),
        ]).named("HookSummary"),
        "store": .object([
            "engine": .string.nullable.described("What keeps it: `sqlite` or `postgresql`."),
            "bytes": .count.nullable, "freeBytes": .count.nullable, "path": .string.nullable.optional,
            "findings": .array(
                of: .object(["check": .string, "isBad": .boolean, "text": .string, "mend": .string]).named(
                    "StoreFinding")
            ).optional.described("What is amiss with the server of the store, and how to mend it."),
        ]).named("StoreSummary"),
        "backup": .object([
            "ageSeconds": .number.nullable.described("The age of the latest backup; null where there is none."),
            "intervalSeconds": .number.nullable.described("How often backups are made; null for not by themselves."),
            "path": .string.nullable.optional,
        ]).named("BackupSummary"),
    ]).named("Status", "How the daemon does.")

    fileprivate static let importResult = object([
        "isDryRun": .boolean, "new": .count, "same": .count, "different": .count, "bad": .count,
        "errors": .array(of: .object(["line": .integer, "pointer": .string, "detail": .string]).named("LineProblem")),
        "change": .uuid.nullable,
    ]).named("ImportResult", "What became of the lines of an import.")
}
