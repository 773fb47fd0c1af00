import Basics
import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

/// `taskd export` and `taskd import`, against running daemons.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct TransferCommandTests {
    /// An export of so many tasks, each with a reminder and a part.
    private static func lines(_ count: Int) -> [String] {
        let times = #""createdAt":"2026-11-20T08:00:00Z","updatedAt":"2026-11-20T08:00:00Z""#
        func id(_ kind: Int, _ number: Int) -> String {
            "0198c5a0-000\(kind)-7000-8000-" + String(repeating: "0", count: 12 - "\(number)".count) + "\(number)"
        }
        return [#"{"kind":"header","format":"taskd-jsonl","version":1,"madeBy":"a test"}"#]
            + (1...count).map { number in
                #"{"kind":"task","id":"\#(id(0, number))","title":"Task \#(number)","timeZone":"UTC","#
                    + #""due":"2099-01-01T09:00:00","tags":["a","b\#(number % 7)"],\#(times),"#
                    + #""reminders":[{"id":"\#(id(1, number))","offset":"-PT1H"}],"#
                    + #""subtasks":[{"id":"\#(id(2, number))","title":"part"}]}"#
            } + [#"{"kind":"end","records":\#(count),"leftOut":0}"#]
    }

    private static func write(_ lines: [String], to path: String) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    }

    private static func read(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test
    func `what one daemon exports another imports, byte for byte, and the check finds nothing`() async throws {
        let (here, there) = (try TemporaryFolder(), try TemporaryFolder())
        let (file, copy) = (here.path("a.jsonl"), here.path("b.jsonl"))
        let first = try await CommandLineUser(in: here)
        try await first.check([
            (["project", "add", "Home"], 0, []),
            (["add", "Mow", "--project", "Home", "--due", "2099-05-01T09:00", "--remind", "1h"], 0, []),
            (["add", "Rent", "--due", "2099-05-01", "--repeat", "FREQ=MONTHLY"], 0, []),
            (["export", file], 0, ["exported: 5 records"]),
        ])
        #expect(try await first.text("export") == Self.read(file))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let second = try await CommandLineUser(in: there)
        try await second.check([
            (["import", file, "--dry-run"], 0, ["would be imported: 5 new, 0 the same, 0 different"]),
            (["list"], 0, []),
            (["import", file], 0, ["imported: 5 new"]),
            (["export", copy], 0, ["5 records"]),
            (["import", file], 0, ["0 new, 5 the same"]),
            (["list"], 0, ["Mow", "Rent"]),
        ])
        #expect(try Self.read(copy) == Self.read(file))
        #expect(await second.daemon.end(by: SIGTERM) == 0)
        let check = try await BuiltProgram.run(["check", "--db", there.path("taskd.db")], environment: [:])
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }

    @Test
    func `a bad line stops the import at its part, and is passed over where that is asked for`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        var lines = Self.lines(300)
        lines[250] = #"{"kind":"task","title":"no id"}"#
        let (bad, empty, other) = (folder.path("bad"), folder.path("empty"), folder.path("other"))
        try Self.write(lines, to: bad)
        try Self.write(["title,due"], to: other)
        try Data().write(to: URL(fileURLWithPath: empty))
        let packed = folder.path("packed.gz")
        try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]).write(to: URL(fileURLWithPath: packed))
        try await user.check([
            (["import", folder.path("none")], 64, ["cannot be opened: there is no such file"]),
            (["import", packed], 1, ["packed.gz is compressed by gzip\n  Unpack it: gunzip < ", " | taskd import -"]),
            (["import", empty], 1, ["is empty"]),
            (["import", other], 1, ["not the header"]),
            (["import", bad], 1, ["line 251: id is missing", "Lines 1 to 200 were imported"]),
        ])
        let count = try await user.daemon.request(.GET, "/v1/tasks/count").json["count"]?.integer
        #expect(count == 199)
        try await user.check([(["import", bad, "--skip-bad"], 1, ["line 251", "100 new, 199 the same", "1 bad"])])
        #expect(try await user.daemon.request(.GET, "/v1/tasks/count").json["count"]?.integer == 299)
    }

    @Test
    func `what is there with other content is named with its option, and an export of a later version is no bad line`()
        async throws
    {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let (file, later) = (folder.path("all.jsonl"), folder.path("later.jsonl"))
        _ = try await user.text("add", "Buy milk")
        _ = try await user.text("export", file)
        _ = try await user.text("edit", "Buy milk", "--title", "Buy bread")
        let handle = try #require(try await user.json("show", "Buy bread")["handle"]?.string)
        let different = "line 2: task \(handle) \"Buy milk\" has other content in the store, or earlier in this file\n"
        let remedy = "Give --replace to overwrite what is there, or pass over such lines with --skip-bad."
        let lines = try Self.read(file).split(separator: "\n").map(String.init)
        try Self.write([lines[0].replacing(#""version":1"#, with: #""version":9"#)] + lines.dropFirst(), to: later)
        try await user.check([
            (["import", file], 1, ["taskd: \(different)  Nothing was imported. \(remedy)\n"]),
            (
                ["import", file, "--dry-run"], 0,
                ["1 different, which --replace would overwrite and --skip-bad leave\n"]
            ),
            (["import", file, "--dry-run", "--replace"], 0, ["1 different and replaced\n"]),
            (["import", file, "--skip-bad"], 0, [different, "1 different and left as they are in the store\n"]),
            (["import", file, "--replace"], 0, ["1 different and replaced"]),
            (
                ["import", later], 1,
                [
                    "line 1: the export is of version 9, which this taskd does not read\n",
                    "  Nothing was imported. Import it by the taskd that made it, or a later one.\n",
                ]
            ),
        ])
    }

    @Test
    func `a file that was cut off is imported and said to be, and what is no file of lines is refused`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let (cut, long, bad) = (folder.path("cut"), folder.path("long"), folder.path("bad"))
        let lines = Self.lines(3)
        try Self.write(lines.dropLast(), to: cut)
        try Self.write([lines[0], String(repeating: "x", count: 1 << 20 + 1)], to: long)
        try Self.write([lines[0], #"{"kind":"task","title":7}"#, lines[2], #"{"kind":"end"}"#], to: bad)
        let outcome = try await user.run(["import", cut])
        #expect(outcome.status == 1 && outcome.output == "imported: 3 new, 0 the same, 0 different\n")
        #expect(outcome.errors.contains("the file may be cut off\n  Export it again"), "\(outcome.errors)")
        // Spaces in the end, and empty lines behind it, say nothing.
        let spaced = folder.path("spaced")
        try Self.write(lines.dropLast() + [#"{ "leftOut": 0, "kind": "end", "records": 3 }"#, "", ""], to: spaced)
        let again = try await user.run(["import", spaced])
        #expect(again.output == "imported: 0 new, 3 the same, 0 different\n" && again.errors.isEmpty, "\(again.errors)")
        try await user.check([
            (["import", long], 1, ["line 2 has more than 1048576 bytes"]),
            (["export", "-"], 0, ["\"kind\":\"end\""]),

            (["import", folder.path("")], 64, ["cannot be read: Is a directory"]),
        ])
        let partly = try await user.run(["import", bad, "--skip-bad", "--json"])
        let sum = try JSONValue(json: Data(partly.output.utf8))
        #expect(partly.status == 1 && partly.errors.contains("bad lines"), "\(partly.errors)")
        #expect(sum["same"]?.integer == 1 && sum["bad"]?.integer == 1, "\(sum)")
        let fault = try #require(sum["errors"]?.array?.first)
        #expect(fault["line"]?.integer == 2 && fault["pointer"]?.string?.hasPrefix("/") == true, "\(sum)")
        #expect(try await user.daemon.request(.GET, "/v1/tasks/count").json["count"]?.integer == 3)
    }

    @Test
    func `an export that cannot be written says so, and leaves no part behind`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let taken = folder.path("taken")
        try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
        let (nowhere, names) = (folder.path("none/a.jsonl"), try folder.names())
        try await user.check([
            (["export", nowhere], 1, ["\(nowhere) cannot be created: No such file or directory"]),
            (["export", taken], 1, ["\(taken) is a folder\n  Name a file in it."]),
            (["export", ""], 64, ["the file's name is empty"]), (["import", ""], 64, ["the file's name is empty"]),
            (["import", "-"], 1, ["standard input is empty"]),
        ])
        #expect(try folder.names() == names)
    }

    @Test
    func `an export leaves a link and a pipe what they are`() async throws {
        let folder = try TemporaryFolder()
        let user = try await CommandLineUser(in: folder)
        let (file, link, pipe) = (folder.path("a.jsonl"), folder.path("link"), folder.path("pipe"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.jsonl")
        for _ in 0..<2 { _ = try await user.text("export", link) }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.jsonl")
        let text = try Self.read(file)
        #expect(text.contains(#""kind":"end""#))
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = try ChildProcess(URL(filePath: "/bin/cat"), [pipe], environment: [:])
        _ = try await user.text("export", pipe)
        #expect(await reader.output.text() == text)
        let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
        #expect(type != .typeRegular)
        // What standard output goes to is told nothing else.
        let child = try ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", "\"$0\" export \"$1\" > \"$1\"", BuiltProgram.url.path, file],
            environment: BuiltProgram.baseEnvironment.merging(user.daemon.environment) { $1 })
        #expect(await child.exitStatus() == 0)
        #expect(try Self.read(file) == text)
    }

    @Test(arguments: [1, 2, 3])
    func `after a kill of the daemon in the middle of an import, another has each record once`(
        round: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let (file, copy) = (folder.path("a.jsonl"), folder.path("b.jsonl"))
        try Self.write(Self.lines(4_000), to: file)
        let first = try await CommandLineUser(in: folder)
        async let interrupted = BuiltProgram.run(["import", file], environment: first.daemon.environment)
        var count = 0
        while count < 400 * round {
            count = try await first.daemon.request(.GET, "/v1/tasks/count").json["count"]?.integer ?? 0
        }
        await first.daemon.end(by: SIGKILL)
        #expect(try await interrupted.status != 0)
        let user = try await CommandLineUser(in: folder)
        let between = try await user.daemon.request(.GET, "/v1/tasks/count").json["count"]?.integer ?? 0
        #expect(between > 0 && between < 4_000, "the kill came too late: \(between)")
        let text = try await user.text("import", file)
        #expect(text.contains("\(4_000 - between) new, \(between) the same"), "\(text)")
        _ = try await user.text("export", copy)
        #expect(try Self.read(copy).split(separator: "\n").count == 4_002)
        #expect(await user.daemon.end(by: SIGTERM) == 0)
        let check = try await BuiltProgram.run(["check", "--db", folder.path("taskd.db")], environment: [:])
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }

    @Test(arguments: [1, 2, 3])
    func `after a kill of the client in the middle of an import, the same again has each record once`(
        round: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let (file, copy) = (folder.path("a.jsonl"), folder.path("b.jsonl"))
        try Self.write(Self.lines(4_000), to: file)
        let user = try await CommandLineUser(in: folder)
        let client = try BuiltProgram.start(["import", file], environment: user.daemon.environment)
        func count() async throws -> Int {
            try await user.daemon.request(.GET, "/v1/tasks/count").json["count"]?.integer ?? 0
        }
        while try await count() < 400 * round {}
        kill(client.identifier, SIGKILL)
        #expect(await client.exitStatus() == 128 + SIGKILL)
        // The part that it had sent may still be on its way.
        let between = try await count()
        #expect(between < 3_800, "the kill came too late: \(between)")
        let sum = try await user.json("import", file)
        let (new, same) = (sum["new"]?.integer ?? 0, sum["same"]?.integer ?? 0)
        #expect(new > 0 && same >= between && new + same == 4_000, "\(between), then \(sum)")
        _ = try await user.text("export", copy)
        #expect(try Self.tasks(in: copy) == Self.tasks(in: file))
        #expect(await user.daemon.end(by: SIGTERM) == 0)
        let check = try await BuiltProgram.run(["check", "--db", folder.path("taskd.db")], environment: [:])
        #expect(check.status == 0 && check.output.hasPrefix("ok: "), "\(check.output)\(check.errors)")
    }

    /// The ids of the tasks in a file of lines, sorted: each as often as it is there.
    private static func tasks(in path: String) throws -> [String] {
        try read(path).split(separator: "\n").compactMap { line in
            let record = try JSONValue(json: Data(line.utf8))
            return record["kind"]?.string == "task" ? record["id"]?.string : nil
        }.sorted()
    }

    #if os(Linux)
        @Test
        func `ten thousand tasks come and go in bounded memory`() async throws {
            let folder = try TemporaryFolder()
            let (file, copy) = (folder.path("a.jsonl"), folder.path("b.jsonl"))
            try Self.write(Self.lines(10_000), to: file)
            let user = try await CommandLineUser(in: folder)
            let before = try user.daemon.residentBytes()
            _ = try await user.text("import", file)
            _ = try await user.text("export", copy)
            let first = try user.daemon.residentBytes()
            for _ in 1...3 { _ = try await user.text("export", copy) }
            let last = try user.daemon.residentBytes()
            // Page caches and the allocator's reserves, and no more with each export.
            #expect(first - before < 96 << 20, "\(before >> 20) MiB before, \(first >> 20) after")
            #expect(last - first < 24 << 20, "\(first >> 20) MiB, then \(last >> 20)")
            #expect(try Self.read(copy).split(separator: "\n").count == 10_002)
        }
    #endif
}
