import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// Clients that do not do what clients do; beside each, a reminder that is to be on time.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HostileClientTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pause(_ time: Duration) async throws {
        let clock = WallClock()
        try await clock.sleep(until: clock.now.advanced(by: time), tolerance: nil)
    }

    /// Sets a reminder, waits for it, and checks that it was not late.
    private func expectOnTime(_ daemon: RunningDaemon, _ count: Int) async throws {
        try await daemon.addTask("canary", remindingAt: RunningDaemon.soon)
        let event = try #require(try await daemon.events("reminder.due", atLeast: count).last)
        #expect(try event.instant("scheduledAt").duration(to: event.instant("firedAt")) < .seconds(1))
    }

    @Test
    func `few descriptors and many idle connections: calls are answered, webhooks go out, nothing spins`() async throws
    {
        let receiver = try await WebhookReceiver.start()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"), limit: "ulimit -n 256")
        _ = try await daemon.addWebhook(receiver.url)
        var idle: [RawClient] = []
        for _ in 0..<300 { idle.append(try RawClient(port: daemon.port)) }
        let before = try daemon.processorTime()
        try await pause(.seconds(3))
        #expect(try daemon.processorTime() - before < 0.6)
        #expect(try await daemon.request(.GET, "/v1/tasks").status == 200)
        try await expectOnTime(daemon, 1)
        _ = await receiver.requests(atLeast: 1)
        await daemon.end(by: SIGTERM)
        try await receiver.stop()
        withExtendedLifetime(idle) {}
    }

    @Test
    func `where no descriptor is left accepting does not spin, and goes on once there is one`() async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        try await expectOnTime(daemon, 1)
        // Fewer than are open: nothing can be accepted.
        try await daemon.limitDescriptors(to: 4)
        let waiting = try (0..<5).map { _ in try RawClient(port: daemon.port) }
        for client in waiting { client.get("/v1/tasks", token: daemon.token) }
        let before = try daemon.processorTime()
        try await pause(.seconds(1))
        #expect(try daemon.processorTime() - before < 0.2)
        for client in waiting { #expect(try await client.receive(within: .zero).text.isEmpty) }
        try await daemon.limitDescriptors(to: 256)
        for client in waiting {
            let answer = try await client.receive(until: "nextCursor", within: .seconds(5)).text
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        }
        try await expectOnTime(daemon, 2)
        #expect(await daemon.end(by: SIGTERM) == 0)
    }

    @Test
    func `a thousand idle connections and three hundred aborted streams change nothing for others`() async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        var idle: [RawClient] = []
        for _ in 0..<1_000 { idle.append(try RawClient(port: daemon.port)) }
        for number in 0..<300 {
            let client = try RawClient(port: daemon.port)
            client.get("/v1/events/stream", token: daemon.token)
            if number % 2 == 0 { client.reset() } else { client.end() }
        }
        try await expectOnTime(daemon, 1)
        #expect(try await daemon.request(.GET, "/v1/tasks").status == 200)
        await daemon.end(by: SIGTERM)
        withExtendedLifetime(idle) {}
    }

    @Test
    func `after fifteen hundred aborted opens there is room for every stream`() async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        for _ in 0..<1_500 {
            let client = try RawClient(port: daemon.port)
            client.get("/v1/events/stream", token: daemon.token)
            client.reset()
        }
        var open: [RawClient] = []
        let end = WallClock().now.advanced(by: .seconds(20))
        while open.count < 256, WallClock().now < end {
            let client = try RawClient(port: daemon.port)
            client.get("/v1/events/stream", token: daemon.token)
            let head = try await client.receive(until: "\r\n\r\n", within: .seconds(5)).text
            if head.hasPrefix("HTTP/1.1 200") { open.append(client) }
        }
        #expect(open.count == 256)
        try await expectOnTime(daemon, 1)
        await daemon.end(by: SIGTERM)
    }

    /// What clients hold a daemon up with that is to stop.
    private static let holdUps = ["metrics", "stream", "body", "idle"]

    @Test(arguments: holdUps)
    func `SIGTERM ends the daemon in time whatever a client does`(kind: String) async throws {
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let client = try RawClient(port: daemon.port)
        client.shrinkBuffer()
        switch kind {
        case "metrics":
            for _ in 0..<3_000 { client.write("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n") }
        case "stream":
            client.get("/v1/events/stream", token: daemon.token)
            let title = String(repeating: "x", count: 400)
            let operations = Array(repeating: #"{"op":"create","task":{"title":"\#(title)"}}"#, count: 1_000)
            for _ in 0..<10 {
                let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
                try #require(try await daemon.request(.POST, "/v1/batch", body).status == 200)
            }
        case "body":
            let head = "POST /v1/tasks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer \(daemon.token)\r\n"
            client.write(head + "content-length: 100\r\n\r\n{")
        default:
            client.get("/healthz")
            _ = try await client.receive(until: "ok", within: .seconds(5))
        }
        try await pause(.milliseconds(500))
        let began = WallClock().now
        #expect(await daemon.end(by: SIGTERM) == 0)
        #expect(began.duration(to: WallClock().now) < .seconds(8))
        withExtendedLifetime(client) {}
    }
}
