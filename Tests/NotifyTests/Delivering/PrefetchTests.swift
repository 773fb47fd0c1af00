import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// What is prefetched: claimed beyond a hook's slots, so that its senders need not stand still.
@Suite(.timeLimit(.minutes(10))) struct PrefetchTests {
    private let harness: LoopHarness
    private let sent = Locked<[Int64]>([])

    init() throws {
        harness = try LoopHarness()
    }

    /// A sink with two slots, whose every delivery waits for a gate of its own.
    private func sink(_ gates: [Gate]) -> ScriptedSink {
        ScriptedSink(pace: SinkLimits(concurrency: 2, batchSize: 1)) { [sent] message in
            sent.withLock { $0.append(message.event.sequence) }
            await gates[Int(message.event.sequence) - 1].pass()
            return .delivered
        }
    }

    /// How many deliveries are claimed.
    private func claims(of hook: Hook) async throws -> Int {
        try await harness.deliveries(of: hook) { _ in true }.count { $0.nextAttemptAt == .noon(plus: 60) }
    }

    /// Starts a loop that sends what was appended, and waits until both slots are taken.
    private func start(_ gates: [Gate]) async throws -> Task<Void, Never> {
        try await harness.append(1...gates.count)
        let loop = harness.start(sink(gates))
        for gate in gates.prefix(2) { await gate.waitForArrival() }
        return loop
    }

    @Test func `no more than its slots are sent at once, and the next follow without a pause`() async throws {
        let hook = try await harness.addHook(1)
        let gates = (0..<10).map { _ in Gate() }
        let loop = try await start(gates)
        #expect(try await claims(of: hook) == 8)
        #expect(sent.withLock { $0.sorted() } == [1, 2])
        gates[1].open()
        await gates[2].waitForArrival()
        #expect(sent.withLock { $0.sorted() } == [1, 2, 3])
        for gate in gates { gate.open() }
        _ = try await harness.allDelivered(10, of: hook)
        loop.cancel()
        await loop.value
    }

    @Test(arguments: [false, true])
    func `what waits is not sent once its hook is switched off or leads elsewhere`(isEdit: Bool) async throws {
        var hook = try await harness.addHook(1)
        let gates = (0..<4).map { _ in Gate() }
        let loop = try await start(gates)
        #expect(try await claims(of: hook) == 4)
        if isEdit { hook.url = "https://example.org/new" } else { hook.isEnabled = false }
        hook.version += 1
        try await harness.store.write { [hook] in try $0.save(hook) }
        // Those that lead elsewhere now are claimed again, for the new URL.
        _ = try await harness.deliveries(of: hook) { isEdit || $0.count { $0.nextAttemptAt == .noon } == 2 }
        for gate in gates { gate.open() }
        let left = try await harness.deliveries(of: hook) { $0.count { $0.state == .delivered } == (isEdit ? 4 : 2) }
        #expect(left.suffix(2).allSatisfy { $0.state == (isEdit ? .delivered : .pending) })
        #expect(sent.withLock { Set($0) } == (isEdit ? [1, 2, 3, 4] : [1, 2]))
        loop.cancel()
        await loop.value
        #expect(try await harness.claimsLeft() == 0)
    }
}
