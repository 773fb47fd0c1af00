import Basics
import BenchmarkTasks
import Foundation
import Logging
import Notify
import Recurrence
import Storage

/// A store, a secret and a delivery loop as the daemon has them.
final class Bench: Sendable {
    static let concurrency = 64

    let store: any BenchmarkStore
    private let box = SecretBox(key: [UInt8](repeating: 7, count: SecretBox.keyLength))
    private let clock = WallClock()

    init(place: String) async throws {
        store = try await openStore(place)
    }

    /// Makes a hook that is sent every event.
    @discardableResult
    func addHook(_ url: String) async throws -> Hook {
        let id = HookID(madeAt: clock.now)
        var hook = Hook(id: id, kind: .webhook, url: url, now: clock.now)
        hook.sealedSecrets = [try box.seal(.make(), for: id)]
        hook.traffic.concurrency = Self.concurrency
        try await store.write { [hook] in try $0.save(hook) }
        return hook
    }

    /// Appends events about tasks, each with deliveries for every hook.
    func append(_ count: Int) async throws {
        let now = clock.now
        for start in stride(from: 0, to: count, by: 10_000) {
            let drafts = (start..<min(start + 10_000, count)).map { Self.draft($0, at: now) }
            try await store.write { _ = try $0.append(drafts) }
        }
    }

    /// The bodies of the events, as they are sent.
    func bodies() async throws -> [[UInt8]] {
        try await store.read { try $0.events(after: 0, limit: .max).map(\.body) }
    }

    /// Runs the delivery loop until a hook has nothing waiting.
    ///
    /// - Returns: How many deliveries a second were sent and recorded.
    func rate(of hook: Hook, _ count: Int) async throws -> Double {
        try await store.lead { _ in
            let loop = try self.start()
            let begin = ContinuousClock.now
            while try await self.hasPending(hook.id) { try await Task.sleep(for: .milliseconds(20)) }
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            loop.cancel()
            await loop.value
            return Double(count) / seconds
        }
    }

    /// Whether a hook has something waiting; it looks at the last ones first, so asking costs next to nothing.
    private func hasPending(_ hook: HookID) async throws -> Bool {
        try await store.read { try !$0.deliveries(of: hook, state: .pending, before: nil, limit: 1).isEmpty }
    }

    /// Starts the delivery loop.
    func start() throws -> Task<Void, Never> {
        let targets = TargetGuard(policy: AddressPolicy(allowing: try HookAllowList("127.0.0.1")))
        let sink = WebhookSink(targets: targets, secrets: box, clock: clock, userAgent: "taskd/bench")
        var configuration = DeliveryConfiguration()
        configuration.drainTime = .milliseconds(100)
        let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        let loop = DeliveryLoop(
            store: store,
            sinks: [.webhook: sink],
            clock: clock,
            logger: logger,
            configuration: configuration
        )
        return Task {
            await loop.run()
            try? await sink.shutdown()
        }
    }

    /// An event with some 700 bytes, which is what a reminder of a small task has.
    private static func draft(_ number: Int, at now: UTCInstant) -> EventDraft {
        let title = String(repeating: "Pay the rent ", count: 40)
        let id = UUIDValue(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number))
        return EventDraft(
            id: EventID(id),
            type: .reminderDue,
            timestamp: now,
            data: Array(#"{"firingId":"\#(id)","task":{"id":"\#(id)","title":"\#(title)"}}"#.utf8),
            subject: EventSubject(task: TaskID(id))
        )
    }
}
