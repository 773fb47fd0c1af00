import Basics
import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

/// A command hook from the command line to the program that is run.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CommandHookTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `a listed program is run when a reminder is due, and the daemon refuses any other`() async throws {
        let program = folder.path("remind")
        let result = folder.path("result")
        let script =
            "#!/bin/sh\necho \"$1 $TASKD_EVENT_TYPE\" > \(result).new\ncat >> \(result).new\nmv \(result).new \(result)\n"
        #expect(
            FileManager.default.createFile(
                atPath: program, contents: Data(script.utf8), attributes: [.posixPermissions: 0o755]))
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"), environment: ["TASKD_COMMANDS_ALLOW": program])
        let refused = try await BuiltProgram.run(
            ["hook", "add", "--command", "/bin/sh", "-c", "id"], environment: daemon.environment)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--commands-allow"), "\(refused.errors)")
        let added = try await BuiltProgram.run(
            ["hook", "add", "--events", "reminder.due", "--command", program, "--loud"], environment: daemon.environment
        )
        #expect(added.status == 0, "\(added.errors)")
        let named = try await BuiltProgram.run(["hook", "health", "/remind --lo"], environment: daemon.environment)
        #expect(named.status == 0, "a hook is named by a part of its command: \(named.errors)")
        try await daemon.addTask("Zahnärztin ☎", remindingAt: RunningDaemon.soon)
        let hooks = try await daemon.request(.GET, "/v1/hooks").json["items"]?.array ?? []
        let hook = try #require(hooks.first { $0["kind"]?.string == "command" }?["id"]?.string)
        while try await daemon.request(.GET, "/v1/hooks/\(hook)/deliveries?state=delivered").json["items"]?.array?.count
            != 1
        {}
        let text = try String(contentsOfFile: result, encoding: .utf8)
        #expect(text.hasPrefix("--loud reminder.due\n{"))
        #expect(text.contains("Zahnärztin ☎"))
    }
}
