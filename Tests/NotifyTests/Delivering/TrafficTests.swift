import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct TrafficTests {
    private let harness: LoopHarness
    private let sent = SentLog()

    init() throws {
        harness = try LoopHarness()
    }

    @Test func `no more is sent than the rate allows`() async throws {
        let hook = try await harness.addHook(1) {
            $0.traffic.rateLimit = Hook.RateLimit(perSecond: 2, burst: 3)
        }
        try await harness.append(1...8)
        let loop = harness.start(
            ScriptedSink(pace: SinkLimits(concurrency: 8, batchSize: 1)) { [sent] message in
                sent.note(message)
                return .delivered
            }
        )
        for tick in 0..<5 {
            let due = UTCInstant.noon.advanced(by: .milliseconds(500 * (tick + 1)))
            await harness.clock.waitForSleeper(until: due)
            #expect(await sent.wait(for: 3 + tick).count == 3 + tick)
            harness.clock.set(to: due)
        }
        _ = try await harness.allDelivered(8, of: hook)
        loop.cancel()
        await loop.value
    }

    @Test func `a hook has as many on their way as it allows`() async throws {
        let hook = try await harness.addHook(1) { $0.traffic.concurrency = 3 }
        let (now, most) = (Locked(0), Locked(0))
        let loop = harness.start(
            ScriptedSink(pace: SinkLimits(concurrency: 8, batchSize: 1)) { _ in
                let count = now.withLock { count in
                    count += 1
                    return count
                }
                most.withLock { $0 = max($0, count) }
                for _ in 0..<20 { await Task.yield() }
                now.withLock { $0 -= 1 }
                return .delivered
            }
        )
        try await harness.append(1...60)
        _ = try await harness.allDelivered(60, of: hook)
        #expect(most.withLock { $0 } == 3)
        loop.cancel()
        await loop.value
    }

    @Test func `in order, a task waits for its own retry, and no other task does`() async throws {
        let hook = try await harness.addHook(1) { $0.traffic.ordering = .perTask }
        let sink = ScriptedSink(pace: SinkLimits(concurrency: 8, batchSize: 1)) { [sent] message in
            sent.note(message)
            return DeliveryOutcome(statusCode: message.event.sequence == 1 && message.attempt < 3 ? 500 : 200)
        }
        try await harness.append((1...12).map { ($0, task: $0 % 3) })
        let loop = harness.start(sink)
        _ = try await harness.deliveries(of: hook) { $0.count { $0.state == .delivered } == 8 }
        #expect(sent.sequences.filter { $0 % 3 == 1 } == [1])
        let second = try #require(try await harness.deliveries(of: hook) { _ in true }.first?.nextAttemptAt)
        loop.cancel()
        await loop.value
        let next = harness.start(sink)
        await harness.sleep(until: second)
        let third = try await harness.deliveries(of: hook) { $0.first?.attempts.count == 2 }.first?.nextAttemptAt
        await harness.sleep(until: try #require(third))
        _ = try await harness.allDelivered(12, of: hook)
        for task in 0..<3 {
            let order = sent.sequences.filter { Int($0) % 3 == task }
            #expect(order == order.sorted())
        }
        #expect(sent.sequences.count == 14)
        next.cancel()
        await next.value
    }

    @Test func `what is not worth sending any more is not sent`() async throws {
        let hook = try await harness.addHook(1) { $0.traffic.expiry = .seconds(3_600) }
        try await harness.append(1...2)
        harness.clock.set(to: .noon(plus: 3_600))
        try await harness.append(3...3)
        let loop = harness.start(
            ScriptedSink { [sent] message in
                sent.note(message)
                return .delivered
            }
        )
        let deliveries = try await harness.deliveries(of: hook) { $0.allSatisfy { $0.state != .pending } }
        #expect(deliveries.map(\.state) == [.expired, .expired, .delivered])
        #expect(deliveries.map(\.attempts.count) == [0, 0, 1])
        #expect(sent.sequences == [3])
        loop.cancel()
        await loop.value
    }

    @Test func `a replay goes out again under the same id, at its own pace`() async throws {
        let hook = try await harness.addHook(1) { $0.traffic.retryWaits = [.zero] }
        let ids = Locked<[EventID]>([])
        let loop = harness.start(
            ScriptedSink(pace: SinkLimits(concurrency: 8, batchSize: 1)) { message in
                ids.withLock { $0.append(message.event.id) }
                return DeliveryOutcome(statusCode: message.attempt == 1 ? 404 : 200)
            }
        )
        try await harness.append(1...4)
        let dead = try await harness.deliveries(of: hook) { $0.allSatisfy { $0.state == .failed } }
        _ = try await harness.store.write { try $0.replay(dead.map(\.id), at: .noon, every: .seconds(10)) }
        for second in [10, 20, 30] { await harness.sleep(until: .noon(plus: second)) }
        let done = try await harness.allDelivered(4, of: hook)
        #expect(done.map { $0.attempts.last?.startedAt } == [0, 10, 20, 30].map { .noon(plus: $0) })
        #expect(ids.withLock { Set($0).count } == 4)
        loop.cancel()
        await loop.value
    }
}
