import Basics
import Foundation
import Storage
import StoreConformance
import StoreFixtures
import TestSupport
import Testing

@testable import StoragePostgres

/// Contents of attachments in a database, against a real server.
@Suite(.timeLimit(.minutes(5)))
struct ContentTests {
    /// A store with its contents, and a session beside it.
    private struct Bench: Sendable {
        let store: PostgresStore
        let beside: PostgresSession
        /// Which sessions of the server are those that the store has for contents.
        let isSession: String

        func rows(_ sql: String, _ arguments: Arguments = []) async throws -> Rows {
            try await beside.run(Statement(sql), Parameters(arguments), within: .seconds(20))
        }

        func number(_ sql: String) async throws -> Int { try await rows(sql).value(Int.self, 0, 0) ?? 0 }

        /// Lets an hour go by, by the clock of the database.
        func age() async throws { _ = try await rows("UPDATE content_upload SET written_at = written_at - 3600001") }

        func sweep() async throws -> Int { try await store.contents.removeUnnamed({ _ in [] }, {}) }

        /// Attaches bytes to nothing, but has the store know them.
        func keep(_ bytes: [UInt8]) async throws -> StoredContent {
            let content = content(bytes)
            var draft = try await store.contents.draft()
            try await draft.write(bytes)
            try await draft.publish(as: content) { try await store.write { try $0.keep(content) } }
            await draft.remove()
            return content
        }

        func content(_ bytes: [UInt8]) -> StoredContent {
            var hasher = ContentHasher()
            bytes.withUnsafeBytes { hasher.update($0) }
            return StoredContent(hasher.digest(), size: bytes.count)
        }
    }

    private func withBench(_ body: (Bench, PostgresStore.Configuration) async throws -> Void) async throws {
        try await FreshStores.withConfiguration { given in
            var configuration = given
            // By which its sessions are told from those of other tests.
            configuration.node = given.schema
            let store = try await PostgresStore.open(configuration, clock: ContinuousTime())
            let settings = SessionSettings(
                conninfo: configuration.conninfo, role: .keeper, node: "beside", schema: configuration.schema)
            let beside = PostgresSession(settings, clock: ContinuousTime())
            try await beside.open()
            let isSession = "application_name = 'taskd/\(configuration.node)/contents'"
            try await body(Bench(store: store, beside: beside, isSession: isSession), configuration)
            await beside.close()
            await store.close()
        }
    }

    private static let megabyte = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 1_000) }

    @Test(arguments: ConformanceSuite.contentCases)
    func `a database keeps contents as every place for them must`(conformance: ConformanceSuite.ContentCase)
        async throws
    {
        try await withBench { bench, _ in
            try await conformance.check(bench.store.contents, of: bench.store) { try await bench.age() }
        }
    }

    @Test
    func `between two pieces an upload holds no session, no transaction and no lock`() async throws {
        try await withBench { bench, _ in
            var draft = try await bench.store.contents.draft()
            try await draft.write(Self.megabyte)
            let isBusy = "state <> 'idle' OR EXISTS (SELECT 1 FROM pg_locks WHERE pg_locks.pid = pg_stat_activity.pid)"
            let sessions = "SELECT count(*) FROM pg_stat_activity WHERE \(bench.isSession)"
            #expect(try await bench.number(sessions) == 1)
            #expect(try await bench.number("\(sessions) AND (\(isBusy))") == 0)
            #expect(try await bench.number("SELECT count(*) FROM content_piece") == 3)
            await draft.remove()
            #expect(try await bench.number("SELECT count(*) FROM content_piece") == 0)
            #expect(try await bench.number("SELECT count(*) FROM content_upload") == 0)
        }
    }

    @Test
    func `what a node left that was killed is removed after an hour, and what is still being written is not`()
        async throws
    {
        try await withBench { bench, _ in
            var left = try await bench.store.contents.draft()
            try await left.write(Self.megabyte)
            #expect(try await bench.sweep() == 0)
            try await bench.age()
            // However slow a client is: what counts is when something last came.
            var slow = try await bench.store.contents.draft()
            try await slow.write(Self.megabyte)
            try await bench.age()
            try await slow.write(Array(Self.megabyte.prefix(300_000)))
            #expect(try await bench.sweep() == 1)
            let content = bench.content(Self.megabyte + Self.megabyte.prefix(300_000))
            try await slow.publish(as: content) { try await bench.store.write { try $0.keep(content) } }
            #expect(try await bench.store.contents.open(content)?.forEachPiece() == content)
            // Who wakes to what was removed cannot go on with it.
            let failure = await #expect(throws: StoreError.self) { try await left.write(Self.megabyte) }
            #expect(failure?.code == .unavailable)
            await left.remove()
            await slow.remove()
            #expect(try await bench.number("SELECT count(*) FROM content_upload") == 1)
        }
    }

    @Test
    func `what is forgotten can be read to its end, and is removed an hour later`() async throws {
        try await withBench { bench, _ in
            let content = try await bench.keep(Self.megabyte)
            try await bench.age()
            let reader = try #require(try await bench.store.contents.open(content))
            let start = try await reader.read(at: 0, atMost: 1_000)
            #expect(start == Array(Self.megabyte.prefix(1_000)))
            #expect(try await bench.store.write { try $0.forget([content.digest]) } == [content.digest])
            #expect(try await bench.sweep() == 0)
            #expect(try await reader.forEachPiece() == content)
            try await bench.age()
            #expect(try await bench.sweep() == 1)
            #expect(try await bench.number("SELECT count(*) FROM content_piece") == 0)
            #expect(try await reader.read(at: 0, atMost: 1_000) == [])
        }
    }

    @Test
    func `removing that was broken off goes on, and a transaction that names an upload is waited for`() async throws {
        try await withBench { bench, configuration in
            let content = bench.content(Self.megabyte)
            var draft = try await bench.store.contents.draft()
            try await draft.write(Self.megabyte)
            try await draft.publish(as: content) {}
            try await bench.age()
            // Another node is about to name what seems to be left over.
            let other = PostgresSession(
                SessionSettings(
                    conninfo: configuration.conninfo, role: .writer, node: "other", schema: configuration.schema),
                clock: ContinuousTime())
            try await other.open()
            _ = try await other.run(.begin, within: .seconds(20))
            _ = try await other.run(
                Statement("INSERT INTO content (digest, size, upload_id) SELECT digest, size, id FROM content_upload"),
                within: .seconds(20))
            async let removed = bench.sweep()
            let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND \(bench.isSession)"
            while try await bench.number(waits) == 0 {}
            _ = try await other.run(.commit, within: .seconds(20))
            #expect(try await removed == 0)
            await other.close()
            #expect(try await bench.store.contents.open(content)?.forEachPiece() == content)
            _ = try await bench.store.write { try $0.forget([content.digest]) }
            _ = try await bench.rows("UPDATE content_upload SET (digest, size, written_at) = (NULL, NULL, NULL)")
            #expect(try await bench.sweep() == 1)
            #expect(try await bench.number("SELECT count(*) FROM content_upload") == 0)
        }
    }

    @Test
    func `an upload whose session is ended goes on, and a server that is away is told`() async throws {
        try await withBench { bench, configuration in
            var draft = try await bench.store.contents.draft()
            for start in stride(from: 0, to: 1_000_000, by: 250_000) {
                _ = try await bench.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(bench.isSession)")
                try await draft.write(Array(Self.megabyte[start..<start + 250_000]))
            }
            let content = bench.content(Self.megabyte)
            try await draft.publish(as: content) { try await bench.store.write { try $0.keep(content) } }
            await draft.remove()
            #expect(try await bench.store.contents.open(content)?.forEachPiece() == content)
            let settings = SessionSettings(
                conninfo: "postgresql:///none?host=/nowhere", role: .contents, node: "test",
                schema: configuration.schema)
            let away = ContentSession(
                PostgresSession(settings, clock: ContinuousTime()),
                patience: RetryPatience(clock: ContinuousTime(), whole: .milliseconds(200)))
            let failure = await #expect(throws: StoreError.self) { try await away.run("SELECT 1") }
            #expect(failure?.code == .unavailable)
        }
    }

    @Test
    func `what the role of a session may not do is told as that, with what to grant`() async throws {
        try await withBench { bench, configuration in
            let role = "lacks_\(configuration.schema)"
            for sql in ["CREATE ROLE \(role)", "GRANT USAGE ON SCHEMA \(configuration.schema) TO \(role)"] {
                _ = try await bench.rows(sql)
            }
            let settings = SessionSettings(
                conninfo: configuration.conninfo + "&options=-crole%3D\(role)", role: .contents, node: "test",
                schema: configuration.schema)
            let session = ContentSession(
                PostgresSession(settings, clock: ContinuousTime()), patience: RetryPatience(clock: ContinuousTime()))
            let failure = await #expect(throws: StoreError.self) {
                try await session.run("SELECT 1 FROM content_piece")
            }
            #expect(failure?.code == .forbidden && failure?.isRetryable == false)
            let text = failure?.description ?? ""
            #expect(text.contains("content_piece") && text.contains("GRANT") && text.contains("42501"), "\(text)")
            await session.close()
            for sql in ["DROP OWNED BY \(role)", "DROP ROLE \(role)"] { _ = try await bench.rows(sql) }
        }
    }

    @Test
    func `content that lacks a piece, or a part of one, is not opened`() async throws {
        try await withBench { bench, _ in
            for sql in [
                "DELETE FROM content_piece WHERE number = 3", "DELETE FROM content_piece WHERE number = 0",
                "UPDATE content_piece SET bytes = substring(bytes FROM 2) WHERE number = 1",
                "UPDATE content_piece SET number = 7 WHERE number = 1",
            ] {
                let content = try await bench.keep(Self.megabyte)
                #expect(try await bench.store.contents.open(content)?.forEachPiece() == content)
                _ = try await bench.rows(sql)
                await #expect(throws: ContentError.damaged) { try await bench.store.contents.open(content) }
                // Who sends it again mends it.
                _ = try await bench.keep(Self.megabyte)
                #expect(try await bench.store.contents.open(content)?.forEachPiece() == content)
                _ = try await bench.rows("UPDATE content SET upload_id = NULL")
                #expect(try await bench.store.contents.open(content) == nil)
                _ = try await bench.rows("DELETE FROM content_piece")
                _ = try await bench.rows("DELETE FROM content_upload")
            }
        }
    }

    @Test
    func `a check finds each content whose bytes are missing or others, and nothing in an upload`() async throws {
        try await withBench { bench, configuration in
            let contents = [
                try await bench.keep(Self.megabyte), try await bench.keep(Array(Self.megabyte.dropFirst())),
                try await bench.keep([1]),
            ]
            let lacking = StoredContent(try #require(ContentDigest(String(repeating: "a", count: 64))), size: 3)
            try await bench.store.write { try $0.keep(lacking) }
            var draft = try await bench.store.contents.draft()
            try await draft.write(Self.megabyte)
            func details() async throws -> [String?] {
                try await PostgresInspection.inspect(configuration, clock: ContinuousTime()) { store in
                    #expect(try store.faults() == [])
                    return try (contents + [lacking]).map { try store.fault(of: $0)?.detail }
                }
            }
            #expect(try await details() == [nil, nil, nil, "is missing"])
            for (sql, content) in [
                ("UPDATE content_piece SET bytes = set_byte(bytes, 7, get_byte(bytes, 7) # 1) WHERE number = 2", 0),
                ("DELETE FROM content_piece WHERE number = 3", 1),
            ] {
                _ = try await bench.rows(
                    "\(sql) AND upload_id = (SELECT upload_id FROM content WHERE digest = ?)",
                    [contents[content].digest.description])
            }
            #expect(
                try await details() == [
                    "does not match its SHA-256", "has 786432 bytes instead of 999999", nil, "is missing",
                ])
            let notes = try await PostgresInspection.inspect(configuration, clock: ContinuousTime()) {
                try $0.unnamedContents()
            }
            #expect(notes == nil)
            try await bench.age()
            let old = try await PostgresInspection.inspect(configuration, clock: ContinuousTime()) {
                try $0.unnamedContents()
            }
            #expect(old?.hasPrefix("1 upload belongs to no attachment") == true)
            await draft.remove()
        }
    }
}
