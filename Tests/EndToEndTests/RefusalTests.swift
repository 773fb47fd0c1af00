import ArgumentParser
import Foundation
import NIOCore
import NIOHTTP1
import Scheduler
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
        let words = "cannot listen on \(address): another process listens there; stop it, or choose another port"
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        try await receiver.stop()
    }

    @Test(arguments: [
        ("nohost.invalid:1", "the name nohost.invalid cannot be resolved"),
        ("192.0.2.1:7373", "192.0.2.1 is not an address of this machine"),
        ("[2001:db8::1]:7373", "2001:db8::1 is not an address of this machine"),
    ])
    func `an address that this machine does not have is told in one line`(
        address: String, words: String
    ) async throws {
        let outcome = try await BuiltProgram.run(["serve", "--db", folder.path("taskd.db"), "--listen", address])
        #expect(outcome.status == 1)
        let line = try #require(outcome.errors.split(separator: "\n").last)
        #expect(line.hasPrefix("taskd: cannot listen on \(address): \(words)"), "\(outcome.errors)")
        #expect(line.hasSuffix("with --listen"), "\(outcome.errors)")
    }

    @Test(arguments: [
        (EACCES, "Permission denied; choose a port above 1023"),
        (ENOBUFS, "No buffer space available; choose another address"),
    ])
    func `why the system does not let it listen is told`(code: Int32, words: String) throws {
        let address = try #require(ServeConfiguration.Address("127.0.0.1:80"))
        let error = try #require(ListenError(IOError(errnoCode: code, reason: "bind"), at: address))
        #expect(error.description == "cannot listen on 127.0.0.1:80: \(words) with --listen")
        #expect(ListenError(CancellationError(), at: address) == nil)
    }

    @Test(arguments: [
        ("listen", "--listen", "nowhere"), ("listen", "--listen", "127.0.0.1:65536"), ("listen", "--listen", ":80"),
        ("listen", "--listen", "127.0.0.1"), ("zone", "--zone", "Europe/Atlantis"),
        ("hooksAllow", "--hooks-allow", "10.0.0.0/99"), ("commandsAllow", "--commands-allow", "relative"),
        ("quietHours", "--quiet-hours", "night"), ("quietHours", "--quiet-hours", "22:00-07:00 Europe/Atlantis"),
        ("catchUp", "--catch-up", "PT1S"), ("catchUpRate", "--catch-up-rate", "-1"),
        ("keepEvents", "--keep-events", "soon"), ("keepDeliveries", "--keep-deliveries", "P"),
        ("keepFirings", "--keep-firings", "1h"), ("keepAnswers", "--keep-answers", "P2D"),
        ("keepAnswers", "--keep-answers", "forever"), ("keepAnswers", "--keep-answers", "P1D,"),
        ("keepChanges", "--keep-changes", "-1"), ("backupEvery", "--backup-every", "PT1S"),
        ("backupEvery", "--backup-every", "1d"), ("backupKeep", "--backup-keep", "0"),
        ("backupKey", "--backup-key", "maybe"), ("logLevel", "--log-level", "loud"), ("dayStart", nil, "9"),
    ])
    func `a setting that makes no sense is named as it was given, and is wrong usage`(
        key: String, flag: String?, value: String
    ) async throws {
        let variable = "TASKD_" + key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
        let file = folder.path("taskd.json")
        try #"{"\#(key)":"\#(value)"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        func error(_ flags: ServeConfiguration.Flags, _ environment: [String: String]) throws -> String {
            let error = #expect(throws: ConfigurationError.self) {
                try ServeConfiguration(flags: flags, environment: environment, zones: ZoneDatabase())
            }
            return try #require(error).description
        }
        var flags = ServeConfiguration.Flags(keep: try KeepingFlags.parse([]))
        #expect(try error(flags, ["TZ": "UTC", variable: value]).hasPrefix("\(variable): "))
        flags.config = file
        #expect(try error(flags, ["TZ": "UTC"]).hasPrefix("\"\(key)\" in \(file): "))
        guard let flag else { return }
        // The flag wins over the variable, so that it is the one at fault.
        let outcome = try await BuiltProgram.run(
            ["serve", "--config", file, "\(flag)=\(value)"],
            environment: ["TASKD_DB": folder.path("taskd.db"), variable: value])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("taskd: \(flag): "), "\(outcome.errors)")
        #expect(try folder.names() == ["taskd.json"])
    }

    @Test
    func `a zone of the machine that does not exist is not taken for a setting`() async throws {
        let environment = ["TASKD_DB": folder.path("taskd.db"), "TZ": "Europe/Atlantis"]
        let outcome = try await BuiltProgram.run(["serve"], environment: environment)
        #expect(outcome.status == 64)
        for words in ["the machine's time zone \"Europe/Atlantis\"", "Give --zone, or set TZ."] {
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test(arguments: [
        (nil, "/nonexistent.json cannot be opened"), ("", "is not valid JSON"), ("[]", "must contain a JSON object"),
        (#"{"catchup":"P1D"}"#, #"setting "catchup" in"#),
        (#"{"zone":null}"#, #"taskd.json: must be a string, number or boolean, not null"#),
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
