import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeliveryShutdownTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    @Test func `what is on its way may finish, is recorded, and nothing more is claimed`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...3)
        let gate = Gate()
        let loop = harness.start(
            ScriptedSink { _ in
                await gate.pass()
                return .delivered
            }
        )
        await gate.waitForArrival()
        loop.cancel()
        await harness.clock.waitForSleeper(until: .noon(plus: 8))
        gate.open()
        await loop.value
        let deliveries = try await harness.deliveries(of: hook) { _ in true }
        #expect(deliveries.map(\.state) == [.delivered, .pending, .pending])
        #expect(deliveries.map(\.nextAttemptAt) == [nil, .noon, .noon])
        #expect(try await harness.claimsLeft() == 0)
    }

    @Test func `what does not finish in time is broken off and left as it was`() async throws {
        let receiver = try await WebhookReceiver.start(answers: [.hang, .hang, .hang])
        let hook = try await harness.addHook(1, url: receiver.url)
        try await harness.append(1...3)
        let sink = try harness.webhookSink(patience: .seconds(3_600))
        let loop = harness.start(sink)
        _ = await receiver.requests(atLeast: 3)
        loop.cancel()
        await harness.sleep(until: .noon(plus: 8))
        await loop.value
        let left = try await harness.deliveries(of: hook) { _ in true }
        #expect(left.allSatisfy { $0.state == .pending && $0.attempts.isEmpty })
        #expect(left.allSatisfy { $0.nextAttemptAt == .noon })
        #expect(try await harness.claimsLeft() == 0)
        let next = harness.start(sink)
        _ = try await harness.allDelivered(3, of: hook)
        next.cancel()
        await next.value
        try await receiver.stop()
    }

    @Test func `the rest of a batch is given back untried`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...5)
        let gate = Gate()
        let loop = harness.start(
            ScriptedSink(pace: SinkLimits(concurrency: 1, batchSize: 10)) { message in
                if message.event.sequence == 3 { await gate.pass() }
                return message.event.sequence == 3 ? DeliveryOutcome(.output) : .delivered
            }
        )
        await gate.waitForArrival()
        loop.cancel()
        await harness.sleep(until: .noon(plus: 8))
        await loop.value
        let deliveries = try await harness.deliveries(of: hook) { _ in true }
        #expect(deliveries.map(\.state) == [.delivered, .delivered, .pending, .pending, .pending])
        #expect(deliveries.map(\.attempts.count) == [1, 1, 0, 0, 0])
        #expect(try await harness.claimsLeft() == 0)
    }

    @Test func `a loop with nothing to do ends at once`() async throws {
        let loop = harness.start(ScriptedSink { _ in .delivered })
        loop.cancel()
        await loop.value
        #expect(harness.clock.now == .noon)
    }
}
