import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CircuitTests {
    private let harness: LoopHarness
    private let sent = SentLog()
    private let isBack = Locked(false)

    init() throws {
        harness = try LoopHarness()
    }

    /// A sink that fails until the receiver is back.
    private var sink: ScriptedSink {
        ScriptedSink(pace: SinkLimits(concurrency: 8, batchSize: 1)) { [sent, isBack] message in
            sent.note(message)
            return isBack.withLock { $0 } ? .delivered : DeliveryOutcome(statusCode: 500)
        }
    }

    private func addPatientHook() async throws -> Hook {
        try await harness.addHook(1) { hook in
            hook.traffic.retryWaits = [.zero] + Array(repeating: .seconds(86_400), count: 9)
        }
    }

    @Test func `an open circuit lets nothing through, and then one probe at a time`() async throws {
        let hook = try await addPatientHook()
        try await harness.append(1...30)
        let loop = harness.start(sink)
        await harness.clock.waitForSleeper(until: .noon(plus: 30))
        let first = sent.sequences.count
        #expect((5...12).contains(first))
        #expect(try await harness.health(of: hook).circuit(at: .noon) == .open)
        for (probe, pause) in [30, 90, 210].enumerated() {
            await harness.sleep(until: .noon(plus: pause))
            #expect(await sent.wait(for: first + probe + 1).count == first + probe + 1)
        }
        isBack.withLock { $0 = true }
        await harness.sleep(until: .noon(plus: 450))
        _ = try await harness.deliveries(of: hook) { $0.count { $0.state == .delivered } == 30 - first - 3 }
        #expect(try await harness.health(of: hook).circuit(at: harness.clock.now) == .closed)
        loop.cancel()
        await loop.value
    }

    @Test func `an open circuit stays open over a restart`() async throws {
        let hook = try await addPatientHook()
        try await harness.append(1...30)
        let loop = harness.start(sink)
        await harness.clock.waitForSleeper(until: .noon(plus: 30))
        loop.cancel()
        await loop.value
        let before = sent.sequences.count
        isBack.withLock { $0 = true }
        let next = harness.start(sink)
        await harness.clock.waitForSleeper(until: .noon(plus: 30))
        #expect(sent.sequences.count == before)
        harness.clock.set(to: .noon(plus: 30))
        _ = try await harness.deliveries(of: hook) { $0.count { $0.state == .delivered } == 30 - before }
        next.cancel()
        await next.value
    }

    @Test func `one delivery that always fails does not open the circuit`() async throws {
        let hook = try await harness.addHook(1) { $0.traffic.retryWaits = Array(repeating: .seconds(10), count: 20) }
        let loop = harness.start(
            ScriptedSink { DeliveryOutcome(statusCode: $0.event.sequence == 1 ? 400 : 200) }
        )
        try await harness.append(1...1)
        for attempt in 1...12 {
            let next = try #require(
                try await harness.deliveries(of: hook) { $0.first?.attempts.count == attempt }.first?.nextAttemptAt)
            try await harness.append((attempt + 1)...(attempt + 1))
            _ = try await harness.deliveries(of: hook) { $0.last?.state == .delivered }
            await harness.sleep(until: next)
        }
        #expect(try await harness.health(of: hook).trips == 0)
        loop.cancel()
        await loop.value
    }

    @Test func `a pause that the receiver asks for holds all that is sent to it`() async throws {
        let hook = try await harness.addHook(1)
        let loop = harness.start(
            ScriptedSink { [sent] message in
                sent.note(message)
                return message.attempt == 1 && message.event.sequence == 1
                    ? DeliveryOutcome(.status, statusCode: 429, retryAfter: .seconds(120)) : .delivered
            }
        )
        try await harness.append(1...1)
        _ = try await harness.delivery(of: hook, attempts: 1)
        try await harness.append(2...5)
        await harness.clock.waitForSleeper(until: .noon(plus: 120))
        #expect(sent.sequences == [1])
        harness.clock.set(to: .noon(plus: 120))
        _ = try await harness.allDelivered(5, of: hook)
        loop.cancel()
        await loop.value
    }
}
