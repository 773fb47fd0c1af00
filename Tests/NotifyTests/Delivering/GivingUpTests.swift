import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct GivingUpTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    /// Moves the clock from one sleep of the loop to the next, until something holds.
    private func run(untilFailed hook: Hook, for days: Int) async throws {
        let end = UTCInstant.noon(plus: days * 86_400)
        var attempt = 1
        while harness.clock.now < end {
            let next = try await harness.deliveries(of: hook) { [attempt] in $0.first?.attempts.count == attempt }.first
            guard let instant = next?.nextAttemptAt else { return }
            await harness.sleep(until: instant)
            attempt += 1
        }
    }

    @Test func `a hook that fails for five days is disabled, and the others get an event`() async throws {
        let hook = try await harness.addHook(1) {
            $0.traffic.retryWaits = Array(repeating: .seconds(86_400), count: 20)
        }
        let watcher = try await harness.addHook(2)
        let sink = ScriptedSink { message in
            message.hook.id == hook.id ? DeliveryOutcome(statusCode: 503) : .delivered
        }
        try await harness.append(1...1)
        let loop = harness.start(sink)
        try await run(untilFailed: hook, for: 5)
        let told = try await harness.allDelivered(2, of: watcher)
        #expect(told.last?.eventType == .hookDisabled)
        let stored = try #require(try await harness.store.read { try $0.hook(hook.id) })
        #expect(!stored.isEnabled)
        #expect(
            stored.disabledReason
                == "deliveries have failed for 5 days without a success; the last one: the receiver responded with 503 Service Unavailable"
        )
        #expect(harness.clock.now >= .noon(plus: 5 * 86_400))
        #expect(harness.clock.now < .noon(plus: 7 * 86_400))
        loop.cancel()
        await loop.value
    }

    @Test func `standard output is never given up, and goes on when its reader is back`() async throws {
        let stdout = Hook(id: Hook.stdoutID, kind: .stdout, now: .noon)
        try await harness.store.write { try $0.save(stdout) }
        let sent = SentLog()
        let isBack = Locked(false)
        let sink = ScriptedSink(pace: SinkLimits(concurrency: 1, batchSize: 4)) { message in
            sent.note(message)
            return isBack.withLock { $0 } ? .delivered : DeliveryOutcome(.output)
        }
        try await harness.append(1...6)
        let loop = harness.start(sink, kind: .stdout)
        await harness.sleep(until: .noon(plus: 30))
        #expect(await sent.wait(for: 2).count == 2)
        loop.cancel()
        await loop.value
        isBack.withLock { $0 = true }
        let next = harness.start(sink, kind: .stdout)
        _ = try await harness.allDelivered(6, of: stdout)
        #expect(harness.clock.now == .noon(plus: 30))
        next.cancel()
        await next.value
    }
}
