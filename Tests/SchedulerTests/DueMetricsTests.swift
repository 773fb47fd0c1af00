import Logging
import MetricsTestKit
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

/// What the due loop counts.
@Suite(.timeLimit(.minutes(10))) struct DueMetricsTests {
    @Test func `firings are counted with their lateness, and missed ones apart`() async throws {
        let harness = try Harness(catchUp: .seconds(3_600))
        let metrics = TestMetrics()
        let loop = DueLoop(
            store: harness.store,
            commands: harness.commands,
            clock: harness.clock,
            logger: Logger(label: "test"),
            metrics: metrics
        )
        for due in ["2026-03-01T13:00:00Z", "2026-03-01T13:59:59Z", "2026-03-01T14:30:00Z"] {
            _ = try await harness.create(.make(due: due, remind: ["PT0S"]))
        }
        var course = loop.makeState()
        harness.clock.set(to: try instant("2026-03-01T14:30:00Z"))
        _ = try await loop.fireDue(&course)
        #expect(try metrics.expectCounter(DueMetrics.firings).totalValue == 2)
        #expect(try metrics.expectCounter(DueMetrics.missed).totalValue == 1)
        #expect(try metrics.expectTimer(DueMetrics.lagSeconds).values.sorted() == [0, 1_801_000_000_000])
    }
}
