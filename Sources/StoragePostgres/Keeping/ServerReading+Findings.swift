import Recurrence
import Storage

extension ServerReading {
    /// From when on something is amiss.
    struct Limits: Sendable {
        /// For how many seconds a transaction may be open until it is told of, and until it does harm.
        var transaction = (told: 300.0, bad: 3_600.0)
        /// How many dead rows a table may have, whatever it has besides.
        var deadRows = 20_000
        /// How far a standby may be behind, in seconds and in bytes.
        var lag = (seconds: 10.0, bytes: 100_000_000)
        /// How much of the server's log may be kept for a slot that nobody reads.
        var slotBytes = 1_000_000_000
        /// How many transactions may pass until rows must be frozen, of some 2,000,000,000.
        var frozenAge = 1_500_000_000
    }

    /// What is amiss, the worst first.
    func findings(at now: UTCInstant, _ limits: Limits = Limits()) -> [StoreKeeping.Finding] {
        let all =
            holding(limits) + vacuuming(limits) + replication(limits) + crowding() + durability() + support(at: now)
        return all.filter(\.isBad) + all.filter { !$0.isBad }
    }

    // MARK: Transactions

    private func holding(_ limits: Limits) -> [StoreKeeping.Finding] {
        var findings: [StoreKeeping.Finding] = []
        if let snapshot, let finding = finding(snapshot, "a snapshot", ", so that VACUUM keeps all rows since", limits)
        {
            findings.append(finding)
        }
        if let transaction, transaction.process != snapshot?.process,
            let finding = finding(transaction, "a transaction open", "", limits)
        {
            findings.append(finding)
        }
        if let prepared, prepared.seconds >= limits.transaction.told {
            findings.append(
                StoreKeeping.Finding(
                    "transaction", isBad: prepared.seconds >= limits.transaction.bad,
                    "the transaction \"\(prepared.name)\" was prepared \(Self.span(prepared.seconds)) ago and never ended",
                    mend: "COMMIT PREPARED '\(prepared.name)', or ROLLBACK PREPARED '\(prepared.name)'."))
        }
        return findings
    }

    /// How many transactions behind a snapshot is old whose time the role may not know.
    private static let oldSnapshot = 1_000_000

    private func finding(
        _ holder: Holder, _ what: String, _ consequence: String, _ limits: Limits
    ) -> StoreKeeping.Finding? {
        let age = holder.snapshotAge ?? 0
        let isOld = holder.seconds.map { $0 >= limits.transaction.told } ?? (age >= Self.oldSnapshot)
        guard isOld else { return nil }
        let who = [holder.application, holder.user.isEmpty ? "" : "user \(holder.user)", holder.state]
            .filter { !$0.isEmpty }.joined(separator: ", ")
        let time = holder.seconds.map { "for \(Self.span($0))" } ?? "for \(age) transactions"
        return StoreKeeping.Finding(
            "transaction", isBad: holder.seconds ?? 0 >= limits.transaction.bad,
            "process \(holder.process) (\(who)) has had \(what) \(time)\(consequence)",
            mend: "End it there, or here by SELECT pg_terminate_backend(\(holder.process)).")
    }

    // MARK: Vacuum

    private func vacuuming(_ limits: Limits) -> [StoreKeeping.Finding] {
        var findings = ["autovacuum", "track_counts"].filter { settings[$0] == "off" }.map { name in
            StoreKeeping.Finding(
                "vacuum", isBad: true, "\(name) is off: nobody removes dead rows, and every look-up gets slower",
                mend: "ALTER SYSTEM SET \(name) = on, and SELECT pg_reload_conf().")
        }
        findings += tablesLeftAlone.map { table in
            StoreKeeping.Finding(
                "vacuum", isBad: true, "autovacuum is turned off for table \(schema).\(table)",
                mend: "ALTER TABLE \(schema).\(table) RESET (autovacuum_enabled).")
        }
        findings += tables.filter { $0.dead >= limits.deadRows && $0.dead > $0.live }.map { table in
            let last = table.vacuumAge.map { "the last autovacuum was \(Self.span($0)) ago" } ?? "it was never vacuumed"
            return StoreKeeping.Finding(
                "bloat", isBad: table.dead >= 10 * limits.deadRows && table.dead > 5 * table.live,
                "table \(table.name) has \(table.dead) dead rows beside \(table.live) live ones; \(last)",
                mend: "VACUUM ANALYZE \(schema).\(table.name); if they stay, end what has an old snapshot.")
        }
        if let frozenAge, frozenAge >= limits.frozenAge {
            findings.append(
                StoreKeeping.Finding(
                    "vacuum", isBad: true,
                    "rows were last frozen \(frozenAge) transactions ago; at 2,000,000,000 the server takes no changes",
                    mend: "End old transactions, and run vacuumdb --freeze on the database."))
        }
        return findings
    }

    // MARK: Replication

    private func replication(_ limits: Limits) -> [StoreKeeping.Finding] {
        var findings: [StoreKeeping.Finding] = []
        let isWaited = standbys.contains { $0.part == nil || $0.part == "sync" || $0.part == "quorum" }
        if let names = settings["synchronous_standby_names"], !names.isEmpty, !isWaited {
            findings.append(
                StoreKeeping.Finding(
                    "standby", isBad: true,
                    "commits wait for a synchronous standby (\(names)), and none is connected",
                    mend:
                        "Start it; or, at the risk of losing commits with the primary, empty synchronous_standby_names."
                ))
        }
        findings += standbys.compactMap { standby in
            let (bytes, seconds) = (standby.bytes ?? 0, standby.seconds ?? 0)
            guard seconds >= limits.lag.seconds || bytes >= limits.lag.bytes else { return nil }
            return StoreKeeping.Finding(
                "standby", isBad: false,
                "standby \(standby.name) is \(Self.span(seconds)) and \(bytes / 1_000_000) MB behind",
                mend: "Look at its log, its disk and the network; what it lacks is lost if it takes over now.")
        }
        findings += slots.compactMap { slot in
            let bytes = slot.bytes ?? 0
            let isLost = slot.state == "lost" || slot.state == "unreserved"
            guard isLost || !slot.isActive else { return nil }
            let what = isLost ? "can no longer be served (\(slot.state))" : "keeps \(bytes / 1_000_000) MB of log"
            return StoreKeeping.Finding(
                "slot", isBad: isLost || bytes >= limits.slotBytes,
                "replication slot \(slot.name) \(slot.isActive ? "" : "is read by nobody, and ")\(what)",
                mend: "Start what reads it, or SELECT pg_drop_replication_slot('\(slot.name)').")
        }
        return findings
    }

    // MARK: The server

    /// The most sessions that roles have which are not superusers.
    var room: (used: Int, of: Int)? {
        guard let connections, let most = settings["max_connections"].flatMap({ Int($0) }) else { return nil }
        let kept = ["superuser_reserved_connections", "reserved_connections"].compactMap {
            settings[$0].flatMap { Int($0) }
        }
        return (connections, max(1, most - kept.reduce(0, +)))
    }

    private func crowding() -> [StoreKeeping.Finding] {
        guard let (used, most) = room, used * 5 >= most * 4 else { return [] }
        return [
            StoreKeeping.Finding(
                "connections", isBad: used * 20 >= most * 19,
                "\(used) of \(most) sessions are in use; a node that starts needs 9",
                mend: "End idle ones, let other applications use a pooler, or raise max_connections.")
        ]
    }

    private func durability() -> [StoreKeeping.Finding] {
        let dangers = [
            ("fsync", "an outage of power loses or damages what was acknowledged"),
            ("full_page_writes", "an outage of power can damage pages for good"),
        ]
        var findings = dangers.filter { settings[$0.0] == "off" }.map { name, danger in
            StoreKeeping.Finding(
                "durability", isBad: true, "\(name) is off: \(danger)",
                mend: "ALTER SYSTEM SET \(name) = on, and SELECT pg_reload_conf().")
        }
        if let checksumFailures, checksumFailures > 0 {
            findings.append(
                StoreKeeping.Finding(
                    "damage", isBad: true, "\(checksumFailures) reads of pages did not match their checksums",
                    mend: "Look at the disk; run pg_amcheck and taskd check, and fail over or restore a backup."))
        }
        return findings
    }

    /// The last days on which versions are mended (https://www.postgresql.org/support/versioning/).
    private static let ends: [Int: String] = [
        13: "2025-11-13", 14: "2026-11-12", 15: "2027-11-11", 16: "2028-11-09", 17: "2029-11-08", 18: "2030-11-14",
    ]

    private func support(at now: UTCInstant) -> [StoreKeeping.Finding] {
        let major = version / 10_000
        guard let end = Self.ends[major], let instant = UTCInstant("\(end)T23:59:59Z"), instant < now else { return [] }
        return [
            StoreKeeping.Finding(
                "version", isBad: false, "PostgreSQL \(major) has had no corrections since \(end)",
                mend: "Upgrade the server (pg_upgrade) to a version that is supported.")
        ]
    }

    /// A span as people read it.
    private static func span(_ seconds: Double) -> String {
        switch Int(seconds) {
        case ..<60: "\(Int(seconds)) s"
        case ..<3_600: "\(Int(seconds) / 60) min"
        case ..<172_800: "\(Int(seconds) / 3_600) h"
        case let long: "\(long / 86_400) days"
        }
    }
}

extension ServerReading {
    /// The numbers, by names of metrics.
    var levels: [StoreKeeping.Level] {
        var levels = [
            StoreKeeping.Level("taskd_database_oldest_snapshot_seconds", snapshot?.seconds ?? 0),
            StoreKeeping.Level("taskd_database_oldest_snapshot_transactions", Double(snapshot?.snapshotAge ?? 0)),
            StoreKeeping.Level("taskd_database_longest_transaction_seconds", transaction?.seconds ?? 0),
        ]
        if let room {
            levels.append(StoreKeeping.Level("taskd_database_sessions", Double(room.used)))
            levels.append(StoreKeeping.Level("taskd_database_max_sessions", Double(room.of)))
        }
        levels += tables.map { StoreKeeping.Level("taskd_database_live_rows", of: ("table", $0.name), Double($0.live)) }
        levels += tables.map { StoreKeeping.Level("taskd_database_dead_rows", of: ("table", $0.name), Double($0.dead)) }
        levels += tables.compactMap { table in
            table.vacuumAge.map {
                StoreKeeping.Level("taskd_database_autovacuum_age_seconds", of: ("table", table.name), $0)
            }
        }
        levels += standbys.compactMap { standby in
            standby.bytes.map {
                StoreKeeping.Level("taskd_database_standby_lag_bytes", of: ("standby", standby.name), Double($0))
            }
        }
        levels += slots.compactMap { slot in
            slot.bytes.map { StoreKeeping.Level("taskd_database_slot_bytes", of: ("slot", slot.name), Double($0)) }
        }
        return levels
    }
}
