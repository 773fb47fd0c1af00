import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeliveryClockStepTests {
    private let harness: LoopHarness
    private let sent = SentLog()

    init() throws {
        harness = try LoopHarness()
    }

    @Test(arguments: [-3_600, 0, 3_600])
    func `a retry comes when it was to come, though the clock is set meanwhile`(_ step: Int) async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...1)
        let count = Locked(0)
        let loop = harness.start(
            ScriptedSink { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return number == 1 ? DeliveryOutcome(statusCode: 500) : .delivered
            })
        _ = try await harness.delivery(of: hook, attempts: 1)
        harness.clock.step(by: .seconds(step))
        let delivered = Task { try await harness.allDelivered(1, of: hook) }
        for _ in 0..<4 {
            for _ in 0..<200 { await Task.yield() }
            harness.clock.advance(by: .seconds(3))
        }
        _ = try await delivered.value
        loop.cancel()
        await loop.value
    }

    @Test func `what was made before the clock was set back is delivered at once after a restart`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...3)
        harness.clock.step(by: .seconds(-7_200))
        let loop = harness.start(ScriptedSink(answer: { _ in .delivered }))
        _ = try await harness.allDelivered(3, of: hook)
        loop.cancel()
        await loop.value
    }
}
