import Basics
import Logging
import MetricsTestKit
import Recurrence
import Storage
import TestSupport
import Testing
import Tracing

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

    @Test func `a turn is a span, above the deliveries of what it fired; with nothing due there is none`() async throws
    {
        let harness = try Harness()
        let tracer = RecordingTracer()
        var loop = DueLoop(
            store: harness.store, commands: harness.commands, clock: harness.clock, logger: Logger(label: "test"))
        loop.spans = SpanRecorder(tracer)
        try await harness.store.write { try $0.save(Hook(id: .numbered(1), kind: .webhook, now: harness.clock.now)) }
        _ = try await harness.create(.make(due: "2026-03-01T13:00:00Z", remind: ["PT0S"]))
        var course = loop.makeState()
        _ = try await loop.fireDue(&course)
        #expect(tracer.spans.isEmpty)
        harness.clock.set(to: try instant("2026-03-01T13:00:00Z"))
        _ = try await loop.fireDue(&course)
        let span = try #require(tracer.spans.first)
        #expect(span.operationName == "fire reminders" && span.kind == .internal && span.parentSpanID == nil)
        #expect(span.text("taskd.reminders.fired") == "1" && span.text("taskd.reminders.missed") == "0")
        let claims = try await harness.store.write { transaction in
            try transaction.claimDeliveries(
                of: .numbered(1), dueAt: harness.clock.now, leaseUntil: harness.clock.now.advanced(by: .seconds(60)),
                limit: 9)
        }
        let due = try #require(claims.first { $0.event.type == .reminderDue })
        #expect(due.trace?.traceID == span.traceID && due.trace?.parentID == span.spanID)
        #expect(claims.first { $0.event.type == .taskCreated }?.trace == nil)
    }
}
