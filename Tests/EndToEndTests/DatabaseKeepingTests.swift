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

    private func serve(_ nodes: DatabaseNodes, _ flags: [String] = []) async throws -> RunningDaemon {
        try await RunningDaemon(
            store: nodes.uri, flags: ["--node", "a"] + flags, environment: nodes.environment("a"),
            tokenFile: nodes.folder.path("a/taskd/postgres.token"))
    }

    /// The events of a type in the log, once there are some.
    private func events(_ type: String, of daemon: RunningDaemon) async throws -> [JSONValue] {
        while true {
            let events = try await daemon.log().filter { $0["type"]?.string == type }
            guard events.isEmpty else { return events }
            try await WallClock().sleep(until: WallClock().now.advanced(by: .milliseconds(100)), tolerance: nil)
        }
    }

    @Test
    func `a backup is loaded into another database, which fires nothing until it is adopted`() async throws {
        let daemon = try await group.start("a")
        _ = try await daemon.addWebhook("http://127.0.0.1:8099/")
        try await daemon.addTask("past by then", remindingAt: RunningDaemon.soon.advanced(by: .seconds(4)))
        try await daemon.addTask("later", remindingAt: RunningDaemon.soon.advanced(by: .seconds(86_400)))
        let file = group.folder.path("taskd.dump")
        let made = try await run("backup", "--db", group.uri, "--to", file, "--key", "include", "--json")
        #expect(
            made.status == 0 && made.output.contains("\"hasKey\":true") && made.output.contains("\"task\":2"),
            "\(made.output)\(made.errors)")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == 0o600)
        #expect(!FileManager.default.fileExists(atPath: file + ".partial"))
        let again = try await run("backup", "--db", group.uri, "--to", file)
        #expect(again.status == 1 && again.errors.contains("already exists"), "\(again.errors)")
        let named = try await run("backup", environment: ["TASKD_DB": group.uri])
        #expect(named.status == 0 && named.output.contains("/taskd/postgres.backups/taskd-"), "\(named.errors)")
        _ = try await events("reminder.due", of: daemon)
        #expect(await daemon.end(by: SIGTERM) == 0)

        let other = try DatabaseNodes(on: server)
        let restored = try await BuiltProgram.run(
            ["restore", file, "--db", other.uri], environment: other.environment("a"))
        #expect(restored.status == 0 && restored.output.contains("--adopt-store"), "\(restored.errors)")
        #expect(restored.output.contains("taskd token reset"), "\(restored.output)")
        let key = other.folder.path("a/taskd/postgres.key")
        #expect(FileManager.default.contentsEqual(atPath: key, andPath: file + ".key"))
        let reset = try await BuiltProgram.run(
            ["token", "reset", "--db", other.uri], environment: other.environment("a"))
        #expect(reset.status == 0, "\(reset.errors)")
        let copy = try await serve(other)
        #expect(try await copy.request(.GET, "/readyz").status == 503)
        try await WallClock().sleep(until: WallClock().now.advanced(by: .seconds(2)), tolerance: nil)
        #expect(try await copy.log().allSatisfy { $0["type"]?.string?.hasPrefix("reminder.") != true })
        #expect(try await copy.request(.GET, "/v1/tasks").json["items"]?.array?.count == 2)
        let inUse = try await BuiltProgram.run(
            ["restore", file, "--db", other.uri, "--replace"], environment: other.environment("a"))
        #expect(inUse.status == 1 && inUse.errors.contains("is in use by a"), "\(inUse.errors)")
        #expect(await copy.end(by: SIGTERM) == 0)

        let adopted = try await serve(other, ["--adopt-store"])
        #expect(try await events("reminder.missed", of: adopted).count == 1)
        #expect(try await adopted.request(.GET, "/readyz").status == 200)
        let checked = try await BuiltProgram.run(["check", "--db", other.uri], environment: other.environment("a"))
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
        #expect(await adopted.end(by: SIGTERM) == 0)

        let taken = try await BuiltProgram.run(
            ["restore", file, "--db", other.uri], environment: other.environment("a"))
        #expect(taken.status == 1 && taken.errors.contains("already has the schema taskd"), "\(taken.errors)")
        let replaced = try await BuiltProgram.run(
            ["restore", file, "--db", other.uri, "--replace", "--json"], environment: other.environment("a"))
        #expect(replaced.status == 0 && replaced.output.contains("taskd_replaced_"), "\(replaced.errors)")
        // Also in the very database that it was made of.
        let same = try await run("restore", file, "--db", group.uri, "--replace")
        #expect(same.status == 0, "\(same.errors)")
        let back = try await serve(group)
        #expect(try await back.request(.GET, "/readyz").status == 503)
        #expect(await back.end(by: SIGTERM) == 0)
    }

    /// What befalls a restore: what `pg_restore` does instead of loading, in a shell, where it stands for itself.
    @Test(arguments: [
        (
            #"pg_restore "$@" >$0.all; head -n 400 $0.all; echo 'pg_restore: error: the end is missing' >&2; exit 1"#,
            "the end is missing"
        ),
        (#"pg_restore "$@"; kill -9 $PPID"#, ""),
        // What reads on would be read from for ever.
        (
            #"trap '' PIPE; pg_restore "$@" | head -n 400; kill -9 $PPID; while echo 'SELECT 1;'; do :; done; touch $0.ended"#,
            "ended"
        ),
        (#"pg_restore "$@"; echo 'SELECT 1/0;'"#, "division by zero"),
        (#"echo 'SELECT 1/0;'; yes '--' | head -c 1000000; pg_restore "$@""#, "division by zero"),
    ])
    func `a restore that is broken off leaves the database as it was`(load: String, words: String) async throws {
        let daemon = try await group.start("a")
        try await daemon.addTask("kept", remindingAt: RunningDaemon.soon.advanced(by: .seconds(86_400)))
        #expect(await daemon.end(by: SIGTERM) == 0)
        let file = group.folder.path("taskd.dump")
        #expect(try await run("backup", "--db", group.uri, "--to", file).status == 0)
        let folder = group.folder.path("broken")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = """
            #!/bin/sh
            PATH=${PATH#*:}
            case "$*" in *--file=-*) \(load) ;; *) exec pg_restore "$@" ;; esac

            """
        #expect(
            FileManager.default.createFile(
                atPath: "\(folder)/pg_restore", contents: Data(script.utf8), attributes: [.posixPermissions: 0o755]))
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        let broken = try await run(
            "restore", file, "--db", group.uri, "--replace", environment: ["PATH": "\(folder):\(path)"])
        let isKilled = load.contains("kill -9")
        #expect(broken.status != 0 && (isKilled || broken.errors.contains(words)), "\(broken.status) \(broken.errors)")
        while words == "ended", !FileManager.default.fileExists(atPath: "\(folder)/pg_restore.ended") {
            try await WallClock().steady.wait(for: .milliseconds(20))
        }
        let schemas = try server.query(
            "SELECT string_agg(nspname, ' ') FROM pg_namespace WHERE nspname LIKE 'taskd%'", in: group.database)
        #expect(schemas == "taskd")
        let again = try await group.start("a")
        #expect(try await again.request(.GET, "/readyz").status == 200)
        #expect(try await again.request(.GET, "/v1/tasks").json["items"]?.array?.count == 1)
        #expect(await again.end(by: SIGTERM) == 0)
    }

    @Test
    func `a missing or older pg_dump, and what is no backup of a database, are told`() async throws {
        let daemon = try await group.start("a")
        #expect(await daemon.end(by: SIGTERM) == 0)
        let file = group.folder.path("taskd.dump")
        let missing = try await run("backup", "--db", group.uri, "--to", file, environment: ["PATH": "/nowhere"])
        #expect(missing.status == 1 && missing.errors.contains("pg_dump is not found on PATH"), "\(missing.errors)")
        let old = group.folder.path("old")
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
        for program in ["pg_dump", "pg_restore"] {
            #expect(
                FileManager.default.createFile(
                    atPath: "\(old)/\(program)",
                    contents: Data("#!/bin/sh\necho '\(program) (PostgreSQL) 9.6.24'\n".utf8),
                    attributes: [.posixPermissions: 0o755]))
        }
        let older = try await run(
            "backup", "--db", group.uri, "--to", file, environment: ["PATH": "\(old):/usr/bin:/bin"])
        #expect(older.status == 1 && older.errors.contains("older than the server"), "\(older.errors)")
        #expect(
            !FileManager.default.fileExists(atPath: file) && !FileManager.default.fileExists(atPath: file + ".partial"))
        #expect(FileManager.default.createFile(atPath: file, contents: Data("no backup".utf8)))
        let foreign = try await run("restore", file, "--db", group.uri, "--replace")
        #expect(foreign.status == 1 && foreign.errors.contains("is not a backup of a database"), "\(foreign.errors)")
        // What was there is there.
        #expect(try await run("check", "--db", group.uri).status == 0)
    }

    @Test
    func `a database that holds no store, or cannot be reached, is told without its password`() async throws {
        let empty = try await run("check", "--db", group.uri)
        #expect(empty.status == 1 && empty.errors.contains("holds no taskd store"), "\(empty.errors)")
        let nowhere = try await run("check", "--db", "postgresql://me:hidden@/none?host=/nowhere")
        #expect(nowhere.status == 1 && !nowhere.errors.isEmpty && !nowhere.errors.contains("hidden"))
    }
}
