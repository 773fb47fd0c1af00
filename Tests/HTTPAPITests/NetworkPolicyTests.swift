import Basics
import Foundation
import HTTPTypes
import Notify
import ServiceLifecycle
import TestSupport
import Testing

@testable import HTTPAPI

struct NetworkPolicyTests {
    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:80", true), ("a.localhost:7373", true), ("localhost.", true),
        ("127.0.0.1", true), ("192.168.1.7:7373", true), ("[::1]:80", true), ("[::1]", true),
        ("tasks.example.org", true), ("tasks.example.org:443", true), ("TASKS.example.org.", true),
        ("a.home.arpa", true), ("a.b.home.arpa", true), ("home.arpa", false), (".home.arpa", false),
        ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false),
        ("xtasks.example.org", false), ("[evil.example]", false), ("[::1", false), ("", false), (":80", false),
        ("[::1].evil.example", false), ("[::1]x", false), ("[::1]:80x", false), ("[::1]]", false), ("::1", false),
        ("127.0.0.1:80.evil.example", false), ("localhost:x", false), ("localhost:", true), ("[::1]:", true),
    ])
    func `a request is answered by the names of the server alone`(authority: String, isAnswered: Bool) throws {
        let hosts = try #require(HostNames("tasks.example.org, *.home.arpa"))
        #expect(hosts.contain(authority: authority) == isAnswered)
    }

    @Test(arguments: ["https://a.example", "a.example:80", "*.", "*", "a b", "a/b", "ü.example"])
    func `what is no name is refused`(text: String) {
        #expect(HostNames(text) == nil)
    }

    @Test(arguments: [
        (nil, [], nil), (nil, ["1.1.1.1"], "1.1.1.1"), ("9.9.9.9", ["1.1.1.1"], "9.9.9.9"),
        ("10.0.0.1", [], "10.0.0.1"), ("10.0.0.1", ["1.1.1.1"], "1.1.1.1"),
        ("10.0.0.1", ["6.6.6.6, 1.1.1.1"], "1.1.1.1"), ("10.0.0.1", ["6.6.6.6, 1.1.1.1, 10.0.0.2"], "1.1.1.1"),
        ("10.0.0.1", ["6.6.6.6", "1.1.1.1,10.0.0.2"], "1.1.1.1"), ("10.0.0.1", ["nonsense"], "10.0.0.1"),
        ("10.0.0.1", ["1.1.1.1, nonsense"], "10.0.0.1"), ("10.0.0.1", ["1.1.1.1:4711"], "1.1.1.1"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"), ("::ffff:10.0.0.1", ["1.1.1.1"], "1.1.1.1"),
        ("10.0.0.1", ["10.0.0.3"], "10.0.0.3"),
    ])
    func `who asks is who the nearest proxy that is not trusted was asked by`(
        peer: String?, forwarded: [String], client: String?
    ) throws {
        let proxies = try #require(TrustedProxies("10.0.0.0/8, unix"))
        let found = proxies.client(peer: peer.flatMap { IPAddress($0) }, forwarded: forwarded)
        #expect(found?.description == client)
    }

    @Test
    func `no proxy is trusted unless it is listed`() {
        let peer = IPAddress("127.0.0.1")
        #expect(TrustedProxies().client(peer: peer, forwarded: ["1.1.1.1"]) == peer)
        #expect(TrustedProxies().client(peer: nil, forwarded: ["1.1.1.1"]) == nil)
        #expect(TrustedProxies("10.0.0.0/8,proxy.example") == nil)
    }

    @Test(arguments: [
        ("https://app.example.org", true), ("HTTPS://APP.example.org", true), ("http://app.example.org", false),
        ("https://app.example.org:8443", false), ("null", false), ("https://evil.example", false),
    ])
    func `a page may read answers when its origin is listed`(origin: String, isAllowed: Bool) throws {
        let origins = try #require(AllowedOrigins("https://app.example.org"))
        #expect(origins.contain(origin) == isAllowed)
        #expect(!AllowedOrigins().contain(origin))
        #expect(try #require(AllowedOrigins("*")).contain(origin))
    }

    @Test(arguments: ["app.example.org", "https://", "https://a/b", "ftp://a", "https:/a"])
    func `what is no origin is refused`(text: String) {
        #expect(AllowedOrigins(text) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1:7373", "127.0.0.1:7373"), ("[::1]:0", "[::1]:0"), ("localhost:65535", "localhost:65535"),
        ("unix:/run/taskd.sock", "unix:/run/taskd.sock"), ("127.0.0.1", nil), ("::1:80", nil), (":80", nil),
        ("a:65536", nil), ("a:-1", nil), ("unix:relative", nil), ("http://a:80", nil), ("a b:80", nil), ("*:80", nil),
        ("unix:/" + String(repeating: "x", count: 107), nil),
    ])
    func `an address to listen on is read and written`(text: String, description: String?) {
        #expect(ListenAddress(text)?.description == description)
    }
}

struct NetworkAnswerTests {
    private static func policy() throws -> NetworkPolicy {
        var policy = NetworkPolicy()
        policy.hosts = try #require(HostNames("tasks.example.org"))
        policy.origins = try #require(AllowedOrigins("https://app.example.org"))
        return policy
    }

    @Test
    func `a request to another name is misdirected, whatever it asks`() async throws {
        try await API.run { api in
            for path in ["/v1/tasks", "/healthz", "/metrics", "/nowhere"] {
                let answered = try await status(path, at: api.port, host: "evil.example")
                #expect(answered == 421, "\(path)")
            }
            let answered = try await status("/healthz", at: api.port, host: "a.localhost:80")
            #expect(answered == 200)
        }
    }

    @Test(arguments: [
        ("GET /healthz HTTP/1.1", ["localhost"], 200), ("GET /healthz HTTP/1.1", [], 400),
        ("GET /healthz HTTP/1.1", ["localhost", "evil.example"], 400),
        ("GET /healthz HTTP/1.1", ["localhost", "localhost"], 400), ("GET /healthz HTTP/1.0", [], 200),
        ("GET /healthz HTTP/1.0", ["localhost", "localhost"], 400),
        ("GET http://localhost/healthz HTTP/1.1", ["localhost"], 200),
        ("GET http://evil.example/healthz HTTP/1.1", ["localhost"], 421),
        ("GET http://localhost:80/healthz HTTP/1.1", ["evil.example"], 200),
        ("GET http://evil.example?/healthz HTTP/1.1", ["localhost"], 421),
    ])
    func `a request names its server once, and the target counts too`(
        line: String, hosts: [String], answer: Int
    ) async throws {
        try await API.run { api in
            let client = try RawClient(port: api.port)
            client.write(([line] + hosts.map { "host: \($0)" } + ["", ""]).joined(separator: "\r\n"))
            let answered = try await client.receive(until: "\r\n\r\n", within: .seconds(20)).text
            #expect(answered.dropFirst("HTTP/1.x ".count).hasPrefix("\(answer) "))
        }
    }

    @Test
    func `to a client of HTTP/1.0 what has no length ends with the connection`() async throws {
        try await API.run { api in
            for _ in 0..<3 { _ = try await api.request(.post, "/v1/tasks", #"{"title":"old"}"#) }
            let client = try RawClient(port: api.port)
            client.write("GET /v1/export HTTP/1.0\r\nauthorization: Bearer \(api.token)\r\n\r\n")
            let (answer, isClosed) = try await client.receive(within: .seconds(20))
            #expect(isClosed)
            let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
            #expect(answer.hasPrefix("HTTP/1.0 200 "))
            #expect(parts.first?.contains("connection: close") == true)
            #expect(parts.first?.contains("transfer-encoding") == false)
            #expect(parts.last?.split(separator: "\n").allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") } == true)
        }
    }

    @Test
    func `pages of a listed origin may call and read`() async throws {
        try await API.run(network: Self.policy()) { api in
            let origin = ["origin": "https://app.example.org"]
            let answer = try await api.request(.get, "/v1/tasks", headers: origin)
            #expect(answer.status == 200)
            #expect(answer.headers[.accessControlAllowOrigin] == "https://app.example.org")
            #expect(answer.headers[.accessControlExposeHeaders]?.contains("ETag") == true)
            #expect(answer.headers[.vary]?.contains("Origin") == true)
            // What is refused is readable too.
            let refusal = try await api.request(.get, "/v1/tasks/none", headers: origin)
            #expect(refusal.status == 404)
            #expect(refusal.headers[.accessControlAllowOrigin] == "https://app.example.org")
            let question = [
                "access-control-request-method": "PATCH", "access-control-request-headers": "authorization",
            ]
            let preflight = try await api.exchange(
                .options, "/v1/tasks/x", headers: origin.merging(question) { $1 })
            #expect(preflight.status == 204)
            #expect(preflight.headers[.accessControlAllowMethods]?.contains("PATCH") == true)
            #expect(preflight.headers[.accessControlAllowHeaders] == "authorization")
            let stranger = ["origin": "https://evil.example"].merging(question) { $1 }
            let refused = try await api.exchange(.options, "/v1/tasks/x", headers: stranger)
            #expect(refused.status == 405)
            #expect(refused.headers[.accessControlAllowOrigin] == nil)
        }
    }
}

struct ListeningSocketTests {
    @Test
    func `the file of a socket goes with its server, and that of another one stays`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("x.sock")
        let file = UnixSocketFile(path: path)
        try Data().write(to: URL(filePath: path))
        let first = try #require(file.identity)
        // Beside the first, so that it cannot get the same number.
        try Data().write(to: URL(filePath: folder.path("other")))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: folder.path("other"), toPath: path)
        let second = try #require(file.identity)
        UnixSocketFile.remove(first)
        #expect(file.identity == second)
        UnixSocketFile.remove(second)
        #expect(file.identity == nil)
    }

    @Test
    func `a socket that was handed over is listened on, and so is each address`() async throws {
        let inherited = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(inherited, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        try #require(isBound && listen(inherited, 16) == 0)
        try await API.run { api in
            let other = ListeningSocket.address(.tcp(host: "127.0.0.1", port: 0))
            let (stream, listening) = AsyncStream<[ListenAddress]>.makeStream()
            let service = api.server.service(on: [.inherited(descriptor: inherited), other]) { listening.yield($0) }
            let group = ServiceGroup(configuration: .init(services: [service], logger: api.server.logger))
            try await withThrowingTaskGroup { tasks in
                tasks.addTask { try await group.run() }
                let addresses = try #require(await stream.first { _ in true })
                #expect(addresses.count == 2)
                for case .tcp(_, let port) in addresses {
                    let answered = try await status("/healthz", at: port, host: "localhost")
                    #expect(answered == 200)
                }
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
    }

    @Test
    func `when one address is taken, none is listened on`() async throws {
        try await API.run { api in
            let sockets = [0, api.port].map { ListeningSocket.address(.tcp(host: "127.0.0.1", port: $0)) }
            let service = api.server.service(on: sockets) { _ in Issue.record("it listens") }
            let error = await #expect(throws: ListenFailure.self) { try await service.run() }
            #expect(error?.socket == sockets[1])
        }
    }
}

/// The status that a path is answered with where it is asked for by a name of the server.
private func status(_ path: String, at port: Int, host: String) async throws -> Int? {
    let client = try RawClient(port: port)
    client.write("GET \(path) HTTP/1.1\r\nhost: \(host)\r\n\r\n")
    let answer = try await client.receive(until: "\r\n\r\n", within: .seconds(10))
    return answer.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
}
