import Basics
import CoreMetrics
import MetricsTestKit
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

/// After a crash, what was on its way is sent one at a time, and what is to blame is set aside.
@Suite(.timeLimit(.minutes(10))) struct SuspectTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    /// Has the hooks' first deliveries claimed by a daemon that is dead.
    private func claim(of hooks: [Hook], _ count: Int = 10) async throws {
        let now = harness.clock.now
        try await harness.store.write { transaction in
            for hook in hooks {
                _ = try transaction.claimDeliveries(of: hook.id, dueAt: now, leaseUntil: now, limit: count)
                while try transaction.claimSuspect(of: hook.id, dueAt: now, leaseUntil: now.advanced(by: .seconds(60)))
                    != nil
                {}
            }
        }
    }

    private func die(byCrash isCrash: Bool = true) async throws -> AbandonedClaims {
        let now = harness.clock.now
        return try await harness.store.write { try $0.releaseAbandonedClaims(at: now, afterCrash: isCrash) }
    }

    @Test func `suspects are sent one at a time, while all else goes on`() async throws {
        let hooks = [try await harness.addHook(1), try await harness.addHook(2)]
        try await harness.append(1...3)
        try await claim(of: hooks)
        let gate = Gate()
        let (underWay, most) = (Locked(0), Locked(0))
        let sink = ScriptedSink(pace: SinkLimits(concurrency: 8, batchSize: 1)) { message in
            guard message.event.sequence <= 3 else { return .delivered }
            let count = underWay.withLock { count in
                count += 1
                return count
            }
            most.withLock { $0 = max($0, count) }
            await gate.pass()
            underWay.withLock { $0 -= 1 }
            return .delivered
        }
        let loop = harness.start(sink, previousEnd: PreviousEnd(isCrash: true) {})
        await gate.waitForArrival()
        try await harness.append(4...9)
        for hook in hooks {
            _ = try await harness.deliveries(of: hook) { all in
                all.count == 9 && all.filter { $0.eventSequence > 3 }.allSatisfy { $0.state == .delivered }
            }
        }
        #expect(underWay.withLock { $0 } == 1)
        for _ in 1...5 {
            gate.open()
            await gate.waitForArrival()
        }
        gate.open()
        for hook in hooks { _ = try await harness.allDelivered(9, of: hook) }
        #expect(most.withLock { $0 } == 1)
        loop.cancel()
        await loop.value
    }

    @Test func `the one that was alone when it crashed again is set aside, reported, counted, and remains suspect`()
        async throws
    {
        let hook = try await harness.addHook(1)
        try await harness.append(1...1)
        try await claim(of: [hook])
        #expect(try await die().suspectCount == 1)
        try await claim(of: [hook])
        let (metrics, forgotten) = (TestMetrics(), Locked(0))
        let end = PreviousEnd(isCrash: true) { forgotten.withLock { $0 += 1 } }
        let loop = harness.start(ScriptedSink { _ in .delivered }, metrics: metrics, previousEnd: end)
        let deliveries = try await harness.deliveries(of: hook) { $0.count == 2 && $0[0].state == .failed }
        #expect(deliveries[0].attempts.map(\.outcome) == ["crashed"])
        let events = try await harness.store.read { try $0.events(after: 1, limit: 9) }
        #expect(events.map(\.type) == [.deliveryCrashed])
        #expect(String(decoding: events[0].data, as: UTF8.self).contains(deliveries[0].id.description))
        _ = try await harness.deliveries(of: hook) { $0[1].state == .delivered }
        #expect(forgotten.withLock { $0 } == 1)
        let counter = try metrics.expectCounter(
            DeliveryMetrics.deliveries,
            [("hook", hook.id.description), ("sink", "webhook"), ("outcome", "failed")])
        #expect(counter.totalValue == 1)
        loop.cancel()
        await loop.value
        _ = try await harness.store.write { try $0.replay([deliveries[0].id], at: .noon, every: .zero) }
        #expect(try await harness.store.read { try $0.nextSuspects() } == [hook.id: .noon])
    }

    @Test func `a hook of which two are set aside without a success between is switched off`() async throws {
        let hook = try await harness.addHook(1) { $0.events = [EventPattern("task.created")].compactMap(\.self) }
        try await harness.append(1...2)
        try await claim(of: [hook], 1)
        _ = try await die()
        for count in 1...2 {
            try await claim(of: [hook], 0)
            let sink = ScriptedSink { _ in DeliveryOutcome(.timeout) }
            let loop = harness.start(sink, previousEnd: PreviousEnd(isCrash: true) {})
            _ = try await harness.deliveries(of: hook) { all in all.count { $0.state == .failed } == count }
            loop.cancel()
            await loop.value
            try await harness.store.write { transaction in
                let left = try transaction.deliveries(of: hook.id, state: .pending, before: nil, limit: 9).map(\.id)
                try transaction.replay(left, at: .noon, every: .zero)
                try transaction.suspect(left)
            }
        }
        let stored = try await harness.store.read { try $0.hook(hook.id) }
        #expect(stored?.isEnabled == false && stored?.disabledReason?.contains("crashed repeatedly") == true)
    }

    @Test func `deaths of which nothing is known count less, and only in a row`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...1)
        for number in 1...13 {
            try await claim(of: [hook])
            let claims = try await die(byCrash: false)
            #expect(claims.suspectCount == (number >= 3 ? 1 : 0), "death \(number)")
            #expect(claims.blamed.count == (number == 13 ? 1 : 0), "death \(number)")
        }
    }

    @Test func `standard output is never suspect`() async throws {
        var hook = Hook(id: Hook.stdoutID, kind: .stdout, now: .noon)
        hook.isEnabled = true
        try await harness.store.write { [hook] in try $0.save(hook) }
        try await harness.append(1...3)
        try await claim(of: [hook])
        #expect(try await die() == AbandonedClaims(count: 3, suspectCount: 0, blamed: []))
    }
}
