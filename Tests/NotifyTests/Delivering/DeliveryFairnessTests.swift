import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeliveryFairnessTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    @Test func `a receiver that hangs does not hold up one that answers`() async throws {
        let hung = try await WebhookReceiver.start(otherwise: .hang)
        let healthy = try await WebhookReceiver.start()
        try await harness.addHook(1, url: hung.url)
        let hook = try await harness.addHook(2, url: healthy.url)
        let loop = harness.start(try harness.webhookSink(patience: .seconds(3_600)))
        for number in 1...20 { try await harness.append(number...number) }
        #expect(try await harness.allDelivered(20, of: hook).allSatisfy { $0.attempts.count == 1 })
        // Eight at a time for each hook, and none of the eight has come back.
        #expect(await hung.requests(atLeast: 8).count == 8)
        loop.cancel()
        await harness.sleep(until: .noon(plus: 8))
        await loop.value
        try await hung.stop()
        try await healthy.stop()
    }

    @Test func `what was never tried goes before what is tried again`() async throws {
        let hook = try await harness.addHook(1)
        let gate = Gate()
        let sent = Locked<[Int64]>([])
        let loop = harness.start(
            ScriptedSink { message in
                sent.withLock { $0.append(message.event.sequence) }
                if message.event.sequence == 2 { await gate.pass() }
                return DeliveryOutcome(statusCode: message.event.sequence == 1 && message.attempt == 1 ? 500 : 200)
            }
        )
        try await harness.append(1...1)
        let retry = try #require(try await harness.delivery(of: hook, attempts: 1)?.nextAttemptAt)
        try await harness.append(2...2)
        await gate.waitForArrival()
        harness.clock.set(to: retry)
        try await harness.append(3...3)
        gate.open()
        _ = try await harness.allDelivered(3, of: hook)
        #expect(sent.withLock { $0 } == [1, 2, 3, 1])
        loop.cancel()
        await loop.value
    }

    @Test func `a disabled hook gets nothing until it is enabled again`() async throws {
        var hook = try await harness.addHook(1)
        let other = try await harness.addHook(2)
        try await harness.append(1...1)
        hook.isEnabled = false
        try await harness.store.write { [hook] in try $0.save(hook) }
        let loop = harness.start(ScriptedSink { _ in .delivered })
        _ = try await harness.allDelivered(1, of: other)
        #expect(try await harness.deliveries(of: hook) { _ in true }.map(\.state) == [.pending])
        hook.isEnabled = true
        try await harness.store.write { [hook] in try $0.save(hook) }
        _ = try await harness.allDelivered(1, of: hook)
        loop.cancel()
        await loop.value
    }
}
