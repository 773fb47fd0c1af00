import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StoragePostgres

/// What is told of a server that a store is on, from what it tells of itself, and of a real one.
@Suite(.timeLimit(.minutes(5)))
struct ServerWatchTests {
    /// Something that is amiss, and what is told of it.
    struct Trouble: CustomTestStringConvertible, Sendable {
        let check: String
        let isBad: Bool
        let words: String
        let change: @Sendable (inout ServerReading) -> Void

        var testDescription: String { words }

        init(_ check: String, isBad: Bool, _ words: String, _ change: @escaping @Sendable (inout ServerReading) -> Void)
        {
            (self.check, self.isBad, self.words, self.change) = (check, isBad, words, change)
        }

        static let all = [
            Trouble(
                "transaction", isBad: false, "process 7 (pg_dump, user app, idle in transaction) has had a snapshot"
            ) {
                $0.snapshot = .fixture(snapshotAge: 5, seconds: 400)
            },
            Trouble("transaction", isBad: true, "for 2 h, so that VACUUM keeps all rows since") {
                $0.snapshot = .fixture(snapshotAge: 5, seconds: 7_300)
            },
            Trouble("transaction", isBad: false, "for 2000000 transactions") {
                $0.snapshot = .fixture(snapshotAge: 2_000_000, seconds: nil)
            },
            Trouble("transaction", isBad: false, "has had a transaction open for 6 min") {
                $0.transaction = .fixture(snapshotAge: nil, seconds: 400)
            },
            Trouble("transaction", isBad: true, "the transaction \"two\" was prepared 2 days ago") {
                $0.prepared = ServerReading.Prepared(name: "two", seconds: 200_000)
            },
            Trouble("vacuum", isBad: true, "autovacuum is off") { $0.settings["autovacuum"] = "off" },
            Trouble("vacuum", isBad: true, "turned off for table taskd.reminder") { $0.tablesLeftAlone = ["reminder"] },
            Trouble("vacuum", isBad: true, "last frozen 1600000000 transactions ago") { $0.frozenAge = 1_600_000_000 },
            Trouble("bloat", isBad: false, "30000 dead rows beside 1000 live ones; it was never vacuumed") {
                $0.tables = [ServerReading.Table(name: "reminder", live: 1_000, dead: 30_000, vacuumAge: nil)]
            },
            Trouble("bloat", isBad: true, "the last autovacuum was 30 min ago") {
                $0.tables = [ServerReading.Table(name: "due_queue", live: 10, dead: 900_000, vacuumAge: 1_800)]
            },
            Trouble("standby", isBad: true, "wait for a synchronous standby (seoul), and none is connected") {
                $0.settings["synchronous_standby_names"] = "seoul"
                $0.standbys = [ServerReading.Standby(name: "busan", part: "async", bytes: 0, seconds: 0)]
            },
            Trouble("standby", isBad: false, "standby busan is 2 min and 7 MB behind") {
                $0.standbys = [ServerReading.Standby(name: "busan", part: "async", bytes: 7_000_000, seconds: 130)]
            },
            Trouble("slot", isBad: false, "slot old is read by nobody, and keeps 16 MB") {
                $0.slots = [ServerReading.Slot(name: "old", isActive: false, state: "reserved", bytes: 16_000_000)]
            },
            Trouble("slot", isBad: true, "keeps 2000 MB") {
                $0.slots = [ServerReading.Slot(name: "old", isActive: false, state: "extended", bytes: 2_000_000_000)]
            },
            Trouble("slot", isBad: true, "can no longer be served (lost)") {
                $0.slots = [ServerReading.Slot(name: "old", isActive: false, state: "lost", bytes: nil)]
            },
            Trouble("connections", isBad: false, "80 of 97 sessions are in use") { $0.connections = 80 },
            Trouble("connections", isBad: true, "96 of 97 sessions are in use") { $0.connections = 96 },
            Trouble("durability", isBad: true, "fsync is off") { $0.settings["fsync"] = "off" },
            Trouble("durability", isBad: true, "full_page_writes is off") { $0.settings["full_page_writes"] = "off" },
            Trouble("damage", isBad: true, "3 reads of pages") { $0.checksumFailures = 3 },
            Trouble("version", isBad: false, "PostgreSQL 13 has had no corrections since 2025-11-13") {
                $0.version = 130_020
            },
        ]
    }

    private static let now: UTCInstant = .noon

    @Test(arguments: Trouble.all)
    func `what is amiss is told once, with how to mend it`(_ trouble: Trouble) {
        var reading = ServerReading.sound
        #expect(reading.findings(at: Self.now) == [])
        trouble.change(&reading)
        let findings = reading.findings(at: Self.now)
        #expect(findings.map(\.check) == [trouble.check])
        #expect(findings.first?.isBad == trouble.isBad)
        #expect(findings.first?.text.contains(trouble.words) == true, "\(findings)")
        #expect(findings.first?.mend.hasSuffix(".") == true && findings.first?.text.contains("\n") == false)
    }

    @Test
    func `what is broken comes first`() {
        var reading = ServerReading.sound
        reading.connections = 80
        reading.settings["fsync"] = "off"
        #expect(reading.findings(at: Self.now).map(\.check) == ["durability", "connections"])
    }

    @Test
    func `a server tells who has a snapshot, which tables are left alone, and what its tables have`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
            await store.close()
            let holder = PostgresSession(
                SessionSettings(
                    conninfo: configuration.conninfo, role: .inspector, node: "slow", schema: configuration.schema),
                clock: ContinuousTime())
            try await holder.open()
            _ = try await holder.run(.beginSnapshot, within: .seconds(5))
            _ = try await holder.run(Statement("SELECT count(*) FROM task"), within: .seconds(5))
            _ = try await holder.run(Statement("SELECT pg_sleep(0.2)"), within: .seconds(5))
            let reading = try await read(configuration)
            let snapshot = try #require(reading.snapshot)
            #expect(try #require(snapshot.seconds) > 0.1 && snapshot.user == "taskd" && snapshot.snapshotAge != nil)
            #expect(Set(reading.tables.map(\.name)) == Set(ServerReading.hotTables))
            #expect(reading.settings["fsync"] == "off" && reading.settings["autovacuum"] == "on")
            #expect(try #require(reading.connections) > 1 && reading.frozenAge != nil && reading.version > 140_000)
            var limits = ServerReading.Limits()
            limits.transaction.told = 0.1
            let told = reading.findings(at: Self.now, limits).first { $0.check == "transaction" }
            #expect(told?.mend.contains("pg_terminate_backend(\(snapshot.process))") == true)
            let names = Set(reading.levels.map(\.name))
            #expect(names.isSuperset(of: ["taskd_database_oldest_snapshot_seconds", "taskd_database_dead_rows"]))
            await holder.close()
        }
    }

    @Test
    func `what the server tells of the parts of the log is told of the log`() async throws {
        try await FreshStores.withConfiguration(isNew: true) { configuration in
            let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
            await store.close()
            let session = PostgresSession(
                SessionSettings(
                    conninfo: configuration.conninfo, role: .keeper, node: "slow", schema: configuration.schema),
                clock: ContinuousTime())
            try await session.open()
            try await session.run { connection in
                try connection.runScript(
                    """
                    SELECT make_event_part(1000001, 1000);
                    INSERT INTO event SELECT place, gen_random_uuid(), 'task.created', 0, '{}'
                    FROM generate_series(999901, 1000100) AS place;
                    DELETE FROM event WHERE seq % 2 = 0
                    """)
            }
            await session.close()
            var log: ServerReading.Table?
            // The server counts what a session did once that has ended.
            for _ in 0..<100 where log?.live != 100 {
                let tables = try await read(configuration).tables.filter { $0.name.hasPrefix("event") }
                #expect(tables.map(\.name) == ["event"])
                log = tables.first
                try await ContinuousTime().wait(for: .milliseconds(50))
            }
            #expect(log?.live == 100 && log?.dead == 100, "\(String(describing: log))")
        }
    }

    private func read(_ configuration: PostgresStore.Configuration) async throws -> ServerReading {
        let session = PostgresSession(
            SessionSettings(
                conninfo: configuration.conninfo, role: .inspector, node: "watch", schema: configuration.schema),
            clock: ContinuousTime())
        let reading = try await session.run { connection in
            try connection.open()
            let snapshot = PostgresSnapshot(connection, schema: configuration.schema, isOlder: false)
            try snapshot.begin()
            return try ServerReading(snapshot, version: connection.serverVersion ?? 0)
        }
        await session.close()
        return reading
    }

    @Test
    func `however many ask, the server is asked once in ten seconds`() async throws {
        try await FreshStores.withConfiguration { configuration in
            let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
            await store.close()
            let clock = TestClock(.noon)
            let watch = ServerWatch(configuration, clock: clock.steady)
            func isAutovacuumTold() async -> Bool {
                let findings = await watch.keeping(at: Self.now)?.findings ?? []
                return findings.contains { $0.text.contains("for table \(configuration.schema).reminder") }
            }
            #expect(await !isAutovacuumTold())
            try PostgresServer.shared.get().query(
                "ALTER TABLE \(configuration.schema).reminder SET (autovacuum_enabled = false)",
                in: configuration.database)
            #expect(await !isAutovacuumTold())
            clock.advance(by: .seconds(11))
            #expect(await isAutovacuumTold())
            try PostgresServer.shared.get().query(
                "ALTER TABLE \(configuration.schema).reminder RESET (autovacuum_enabled)", in: configuration.database)
        }
    }

    @Test
    func `of a server that cannot be reached nothing is told`() async {
        let nowhere = PostgresStore.Configuration(conninfo: "postgresql:///x?host=/nowhere", node: "watch")
        #expect(await ServerWatch(nowhere, clock: ContinuousTime()).keeping(at: Self.now) == nil)
    }
}

extension ServerReading {
    /// A server of which there is nothing to be told.
    fileprivate static var sound: ServerReading {
        var reading = ServerReading()
        reading.version = 170_002
        reading.settings = [
            "autovacuum": "on", "track_counts": "on", "fsync": "on", "full_page_writes": "on", "max_connections": "100",
            "superuser_reserved_connections": "3", "synchronous_standby_names": "",
        ]
        reading.tables = [Table(name: "reminder", live: 100_000, dead: 30_000, vacuumAge: 60)]
        reading.standbys = [Standby(name: "busan", part: "async", bytes: 1_000, seconds: 0.1)]
        reading.slots = [Slot(name: "busan", isActive: true, state: "reserved", bytes: 2_000_000_000)]
        reading.connections = 20
        reading.frozenAge = 50_000_000
        reading.checksumFailures = 0
        return reading
    }
}

extension ServerReading.Holder {
    fileprivate static func fixture(snapshotAge: Int?, seconds: Double?) -> Self {
        Self(
            process: 7, user: "app", application: "pg_dump", state: "idle in transaction", snapshotAge: snapshotAge,
            seconds: seconds)
    }
}

extension PostgresStore.Configuration {
    /// The name of the database, which stands behind the slashes of a test's URI.
    fileprivate var database: String {
        String(conninfo.dropFirst("postgresql:///".count).prefix { $0 != "?" })
    }
}
