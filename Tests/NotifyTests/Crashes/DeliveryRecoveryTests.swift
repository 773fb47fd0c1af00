import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeliveryRecoveryTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    @Test func `the claims of a daemon that died are sent at the next start`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...3)
        let claimed = try await harness.store.write { transaction in
            try transaction.claimDeliveries(of: hook.id, dueAt: .noon, leaseUntil: .noon(plus: 60), limit: 10)
        }
        #expect(claimed.count == 3)
        let loop = harness.start(ScriptedSink { _ in .delivered })
        _ = try await harness.allDelivered(3, of: hook)
        #expect(harness.clock.now == .noon)
        loop.cancel()
        await loop.value
    }

    @Test func `a claim of which nothing is heard is sent when its lease ends`() async throws {
        let hook = try await harness.addHook(1)
        let loop = harness.start(ScriptedSink { _ in .delivered })
        try await harness.append(1...1)
        _ = try await harness.allDelivered(1, of: hook)
        _ = try await harness.store.write { transaction in
            try transaction.append([.fixture(2, at: .noon)])
            return try transaction.claimDeliveries(
                of: hook.id,
                dueAt: .noon,
                leaseUntil: .noon(plus: 60),
                limit: 1
            )
        }
        await harness.sleep(until: .noon(plus: 60))
        let delivery = try #require(try await harness.allDelivered(2, of: hook).last)
        #expect(delivery.attempts.map(\.startedAt) == [.noon(plus: 60)])
        loop.cancel()
        await loop.value
    }

    @Test func `an outcome that cannot be recorded is kept, and nothing is sent twice`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...1)
        let faulty = FaultyStore(base: harness.store, faults: Locked(1))
        let sent = Locked(0)
        let sink = ScriptedSink { _ in
            sent.withLock { $0 += 1 }
            faulty.faults.withLock { $0 = 2 }
            return .delivered
        }
        let loop = harness.start(sink, on: faulty)
        // The first write fails, and later two that record: the pauses are 1 s, then 1 s and 2 s.
        for seconds in [1, 2, 4] { await harness.sleep(until: .noon(plus: seconds)) }
        _ = try await harness.allDelivered(1, of: hook)
        #expect(sent.withLock { $0 } == 1)
        loop.cancel()
        await loop.value
    }

    @Test func `a hook that is deleted while it is sent to leaves the others in peace`() async throws {
        let hook = try await harness.addHook(1)
        let gate = Gate()
        let loop = harness.start(
            ScriptedSink { message in
                if message.hook.id == hook.id { await gate.pass() }
                return .delivered
            }
        )
        try await harness.append(1...1)
        await gate.waitForArrival()
        try await harness.store.write { try $0.deleteHook(hook.id) }
        gate.open()
        let other = try await harness.addHook(2)
        try await harness.append(2...2)
        _ = try await harness.allDelivered(1, of: other)
        loop.cancel()
        await loop.value
    }
}
