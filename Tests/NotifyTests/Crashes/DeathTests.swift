import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// The daemon dies at each moment of a delivery: whatever it did last, the next one sends the same bytes again.
@Suite(.timeLimit(.minutes(10))) struct DeathTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    @Test(arguments: 0...2)
    func `killed after any of its writes, it sends the same id and the same bytes again`(writes: Int) async throws {
        let receiver = try await WebhookReceiver.start()
        let hook = try await harness.addHook(1, url: receiver.url)
        try await harness.append(1...1)
        let dying = DyingStore(base: harness.store, writesLeft: Locked(writes))
        let first = harness.start(try harness.webhookSink(), on: dying)
        await dying.waitForDeath()
        // It may have sent, and cannot record; nothing of it reaches the store any more.
        if writes == 2 { _ = await receiver.requests(atLeast: 1) }
        let second = harness.start(try harness.webhookSink())
        let delivery = try await harness.allDelivered(1, of: hook).first
        #expect(receiver.requests.count == (writes == 2 ? 2 : 1))
        #expect(Set(receiver.requests.map(\.body)) == [try await body(ofEvent: 1)])
        #expect(Set(receiver.requests.compactMap { $0.headers["webhook-id"] }) == [delivery?.eventID.description])
        for loop in [first, second] {
            loop.cancel()
            await loop.value
        }
        try await receiver.stop()
    }

    private func body(ofEvent number: Int) async throws -> [UInt8] {
        try await harness.store.read { try $0.events(after: Int64(number) - 1, limit: 1) }[0].body
    }
}

/// A store that a process has died on: after a number of writes none comes through.
private struct DyingStore: WrappingStore {
    struct Dead: Error {}

    let base: any Store
    let writesLeft: Locked<Int>
    /// The process's own: the next one has another.
    let claimOwner = ClaimOwner.random()
    private let death = WakeSignal()

    init(base: any Store, writesLeft: Locked<Int>) {
        self.base = base
        self.writesLeft = writesLeft
    }

    func waitForDeath() async { await death.wait() }

    func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        let isAlive = writesLeft.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isAlive else {
            death.signal()
            throw Dead()
        }
        return try await base.write(named: name, body)
    }
}
