import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `a file that is not a store is refused and left as it was`() async throws {
        let path = folder.path("notes.txt")
        let text = String(repeating: "these are my notes\n", count: 100)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await BuiltProgram.run(["serve", "--db", path])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is not a taskd store"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try folder.names() == ["notes.txt"])
    }

    @Test
    func `a second daemon on a store is refused`() async throws {
        let path = folder.path("taskd.db")
        let daemon = try await RunningDaemon(store: path)
        let outcome = try await BuiltProgram.run(["serve", "--db", path, "--listen", "127.0.0.1:0"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("in use by another daemon"))
        #expect(try await daemon.request(.GET, "/readyz").status == 200)
    }

    @Test
    func `an address that is taken is named`() async throws {
        let receiver = try await WebhookReceiver.start()
        let address = "127.0.0.1:\(receiver.port)"
        let outcome = try await BuiltProgram.run(["serve", "--db", folder.path("taskd.db"), "--listen", address])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("cannot listen on \(address)"), "\(outcome.errors)")
        try await receiver.stop()
    }

    @Test(arguments: [
        (["serve", "--listen", "nowhere"], "listen"),
        (["serve", "--zone", "Europe/Atlantis"], "zone"),
        (["serve", "--hooks-allow", "10.0.0.0/99"], "hooksAllow"),
        (["serve", "--config", "/nonexistent.json"], "config"),
        (["serve", "--config", "/dev/null"], "config"),
    ])
    func `a setting that makes no sense is named`(arguments: [String], setting: String) async throws {
        let outcome = try await BuiltProgram.run(arguments, environment: ["TASKD_DB": folder.path("taskd.db")])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("the setting \(setting)"), "\(outcome.errors)")
        #expect(try folder.names().isEmpty)
    }

    @Test
    func `an unknown flag is wrong usage`() async throws {
        let outcome = try await BuiltProgram.run(["serve", "--nonsense"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--nonsense"))
    }

    @Test
    func `without a daemon a client says so`() async throws {
        let environment = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]
        let outcome = try await BuiltProgram.run(["list"], environment: environment)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("taskd serve"))
    }
}
