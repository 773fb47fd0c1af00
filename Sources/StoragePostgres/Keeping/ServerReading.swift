import Recurrence
import Storage

/// The statistics and settings of a server, as far as the role of the session may read them.
struct ServerReading: Hashable, Sendable {
    /// Who has a transaction open.
    struct Holder: Hashable, Sendable {
        var process: Int
        var user: String
        var application: String
        /// What the session does, in the server's words; empty where the role may not know.
        var state: String
        /// How many transactions were begun since its snapshot; nil where it has none.
        var snapshotAge: Int?
        /// For how many seconds the transaction has been open; nil where the role may not know.
        var seconds: Double?
    }

    /// A transaction that was prepared.
    struct Prepared: Hashable, Sendable {
        var name: String
        /// How many seconds ago.
        var seconds: Double
    }

    /// A table whose rows change all the time.
    struct Table: Hashable, Sendable {
        var name: String
        var live: Int
        var dead: Int
        /// How long ago it was vacuumed by the server itself, in seconds; nil for never.
        var vacuumAge: Double?
    }

    struct Slot: Hashable, Sendable {
        var name: String
        var isActive: Bool
        /// Whether what it needs is still there, in the server's words.
        var state: String
        /// How many bytes of the log of the server are kept for it.
        var bytes: Int?
    }

    struct Standby: Hashable, Sendable {
        var name: String
        /// Whether commits wait for it, in the server's words; nil where the role may not know.
        var part: String?
        var bytes: Int?
        var seconds: Double?
    }

    /// Such as 150_018 for 15.18.
    var version = 0
    /// Settings by their names.
    var settings: [String: String] = [:]
    /// Those that have the oldest snapshot, and the longest transaction.
    var snapshot: Holder?
    var transaction: Holder?
    /// The oldest transaction that was prepared and is not ended.
    var prepared: Prepared?
    var tables: [Table] = []
    /// Tables that the server does not vacuum by itself.
    var tablesLeftAlone: [String] = []
    var slots: [Slot] = []
    var standbys: [Standby] = []
    /// How many clients have a session.
    var connections: Int?
    /// How many transactions ago the oldest row of the database was frozen.
    var frozenAge: Int?
    /// How many pages of the database were not what their checksums say.
    var checksumFailures: Int?
    var schema = "taskd"
}

extension ServerReading {
    /// Reads it; what cannot be had is left out.
    ///
    /// - Throws: ``PostgresError`` of kind `.connection`.
    init(_ snapshot: PostgresSnapshot, version: Int) throws {
        (self.version, schema) = (version, snapshot.schema)
        func known<Value>(_ read: () throws -> Value) throws -> Value? {
            do { return try read() } catch let error as PostgresError where error.kind != .connection { return nil }
        }
        settings = try known { try Self.settings(snapshot) } ?? [:]
        let holders = try known { try Self.holders(snapshot) } ?? []
        self.snapshot = holders.filter { $0.snapshotAge != nil }.max {
            ($0.seconds ?? 0, $0.snapshotAge ?? 0) < ($1.seconds ?? 0, $1.snapshotAge ?? 0)
        }
        transaction = holders.filter { $0.seconds != nil }.max { $0.seconds ?? 0 < $1.seconds ?? 0 }
        prepared = try known { try Self.prepared(snapshot) } ?? nil
        tables = try known { try Self.tables(snapshot) } ?? []
        tablesLeftAlone = try known { try Self.tablesLeftAlone(snapshot) } ?? []
        slots = try known { try Self.slots(snapshot) } ?? []
        standbys = try known { try Self.standbys(snapshot) } ?? []
        let numbers = try known { try Self.numbers(snapshot) } ?? []
        if numbers.count == 3 { (connections, frozenAge, checksumFailures) = (numbers[0], numbers[1], numbers[2]) }
    }

    private static let names = [
        "autovacuum", "track_counts", "fsync", "full_page_writes", "max_connections", "superuser_reserved_connections",
        "reserved_connections", "synchronous_standby_names",
    ]

    private static func settings(_ snapshot: PostgresSnapshot) throws -> [String: String] {
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        let rows = try snapshot.rows(
            "SELECT name::text, setting::text FROM pg_catalog.pg_settings WHERE name IN (\(list))"
        ) { (try $0.next(String.self), try $0.next(String.self)) }
        return Dictionary(rows) { $1 }
    }

    /// Who has a transaction open that VACUUM of this database minds; its own workers it does not.
    private static func holders(_ snapshot: PostgresSnapshot) throws -> [Holder] {
        try snapshot.rows(
            """
            SELECT pid::bigint, coalesce(usename::text, ''), coalesce(application_name, ''), coalesce(state, ''),
            age(backend_xmin)::bigint, extract(epoch FROM clock_timestamp() - xact_start)::double precision
            FROM pg_catalog.pg_stat_activity WHERE pid <> pg_backend_pid()
            AND (datname = current_database() OR backend_type = 'walsender') AND backend_type <> 'autovacuum worker'
            AND (backend_xmin IS NOT NULL OR xact_start IS NOT NULL)
            """
        ) { column in
            Holder(
                process: try column.next(), user: try column.next(), application: try column.next(),
                state: try column.next(), snapshotAge: try column.next(), seconds: try column.next())
        }
    }

    private static func prepared(_ snapshot: PostgresSnapshot) throws -> Prepared? {
        try snapshot.rows(
            """
            SELECT gid::text, extract(epoch FROM clock_timestamp() - prepared)::double precision
            FROM pg_catalog.pg_prepared_xacts WHERE database = current_database() ORDER BY prepared LIMIT 1
            """
        ) { Prepared(name: try $0.next(), seconds: try $0.next()) }.first
    }

    /// Where most rows come and go.
    static let hotTables = ["reminder", "due_queue", "delivery", "attempt", "firing", "event", "task", "node"]

    /// The hot tables, each with the parts that it may have.
    private static func tables(_ snapshot: PostgresSnapshot) throws -> [Table] {
        let list = hotTables.map { "'\($0)'" }.joined(separator: ", ")
        return try snapshot.rows(
            """
            SELECT root.relname::text, sum(n_live_tup)::bigint, sum(n_dead_tup)::bigint,
            extract(epoch FROM clock_timestamp() - max(last_autovacuum))::double precision
            FROM pg_catalog.pg_stat_user_tables AS part
            JOIN pg_catalog.pg_class AS root ON root.oid = coalesce(pg_partition_root(relid), relid)
            WHERE schemaname = current_schema() AND root.relname IN (\(list)) GROUP BY 1 ORDER BY 1
            """
        ) { column in
            Table(
                name: try column.next(), live: try column.next(), dead: try column.next(),
                vacuumAge: try column.next())
        }
    }

    private static func tablesLeftAlone(_ snapshot: PostgresSnapshot) throws -> [String] {
        try snapshot.rows(
            """
            SELECT relname::text FROM pg_catalog.pg_class, pg_options_to_table(reloptions)
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
            AND option_name = 'autovacuum_enabled' AND NOT option_value::boolean ORDER BY 1
            """
        ) { try $0.next(String.self) }
    }

    /// What the server has written so far; nothing of what comes from it on a standby.
    private static let written = "CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn() END"

    private static func slots(_ snapshot: PostgresSnapshot) throws -> [Slot] {
        try snapshot.rows(
            """
            SELECT slot_name::text, active, coalesce(wal_status, ''), pg_wal_lsn_diff(\(written), restart_lsn)::bigint
            FROM pg_catalog.pg_replication_slots ORDER BY 1
            """
        ) { column in
            Slot(
                name: try column.next(), isActive: try column.next(), state: try column.next(),
                bytes: try column.next())
        }
    }

    private static func standbys(_ snapshot: PostgresSnapshot) throws -> [Standby] {
        try snapshot.rows(
            """
            SELECT coalesce(application_name, ''), sync_state, pg_wal_lsn_diff(\(written), replay_lsn)::bigint,
            extract(epoch FROM replay_lag)::double precision FROM pg_catalog.pg_stat_replication ORDER BY 1
            """
        ) { column in
            Standby(
                name: try column.next(), part: try column.next(), bytes: try column.next(),
                seconds: try column.next())
        }
    }

    private static func numbers(_ snapshot: PostgresSnapshot) throws -> [Int?] {
        try snapshot.rows(
            """
            SELECT (SELECT count(*) FROM pg_catalog.pg_stat_activity WHERE backend_type = 'client backend'),
            (SELECT age(datfrozenxid)::bigint FROM pg_catalog.pg_database WHERE datname = current_database()),
            (SELECT checksum_failures FROM pg_catalog.pg_stat_database WHERE datname = current_database())
            """
        ) { column -> [Int?] in
            let (connections, age, failures): (Int?, Int?, Int?) = (
                try column.next(), try column.next(), try column.next()
            )
            return [connections, age, failures]
        }.first ?? []
    }
}
