import Basics
import Foundation
import NIOHTTP1
import Recurrence
import TestSupport
import Testing

/// What keeps a store in a PostgreSQL database well: checks, and what is told of the server.
@Suite(
    .serialized, .timeLimit(.minutes(5)), .enabled(if: ProcessInfo.processInfo.environment["TASKD_POSTGRES"] == "1"))
struct DatabaseKeepingTests {
    private let server: PostgresServer
    private let group: DatabaseNodes

    init() throws {
        server = try PostgresServer.shared.get()
        group = try DatabaseNodes(on: server)
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(arguments, environment: group.environment("a").merging(environment) { $1 })
    }

    @Test
    func `a database is checked beside its nodes, and what is wrong is named with what mends it`() async throws {
        let daemon = try await group.start("a")
        _ = try await daemon.addWebhook("http://127.0.0.1:8099/")
        try await daemon.addTask("later", remindingAt: RunningDaemon.soon.advanced(by: .seconds(86_400)))
        let clean = try await run("check", "--db", group.uri)
        #expect(
            clean.status == 0 && clean.output.hasPrefix("ok: postgresql:///") && clean.output.contains("1 task,"),
            "\(clean.output)\(clean.errors)")
        try server.query("DELETE FROM taskd.due_queue", in: group.database)
        let damaged = try await run("check", environment: ["TASKD_DB": group.uri])
        #expect(damaged.status == 1 && damaged.output.contains("derived: reminder "), "\(damaged.output)")
        let mend = try #require(
            damaged.output.firstMatch(of: #/; mend: (UPDATE taskd\.reminder SET .* WHERE key = \d+)\n/#)?.1)
        try server.query(String(mend), in: group.database)
        let told = try await run("check", "--db", group.uri, "--json")
        #expect(told.status == 0 && told.output.contains("\"ok\":true"), "\(told.output)\(told.errors)")

        // A task that cannot be read, and a key that opens nothing.
        try server.query("UPDATE taskd.task SET due = 'never'", in: group.database)
        let unreadable = try await run("check", "--db", group.uri, "--json")
        #expect(unreadable.status == 1 && unreadable.output.contains("\"kind\":\"unreadable\""), "\(unreadable.output)")
        let keyless = try await run("check", "--db", group.uri, environment: group.environment("elsewhere"))
        #expect(
            keyless.status == 1 && keyless.output.contains("secret: file ")
                && keyless.output.contains("elsewhere/taskd/postgres.key: missing"), "\(keyless.output)")
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `the doctor tells what is amiss with the server, and the metrics have its numbers`() async throws {
        let daemon = try await group.start("a")
        try server.query("ALTER TABLE taskd.reminder SET (autovacuum_enabled = false)", in: group.database)
        let told = try await BuiltProgram.run(["doctor", "--db", group.uri], environment: daemon.environment)
        // The servers of the tests do without fsync.
        #expect(told.status == 1 && told.output.contains("durability: fsync is off"), "\(told.output)\(told.errors)")
        #expect(told.output.contains("vacuum: autovacuum is turned off for table taskd.reminder"), "\(told.output)")
        #expect(told.output.contains("ALTER TABLE taskd.reminder RESET (autovacuum_enabled)"), "\(told.output)")
        let metrics = try await daemon.metrics().text
        for name in [
            "taskd_database_oldest_snapshot_seconds ", "taskd_database_dead_rows{table=\"reminder\"} ",
            "taskd_database_max_sessions ", "taskd_database_faults ",
        ] {
            #expect(metrics.contains("\n\(name)"), "\(name)")
        }
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `a database that holds no store, or cannot be reached, is told without its password`() async throws {
        let empty = try await run("check", "--db", group.uri)
        #expect(empty.status == 1 && empty.errors.contains("holds no taskd store"), "\(empty.errors)")
        let nowhere = try await run("check", "--db", "postgresql://me:hidden@/none?host=/nowhere")
        #expect(nowhere.status == 1 && !nowhere.errors.isEmpty && !nowhere.errors.contains("hidden"))
    }
}
