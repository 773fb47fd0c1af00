import CoreMetrics
import Logging
import MetricsTestKit
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// What the delivery loop counts.
@Suite(.timeLimit(.minutes(10))) struct DeliveryMetricsTests {
    private func labels(_ hook: Hook, _ outcome: String) -> [(String, String)] {
        [("hook", hook.id.description), ("sink", "webhook"), ("outcome", outcome)]
    }

    @Test func `attempts and ends are counted by hook and outcome, and times by phase`() async throws {
        let harness = try LoopHarness()
        let metrics = TestMetrics()
        let hook = try await harness.addHook(1) { $0.traffic.retryWaits = [.zero, .seconds(5)] }
        let other = try await harness.addHook(2)
        let sink = ScriptedSink { message in
            var outcome = DeliveryOutcome(statusCode: message.hook.id == other.id ? 200 : 500)
            outcome.phases = DeliveryAttempt.Phases(lookUp: 3, connection: nil, firstByte: 40)
            return outcome
        }
        try await harness.append(1...1)
        let loop = harness.start(sink, metrics: metrics)
        let failed = try #require(try await harness.delivery(of: hook, attempts: 1))
        await harness.sleep(until: try #require(failed.nextAttemptAt))
        _ = try await harness.deliveries(of: hook) { $0.first?.state == .failed }
        loop.cancel()
        await loop.value
        #expect(try metrics.expectCounter(DeliveryMetrics.attempts, labels(hook, "status")).totalValue == 2)
        #expect(try metrics.expectCounter(DeliveryMetrics.attempts, labels(other, "delivered")).totalValue == 1)
        #expect(try metrics.expectCounter(DeliveryMetrics.deliveries, labels(hook, "failed")).totalValue == 1)
        #expect(try metrics.expectCounter(DeliveryMetrics.deliveries, labels(other, "delivered")).totalValue == 1)
        #expect(try metrics.expectTimer(DeliveryMetrics.attemptSeconds, [("sink", "webhook")]).values.count == 3)
        let phases = try metrics.expectTimer(DeliveryMetrics.phaseSeconds, [("phase", "firstByte")]).values
        #expect(phases == [40_000_000, 40_000_000, 40_000_000])
        #expect(throws: (any Error).self) {
            try metrics.expectTimer(DeliveryMetrics.phaseSeconds, [("phase", "connection")])
        }
    }
}
