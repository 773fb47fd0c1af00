import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// What a turn of the delivery loop costs the store.
@Suite(.timeLimit(.minutes(10))) struct DeliveryTurnTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    @Test func `a turn with nothing to do reads once and writes nothing`() async throws {
        let store = CountingStore(base: harness.store)
        let loop = harness.start(ScriptedSink { _ in .delivered }, on: store)
        // The first turn may be followed by another one, since the start is a change too.
        await harness.sleep(until: .noon(plus: 5))
        for number in 2...4 {
            await harness.clock.waitForSleeper(until: .noon(plus: 5 * number))
            let before = store.counts
            #expect(before.writes == 1)
            harness.clock.set(to: .noon(plus: 5 * number))
            await harness.clock.waitForSleeper(until: .noon(plus: 5 * number + 5))
            #expect(store.counts == CountingStore.Counts(reads: before.reads + 1, writes: 1))
        }
        loop.cancel()
        await loop.value
        #expect(store.counts.writes == 1)
    }

    @Test func `what is due is claimed by one write, and what was sent recorded by another`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...1)
        let store = CountingStore(base: harness.store)
        let loop = harness.start(ScriptedSink { _ in .delivered }, on: store)
        _ = try await harness.allDelivered(1, of: hook)
        await harness.clock.waitForSleeper(until: .noon(plus: 5))
        let counts = store.counts
        #expect(counts.writes == 3)  // the start, the claim, the record
        #expect((2...6).contains(counts.reads))
        loop.cancel()
        await loop.value
    }

    @Test func `of a hook that changed since it was planned for, nothing is claimed as it was`() async throws {
        let hook = try await harness.addHook(1) { $0.traffic.concurrency = 1 }
        try await harness.append(1...2)
        let urls = Locked<[String?]>([])
        let changes = Locked(1)
        let store = ChangingStore(base: harness.store) { store in
            // Between the snapshot of the plan and the transaction that claims.
            let isFirst = changes.withLock { left in
                left -= 1
                return left == 0
            }
            guard isFirst else { return }
            var edited = hook
            (edited.url, edited.version) = ("https://example.org/new", 2)
            try await store.write { [edited] in try $0.save(edited) }
        }
        let loop = harness.start(
            ScriptedSink { message in
                urls.withLock { $0.append(message.hook.url) }
                return .delivered
            }, on: store)
        _ = try await harness.allDelivered(2, of: hook)
        #expect(urls.withLock { Set($0) } == ["https://example.org/new"])
        loop.cancel()
        await loop.value
    }
}

/// A store that counts what it is asked for.
private struct CountingStore: Store {
    struct Counts: Hashable {
        var reads = 0
        var writes = 0
    }

    let base: any Store
    private let state = Locked(Counts())

    init(base: any Store) {
        self.base = base
    }

    var counts: Counts { state.withLock { $0 } }
    var changes: StoreChangeFeed { base.changes }
    var claimOwner: ClaimOwner { base.claimOwner }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any StoreReader) throws -> Value) async throws -> Value {
        state.withLock { $0.reads += 1 }
        return try await base.read(body)
    }

    func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        state.withLock { $0.writes += 1 }
        return try await base.write(named: name, body)
    }
}

/// A store to which something happens after each read.
private struct ChangingStore: Store {
    let base: any Store
    let change: @Sendable (any Store) async throws -> Void

    var changes: StoreChangeFeed { base.changes }
    var claimOwner: ClaimOwner { base.claimOwner }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any StoreReader) throws -> Value) async throws -> Value {
        let value = try await base.read(body)
        try await change(base)
        return value
    }

    func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await base.write(named: name, body)
    }
}
