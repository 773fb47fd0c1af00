import AsyncHTTPClient
import Basics
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import TestSupport
import Testing

@testable import taskd

@Suite(.timeLimit(.minutes(5)))
struct ListeningTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static func fixture(_ name: String) throws -> String {
        try #require(Bundle.module.resourceURL).appending(path: "Fixtures/TLS/\(name)").path
    }

    @Test
    func `it answers on a Unix socket beside its address, for whoever may open it`() async throws {
        let path = folder.path("taskd.sock")
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"), flags: ["--listen", "127.0.0.1:0,unix:\(path)"])
        #expect(try await daemon.request(.GET, "/readyz").status == 200)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o660)
        let environment = ["TASKD_URL": "unix:\(path)", "TASKD_DB": folder.path("taskd.db")]
        let added = try await BuiltProgram.run(["add", "Through the socket"], environment: environment)
        #expect(added.status == 0, "\(added.errors)")
        let listed = try await BuiltProgram.run(["list"], environment: environment)
        #expect(listed.output.contains("Through the socket"))
        await daemon.end(by: SIGTERM)
        #expect(try !folder.names().contains("taskd.sock"))
        let gone = try await BuiltProgram.run(["list"], environment: environment)
        #expect(gone.status == 3, "\(gone.errors)")
    }

    @Test
    func `the socket of a daemon that was killed is taken over, that of one that runs is not`() async throws {
        let flags = ["--listen", "127.0.0.1:0,unix:\(folder.path("taskd.sock"))"]
        let killed = try await RunningDaemon(store: folder.path("taskd.db"), flags: flags)
        await killed.end(by: SIGKILL)
        #expect(try folder.names().contains("taskd.sock"))
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"), flags: flags)
        let other = try await BuiltProgram.run(["serve", "--db", folder.path("other.db")] + flags)
        #expect(other.status == 1)
        #expect(other.errors.contains("taskd.sock: another process listens there"), "\(other.errors)")
        #expect(try await daemon.request(.GET, "/readyz").status == 200)
        try "mine".write(toFile: folder.path("file"), atomically: true, encoding: .utf8)
        let file = ["--listen", "unix:\(folder.path("file"))"]
        #expect(try await BuiltProgram.run(["serve", "--db", folder.path("other.db")] + file).status == 1)
        #expect(try String(contentsOfFile: folder.path("file"), encoding: .utf8) == "mine")
    }

    @Test
    func `with a certificate it speaks TLS, and takes a new one without a restart`() async throws {
        let (certificate, key) = (folder.path("chain.pem"), folder.path("key.pem"))
        func install(_ name: String) throws {
            for (from, to) in [("\(name).pem", certificate), ("\(name)-key.pem", key)] {
                try? FileManager.default.removeItem(atPath: to)
                try FileManager.default.copyItem(atPath: Self.fixture(from), toPath: to)
            }
        }
        try install("first")
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"),
            flags: [
                "--tls-certificate", certificate, "--tls-key", key, "--listen",
                "127.0.0.1:0,unix:\(folder.path("socket"))",
            ])
        #expect(daemon.url.hasPrefix("https://127.0.0.1:"))
        let authority = try Self.fixture("authority.pem")
        let environment = daemon.environment.merging(["TASKD_CA_FILE": authority]) { $1 }
        let added = try await BuiltProgram.run(["add", "In secret"], environment: environment)
        #expect(added.status == 0, "\(added.errors)")
        // Without its authority nobody believes it.
        let stranger = try await BuiltProgram.run(["list"], environment: daemon.environment)
        #expect(stranger.status == 3, "\(stranger.errors)")
        // Plain HTTP gets nothing, and leaves everybody else alone.
        let plain = try RawClient(port: daemon.port)
        plain.get("/healthz")
        #expect(try await plain.receive(within: .seconds(5)).isClosed)
        #expect(try await Self.presents("first.pem", at: daemon.port))

        try install("second")
        daemon.signal(SIGHUP)
        _ = try #require(await daemon.logLine(containing: "the settings were read again"))
        #expect(try await Self.presents("second.pem", at: daemon.port))
        let path = folder.path("socket").replacing("/", with: "%2F")
        let metrics = try await HTTPClient.shared.execute(
            HTTPClientRequest(url: "http+unix://\(path)/metrics"), timeout: .seconds(20))
        let text = String(buffer: try await metrics.body.collect(upTo: 1 << 20))
        let end = try #require(NIOSSLCertificate.fromPEMFile(certificate).first).notValidAfter
        #expect(text.contains("taskd_certificate_expiry_timestamp_seconds{file=\"\(certificate)\"} \(end)\n"))
        // One that makes no sense is not taken.
        try "nonsense".write(toFile: certificate, atomically: true, encoding: .utf8)
        daemon.signal(SIGHUP)
        _ = try #require(await daemon.logLine(containing: "the certificate stays as it was"))
        #expect(try await Self.presents("second.pem", at: daemon.port))
    }

    @Test(arguments: [("first.pem", "second-key.pem", "is not the key of"), ("first-key.pem", "first-key.pem", "PEM")])
    func `a certificate that cannot be used is told at the start`(chain: String, key: String, words: String)
        async throws
    {
        let outcome = try await BuiltProgram.run([
            "serve", "--db", folder.path("taskd.db"), "--listen", "127.0.0.1:0",
            "--tls-certificate", Self.fixture(chain), "--tls-key", Self.fixture(key),
        ])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try folder.names() == [])
    }

    @Test
    func `systemd is told of the start, of a reload and of the end`() async throws {
        let path = folder.path("notify")
        let socket = try NoticeSocket(path: path)
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"), environment: ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "300000"])
        #expect(try await socket.next { $0 != "WATCHDOG=1" } == "READY=1")
        #expect(try await socket.next { $0 == "WATCHDOG=1" } == "WATCHDOG=1")
        daemon.signal(SIGHUP)
        #expect(try await socket.next { $0 != "WATCHDOG=1" }.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(try await socket.next { $0 != "WATCHDOG=1" } == "READY=1")
        await daemon.end(by: SIGTERM)
        #expect(try await socket.next { $0 != "WATCHDOG=1" } == "STOPPING=1")
    }

    @Test
    func `what may change is read again on SIGHUP, and the rest is named`() async throws {
        let file = folder.path("taskd.yaml")
        func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }
        try write("hosts: one.example\n")
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"), flags: ["--config", file])
        #expect(try await Self.status(daemon.port, host: "two.example") == 421)
        let command = #"{"kind":"command","argv":["/bin/true"]}"#
        #expect(try await daemon.request(.POST, "/v1/hooks", command).status == 422)
        try write("hosts: two.example\ncatchUp: PT1H\nlogLevel: notice\ncommandsAllow: /bin/true\n")
        daemon.signal(SIGHUP)
        let line = try #require(await daemon.logLine(containing: "the settings were read again"))
        #expect(line.contains("catchUp") && !line.contains("hosts"), "\(line)")
        #expect(try await Self.status(daemon.port, host: "two.example") == 200)
        #expect(try await Self.status(daemon.port, host: "one.example") == 421)
        let hook = try await daemon.request(.POST, "/v1/hooks", command).json["id"]?.string ?? ""
        let tried = try await daemon.request(.POST, "/v1/hooks/\(hook)/test").json
        #expect(tried["attempt"]?["outcome"]?.string == "delivered", "\(tried)")
        // With something wrong in it all stays as it was.
        try write("hosts: three.example\ncatchUp: soon\n")
        daemon.signal(SIGHUP)
        _ = try #require(await daemon.logLine(containing: "the settings are not read again"))
        #expect(try await Self.status(daemon.port, host: "two.example") == 200)
        try FileManager.default.removeItem(atPath: file)
        daemon.signal(SIGHUP)
        let gone = try #require(await daemon.logLine(containing: "cannot be opened: there is no such file"))
        #expect(!gone.contains("Name another file"), "\(gone)")
    }

    @Test
    func `sockets are taken over from systemd by the process that they are meant for`() {
        let meant = ["LISTEN_PID": "42", "LISTEN_FDS": "2"]
        #expect(Systemd(environment: meant, process: 42).sockets == [3, 4])
        #expect(Systemd(environment: meant, process: 43).sockets == [])
        #expect(Systemd(environment: ["LISTEN_PID": "42", "LISTEN_FDS": "-1"], process: 42).sockets == [])
        #expect(Systemd(environment: ["WATCHDOG_USEC": "2000000"], process: 42).watchdog == .seconds(2))
        #expect(Systemd(environment: ["WATCHDOG_USEC": "2", "WATCHDOG_PID": "1"], process: 42).watchdog == nil)
    }

    @Test
    func `the log is lines of JSON when it is asked for`() async throws {
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"), flags: ["--log-format", "json"], readyMark: "\"message\":\"ready\"")
        let line = try #require(await daemon.logLine(containing: "\"message\":\"ready\""))
        let json = try JSONValue(json: Data(line.utf8))
        #expect(json["level"]?.string == "info")
        #expect(json["url"]?.string?.hasPrefix("http://127.0.0.1:") == true)
        #expect(json["time"]?.string?.hasSuffix("Z") == true)
    }

    /// Whether a server presents a certificate.
    private static func presents(_ name: String, at port: Int) async throws -> Bool {
        let wanted = try #require(NIOSSLCertificate.fromPEMFile(fixture(name)).first)
        return try await presentedCertificate(at: port) == wanted
    }

    private static func status(_ port: Int, host: String) async throws -> Int? {
        let client = try RawClient(port: port)
        client.write("GET /healthz HTTP/1.1\r\nhost: \(host)\r\n\r\n")
        let answer = try await client.receive(until: "\r\n\r\n", within: .seconds(10))
        return answer.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
