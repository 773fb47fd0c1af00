import Foundation
import NIOHTTP1
import Storage
import TestSupport
import Testing

@testable import taskd

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
        #expect(outcome.errors.contains("in use by a daemon"))
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
        (["serve", "--keep-answers", "P2D"], "keepAnswers"),
        (["serve", "--keep-answers", "forever"], "keepAnswers"),
    ])
    func `a setting that makes no sense is named, and is wrong usage`(
        arguments: [String], setting: String
    ) async throws {
        let outcome = try await BuiltProgram.run(arguments, environment: ["TASKD_DB": folder.path("taskd.db")])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("setting \(setting): "), "\(outcome.errors)")
        #expect(try folder.names().isEmpty)
    }

    @Test(arguments: [
        (nil, "/nonexistent.json cannot be opened"), ("", "is not valid JSON"), ("[]", "must contain a JSON object"),
        (#"{"catchup":"P1D"}"#, #"setting "catchup" in"#), (#"{"zone":null}"#, "setting zone: must be a string"),
    ])
    func `a configuration file that makes no sense is wrong usage, and so is a setting that is unknown in it`(
        text: String?, words: String
    ) async throws {
        let path = text == nil ? "/nonexistent.json" : folder.path("taskd.json")
        try text?.write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await BuiltProgram.run(
            ["serve", "--config", path], environment: ["TASKD_DB": folder.path("taskd.db")])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try folder.names() == (text == nil ? [] : ["taskd.json"]))
    }

    @Test
    func `each setting of the documentation may stand in the configuration file`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.contains("`TASKD_") && $0.hasPrefix("|") }
        let names = rows.compactMap { row -> String? in
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            return cells.count > 4 && cells[3].contains("`") ? cells[3].filter(\.isLetter) : nil
        }
        #expect(Set(names) == ServeConfiguration.settingNames)
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
