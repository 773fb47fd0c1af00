import Recurrence
import Storage

/// What is on its way now, and what may join it: the bookkeeping of the delivery loop.
struct Flights {
    /// How many deliveries of a hook to claim.
    struct Wish: Hashable {
        var hook: HookID
        var limit: Int
    }

    let limit: Int
    private var batches: [HookID: Int] = [:]
    private var deliveries: Set<DeliveryID> = []

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { deliveries.isEmpty }

    /// Notes that a batch was sent off.
    mutating func begin(_ batch: DeliveryBatch) {
        batches[batch.hook.id, default: 0] += 1
        deliveries.formUnion(batch.claims.map(\.id))
    }

    /// Notes that a batch came to its end.
    mutating func end(_ batch: DeliveryBatch) {
        let left = batches[batch.hook.id, default: 1] - 1
        batches[batch.hook.id] = left == 0 ? nil : left
        deliveries.subtract(batch.claims.map(\.id))
    }

    /// Claims that are not on their way already: one whose lease ran out too soon has only had it renewed.
    func fresh(_ claims: [ClaimedDelivery]) -> [ClaimedDelivery] {
        claims.filter { !deliveries.contains($0.id) }
    }

    /// How many batches of a hook may be sent off now.
    func room(for hook: HookID, pace: SinkPace) -> Int {
        max(0, min(pace.concurrency - batches[hook, default: 0], limit - batches.values.reduce(0, +)))
    }

    /// What to claim for the hooks that have something due, those with the least on their way first.
    func wishes(for hooks: [(id: HookID, pace: SinkPace)]) -> [Wish] {
        var left = limit - batches.values.reduce(0, +)
        let inOrder = hooks.sorted { batches[$0.id, default: 0] < batches[$1.id, default: 0] }
        return inOrder.compactMap { hook in
            let count = min(left, room(for: hook.id, pace: hook.pace))
            guard count > 0 else { return nil }
            left -= count
            return Wish(hook: hook.id, limit: count * hook.pace.batchSize)
        }
    }
}

/// Deliveries of one hook that are sent one after the other.
struct DeliveryBatch: Sendable {
    /// The hook as it was when they were claimed.
    var hook: Hook
    var claims: [ClaimedDelivery]
}

/// What came of a batch.
struct Landing: Sendable {
    var batch: DeliveryBatch
    var results: [DeliveryResult] = []
    /// Those that were not tried, or whose attempt was broken off.
    var unsent: [DeliveryID] = []
    /// Whether the receiver said that it is gone for good.
    var isGone = false
}
