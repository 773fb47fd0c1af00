import Basics
import CoreMetrics
import Logging
import Notify
import Recurrence
import Storage
import StorageSQLite
import StoreConformance
import TestSupport

/// A delivery loop over a real store, on a clock that a test moves.
final class LoopHarness: Sendable {
    let clock = TestClock(.noon)
    let store: any Store
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = RerunningStore.ifAsked(try SQLiteStore(path: folder.emptyStore(named: "taskd.db")))
    }

    /// The sink for webhooks to this machine.
    ///
    /// The HTTP client measures `patience` by the machine's clock, so that a receiver that is to hang needs more than a busy
    /// machine takes for the test.
    func webhookSink(patience: Swift.Duration = .seconds(15)) throws -> WebhookSink<TestClock> {
        let policy = AddressPolicy(allowing: try HookAllowList("127.0.0.1"))
        let box = SecretBox(key: SinkFixture.key)
        var timeouts = WebhookTimeouts()
        (timeouts.firstByte, timeouts.total) = (patience, patience)
        let targets = TargetGuard(policy: policy)
        return WebhookSink(
            targets: targets, secrets: box, clock: clock, userAgent: "taskd/test", timeouts: timeouts)
    }

    /// Starts a loop that sends webhooks by a sink, on this store or on one that wraps it.
    func start(
        _ sink: any Sink,
        kind: Hook.Kind = .webhook,
        on wrapper: (any Store)? = nil,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        previousEnd: PreviousEnd = .unknown
    ) -> Task<Void, Never> {
        let loop = DeliveryLoop(
            store: wrapper ?? store,
            sinks: [kind: sink],
            clock: clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            metrics: metrics,
            previousEnd: previousEnd
        )
        return Task { await loop.run() }
    }

    /// Makes a hook that is posted to, or where the sink is not a real one, is called by its number.
    @discardableResult
    func addHook(
        _ number: Int,
        url: String? = nil,
        change: (inout Hook) -> Void = { _ in }
    ) async throws -> Hook {
        let sealed = try SecretBox(key: SinkFixture.key).seal(.make(), for: .numbered(number))
        let hook = Hook.webhook(number) { hook in
            hook.url = url ?? hook.url
            hook.sealedSecrets = [sealed]
            change(&hook)
        }
        try await store.write { try $0.save(hook) }
        return hook
    }

    /// Appends the events with these numbers, now.
    func append(_ numbers: ClosedRange<Int>) async throws {
        let now = clock.now
        _ = try await store.write { transaction in
            try transaction.append(numbers.map { .fixture($0, at: now) })
        }
    }

    /// Appends events, each about the task with its number.
    func append(_ events: [(number: Int, task: Int)]) async throws {
        let now = clock.now
        _ = try await store.write { transaction in
            try transaction.append(
                events.map { .fixture($0.number, at: now, about: EventSubject(task: .numbered($0.task))) })
        }
    }

    /// How the receiver of a hook has been answering.
    func health(of hook: Hook) async throws -> HookHealth {
        try await store.read { try $0.hookHealth()[hook.id] ?? HookHealth() }
    }

    /// The deliveries of a hook, oldest first, as soon as they are as a test expects them.
    func deliveries(
        of hook: Hook,
        until isExpected: @Sendable ([Delivery]) -> Bool
    ) async throws -> [Delivery] {
        let wakeSignal = WakeSignal()
        store.changes.subscribe(wakeSignal, to: .deliveries)
        defer { store.changes.unsubscribe(wakeSignal) }
        while true {
            let deliveries = try await store.read { reader in
                try reader.deliveries(of: hook.id, state: nil, before: nil, limit: 10_000).reversed() as [Delivery]
            }
            if isExpected(deliveries) { return deliveries }
            await wakeSignal.wait()
        }
    }

    /// The deliveries of a hook once each was taken.
    func allDelivered(_ count: Int, of hook: Hook) async throws -> [Delivery] {
        try await deliveries(of: hook) { $0.count == count && $0.allSatisfy { $0.state == .delivered } }
    }

    /// The only delivery of a hook once it has a number of attempts.
    func delivery(of hook: Hook, attempts: Int) async throws -> Delivery? {
        try await deliveries(of: hook) { $0.first?.attempts.count == attempts }.first
    }

    /// Moves the clock to an instant as soon as the loop sleeps until then.
    func sleep(until instant: UTCInstant) async {
        await clock.waitForSleeper(until: instant)
        clock.set(to: instant)
    }

    /// How many claims there are; they are given back by this.
    func claimsLeft() async throws -> Int {
        let now = clock.now
        return try await store.write { try $0.releaseAbandonedClaims(at: now, afterCrash: false).count }
    }
}

/// A sink that a test answers for.
struct ScriptedSink: Sink {
    var pace = SinkLimits(concurrency: 1, batchSize: 1)
    var answer: @Sendable (OutgoingMessage) async -> DeliveryOutcome

    func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        await answer(message)
    }
}

/// A place where a sink stops until a test lets it go on.
final class Gate: Sendable {
    private let arrival = WakeSignal()
    private let opening = WakeSignal()

    /// Tells that somebody is here, and returns when the gate is opened or the task is cancelled.
    func pass() async {
        arrival.signal()
        await opening.wait()
    }

    func waitForArrival() async {
        await arrival.wait()
    }

    func open() {
        opening.signal()
    }
}

/// Which events a scripted sink was given, in order.
final class SentLog: Sendable {
    private let sent = Locked<[Int64]>([])
    private let wakeSignal = WakeSignal()

    var sequences: [Int64] { sent.withLock { $0 } }

    func note(_ message: OutgoingMessage) {
        sent.withLock { $0.append(message.event.sequence) }
        wakeSignal.signal()
    }

    /// Returns once so many were given.
    func wait(for count: Int) async -> [Int64] {
        while sequences.count < count { await wakeSignal.wait() }
        return sequences
    }
}
