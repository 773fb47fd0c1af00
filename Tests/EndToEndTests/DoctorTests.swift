import Basics
import Foundation
import NIOHTTP1
import Recurrence
import TestSupport
import Testing

@testable import taskd

/// `taskd doctor`: each finding with what brings it about.
@Suite(.timeLimit(.minutes(5)))
struct DoctorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var store: String { folder.path("taskd.db") }

    /// Nothing listens there.
    private var nobody: [String: String] {
        ["TASKD_DB": store, "TASKD_URL": "http://127.0.0.1:1", "HOME": folder.url.path, "SHELL": "/bin/bash"]
    }

    private struct Report {
        let status: Int32
        let findings: [JSONValue]

        /// The level of the findings of a check, with the text of the worst.
        func find(_ check: String) -> (level: String, text: String, mend: String)? {
            let found = findings.filter { $0["check"]?.string == check }
            let worst = found.first { $0["level"]?.string == "bad" } ?? found.first { $0["level"]?.string == "note" }
            return (worst ?? found.first).map {
                ($0["level"]?.string ?? "", $0["text"]?.string ?? "", $0["mend"]?.string ?? "")
            }
        }
    }

    private func examine(_ environment: [String: String], _ more: [String] = []) async throws -> Report {
        let outcome = try await BuiltProgram.run(["doctor", "--json"] + more, environment: environment)
        let json = try JSONValue(json: Data(outcome.output.utf8))
        let findings = json["findings"]?.array ?? []
        #expect(json["ok"] == .bool(outcome.status == 0), "\(outcome.output)\(outcome.errors)")
        // Whatever is not good says how to mend it.
        for finding in findings where finding["level"]?.string != "good" {
            #expect(finding["mend"]?.string?.isEmpty == false && finding["mend"]?.string?.contains("\n") == false)
        }
        return Report(status: outcome.status, findings: findings)
    }

    /// A store that a daemon has made and left.
    private func makeStore() async throws {
        let daemon = try await RunningDaemon(store: store)
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test func `without a daemon and a store it says so, and nothing is broken`() async throws {
        let report = try await examine(nobody)
        #expect(report.status == 0, "\(report.findings)")
        #expect(report.find("store")?.level == "note" && report.find("daemon")?.level == "note")
        #expect(report.find("daemon")?.text.contains("were left out") == true)
    }

    @Test func `a store that is whole is told to be, and a damaged one is not`() async throws {
        try await makeStore()
        let whole = try await examine(nobody)
        #expect(whole.status == 0 && whole.find("store")?.level == "good", "\(whole.findings)")
        #expect(whole.find("token")?.level == "good" && whole.find("key")?.level != "bad")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: store))
        let size = try file.seekToEnd()
        for page in stride(from: UInt64(8_192), to: size, by: 4_096) {
            try file.seek(toOffset: page)
            try file.write(contentsOf: [UInt8](repeating: 0xA5, count: 600))
        }
        try file.close()
        let damaged = try await examine(nobody)
        #expect(damaged.status == 1 && damaged.find("store")?.level == "bad", "\(damaged.findings)")
    }

    @Test func `a secret that others can read is taken out of their reach`() async throws {
        try await makeStore()
        try #require(chmod(store + ".token", 0o644) == 0)
        let report = try await examine(nobody)
        #expect(report.status == 1 && report.find("token")?.text.contains("mode 644") == true, "\(report.findings)")
        let mended = try await examine(nobody, ["--fix"])
        #expect(mended.status == 0, "\(mended.findings)")
        let mode = try FileManager.default.attributesOfItem(atPath: store + ".token")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try await examine(nobody).status == 0)
    }

    @Test func `a token file of the settings is looked at`() async throws {
        let settings = folder.path("client.yaml")
        // A token of the file is for an address of the file.
        try "url: http://127.0.0.1:1\ntokenFile: mine.token".write(toFile: settings, atomically: true, encoding: .utf8)
        let environment = nobody.merging(["TASKD_CLIENT_CONFIG": settings, "TASKD_URL": ""]) { $1 }
        #expect(try await examine(environment).find("tokenFile")?.text.contains("does not exist") == true)
        try "secret".write(toFile: folder.path("mine.token"), atomically: true, encoding: .utf8)
        try #require(chmod(folder.path("mine.token"), 0o640) == 0)
        #expect(try await examine(environment).find("tokenFile")?.level == "bad")
        try #require(chmod(folder.path("mine.token"), 0o600) == 0)
        #expect(try await examine(environment).find("tokenFile")?.level == "good")
    }

    @Test func `wrong settings are told, and nobody is asked`() async throws {
        let settings = folder.path("client.yaml")
        try "zoen: UTC".write(toFile: settings, atomically: true, encoding: .utf8)
        let report = try await examine(nobody.merging(["TASKD_CLIENT_CONFIG": settings]) { $1 })
        #expect(report.status == 1 && report.find("settings")?.text.contains("did you mean zone?") == true)
        #expect(report.find("daemon")?.text.contains("not asked") == true)
    }

    @Test func `a file of the future means that the clock is wrong`() async throws {
        try await makeStore()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 4_102_444_800)], ofItemAtPath: store)
        let report = try await examine(nobody)
        #expect(report.status == 1 && report.find("clock")?.level == "bad", "\(report.findings)")
    }

    @Test(arguments: [("2026a", "good"), ("2025b", "good"), ("2023c", "note"), ("unknown", "good")])
    func `time zone rules of years ago are told`(version: String, level: String) throws {
        let now = try #require(UTCInstant("2026-11-26T09:00:00Z"))
        #expect(MachineChecks.zones(version, at: now).level.rawValue == level)
    }

    @Test func `a machine whose zone there is not is told`() async throws {
        let report = try await examine(nobody.merging(["TZ": "Mars/Base"]) { $1 })
        #expect(report.status == 1 && report.find("zone")?.level == "bad", "\(report.findings)")
    }

    @Test func `the program and its completions are looked for, and completions installed`() async throws {
        let first = try await examine(nobody)
        #expect(first.find("path")?.level == "note" && first.find("completions")?.level == "note", "\(first.findings)")
        let path = ["PATH": "\(BuiltProgram.url.deletingLastPathComponent().path):/usr/bin"]
        let environment = nobody.merging(path) { $1 }
        #expect(try await examine(environment, ["--fix"]).find("path")?.level == "good")
        #expect(try await examine(environment).find("completions")?.level == "good")
        let file = folder.path(".local/share/bash-completion/completions/taskd")
        try "old".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try await examine(environment).find("completions")?.text.contains("another version") == true)
    }

    @Test func `a daemon that runs is asked, and so are its token and its hooks`() async throws {
        let daemon = try await RunningDaemon(store: store)
        let environment = nobody.merging(daemon.environment) { $1 }
        let report = try await examine(environment)
        #expect(report.status == 0, "\(report.findings)")
        for check in ["daemon", "token", "hooks"] { #expect(report.find(check)?.level == "good", "\(check)") }
        let other = try await examine(environment.merging(["TASKD_DB": folder.path("other.db")]) { $1 })
        #expect(other.findings.contains { $0["mend"]?.string == "export TASKD_DB='\(store)'" }, "\(other.findings)")

        let elsewhere = try await examine(nobody)
        #expect(elsewhere.status == 1 && elsewhere.find("daemon")?.text.contains("has the store open") == true)

        let answer = try await daemon.request(
            .POST, "/v1/tokens", #"{"name":"viewer","scopes":["read"],"expiresAt":"\#(Self.soon)"}"#)
        let viewer = try #require(answer.json["secret"]?.string)
        let narrow = try await examine(environment.merging(["TASKD_TOKEN": viewer]) { $1 })
        #expect(narrow.status == 0 && narrow.find("token")?.text.contains("may not write") == true)
        #expect(narrow.findings.contains { $0["text"]?.string?.contains("ends at") == true }, "\(narrow.findings)")
        let wrong = try await examine(environment.merging(["TASKD_TOKEN": "wrong"]) { $1 })
        #expect(wrong.status == 1 && wrong.find("token")?.text.contains("does not know the token") == true)
        let none = try await examine(["TASKD_URL": daemon.url, "TASKD_DB": folder.path("none.db")])
        #expect(none.find("token")?.text.contains("no access token: the file ") == true, "\(none.findings)")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.url.path)
        let linked = try await examine(environment.merging(["TASKD_DB": folder.path("link/taskd.db")]) { $1 })
        #expect(linked.find("store")?.level == "good", "\(linked.findings)")
        let project = try await daemon.request(.POST, "/v1/projects", #"{"name":"Garden"}"#)
        let part = try await daemon.request(
            .POST, "/v1/tokens",
            #"{"name":"part","scopes":["read","write"],"projectId":"\#(project.json["id"]?.string ?? "")"}"#)
        let reach = try await examine(environment.merging(["TASKD_TOKEN": part.json["secret"]?.string ?? ""]) { $1 })
        #expect(reach.find("token")?.text == "\"part\" reaches project \"Garden\" alone", "\(reach.findings)")
        #expect(reach.findings.contains { $0["mend"]?.string == "For more, taskd token add makes another." })

        _ = try await daemon.addWebhook("http://nowhere.invalid/hook")
        let hooks = try await examine(environment)
        #expect(hooks.findings.contains { $0["text"]?.string?.contains("unencrypted") == true }, "\(hooks.findings)")
        let mends = hooks.findings.filter { $0["check"]?.string == "hook" }.compactMap { $0["mend"]?.string }
        for mend in mends {
            let handle = try #require(mend.split(separator: " ").last.map(String.init))
            let named = try await BuiltProgram.run(["hook", "health", handle], environment: environment)
            #expect(mend.contains("taskd hook remove ") && named.status == 0, "\(mend): \(named.errors)")
        }
        let aside = folder.path("aside.db")
        try FileManager.default.moveItem(atPath: store, toPath: aside)
        let moved = try await examine(environment)
        #expect(moved.find("store")?.text.contains("was removed or moved while process") == true, "\(moved.findings)")
        let status = try await BuiltProgram.run(["status"], environment: environment)
        #expect(status.output.contains("its file is gone"), "\(status.output)")
        try FileManager.default.moveItem(atPath: aside, toPath: store)
        await daemon.end(by: SIGTERM)
    }

    @Test(.enabled(if: geteuid() != 0), arguments: [("", 0o400, "store"), (".key", 0o000, "key")])
    func `what the daemon could not read or write is broken`(suffix: String, mode: Int, check: String) async throws {
        try await makeStore()
        try #require(chmod(store + suffix, mode_t(mode)) == 0)
        let report = try await examine(nobody)
        #expect(report.status == 1 && report.find(check)?.level == "bad", "\(report.findings)")
        #expect(report.find(check)?.mend.contains("chmod 600 \(store)\(suffix)") == true, "\(report.findings)")
    }

    /// Some days from now.
    private static var soon: UTCInstant { WallClock().now.advanced(by: .seconds(3 * 86_400)) }

    @Test func `two processes on one store are told`() async throws {
        try await makeStore()
        let holders = try (0..<2).map { _ in
            try ChildProcess(
                URL(fileURLWithPath: "/bin/sh"), ["-c", "exec 3<'\(store).lock'; echo held; exec cat"],
                environment: ["PATH": "/usr/bin:/bin"])
        }
        for holder in holders { _ = await holder.output.line(containing: "held") }
        let report = try await examine(nobody)
        #expect(
            report.status == 1 && report.find("daemons")?.text.hasPrefix("2 processes") == true, "\(report.findings)")
        for holder in holders {
            try holder.closeInput()
            _ = await holder.exitStatus()
        }
    }

    @Test func `another program at the daemon's address is told`() async throws {
        let server = try ChildProcess(
            URL(fileURLWithPath: "/usr/bin/python3"),
            [
                "-u", "-c",
                "import http.server as h; s = h.HTTPServer(('127.0.0.1', 0), h.SimpleHTTPRequestHandler); print('port', s.server_port); s.serve_forever()",
            ],
            environment: ["PATH": "/usr/bin:/bin"])
        let line = try #require(await server.output.line(containing: "port ")).text
        let port = line.dropFirst("port ".count)
        let report = try await examine(nobody.merging(["TASKD_URL": "http://127.0.0.1:\(port)"]) { $1 })
        #expect(
            report.status == 1 && report.find("port")?.text.contains("another program answers") == true,
            "\(report.findings)")
        kill(server.identifier, SIGKILL)
        _ = await server.exitStatus()
    }

    @Test func `a key that does not open a hook's secret is told with the hook`() async throws {
        let daemon = try await RunningDaemon(store: store)
        let hook = try #require(try await daemon.addWebhook("http://127.0.0.1:8099/")["id"]?.string)
        #expect(await daemon.end(by: SIGTERM) == 0)
        #expect(try await examine(nobody).find("key")?.level == "good")
        try Data(repeating: 1, count: 32).write(to: URL(fileURLWithPath: store + ".key"))
        let report = try await examine(nobody)
        #expect(report.status == 1 && report.find("key")?.level == "bad", "\(report.findings)")
        #expect(
            report.find("key")?.text
                == "secret 1: a signing secret of the hook \(hook) was sealed with another key, or is damaged")
        #expect(report.find("key")?.mend == "Restore the key file, or rotate it.")
    }

    @Test func `people read that nothing is broken, and what there is`() async throws {
        let daemon = try await RunningDaemon(store: store)
        let path = ["PATH": "\(BuiltProgram.url.deletingLastPathComponent().path):/usr/bin", "TZ": "UTC"]
        let environment = nobody.merging(daemon.environment) { $1 }.merging(path) { $1 }
        _ = try await BuiltProgram.run(["doctor", "--fix"], environment: environment)
        let outcome = try await BuiltProgram.run(["doctor"], environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.last == "nothing is broken", "\(outcome.output)")
        #expect(!lines.contains { $0.hasPrefix("BAD") }, "\(outcome.output)")
        for line in [
            "ok     token: \(store).token", "ok     key: \(store).key", "ok     daemon: taskd \(Taskd.version) at ",
            "ok     hooks: 0 webhooks enabled",
        ] {
            #expect(lines.contains { $0.hasPrefix(line) }, "\(line): \(outcome.output)")
        }
        await daemon.end(by: SIGTERM)
    }

    @Test func `people read a line for each finding, and what to do below it`() async throws {
        try await makeStore()
        try #require(chmod(store + ".token", 0o644) == 0)
        let outcome = try await BuiltProgram.run(["doctor"], environment: nobody)
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains("BAD    token: \(store).token is accessible to other users"), "\(outcome.output)")
        #expect(outcome.output.contains("\n       Run chmod 600 \(store).token.\n"), "\(outcome.output)")
        #expect(
            outcome.output.firstMatch(of: /\n1 thing is broken; taskd doctor --fix mends [12] findings?\n$/) != nil)
    }
}
