import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// Attachments of a running daemon: by command line, in backups, over a killed process.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct AttachmentCommandTests {
    @Test func `files and links are attached, listed, got and deleted`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        _ = try await user.text("add", "milk", "--json")
        let task = try await user.json("list", "--json")["items"]?.array?.first?["id"]?.string ?? ""
        let file = folder.path("a b.txt")
        try "hello".write(toFile: file, atomically: true, encoding: .utf8)
        try await user.check([
            (["attachments", task], 0, []),
            // Nothing is attached where what was asked for cannot be printed.
            (
                ["attach", task, file, "--json=name"], 64,
                ["there is no field ", "The fields are id, fileName, mediaType, size, url."]
            ),
            (["attach", task, file, "--template", "{{title}}"], 64, ["no field \"title\""]),
            (["attachments", task, "--csv=name"], 64, ["no field \"name\""]), (["attachments", task], 0, []),
            (
                ["attach", task, file, "--type", "pdf"], 64,
                ["--type must be a media type, not \"pdf\"", "application/pdf"]
            ),
            (["attach", task, file, "--type", "text/plain"], 0, ["attached ", "a b.txt", "5 bytes"]),
            (
                ["attach", task, "https://example.org/x", "--name", "Link", "--json=fileName"], 0,
                ["{\"fileName\":\"Link\"}"]
            ),
            (["attach", task, folder.path("none")], 64, ["cannot be opened"]),
            (["attach", task, folder.path("")], 64, ["is a folder"]),
            (["show", task], 0, ["Link https://example.org/x\n"]),
            (["attach", task, "javascript://x"], 64, ["the URL could run a program where it is opened"]),
            (["attachments", task], 0, ["\ta b.txt\t5 bytes\ttext/plain\n", "\tLink\thttps://example.org/x\t\n"]),
            (["show", task], 0, ["attachment", "a b.txt 5 bytes"]),
        ])
        let list = try await user.json("attachments", task, "--json")["attachments"]?.array ?? []
        let id = try #require(list.first?["id"]?.string)
        #expect(try await user.run(["attachment", "get", id]).output.hasPrefix("hello"))
        let copy = folder.path("copy")
        try await user.check([
            (["attachment", "get", id, "-o", copy], 0, []),
            (["attachment", "get", id, "-o", copy], 1, ["is there already"]),
            (["attachment", "get", id, "-o", ""], 64, ["--output is empty"]),
            (["attachment", "get", ""], 64, ["the attachment is empty\n  Give its id"]),
            (["attachment", "delete", ""], 64, ["the attachment is empty\n  Give its id"]),
            (["attachment", "get", "a/b"], 1, ["there is no attachment \"a/b\""]),
            (["attachment", "get", " "], 1, ["there is no attachment"]),
            (["add", "tea"], 0, []),
            (
                ["attachment", "delete", id, "--task", "tea"], 1,
                ["the task \"tea\" (", ") has no attachment \(id)\n  taskd attachments TASK shows"]
            ),
            (["attachment", "delete", id], 0, ["deleted \(id)  from \"milk\" ("]),
            (["attachment", "get", id], 1, ["no attachment"]),
            (["undo"], 0, []), (["attachment", "get", id], 0, ["hello"]),
        ])
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "hello")
        let (pipe, link) = (folder.path("pipe"), folder.path("link"))
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = try ChildProcess(URL(filePath: "/bin/cat"), [pipe], environment: [:])
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target")
        try await user.check([
            (["attachment", "get", id, "-o", pipe], 0, []), (["attachment", "get", id, "-o", link], 0, []),
        ])
        #expect(await reader.output.text().hasPrefix("hello"))
        #expect(try String(contentsOfFile: folder.path("target"), encoding: .utf8) == "hello")
    }

    @Test func `contents are in a backup, and back after a restore; a check reads each of them`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let id = try await daemon.attach(bytes: 100_000)
        let backup = folder.path("backup.db")
        func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
            try await BuiltProgram.run(
                arguments + ["--db", daemon.store], environment: ["TASKD_STATE": folder.path("state")])
        }
        #expect(try await run("backup", "--to", backup, "--json").output.contains(#""missingContents":0"#))
        #expect(try await run("check").status == 0)
        await daemon.end(by: SIGTERM)
        let contents = ContentFolder(ofStoreAt: daemon.store)
        let digest = try #require(contents.shards().flatMap(contents.digests).first)
        try FileManager.default.removeItem(atPath: contents.file(of: digest))
        let checked = try await run("check")
        #expect(checked.status == 1 && checked.output.contains("content: file "), "\(checked.output)")
        #expect(try await run("restore", backup, "--replace").status == 0)
        #expect(try await run("check").status == 0)
        let again = try await RunningDaemon(store: daemon.store)
        #expect(try await again.request(.GET, "/readyz").status == 200)
        #expect(contents.size(of: digest) == 100_000 && contents.digestOfFile(digest) == digest)
        _ = id
        await again.end(by: SIGTERM)
        try FileManager.default.removeItem(atPath: contents.file(of: digest))
        let lacking = try await run("backup", "--to", folder.path("lacking.db"))
        #expect(lacking.output.contains("1 content of an attachment is missing; taskd check"), "\(lacking.output)")
        let unnamed = try #require(ContentDigest(String(repeating: "a", count: 64)))
        let draft = try contents.draft()
        try Array("left".utf8).withUnsafeBytes { try draft.write($0) }
        try contents.publish(draft, as: unnamed)
        let note = try await run("check").output
        #expect(note.contains("note: 1 file in \(contents.path) belong to no attachment"), "\(note)")
    }

    @Test func `memory stays flat while large contents go in and out`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        _ = try await daemon.attach(bytes: 1_000_000)
        let before = try daemon.residentBytes()
        for count in [24_999_999, 24_999_998, 24_999_997, 25_000_000] {
            let id = try await daemon.attach(bytes: count)
            let user = daemon.environment
            let got = try await BuiltProgram.run(
                ["attachment", "get", id, "-o", folder.path("\(count)")], environment: user)
            #expect(got.status == 0, "\(got.errors)")
            let size = try FileManager.default.attributesOfItem(atPath: folder.path("\(count)"))[.size] as? Int
            #expect(size == count)
        }
        let growth = try daemon.residentBytes() - before
        #expect(growth < 20_000_000, "grew by \(growth) bytes")
        await daemon.end(by: SIGTERM)
    }

    @Test func `a daemon that is killed in the middle of an upload names nothing and cleans up`() async throws {
        let folder = try TemporaryFolder()
        var daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let task = try #require(try await daemon.request(.POST, "/v1/tasks", #"{"title":"a"}"#).json["id"]?.string)
        let client = try RawClient(port: daemon.port)
        client.write(
            "POST /v1/tasks/\(task)/attachments HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(daemon.token)\r\n"
                + "Content-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 300_000))
        let uploads = daemon.store + "-attachments/uploads"
        func drafts() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: uploads)) ?? [] }
        while drafts().isEmpty {
            try await WallClock().sleep(until: WallClock().now.advanced(by: .milliseconds(10)), tolerance: nil)
        }
        await daemon.end(by: SIGKILL)
        #expect(drafts().count == 1)
        daemon = try await RunningDaemon(store: daemon.store)
        #expect(drafts().isEmpty)
        let read = try await daemon.request(.GET, "/v1/tasks/\(task)").json
        #expect(read["attachments"]?.array?.isEmpty == true && read["version"]?.integer == 1)
        await daemon.end(by: SIGTERM)
    }

    @Test func `a file that is too large is refused with how much is allowed, and where`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"), flags: ["--attachment-size", "1"])
        let (task, file) = (try await daemon.newTask(), folder.path("large"))
        try Data(repeating: 7, count: 1_000_001).write(to: URL(fileURLWithPath: file))
        let refused = try await BuiltProgram.run(["attach", task, file], environment: daemon.environment)
        #expect(
            refused.errors == """
                taskd: the content is larger than 1 MB, the most that the daemon allows (taskd serve --attachment-size)
                  Attach a link instead.

                """, "\(refused.errors)")
        await daemon.end(by: SIGTERM)
    }

    @Test func `a full disk refuses an upload with 507, and harms nothing else`() async throws {
        let folder = try TemporaryFolder()
        // No file may grow beyond 4 MiB; the signal is ignored, so that writing fails as on a full disk.
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"), limit: "trap '' XFSZ; ulimit -f 8192")
        let (task, file) = (try await daemon.newTask(), folder.path("large"))
        try Data(repeating: 7, count: 6_000_000).write(to: URL(fileURLWithPath: file))
        let refused = try await BuiltProgram.run(["attach", task, file], environment: daemon.environment)
        #expect(refused.status == 1 && refused.errors.contains("full"), "\(refused.errors)")
        let uploads = daemon.store + "-attachments/uploads"
        #expect(try FileManager.default.contentsOfDirectory(atPath: uploads).isEmpty)
        _ = try await daemon.attach(bytes: 100_000)
        await daemon.end(by: SIGTERM)
    }
}

extension RunningDaemon {
    fileprivate func newTask() async throws -> String {
        try #require(try await request(.POST, "/v1/tasks", #"{"title":"a"}"#).json["id"]?.string)
    }

    /// Attaches so many bytes to a task of its own.
    ///
    /// - Returns: The id of the attachment.
    fileprivate func attach(bytes count: Int) async throws -> String {
        let (task, folder) = (try await newTask(), try TemporaryFolder())
        let file = folder.path("a.bin")
        try Data((0..<count).lazy.map { UInt8(truncatingIfNeeded: $0 &* 31 &+ count) })
            .write(to: URL(fileURLWithPath: file))
        let made = try await BuiltProgram.run(["attach", task, file, "--json"], environment: environment)
        try #require(made.status == 0, "\(made.errors)")
        return try #require(try JSONValue(json: Data(made.output.utf8))["id"]?.string)
    }
}
