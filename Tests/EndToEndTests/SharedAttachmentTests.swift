import Basics
import Foundation
import NIOCore
import NIOHTTP1
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// Attachments of daemons that share a PostgreSQL database, as the built program runs where it is built for one.
@Suite(
    .serialized, .timeLimit(.minutes(5)), .enabled(if: ProcessInfo.processInfo.environment["TASKD_POSTGRES"] == "1"))
struct SharedAttachmentTests {
    private let server: PostgresServer
    private let group: DatabaseNodes

    init() throws {
        server = try PostgresServer.shared.get()
        group = try DatabaseNodes(on: server)
    }

    /// So many bytes, other ones for each number, which are text.
    private static func text(_ count: Int) -> String {
        String(decoding: (0..<count).lazy.map { UInt8(97 + ($0 &* 7 &+ $0 / 1_000 &+ count) % 26) }, as: UTF8.self)
    }

    private func count(_ table: String) throws -> Int {
        try Int(server.query("SELECT count(*) FROM taskd.\(table)", in: group.database)) ?? -1
    }

    private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
        try await BuiltProgram.run(arguments, environment: group.environment("a"))
    }

    @Test
    func `what is uploaded on one node is downloaded from another one, whole, in ranges, and not where it is known`()
        async throws
    {
        let (first, second) = (try await group.start("a"), try await group.start("b"))
        let text = Self.text(1_000_000)
        let id = try await first.upload(text)
        let path = "/v1/attachments/\(id)"
        let whole = try await second.exchange(.GET, path)
        #expect(whole.status == 200 && whole.body == Data(text.utf8))
        let part = try await second.exchange(.GET, path, headers: [("range", "bytes=262000-263000")])
        #expect(part.status == 206 && part.body == Data(text.utf8)[262_000...263_000])
        let behind = try await second.exchange(.GET, path, headers: [("range", "bytes=1000000-")])
        #expect(behind.status == 416)
        var hasher = ContentHasher()
        Array(text.utf8).withUnsafeBytes { hasher.update($0) }
        let known = try await second.exchange(.GET, path, headers: [("if-none-match", "\"\(hasher.digest())\"")])
        #expect(known.status == 304)
        // The same again is there once.
        #expect(try await first.upload(text) != id)
        #expect(try count("content_upload") == 1 && count("content_piece") == 4)
        #expect(try await run("check", "--db", group.uri).status == 0)

        try server.query("UPDATE taskd.content SET upload_id = NULL", in: group.database)
        #expect(try await second.exchange(.GET, path).status == 404)
        let missing = try await run("check", "--db", group.uri)
        #expect(
            missing.status == 1 && missing.output.contains("content: content ") && missing.output.contains("is missing")
        )
        _ = try await second.upload(text)
        #expect(try await first.exchange(.GET, path).body == Data(text.utf8))
        try server.query(
            "UPDATE taskd.content_piece SET bytes = set_byte(bytes, 0, 0) WHERE number = 1", in: group.database)
        let damaged = try await run("check", "--db", group.uri)
        #expect(damaged.status == 1 && damaged.output.contains("does not match its SHA-256"), "\(damaged.output)")
        for daemon in [first, second] { #expect(await daemon.end(by: SIGTERM) == 0) }
    }

    @Test
    func `a node that is killed in the middle of an upload names nothing, and what it left is removed`() async throws {
        let first = try await group.start("a")
        let task = try await first.newTask()
        let client = try RawClient(port: first.port)
        client.write(first.uploadHead(of: 1_000_000, to: task) + Self.text(800_000))
        while try count("content_piece") < 3 { try await WallClock().steady.wait(for: .milliseconds(20)) }
        await first.end(by: SIGKILL)
        let sound = try await run("check", "--db", group.uri)
        #expect(sound.status == 0, "\(sound.output)")
        let second = try await group.start("b")
        let read = try await second.request(.GET, "/v1/tasks/\(task)").json
        #expect(read["attachments"]?.array?.isEmpty == true && read["version"]?.integer == 1)
        let id = try await second.upload(Self.text(500_000))
        #expect(try count("content_upload") == 2)
        #expect(await second.end(by: SIGTERM) == 0)
        // An hour later the node that leads looks for it.
        try server.query("UPDATE taskd.content_upload SET written_at = written_at - 3600001", in: group.database)
        let third = try await group.start("b")
        while try count("content_upload") > 1 { try await WallClock().steady.wait(for: .milliseconds(50)) }
        #expect(try count("content_piece") == 2)
        #expect(try await third.exchange(.GET, "/v1/attachments/\(id)").body == Data(Self.text(500_000).utf8))
        #expect(await third.end(by: SIGTERM) == 0)
    }

    @Test
    func `beside a slow client who sends 20 MB reminders go off on time, and changes are made`() async throws {
        let daemon = try await group.start("a")
        let task = try await daemon.newTask()
        let begin = RunningDaemon.soon.advanced(by: .seconds(1))
        for second in 0..<5 { try await daemon.addTask("canary", remindingAt: begin.advanced(by: .seconds(second))) }
        let client = try RawClient(port: daemon.port)
        let (size, steps) = (20_000_000, 100)
        client.write(daemon.uploadHead(of: size, to: task))
        let piece = Self.text(size / steps)
        var slowest = Swift.Duration.zero
        for step in 0..<steps {
            client.write(piece)
            try await WallClock().steady.wait(for: .milliseconds(60))
            guard step % 10 == 0 else { continue }
            let moment = WallClock().steady.now
            #expect(try await daemon.request(.POST, "/v1/tasks", #"{"title":"b"}"#).status == 201)
            slowest = max(slowest, moment.duration(to: WallClock().steady.now))
        }
        #expect(try await client.receive(until: "\r\n\r\n", within: .seconds(20)).text.hasPrefix("HTTP/1.1 201"))
        var fired: [JSONValue] = []
        while fired.count < 5 {
            try await WallClock().steady.wait(for: .milliseconds(100))
            fired = try await daemon.log().filter { $0["type"]?.string == "reminder.due" }
        }
        let late = try fired.map { event in
            let instants = try ["scheduledAt", "firedAt"].map { name in
                try #require(event["data"]?[name]?.string.flatMap { UTCInstant($0) })
            }
            return instants[1].millisecondsSinceEpoch - instants[0].millisecondsSinceEpoch
        }
        #expect(late.allSatisfy { (0..<1_000).contains($0) }, "\(late)")
        #expect(slowest < .seconds(1))
        print("beside 20 MB: canaries late by \(late) ms, the slowest change took \(slowest)")
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `an upload goes on over connections that are cut, and is 503 like a download where the database stays away`()
        async throws
    {
        let proxy = try group.proxies(of: "a")[0]
        let daemon = try await group.start("a")
        let (task, text) = (try await daemon.newTask(), Self.text(3_000_000))
        let client = try RawClient(port: daemon.port)
        client.write(daemon.uploadHead(of: 3_000_000, to: task))
        for start in stride(from: 0, to: 3_000_000, by: 500_000) {
            client.write(String(text.dropFirst(start).prefix(500_000)))
            try await WallClock().steady.wait(for: .milliseconds(200))
            proxy.cut()
        }
        #expect(try await client.receive(until: "\r\n\r\n", within: .seconds(20)).text.hasPrefix("HTTP/1.1 201"))
        let list = try await daemon.request(.GET, "/v1/tasks/\(task)").json["attachments"]?.array
        let path = "/v1/attachments/\(try #require(list?.first?["id"]?.string))"
        #expect(try await daemon.exchange(.GET, path).body == Data(text.utf8))
        let other = try RawClient(port: daemon.port)
        other.write(daemon.uploadHead(of: 500_000, to: task) + text.prefix(300_000))
        while try count("content_piece") < 13 { try await WallClock().steady.wait(for: .milliseconds(20)) }
        proxy.close()
        other.write(String(text.prefix(200_000)))
        async let upload = other.receive(until: "\r\n\r\n", within: .seconds(50))
        let download = try await daemon.exchange(.GET, path, within: .seconds(50))
        #expect(download.status == 503)
        #expect(try await upload.text.hasPrefix("HTTP/1.1 503"))
        await daemon.end(by: SIGKILL)
    }

    @Test(.enabled(if: SmallDisk.isPossible, "no file system can be mounted here"))
    func `where the disk of the server is full an upload is refused with 507, and there is room afterwards`()
        async throws
    {
        let disk = try SmallDisk(megabytes: 200)
        let group = try DatabaseNodes(on: try PostgresServer(on: disk))
        let daemon = try await group.start("a")
        let (task, text) = (try await daemon.newTask(), Self.text(4_000_000))
        try disk.fill()
        let refused = try await daemon.exchange(
            .POST, "/v1/tasks/\(task)/attachments", text, headers: [("content-type", "text/plain")])
        #expect(refused.status == 507, "\(String(decoding: refused.body, as: UTF8.self))")
        #expect(try await daemon.request(.GET, "/v1/tasks/\(task)").status == 200)
        try disk.clear()
        // What takes the last room gives it back at once: others are not to wait for it.
        try disk.fill(leaving: 12)
        let large = try await daemon.exchange(
            .POST, "/v1/tasks/\(task)/attachments", Self.text(20_000_000), headers: [("content-type", "text/plain")])
        #expect(large.status == 507, "\(String(decoding: large.body, as: UTF8.self))")
        let body = #"{"title":"kept","description":"\#(String(repeating: "x", count: 30_000))"}"#
        for _ in 0..<60 { #expect(try await daemon.request(.POST, "/v1/tasks", body).status == 201) }
        try disk.clear()
        let id = try await daemon.upload(text)
        #expect(try await daemon.exchange(.GET, "/v1/attachments/\(id)").body == Data(text.utf8))
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `what cannot be read is refused or broken off, and what the role may not do is told`() async throws {
        let daemon = try await group.start("a")
        let path = "/v1/attachments/\(try await daemon.upload(Self.text(1_000_000)))"
        try server.query(
            "UPDATE taskd.content_piece SET bytes = set_byte(bytes, 0, 0) WHERE number = 2", in: group.database)
        let client = try RawClient(port: daemon.port)
        client.get(path, token: daemon.token)
        let (answer, isClosed) = try await client.receive(within: .seconds(20))
        #expect(answer.hasPrefix("HTTP/1.1 200") && isClosed && answer.utf8.count < 1_000_000)
        try server.query("DELETE FROM taskd.content_piece WHERE number = 2", in: group.database)
        let damaged = try await daemon.exchange(.GET, path)
        #expect(damaged.status == 500 && String(decoding: damaged.body, as: UTF8.self).contains("damaged"))
        while daemon.warnings().count(where: { $0.contains("taskd check") && $0.contains("attachment.id=") }) < 2 {
            try await WallClock().steady.wait(for: .milliseconds(20))
        }
        // Sessions that are opened from now on have a role that may do nothing.
        try server.query(
            """
            CREATE ROLE \(group.database); GRANT USAGE ON SCHEMA taskd TO \(group.database);
            ALTER DATABASE \(group.database) SET role TO \(group.database);
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'taskd/a/contents';
            """, in: group.database)
        let refused = try await daemon.exchange(
            .POST, "/v1/tasks/\(daemon.newTask())/attachments", "a", headers: [("content-type", "text/plain")])
        let text = String(decoding: refused.body, as: UTF8.self)
        #expect(refused.status == 500 && text.contains("role") && !text.contains("retry"), "\(text)")
        #expect(await daemon.logLine(containing: "GRANT")?.contains("content_upload") == true)
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `a backup of a database has the contents, and a restore brings them`() async throws {
        let daemon = try await group.start("a")
        let text = Self.text(700_000)
        let id = try await daemon.upload(text)
        let file = group.folder.path("taskd.dump")
        let made = try await run("backup", "--db", group.uri, "--to", file, "--key", "include")
        #expect(made.status == 0, "\(made.errors)")
        #expect(await daemon.end(by: SIGTERM) == 0)
        let other = try DatabaseNodes(on: server)
        for command in [["restore", file, "--db", other.uri], ["token", "reset", "--db", other.uri]] {
            let outcome = try await BuiltProgram.run(command, environment: other.environment("a"))
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let checked = try await BuiltProgram.run(["check", "--db", other.uri], environment: other.environment("a"))
        #expect(checked.status == 0, "\(checked.output)")
        let copy = try await other.start("a")
        #expect(try await copy.exchange(.GET, "/v1/attachments/\(id)").body == Data(text.utf8))
        #expect(await copy.end(by: SIGTERM) == 0)
    }

    @Test
    func `contents move with their store to a server and back, over copies that are killed; what is missing is told`()
        async throws
    {
        let (file, back) = (group.folder.path("taskd.db"), group.folder.path("back.db"))
        let first = try await RunningDaemon(store: file)
        let sizes = [10, 262_144, 262_145, 3_000_000, 5_000_000]
        var ids: [String] = []
        for size in sizes { ids.append(try await first.upload(Self.text(size))) }
        #expect(await first.end(by: SIGTERM) == 0)
        let folder = ContentFolder(ofStoreAt: file)
        let lost = try #require(folder.shards().flatMap(folder.digests).first { folder.size(of: $0) == 262_144 })
        #expect(folder.remove(lost))
        try await move(file, group.uri)
        let checked = try await run("check", "--db", group.uri)
        #expect(checked.output.contains("content: content \(lost): is missing\n1 fault:"), "\(checked.output)")
        try await move(group.uri, back)
        for ending in ["key", "token"] {
            try FileManager.default.copyItem(atPath: "\(file).\(ending)", toPath: "\(back).\(ending)")
        }
        let last = try await RunningDaemon(store: back)
        for (id, size) in zip(ids, sizes) {
            let read = try await last.exchange(.GET, "/v1/attachments/\(id)")
            #expect(size == 262_144 ? read.status == 404 : read.body == Data(Self.text(size).utf8), "\(size)")
        }
        #expect(await last.end(by: SIGTERM) == 0)
    }

    /// Moves a store, of which one content is missing, by copies that are killed after longer and longer times.
    private func move(_ source: String, _ target: String) async throws {
        for delay in stride(from: 20, to: 600, by: 60) {
            let process = try BuiltProgram.start(["copy", "--from", source, "--to", target])
            async let status = process.exitStatus()
            try await WallClock().steady.wait(for: .milliseconds(delay))
            kill(process.identifier, SIGKILL)
            if await status == 0 { return }
            // What is not whole is no damage.
            let checked = try await run("check", "--db", target)
            if checked.status == 1, !checked.errors.isEmpty {
                #expect(checked.output.isEmpty && checked.errors.split(separator: "\n").count <= 2, "\(checked.errors)")
            } else {
                #expect(!checked.output.contains("damage"), "\(checked.output)")
            }
        }
        let last = try await run("copy", "--from", source, "--to", target, "--json")
        // One that is killed when all is done cannot say so.
        if last.errors.contains("was moved to") { return }
        #expect(last.status == 0 && last.output.contains("\"missingContents\":1"), "\(last.output)\(last.errors)")
    }
}

extension RunningDaemon {
    fileprivate func newTask() async throws -> String {
        try #require(try await request(.POST, "/v1/tasks", #"{"title":"a"}"#).json["id"]?.string)
    }

    /// Attaches a text to a task of its own.
    ///
    /// - Returns: The id of the attachment.
    fileprivate func upload(_ text: String) async throws -> String {
        let made = try await exchange(
            .POST, "/v1/tasks/\(newTask())/attachments", text, headers: [("content-type", "text/plain")])
        try #require(made.status == 201, "\(String(decoding: made.body, as: UTF8.self))")
        return try #require(try JSONValue(json: made.body)["id"]?.string)
    }

    /// What begins a request that uploads so many bytes.
    fileprivate func uploadHead(of size: Int, to task: String) -> String {
        "POST /v1/tasks/\(task)/attachments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
            + "Content-Type: text/plain\r\nContent-Length: \(size)\r\n\r\n"
    }
}
