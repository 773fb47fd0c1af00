import Basics
import Recurrence
import Storage
import StorageSQLite
import StoreConformance
import StoreFixtures
import TestSupport
import Testing

@testable import StoragePostgres

/// What a look into a database finds, against a real server.
@Suite(.timeLimit(.minutes(10)))
struct InspectionTests {
    private static let clock = ContinuousTime()

    /// Damage that is done to a store, and what is found of it.
    struct Damage: CustomTestStringConvertible, Sendable {
        let sql: String
        let kind: StoreFault.Kind
        /// What the fault is about, or part of it.
        var subject = ""
        /// Whether what the fault says mends it.
        var isMended = false

        var testDescription: String { sql }

        static let all = [
            Damage(sql: "DELETE FROM event WHERE seq = 7", kind: .gap, subject: "event 8"),
            Damage(sql: "DELETE FROM event WHERE seq <= 7", kind: .gap, subject: "event 8"),
            Damage(sql: "INSERT INTO retention VALUES ('events', 999)", kind: .gap, subject: "event 1000"),
            Damage(sql: "DELETE FROM event WHERE seq = 7", kind: .delivery, subject: "dlv_"),
            Damage(sql: "DELETE FROM hook", kind: .delivery, subject: "dlv_"),
            Damage(sql: "DELETE FROM hook", kind: .damage, subject: "hook_secret where hook_key"),
            Damage(
                sql: "UPDATE delivery SET state = 1, next_attempt_at = NULL, is_claimed = true WHERE event_seq = 3",
                kind: .delivery, subject: "dlv_"),
            Damage(
                sql: """
                    INSERT INTO attempt (hook_key, event_seq, number, started_at, duration_ms, outcome)
                    VALUES (99, 1, 1, 0, 0, 'status')
                    """, kind: .delivery, subject: "dlv_", isMended: true),
            Damage(
                sql: "UPDATE due_queue SET fire_at = fire_at + 1", kind: .derived, subject: "reminder ",
                isMended: true),
            Damage(
                sql: "UPDATE due_queue SET task_key = task_key + 1", kind: .derived, subject: "reminder ",
                isMended: true),
            Damage(sql: "DELETE FROM due_queue", kind: .derived, subject: "reminder ", isMended: true),
            Damage(
                sql: "INSERT INTO due_queue VALUES (99999, 1, gen_random_uuid(), 1)", kind: .derived,
                subject: "row 99999 of due_queue", isMended: true),
            Damage(
                sql: "UPDATE tag SET task_count = task_count + 1", kind: .derived, subject: "tag \"", isMended: true),
            Damage(
                sql: "UPDATE tag SET series_count = series_count + 2", kind: .derived, subject: "tag \"",
                isMended: true),
            Damage(
                sql: "UPDATE project SET open_count = 5, cancelled_count = 3", kind: .derived, subject: "project \"",
                isMended: true),
            Damage(sql: "DELETE FROM attachment_use", kind: .derived, subject: "attachment "),
            Damage(sql: "DELETE FROM task_search WHERE key = 2", kind: .search, subject: "task "),
            Damage(sql: "UPDATE task_search SET words = 'other' WHERE key = 2", kind: .search, subject: "task "),
            Damage(sql: "UPDATE task_search SET title_words = 'other'", kind: .search, subject: "task "),
            Damage(sql: "UPDATE task_search SET title_key = '\\x00'", kind: .search, subject: "task "),
            Damage(sql: "INSERT INTO statistic VALUES (0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)", kind: .statistics),
            Damage(sql: "INSERT INTO statistic VALUES (0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0)", kind: .statistics),
            Damage(sql: "UPDATE statistic_progress SET sequence = 9999", kind: .statistics, subject: "log"),
            Damage(sql: "DELETE FROM task WHERE key = 2", kind: .damage, subject: "task_search where key = '2'"),
            Damage(
                sql: "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'due_queue_order'::regclass",
                kind: .damage, subject: "index due_queue_order", isMended: true),
            Damage(
                sql: "ALTER TABLE reminder DISABLE TRIGGER due_queue_moves", kind: .damage, subject: "table reminder",
                isMended: true),
            Damage(
                sql: "ALTER TABLE task_tag DISABLE TRIGGER ALL", kind: .damage, subject: "table task_tag",
                isMended: true),
            Damage(sql: "SELECT setval('task_key_seq', 1)", kind: .damage, subject: "table task", isMended: true),
            Damage(sql: "SELECT setval('tag_key_seq', 1, false)", kind: .damage, subject: "table tag", isMended: true),
            Damage(
                sql: "UPDATE task SET attachments = '{' WHERE key = 2", kind: .damage,
                subject: ".attachment_use"),
        ]
    }

    private func look<Value: Sendable>(
        _ configuration: PostgresStore.Configuration, _ body: @Sendable (any InspectedStore) throws -> Value
    ) async throws -> Value {
        try await PostgresInspection.inspect(configuration, clock: Self.clock, body)
    }

    private func faults(_ configuration: PostgresStore.Configuration) async throws -> [StoreFault] {
        try await look(configuration) { try $0.faults() + $0.searchFaults() + $0.statisticsFaults() }
    }

    /// Runs statements in a store's schema, with no trigger that would make good what they do.
    private func run(_ statements: [String], in configuration: PostgresStore.Configuration, plainly: Bool = false)
        async throws
    {
        let settings = SessionSettings(
            conninfo: configuration.conninfo, role: .keeper, node: "test", schema: configuration.schema)
        let session = PostgresSession(settings, clock: Self.clock)
        try await session.open()
        try await session.run { connection in
            if !plainly { try connection.runScript("SET session_replication_role = replica") }
            for statement in statements { try connection.runScript(statement) }
        }
        await session.close()
    }

    private func fill(_ configuration: PostgresStore.Configuration) async throws {
        let store = try await PostgresStore.open(configuration, clock: Self.clock)
        try await store.write { transaction in
            try transaction.save(Hook.webhook(1) { $0.sealedSecrets = [[1, 2, 3]] })
            try transaction.saveFixture(.filledFixture(1))
            try transaction.append((1...20).map { .fixture($0) })
            for number in 2...1_200 {
                try transaction.save(
                    TaskItem.fixture(number) {
                        $0.content.tags = ["home"]
                        $0.reminders = [.fixture(5_000 + number, firesAt: .noon(plus: number))]
                    })
            }
        }
        await store.close()
    }

    @Test(arguments: Damage.all)
    func `what is damaged is found and named, and what can be mended by a statement is`(_ damage: Damage) async throws {
        try await FreshStores.withConfiguration { configuration in
            try await fill(configuration)
            let before = try await faults(configuration)
            #expect(before == [])
            try await run([damage.sql], in: configuration)
            let found = try await faults(configuration)
            #expect(
                found.contains { $0.kind == damage.kind && $0.subject.contains(damage.subject) },
                "\(found.prefix(5))")
            guard damage.isMended else { return }
            var left = found
            // At most so many are named at a time.
            for _ in 0..<20 where !left.isEmpty {
                try await run(left.compactMap(\.mend), in: configuration, plainly: true)
                left = try await faults(configuration)
            }
            #expect(left == [])
        }
    }

    @Test(arguments: MovedCases.all)
    func `what is found of a store on a server is what is found of the same one in a file`(
        _ example: ConformanceSuite.Case
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try SQLiteStore(path: folder.path("taskd.db"))
        try await example.check(file)
        try file.close()
        let snapshot = try StoreSnapshot(path: folder.path("taskd.db"))
        let expected = try snapshot.faults() + snapshot.searchFaults() + snapshot.statisticsFaults()
        let tasks = try snapshot.counts()["task"]
        try snapshot.close()
        try await FreshStores.withConfiguration { configuration in
            let store = try await PostgresStore.open(configuration, clock: Self.clock)
            try await example.check(store)
            await store.close()
            let found = try await faults(configuration)
            #expect(Set(found.map(\.kind)) == Set(expected.map(\.kind)), "\(found) instead of \(expected)")
            let counted = try await look(configuration) { try $0.counts()["task"] }
            #expect(counted == tasks)
        }
    }

    @Test
    func `tasks are read in pages, from one snapshot, and one that cannot be read does not hide the others`()
        async throws
    {
        try await FreshStores.withConfiguration { configuration in
            try await fill(configuration)
            try await run(["UPDATE task SET title = '' WHERE key = 3"], in: configuration)
            let node = try await PostgresStore.open(configuration, clock: Self.clock)
            let ids = try await look(configuration) { store in
                var (ids, cursor): ([TaskID], StoreCursor?) = ([], nil)
                repeat {
                    let (entries, next) = try store.tasks(after: cursor, limit: 500)
                    ids += entries.compactMap { try? $0.get().id }
                    cursor = next
                } while cursor != nil
                #expect(try store.read { try $0.hooks() }.count == 1)
                return ids
            }
            #expect(ids == (1...1_200).map { .numbered($0) })
            await node.close()
        }
    }

    /// What is done to the parts of the log, and what is found then.
    struct PartDamage: CustomTestStringConvertible, Sendable {
        let sql: String
        let subject: String
        let detail: String
        /// What mends it; nil where the fault says so itself.
        var mend: String?

        var testDescription: String { sql }

        static let all = [
            PartDamage(
                sql: "DROP TABLE event_5000010", subject: "table event",
                detail: "has no part for the events 5000010 to 6000009"),
            PartDamage(
                sql: "ALTER TABLE event DETACH PARTITION event_5000010", subject: "table event_5000010",
                detail: "is no part of table event any more",
                mend: "ALTER TABLE event ATTACH PARTITION event_5000010 FOR VALUES FROM (5000010) TO (6000010)"),
            PartDamage(
                sql: "ALTER TABLE event DETACH PARTITION event_5000010", subject: "table event",
                detail: "has no part for the events 5000010 to 6000009",
                mend: "ALTER TABLE event ATTACH PARTITION event_5000010 FOR VALUES FROM (5000010) TO (6000010)"),
            PartDamage(
                sql: "CREATE INDEX odd ON ONLY event (at)", subject: "index odd",
                detail: "is not there, or not whole, for each part of table event", mend: "DROP INDEX odd"),
            PartDamage(
                sql: "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'event_5000010_pkey'::regclass",
                subject: "index event_5000010_pkey", detail: "is not used for table event_5000010"),
            PartDamage(
                sql: "DELETE FROM event WHERE seq = 5000010", subject: "event 5000011",
                detail: "the event before it is missing",
                mend: "INSERT INTO event VALUES (5000010, gen_random_uuid(), 'task.created', 0, '{}')"),
        ]
    }

    /// A log that goes on over the end of a part: after 5000009 another one begins, and after 6000009.
    private func withParts(_ body: (PostgresStore.Configuration) async throws -> Void) async throws {
        try await FreshStores.withConfiguration(isNew: true) { configuration in
            let store = try await PostgresStore.open(configuration, clock: Self.clock)
            await store.close()
            try await run(
                [
                    "SELECT make_event_part(5000000, 10), make_event_part(6000000, 10), make_event_part(7000000, 10)",
                    "INSERT INTO retention VALUES ('events', 5000007)",
                    """
                    INSERT INTO event SELECT place, gen_random_uuid(), 'task.created', 0, '{}'
                    FROM generate_series(5000008, 5000012) AS place
                    """,
                    "UPDATE statistic_progress SET sequence = 5000012",
                ], in: configuration)
            try await body(configuration)
            // Whoever gets it next has a log from the beginning.
            try await run(
                [
                    """
                    DO $$ DECLARE part text; BEGIN
                        FOR part IN SELECT name FROM event_part LOOP EXECUTE 'DROP TABLE ' || part; END LOOP;
                    END $$; SELECT make_room();
                    """
                ], in: configuration)
        }
    }

    @Test(arguments: PartDamage.all)
    func `the log is looked at over the ends of its parts, each of which must be there`(_ damage: PartDamage)
        async throws
    {
        try await withParts { configuration in
            #expect(try await faults(configuration) == [])
            try await run([damage.sql], in: configuration)
            let found = try await faults(configuration)
            let fault = try #require(
                found.first { $0.subject == damage.subject && $0.detail.contains(damage.detail) }, "\(found)")
            try await run([try #require(damage.mend ?? fault.mend)], in: configuration, plainly: true)
            let left = try await faults(configuration)
            // What was dropped with a part is not there again.
            #expect(left.allSatisfy { $0.kind == .gap || $0.kind == .statistics }, "\(left)")
        }
    }

    @Test
    func `a part may be gone of which all was trimmed, though one before it is kept`() async throws {
        try await withParts { configuration in
            try await run(
                [
                    "DROP TABLE event_5000010", "UPDATE retention SET place = 6000009 WHERE name = 'events'",
                    "INSERT INTO event VALUES (6000010, gen_random_uuid(), 'task.created', 0, '{}')",
                    "UPDATE statistic_progress SET sequence = 6000010",
                ], in: configuration)
            #expect(try await faults(configuration) == [])
        }
    }

    @Test
    func `a database without a store, and one that cannot be reached, are refused`() async throws {
        let server = try PostgresServer.shared.get()
        let empty = PostgresStore.Configuration(conninfo: server.conninfo(try server.makeDatabase()), node: "check")
        await #expect { try await look(empty) { try $0.faults() } } throws: { ($0 as? StoreError)?.code == .notAStore }
        let nowhere = PostgresStore.Configuration(conninfo: "postgresql:///x?host=/nowhere", node: "check")
        await #expect { try await look(nowhere) { try $0.faults() } } throws: {
            ($0 as? StoreError)?.code == .unavailable
        }
    }
}
