import ArgumentParser
import Foundation
import HTTPAPI
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
        let address = try #require(ListenAddress("127.0.0.1:80"))
        let error = ListenError(
            ListenFailure(socket: .address(address), reason: IOError(errnoCode: code, reason: "bind")))
        #expect(error.description == "cannot listen on 127.0.0.1:80: \(words) with --listen")
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
        ("backupKey", "--backup-key", "maybe"), ("logLevel", "--log-level", "loud"), ("dayStart", "--day-start", "9"),
        ("db", "--db", "mysql://taskd:secret@db/taskd"), ("listen", "--listen", "unix:relative"),
        ("listen", "--listen", "127.0.0.1:1,nowhere"), ("listen", "--listen", "127.0.0.1:1,127.0.0.1:1"),
        ("hosts", "--hosts", "https://a.example"),
        ("proxies", "--proxies", "proxy.example"), ("corsOrigins", "--cors-origins", "app.example.org"),
        ("tlsKey", "--tls-key", "/k.pem"), ("tlsCertificate", "--tls-certificate", "/c.pem"),
        ("attachmentSize", "--attachment-size", "0"), ("logFormat", "--log-format", "xml"),
    ])
    func `a setting that makes no sense is named as it was given, and is wrong usage`(
        key: String, flag: String, value: String
    ) async throws {
        let setting = try #require(Setting.all.first { $0.name == key })
        #expect(setting.flag == flag)
        let file = folder.path("taskd.yaml")
        try #"{"\#(key)":"\#(value)"}"#.write(toFile: file, atomically: true, encoding: .utf8)
        func error(_ arguments: [String], _ environment: [String: String]) throws -> String {
            let error = #expect(throws: ConfigurationErrors.self) {
                try ServeConfiguration(
                    ServeSettings(flags: SettingFlags.parse(arguments), environment: environment),
                    zones: ZoneDatabase())
            }
            let text = try #require(error).description
            #expect(!text.contains("secret"), "a password is not repeated")
            return text
        }
        #expect(try error([], ["TZ": "UTC", setting.variable: value]).hasPrefix("\(setting.variable): "))
        #expect(try error(["--config", file], ["TZ": "UTC"]).hasPrefix("\"\(key)\" in \(file), line 1: "))
        // Options are checked for what other commands refuse too.
        if setting == .db { return }
        // The flag wins over the variable, so that it is the one at fault.
        let outcome = try await BuiltProgram.run(
            ["serve", "--config", file, "\(flag)=\(value)"],
            environment: ["TASKD_DB": folder.path("taskd.db"), setting.variable: value])
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("taskd: \(flag): "), "\(outcome.errors)")
        #expect(try folder.names() == ["taskd.yaml"])
    }

    @Test
    func `a zone of the machine that does not exist is not taken for a setting`() async throws {
        let environment = ["TASKD_DB": folder.path("taskd.db"), "TZ": "Europe/Atlantis"]
        let outcome = try await BuiltProgram.run(["serve"], environment: environment)
        #expect(outcome.status == 64)
        for words in ["the machine's time zone \"Europe/Atlantis\"", "give --zone, or set TZ"] {
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test
    func `an unknown flag is wrong usage`() async throws {
        let outcome = try await BuiltProgram.run(["serve", "--nonsense"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--nonsense"))
    }

    @Test(arguments: ["http://127.0.0.1:99999", "http://[::1]:65536/taskd", "http://127.0.0.1:0"])
    func `an address with a port that there is not is wrong usage`(url: String) async throws {
        for arguments in [["list"], ["ready"], ["doctor"], ["hook", "list"]] {
            let outcome = try await BuiltProgram.run(
                arguments, environment: ["TASKD_URL": url, "TASKD_TOKEN": "none", "TASKD_DB": folder.path("x.db")])
            #expect(outcome.status == (arguments == ["doctor"] ? 1 : 64), "\(arguments): \(outcome.errors)")
            #expect(
                (outcome.output + outcome.errors).contains("http://HOST:PORT"), "\(outcome.output)\(outcome.errors)")
        }
    }

    @Test
    func `what is no daemon is told from one that is ready, and a connection that breaks from one that is not made`()
        async throws
    {
        let body = Array("hello".utf8)
        let receiver = try await WebhookReceiver.start(
            answers: [.status(200, body: body), .status(204), .close, .close], otherwise: .status(200, body: body))
        let environment = ["TASKD_URL": receiver.url, "TASKD_TOKEN": "none"]
        for _ in 0..<2 {
            let ready = try await BuiltProgram.run(["ready"], environment: environment)
            #expect(ready.status == 1 && ready.errors.contains("is not from a taskd"), "\(ready.output)\(ready.errors)")
        }
        let reading = try await BuiltProgram.run(["list"], environment: environment)
        #expect(reading.status == 3 && reading.errors.contains("the connection was closed"), "\(reading.errors)")
        #expect(reading.errors.contains("  Another program may listen there, or taskd with"), "\(reading.errors)")
        let undo = try await BuiltProgram.run(["undo"], environment: environment)
        #expect(undo.status == 3, "\(undo.errors)")
        #expect(undo.errors.contains("broke after the request was sent: the connection was closed"), "\(undo.errors)")
        #expect(undo.errors.contains("It may still carry out what was asked"), "\(undo.errors)")
        try await receiver.stop()
    }

    @Test
    func `without a daemon a client says so`() async throws {
        let environment = ["TASKD_URL": "http://127.0.0.1:1", "TASKD_TOKEN": "none"]
        let outcome = try await BuiltProgram.run(["list"], environment: environment)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("taskd serve"))
    }
}
