import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct GoneReceiverTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    @Test func `410 disables the hook, and the others get an event`() async throws {
        let gone = try await WebhookReceiver.start(otherwise: .status(410))
        let watcher = try await WebhookReceiver.start()
        let hook = try await harness.addHook(1, url: gone.url)
        try await harness.addHook(2, url: watcher.url)
        let loop = harness.start(try harness.webhookSink())
        try await harness.append(1...1)
        let told = await watcher.requests(atLeast: 2)
        let delivery = try #require(try await harness.delivery(of: hook, attempts: 1))
        #expect(delivery.state == .failed)
        #expect(delivery.attempts.first?.outcome == "gone")
        let stored = try #require(try await harness.store.read { try $0.hook(hook.id) })
        #expect(!stored.isEnabled)
        #expect(stored.version == 2)
        #expect(stored.disabledReason == "the receiver responded with 410 Gone")
        let body = String(decoding: told.map(\.body).first { $0.contains("hook.disabled") } ?? [], as: UTF8.self)
        #expect(body.contains(#""type":"hook.disabled""#))
        #expect(body.contains(#""id":"\#(hook.id)""#))
        #expect(body.contains(#""enabled":false"#))
        loop.cancel()
        await loop.value
        try await gone.stop()
        try await watcher.stop()
    }

    @Test func `many answers of 410 disable the hook once`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...8)
        let pace = SinkLimits(concurrency: 8, batchSize: 1)
        let loop = harness.start(ScriptedSink(pace: pace) { _ in DeliveryOutcome(statusCode: 410) })
        _ = try await harness.deliveries(of: hook) { $0.allSatisfy { $0.state == .failed } }
        let events = try await harness.store.read { try $0.events(after: 0, limit: 100) }
        #expect(events.count { $0.type == .hookDisabled } == 1)
        loop.cancel()
        await loop.value
    }

    @Test func `a hook that was given another URL meanwhile stays enabled`() async throws {
        var hook = try await harness.addHook(1)
        let gate = Gate()
        let loop = harness.start(
            ScriptedSink { _ in
                await gate.pass()
                return DeliveryOutcome(statusCode: 410)
            }
        )
        try await harness.append(1...1)
        await gate.waitForArrival()
        hook.url = "https://example.com/moved"
        try await harness.store.write { [hook] in try $0.save(hook) }
        gate.open()
        #expect(try await harness.delivery(of: hook, attempts: 1)?.state == .failed)
        let stored = try await harness.store.read { [hook] in try $0.hook(hook.id) }
        #expect(stored?.isEnabled == true)
        loop.cancel()
        await loop.value
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        String(decoding: self, as: UTF8.self).contains(text)
    }
}
