/// How a session is opened.
struct SessionSettings: Sendable {
    /// What a session is for.
    enum Role: String, Sendable {
        /// Writes what enters the log.
        case writer
        /// Reads.
        case reader
        /// Keeps the books of deliveries.
        case courier
        /// Writes and reads pieces of contents.
        case contents
        /// Renews the lease, measures the clock and listens.
        case keeper
        /// Reads all that there is, for as long as that takes, and can write nothing.
        case inspector
    }

    /// A `postgresql://` URI or the `key=value` form of libpq, which has its own ways to a password.
    ///
    /// It may hold one: it is not to be logged, and stands in no error.
    let conninfo: String
    let role: Role
    /// The node's name.
    let node: String
    /// The schema that the tables are in.
    let schema: String

    /// What is given to libpq: ours first where the URI may say otherwise, ours last where it may not.
    var keywords: [(name: String, value: String)] {
        [
            ("target_session_attrs", role == .inspector ? "any" : "read-write"), ("connect_timeout", "5"),
            ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "15000"),
            ("dbname", conninfo), ("application_name", "taskd/\(node)/\(role.rawValue)"), ("client_encoding", "UTF8"),
        ]
    }

    /// What the session is set to, by statements without parameters.
    var statements: [String] {
        var settings = [
            ("search_path", "\(schema), pg_catalog"), ("timezone", "UTC"), ("jit", "off"),
            // A backslash in a literal is one.
            ("standard_conforming_strings", "on"),
            // A plan for each statement and session once, whatever its parameters.
            ("plan_cache_mode", "force_generic_plan"),
            // Questions are short. Of large tables the server would have a few rows read by several processes, which take longer
            // to start, and from others their turn.
            ("max_parallel_workers_per_gather", "0"),
            // A server may have another standard.
            ("default_transaction_isolation", "read committed"), ("lock_timeout", "10s"),
            ("client_connection_check_interval", "1s"),
        ]
        switch role {
        case .writer, .courier, .contents:
            // A plan that was made while a table was small would walk through all of it when it is large: what is written is
            // found by keys, whatever the statistics say.
            settings += ["seqscan", "sort", "hashjoin", "mergejoin"].map { ("enable_\($0)", "off") }
            // Who stops between two flights lets go of its locks.
            settings.append(("idle_in_transaction_session_timeout", "2s"))
        case .reader:
            // Never for what commits: a COMMIT that is cancelled has committed, and may not be on the standby.
            settings.append(("statement_timeout", "30s"))
            // A list may be written out to somebody while it is read.
            settings.append(("idle_in_transaction_session_timeout", "60s"))
        case .keeper:
            // A lease that is lost with the server's last moments is renewed, and no commit waits for it.
            settings += [("synchronous_commit", "off"), ("idle_in_transaction_session_timeout", "2s")]
        case .inspector:
            settings += [
                ("default_transaction_read_only", "on"), ("statement_timeout", "0"),
                ("idle_in_transaction_session_timeout", "0"),
            ]
        }
        return settings.map { "SELECT set_config('\($0.0)', '\($0.1)', false)" }
            // Where the server waits for less than its own disk; other values are the operator's.
            + (role == .keeper || role == .inspector
                ? []
                : [
                    """
                    SELECT set_config('synchronous_commit', 'on', false)
                    WHERE current_setting('synchronous_commit') = 'off'
                    """
                ])
    }
}
