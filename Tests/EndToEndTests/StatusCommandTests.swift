import Basics
import Foundation
import TaskdClient
import TestSupport
import Testing

@testable import taskd

/// `taskd status`.
@Suite(.timeLimit(.minutes(5)))
struct StatusCommandTests {
    @Test func `five lines tell how the daemon does, and JSON all of it`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let add = ["add", "Pay rent", "--due", "2031-03-01T09:00:00Z"]
        #expect(try await BuiltProgram.run(add, environment: daemon.environment).status == 0)
        let outcome = try await BuiltProgram.run(["status"], environment: daemon.environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 5, "\(outcome.output)")
        for (line, words) in zip(
            lines,
            [
                #/daemon  taskd [0-9.]+  since .* http:.*/#, #/firing  yes, nothing is late/#,
                #/next    .*2031.*  Pay rent/#, #/hooks   1 enabled, none fails/#,
                #/store   [0-9.]+ [kM]B, [0-9.]+ [GT]B free · no backup/#,
            ] as [Regex<Substring>])
        {
            #expect(line.wholeMatch(of: words) != nil, "\(line)")
        }
        let json = try await BuiltProgram.run(["status", "--json"], environment: daemon.environment)
        let answer = try JSONValue(json: Data(json.output.utf8))
        #expect(json.status == 0 && answer["store"]?["path"]?.string == folder.path("taskd.db"))
        #expect(answer["version"]?.string == Taskd.version && answer["startedAt"]?.string != nil)
        await daemon.end(by: SIGTERM)
        let gone = try await BuiltProgram.run(["status"], environment: daemon.environment)
        #expect(gone.status == 3)
    }

    @Test func `a hook that fails makes it not well`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        // Nothing listens there.
        _ = try await daemon.addWebhook("http://127.0.0.1:59991/hook")
        try await daemon.addTask("Tea", remindingAt: RunningDaemon.soon)
        var outcome: BuiltProgram.Outcome
        repeat {
            outcome = try await BuiltProgram.run(["status"], environment: daemon.environment)
        } while outcome.status == 0
        #expect(outcome.status == 1, "\(outcome.errors)")
        // Who may only read gets no more of the hook than its handle.
        let user = CommandLineUser(of: daemon)
        let reader = try await user.text("token", "add", "reader", "--quiet").trimmingCharacters(in: .newlines)
        let handle = try #require(
            try await user.json("hook", "list")["items"]?.array?.first { $0["kind"]?.string == "webhook" }?["handle"])
        let named = "1 of 2 fail: http://127.0.0.1:59991/hook \(handle.string ?? "") ("
        #expect(outcome.output.contains(named), "\(outcome.output)")
        try await user.check([
            (["status", "--token", reader], 1, ["1 of 2 fail: webhook \(handle.string ?? "") ("]),
            (["hook", "health", handle.string ?? "", "--token", reader], 0, ["failed attempts"]),
        ])
        await daemon.end(by: SIGTERM)
    }

    @Test(arguments: [(0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (12_345_678, "12 MB"), (3_250_000_000, "3.3 GB")])
    func `sizes are told in two digits`(count: Int, words: String) {
        #expect(StatusView.bytes(count) == words)
    }

    @Test(arguments: [(0.0, "0 s"), (59.9, "59 s"), (61, "1 min"), (7_300, "2 h"), (200_000, "2 days")])
    func `spans are told in their largest unit`(seconds: Double, words: String) {
        #expect(StatusView.span(seconds) == words)
    }

    @Test func `a daemon in trouble says what it is`() throws {
        let text = """
            {"version": "1", "now": "2026-11-21T08:00:00Z", "firing": true, "lagSeconds": 31, "setAside": 0,
             "hooks": {"enabled": 0, "disabled": 0, "failing": []}, "store": {"freeBytes": 1000},
             "backup": {"ageSeconds": 200000, "intervalSeconds": 86400}}
            """
        let status = try JSONDecoder().decode(StatusView.self, from: Data(text.utf8))
        #expect(
            status.troubles == ["reminders are late", "the disk is nearly full", "the last backup is old"])
    }
}
