import Notify
import Scheduler

/// What a metric is called, and what it means.
struct MetricDescription: Hashable, Sendable {
    enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    var name: String
    var kind: Kind
    var help: String
    /// The upper bounds of a histogram's buckets, in seconds; none for another kind.
    var bounds: [Double] = []

    /// Describes a metric; one that is not among the known ones is a gauge of that name.
    static func of(_ name: String) -> MetricDescription {
        byName[name] ?? MetricDescription(name: name, kind: .gauge, help: name)
    }

    private static let byName = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0) })
    private static let answerTimes = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]
    private static let holds = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
    private static let lags = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60, 3_600, 86_400]

    /// Every metric that taskd has.
    static let known = counted + requests + levels + database + process

    private static let counted = [
        MetricDescription(
            name: DeliveryMetrics.deliveries, kind: .counter,
            help: "Finished deliveries, by hook, kind of hook, and outcome: delivered, failed, expired."
        ),
        MetricDescription(
            name: DeliveryMetrics.attempts, kind: .counter,
            help: "Attempts at deliveries, by hook, kind of hook, and outcome."
        ),
        MetricDescription(
            name: DeliveryMetrics.attemptSeconds, kind: .histogram,
            help: "How long attempts took, by kind of hook.", bounds: answerTimes
        ),
        MetricDescription(
            name: DeliveryMetrics.phaseSeconds, kind: .histogram,
            help: "How long the parts of attempts took: lookUp, connection, firstByte.", bounds: answerTimes
        ),
        MetricDescription(
            name: DueMetrics.firings, kind: .counter, help: "Reminders that fired."
        ),
        MetricDescription(
            name: DueMetrics.missed, kind: .counter, help: "Reminders that were reported as missed."
        ),
        MetricDescription(
            name: DueMetrics.setAside, kind: .counter,
            help: "Units that were set aside because they cannot be read or evaluated."
        ),
        MetricDescription(
            name: RetentionMetrics.removed, kind: .counter,
            help: "Rows of the history that retention removed, by part."
        ),
        MetricDescription(
            name: LogPartsMetrics.failures, kind: .counter,
            help: "How often a part of the event log could not be made or dropped, by what was to be done: make, drop."
        ),
        MetricDescription(
            name: DueMetrics.lagSeconds, kind: .histogram,
            help: "How late reminders fired.", bounds: lags
        ),
        MetricDescription(
            name: WriterMetrics.heldSeconds, kind: .histogram,
            help: "How long a change held the store's one writer, by the route or the source file that made it.",
            bounds: holds
        ),
        MetricDescription(
            name: WriterMetrics.longHolds, kind: .counter,
            help: "Changes that held the store's writer for more than 100 ms; the log names each."
        ),
        MetricDescription(
            name: WriterMetrics.batchSize, kind: .histogram,
            help: "How many changes shared a commit.", bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
        ),
        MetricDescription(
            name: WrongTries.wrongTokens, kind: .counter,
            help: "Requests with a token that is unknown, mistyped, expired or replaced."
        ),
        MetricDescription(
            name: WrongTries.slowedTries, kind: .counter,
            help: "Requests with such a token, or one not seen before, that were refused for a while after too many."
        ),
        MetricDescription(
            name: QueryMetrics.refused, kind: .counter,
            help: "Lists of tasks that were refused, since too many that take long waited."
        ),
    ]

    private static let requests = [
        MetricDescription(
            name: RequestMetricNames.requests, kind: .counter, help: "Requests, by method, route and status."
        ),
        MetricDescription(
            name: RequestMetricNames.seconds, kind: .histogram,
            help: "How long it took until the answer to a request began, by method and route.", bounds: answerTimes
        ),
        MetricDescription(
            name: RequestMetricNames.connections, kind: .gauge, help: "Connections of clients that are open."
        ),
        MetricDescription(
            name: RequestMetricNames.certificateEnd, kind: .gauge,
            help: "When the certificate of a file ends, in seconds since 1970."
        ),
    ]

    private static let process = [
        MetricDescription(
            name: ProcessLevels.memory, kind: .gauge, help: "Memory that the process has resident, in bytes."
        ),
        MetricDescription(name: ProcessLevels.descriptors, kind: .gauge, help: "File descriptors that are open."),
        MetricDescription(name: ProcessLevels.maxDescriptors, kind: .gauge, help: "How many may be open."),
        MetricDescription(
            name: ProcessLevels.processor, kind: .counter, help: "Time that the processors worked for the process."
        ),
    ]

    private static let database = [
        MetricDescription(
            name: "taskd_database_oldest_snapshot_seconds", kind: .gauge,
            help: "For how long the oldest snapshot has kept VACUUM from removing dead rows of the database."
        ),
        MetricDescription(
            name: "taskd_database_oldest_snapshot_transactions", kind: .gauge,
            help: "How many transactions were begun since the oldest snapshot of the database."
        ),
        MetricDescription(
            name: "taskd_database_longest_transaction_seconds", kind: .gauge,
            help: "For how long the longest transaction of the database has been open."
        ),
        MetricDescription(
            name: "taskd_database_sessions", kind: .gauge, help: "Sessions that clients have with the database server."
        ),
        MetricDescription(
            name: "taskd_database_max_sessions", kind: .gauge,
            help: "How many there can be, without those that are reserved."
        ),
        MetricDescription(
            name: "taskd_database_live_rows", kind: .gauge, help: "Rows of a table, as the server estimates them."
        ),
        MetricDescription(
            name: "taskd_database_dead_rows", kind: .gauge,
            help: "Rows of a table that are dead and not removed, as the server estimates them."
        ),
        MetricDescription(
            name: "taskd_database_autovacuum_age_seconds", kind: .gauge,
            help: "How long ago the server last vacuumed a table by itself; missing for never."
        ),
        MetricDescription(
            name: "taskd_database_standby_lag_bytes", kind: .gauge,
            help: "How much of the primary's log a standby has not replayed."
        ),
        MetricDescription(
            name: "taskd_database_slot_bytes", kind: .gauge,
            help: "How much of the server's log is kept for a replication slot."
        ),
        MetricDescription(
            name: "taskd_database_faults", kind: .gauge,
            help: "What is broken about how the database server is kept; taskd doctor names it."
        ),
    ]

    private static let levels = [
        MetricDescription(
            name: QueryMetrics.waiting, kind: .gauge, help: "Lists of tasks that wait for others that take long."
        ),
        MetricDescription(
            name: "taskd_deliveries_waiting", kind: .gauge, help: "Deliveries that wait for an attempt, by hook."
        ),
        MetricDescription(
            name: "taskd_deliveries_oldest_seconds", kind: .gauge,
            help: "The age of the oldest event whose delivery waits for an attempt, by hook; 0 when none does."
        ),
        MetricDescription(
            name: "taskd_hook_enabled", kind: .gauge, help: "Whether a hook is enabled: 1 or 0."
        ),
        MetricDescription(
            name: "taskd_hook_circuit", kind: .gauge,
            help: "The state of a hook's circuit breaker: 1 for the one that it is in, of closed, open, halfOpen."
        ),
        MetricDescription(
            name: "taskd_hook_consecutive_failures", kind: .gauge,
            help: "How many attempts have failed since the last success, by hook."
        ),
        MetricDescription(
            name: "taskd_due_overdue_seconds", kind: .gauge,
            help: "How long the earliest due reminder has been waiting to fire; 0 when none is due."
        ),
        MetricDescription(
            name: "taskd_set_aside", kind: .gauge,
            help:
                "Units that are set aside because they cannot be read or evaluated: task, reminder, series, pause, zone."
        ),
        MetricDescription(
            name: "taskd_backup_age_seconds", kind: .gauge,
            help: "How long ago the latest backup in the backup folder was made; +Inf where there is none."
        ),
        MetricDescription(
            name: "taskd_event_sequence", kind: .gauge, help: "The seq of the latest event."
        ),
    ]
}
