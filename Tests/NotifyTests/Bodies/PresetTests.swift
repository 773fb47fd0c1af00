import Basics
import Foundation
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// Each service's documented format, checked on what a receiver on loopback gets from the sink.
@Suite struct PresetTests {
    private static let title = "Pay \"rent\" <!channel> @everyone & more ☎"

    private func receive(_ preset: Hook.Preset, path: String, title: String = title) async throws
        -> WebhookReceiver.Request
    {
        let fixture = try SinkFixture()
        let receiver = try await WebhookReceiver.start(answers: [.status(200, body: Array("ok".utf8))])
        var hook = try fixture.hook("http://127.0.0.1:\(receiver.port)\(path)")
        hook.shape.preset = preset
        let outcome = await fixture.sink.deliver(OutgoingMessage(hook: hook, event: try event(title), attempt: 1))
        #expect(outcome.kind == .delivered, "\(outcome)")
        try await receiver.stop()
        let request = try #require(receiver.requests.first)
        #expect(request.headers["content-type"] == "application/json")
        try WebhookVerifier(secrets: [fixture.secret])
            .verify(request.webhookHeaders(), body: request.body, at: fixture.clock.now)
        return request
    }

    private func event(_ title: String) throws -> Event {
        var task = TaskItem.fixture(1) { $0.priority = .urgent }
        task.title = title
        task.details = String(repeating: "long ", count: 8_000)
        task.due = LocalTime("2026-12-01T09:00:00")
        var json = JSONWriter()
        json.object { json in json.field("task") { task.write(to: &$0, now: .noon) } }
        return Event(sequence: 1, id: Event.numbered(1).id, type: .reminderDue, timestamp: .noon, data: json.bytes)
    }

    private func json(_ request: WebhookReceiver.Request) throws -> JSONValue {
        try JSONValue(json: Data(request.body))
    }

    private func names(_ value: JSONValue?) -> Set<String> {
        if case .object(let fields)? = value { Set(fields.fields.map(\.name)) } else { [] }
    }

    @Test func `ntfy gets its topic in the JSON, posted to the server's root`() async throws {
        let request = try await receive(.ntfy, path: "/base/my_topic-1?x=y")
        #expect(request.path == "/base/")
        let body = try json(request)
        #expect(names(body) == ["topic", "title", "message", "priority", "tags"])
        #expect(body["topic"]?.string == "my_topic-1")
        #expect(body["title"]?.string == Self.title)
        #expect(body["priority"]?.integer == 5)
        #expect(body["tags"]?.array == [.string("alarm_clock")])
        let message = try #require(body["message"]?.string)
        #expect(message.hasPrefix("Reminder\nDue 2026-12-01 09:00:00 Asia/Seoul\nlong "))
        #expect(message.utf8.count <= 4_096)
    }

    @Test func `Slack gets text and blocks in which nothing of the title has a meaning`() async throws {
        let body = try json(await receive(.slack, path: "/services/T0/B0/x"))
        #expect(names(body) == ["text", "blocks"])
        #expect(body["text"]?.string?.contains("&lt;!channel&gt; @everyone &amp; more") == true)
        #expect(body["text"]?.string?.contains("<") == false)
        let blocks = try #require(body["blocks"]?.array)
        #expect(blocks.map { $0["type"]?.string } == ["header", "section"])
        #expect(blocks.map { $0["text"]?["type"]?.string } == ["plain_text", "mrkdwn"])
        #expect(try #require(blocks[0]["text"]?["text"]?.string).count <= 150)
        #expect(try #require(blocks[1]["text"]?["text"]?.string).count <= 3_000)
    }

    @Test func `Discord gets one embed within its limits, and calls nobody`() async throws {
        let body = try json(await receive(.discord, path: "/api/webhooks/1/token"))
        #expect(names(body) == ["embeds", "allowed_mentions"])
        #expect(body["allowed_mentions"]?["parse"]?.array == [])
        let embeds = try #require(body["embeds"]?.array)
        #expect(embeds.count == 1)
        #expect(embeds[0]["title"]?.string == Self.title)
        #expect(try #require(embeds[0]["description"]?.string).count <= 4_096)
        #expect(try (0...0xFF_FFFF).contains(#require(embeds[0]["color"]?.integer)))
        #expect(embeds[0]["timestamp"]?.string == UTCInstant.noon.description)
    }

    @Test func `Teams gets a message with an Adaptive Card of less than 28 KB`() async throws {
        let request = try await receive(.teams, path: "/workflows/1/triggers/manual/paths/invoke?sig=a")
        #expect(request.path == "/workflows/1/triggers/manual/paths/invoke?sig=a")
        #expect(request.body.count < 28_000)
        let body = try json(request)
        #expect(body["type"]?.string == "message")
        let attachment = try #require(body["attachments"]?.array?.first)
        #expect(attachment["contentType"]?.string == "application/vnd.microsoft.card.adaptive")
        #expect(attachment["contentUrl"] == .null)
        let card = try #require(attachment["content"])
        #expect(card["type"]?.string == "AdaptiveCard")
        #expect(card["$schema"]?.string == "http://adaptivecards.io/schemas/adaptive-card.json")
        #expect(card["version"]?.string == "1.4")
        let blocks = try #require(card["body"]?.array)
        #expect(blocks.allSatisfy { $0["type"]?.string == "TextBlock" && $0["wrap"] == .bool(true) })
        #expect(blocks.first?["text"]?.string == Self.title)
    }

    @Test func `Gotify gets a message of plain text with its token left in the URL`() async throws {
        let request = try await receive(.gotify, path: "/message?token=A.b")
        #expect(request.path == "/message?token=A.b")
        let body = try json(request)
        #expect(names(body) == ["title", "message", "priority", "extras"])
        #expect(body["title"]?.string == Self.title)
        #expect(body["priority"]?.integer == 9)
        #expect(body["extras"]?["client::display"]?["contentType"]?.string == "text/plain")
        #expect(body["message"]?.string?.isEmpty == false)
    }

    @Test(arguments: Hook.Preset.allCases)
    func `a title as long as a title may be stays within every limit`(preset: Hook.Preset) async throws {
        let path = preset == .gotify ? "/message" : "/a/topic"
        let request = try await receive(preset, path: path, title: String(repeating: "予約\"", count: 5_000))
        #expect(request.body.count < 28_000)
        _ = try json(request)
    }
}
