import Basics
import HTTPAPI
import HTTPTypes
import NIOCore
import NIOPosix
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct ConnectionTests {
    private static var short: ConnectionLimits {
        var limits = ConnectionLimits(descriptors: 1_024)
        limits.headTime = .milliseconds(400)
        limits.bodyIdleTime = .milliseconds(400)
        limits.bodyTime = .milliseconds(1_500)
        limits.idleTime = .milliseconds(800)
        limits.stallTime = .milliseconds(600)
        return limits
    }

    /// What a client sends and then leaves as it is, and how the answer begins.
    private static let halves: [(String, String)] = [
        ("", ""),
        ("GET /healthz HT", "HTTP/1.1 408"),
        ("GET /healthz HTTP/1.1\r\nhost: localhost\r\n", "HTTP/1.1 408"),
        (
            "POST /v1/tasks HTTP/1.1\r\nhost: localhost\r\nauthorization: TOKEN\r\ncontent-length: 9\r\n\r\n{",
            "HTTP/1.1 408"
        ),
        ("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n", "HTTP/1.1 200"),
    ]

    @Test(arguments: halves)
    func `who sends half a request, or no other one, is let go`(text: String, answer: String) async throws {
        try await API.run(limits: Self.short) { api async throws in
            let client = try RawClient(port: api.port)
            client.write(text.replacing("TOKEN", with: "Bearer \(api.token)"))
            let received = try await client.receive(within: .seconds(10))
            #expect(received.isClosed)
            #expect(received.text.hasPrefix(answer))
        }
    }

    @Test
    func `bytes that trickle do not keep a request open`() async throws {
        try await API.run(limits: Self.short) { api async throws in
            let slow = try [RawClient(port: api.port), RawClient(port: api.port)]
            slow[0].write("GET /")
            slow[1].write(
                "POST /v1/tasks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \(api.token)\r\ncontent-length: 900\r\n\r\n"
            )
            for _ in 0..<60 {
                for client in slow { client.write("a") }
                try await WallClock().sleep(until: WallClock().now.advanced(by: .milliseconds(50)), tolerance: nil)
            }
            for client in slow { #expect(try await client.receive(within: .seconds(5)).isClosed) }
        }
    }

    @Test
    func `who does not read is let go, and others do not notice`() async throws {
        var limits = Self.short
        // The harness's own client rests meanwhile.
        limits.idleTime = .seconds(60)
        try await API.run(limits: limits) { api async throws in
            let title = String(repeating: "x", count: 400)
            for _ in 0..<40 {
                let operations = (0..<100).map { _ in #"{"op":"create","task":{"title":"\#(title)"}}"# }
                let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
                try #require(try await api.request(.post, "/v1/batch", body).status == 200)
            }
            let stalled = try RawClient(port: api.port)
            for _ in 0..<80 { stalled.get("/v1/tasks?limit=1000", token: api.token) }
            try await WallClock().sleep(until: WallClock().now.advanced(by: .seconds(3)), tolerance: nil)
            #expect(try await api.request(.get, "/v1/tasks").status == 200)
            #expect(try await stalled.receive(within: .seconds(20)).isClosed)
        }
    }

    @Test
    func `what clients do not take of large answers is bounded, and comes back from those that go`() async throws {
        var limits = ConnectionLimits(descriptors: 1_024)
        limits.maxUntakenBytes = 10 << 20
        try await API.run(limits: limits) { api async throws in
            let details = String(repeating: "x", count: 49_000)
            for _ in 0..<9 {
                let task = #"{"op":"create","task":{"title":"large","description":"\#(details)"}}"#
                let body = #"{"operations":[\#(Array(repeating: task, count: 10).joined(separator: ","))]}"#
                try #require(try await api.request(.post, "/v1/batch", body).status == 200)
            }
            func page(until status: Int) async throws -> Int {
                let end = WallClock().now.advanced(by: .seconds(120))
                while true {
                    let found = try await api.status(.get, "/v1/tasks?limit=1000")
                    if found == status || WallClock().now > end { return found }
                }
            }
            #expect(try await page(until: 200) == 200)
            let stalled = try [RawClient(port: api.port), RawClient(port: api.port)]
            for client in stalled {
                client.shrinkBuffer()
                // The system's own buffers may take a whole page, so that only the next one waits.
                for _ in 0..<4 { client.get("/v1/tasks?limit=1000", token: api.token) }
            }
            #expect(try await page(until: 503) == 503)
            #expect(try await api.status(.get, "/v1/tasks?limit=1") == 200)
            for client in stalled { client.reset() }
            #expect(try await page(until: 200) == 200)
        }
    }

    @Test
    func `what is held of large bodies is bounded, small ones come through, and it comes back from those that go`()
        async throws
    {
        var limits = ConnectionLimits(descriptors: 1_024)
        limits.maxHeldBytes = 4 << 20
        try await API.run(limits: limits) { api async throws in
            func unfinished() async throws -> RawClient {
                let client = try RawClient(port: api.port)
                client.write("POST /v1/phrases HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \(api.token)\r\n")
                client.write("content-length: 1000000\r\n\r\n")
                try await client.writeAll(String(repeating: " ", count: 900_000))
                return client
            }
            let large = String(repeating: " ", count: 300_000)
            func batch(until status: Int, else act: () async throws -> Void = {}) async throws -> API.Response {
                let end = WallClock().now.advanced(by: .seconds(60))
                while true {
                    let answer = try await api.request(.post, "/v1/batch", large + #"{"operations":[]}"#)
                    if answer.status == status || WallClock().now > end { return answer }
                    try await act()
                }
            }
            #expect(try await batch(until: 200).status == 200)
            // What is refused for another reason comes back, too.
            for _ in 0..<20 { #expect(try await api.request(.post, "/v1/batch", large + "[").status == 400) }
            var clients: [RawClient] = []
            for _ in 0..<40 { clients.append(try await unfinished()) }
            let refused = try await batch(until: 503) { clients.append(try await unfinished()) }
            #expect(refused.status == 503 && refused.headers[.retryAfter] == "1")
            let limit = try #require(HTTPField.Name("RateLimit"))
            #expect(refused.headers[limit] == #""unfinished-requests";r=0"#, "\(refused)")
            let small = #"{"title":"Tea","description":"\#(String(repeating: "x", count: 49_000))"}"#
            for _ in 0..<5 { #expect(try await api.request(.post, "/v1/tasks", small).status == 201) }
            for (index, client) in clients.enumerated() { index % 2 == 0 ? client.end() : client.reset() }
            #expect(try await batch(until: 200).status == 200)
        }
    }

    @Test
    func `beyond the bound the one that waits longest makes room`() async throws {
        var limits = ConnectionLimits(descriptors: 1_024)
        limits.maxConnections = 8
        try await API.run(limits: limits) { [limits] api async throws in
            var clients: [RawClient] = []
            for _ in 0..<40 { clients.append(try RawClient(port: api.port)) }
            #expect(try await clients[0].receive(within: .seconds(5)).isClosed)
            for client in try [#require(clients.last), RawClient(port: api.port)] {
                client.get("/v1/tasks", token: api.token)
                let answer = try await client.receive(until: "nextCursor", within: .seconds(5))
                #expect(answer.text.hasPrefix("HTTP/1.1 200"))
            }
            withExtendedLifetime((clients, limits)) {}
        }
    }

    @Test(arguments: 0..<30)
    func `connections that come just when the server stops do not end the process`(round: Int) async throws {
        let clients = Locked<[RawClient]>([])
        await #expect(throws: CancellationError.self) {
            try await API.run { api async throws in
                for _ in 0..<(round + 10) {
                    let client = try RawClient(port: api.port)
                    clients.withLock { $0.append(client) }
                }
                throw CancellationError()
            }
        }
    }

    /// Clients that leave in every way while answers are written to them, and a server that stops amid that: were an event
    /// loop busy with one of their connections afterwards, it would have no turn for anything else.
    @Test(.timeLimit(.minutes(5)), arguments: 0..<4)
    func `connections that end while answers are written keep no event loop busy`(round: Int) async throws {
        let clients = Locked<[RawClient]>([])
        await #expect(throws: CancellationError.self) {
            try await API.run { api async throws in
                for number in 0..<20 { _ = try await api.create(#"{"title":"\#(number)"}"#) }
                let request = "GET /v1/tasks?limit=100 HTTP/1.1\r\nhost: localhost\r\n"
                let pipeline = String(repeating: request + "authorization: Bearer \(api.token)\r\n\r\n", count: 8)
                for number in 0..<60 {
                    let client = try RawClient(port: api.port)
                    if number % 4 < 2 { client.shrinkBuffer() }
                    if number % 5 == 0 {
                        client.get("/v1/events/stream", token: api.token)
                    } else {
                        client.write(pipeline)
                    }
                    if number % 7 == round % 7 { _ = try await client.receive(until: "items", within: .seconds(5)) }
                    switch (number + round) % 6 {
                    case 0: client.finishSending()
                    case 1: client.reset()
                    case 2: client.end()
                    default: clients.withLock { $0.append(client) }
                    }
                }
                if round % 3 == 0 { _ = try await api.create(#"{"title":"for the streams"}"#) }
                throw CancellationError()
            }
        }
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
            // Several turns, since tasks that are there already go with the one that is under way.
            for _ in 0..<3 { try await loop.submit {}.get() }
        }
        clients.withLock { $0 = [] }
    }

    @Test
    func `slots of event streams come back from clients that are reset, that end, and that were never answered`()
        async throws
    {
        var limits = ConnectionLimits(descriptors: 2_048)
        limits.maxStreams = 64
        try await API.run(limits: limits) { [limits] api async throws in
            for number in 0..<600 {
                let client = try RawClient(port: api.port)
                client.get("/v1/events/stream", token: api.token)
                if number % 3 == 0 { _ = try await client.receive(until: "taskd events", within: .seconds(5)) }
                if number % 2 == 0 { client.reset() } else { client.end() }
            }
            var open: [RawClient] = []
            let end = WallClock().now.advanced(by: .seconds(10))
            while open.count < limits.maxStreams, WallClock().now < end {
                let client = try RawClient(port: api.port)
                client.get("/v1/events/stream", token: api.token)
                let answer = try await client.receive(until: "\r\n\r\n", within: .seconds(5)).text
                if answer.hasPrefix("HTTP/1.1 200") { open.append(client) }
            }
            #expect(open.count == limits.maxStreams)
            #expect(try await api.request(.get, "/v1/tasks").status == 200)
            #expect(try await api.request(.get, "/v1/events/stream").status == 503)
        }
    }
}
