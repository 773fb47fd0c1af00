import Recurrence
import Storage

/// What is claimed and not done with: it bounds how much may be, for each hook and for the whole delivery loop.
struct InFlightTracker: Sendable {
    /// How many deliveries of a hook to claim.
    struct ClaimRequest: Hashable, Sendable {
        var hook: HookID
        var limit: Int
        /// How many of its batches may be sent at once.
        var places: Int
    }

    /// A hook that has something due and may send it.
    struct Candidate: Hashable, Sendable {
        var hook: HookID
        /// How many of its batches may be sent at once.
        var places: Int
        /// How many more batches of it may be claimed.
        var room: Int
        /// How many deliveries a batch may hold.
        var batchSize: Int
        /// How many deliveries its rate allows; nil for no bound.
        var tokens: Int?
    }

    let limit: Int
    private var batches: [HookID: Int] = [:]
    private var deliveries: Set<DeliveryID> = []
    private var batchCount = 0
    /// Whether a suspect is on its way: there is one at a time.
    private(set) var hasSuspect = false

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { deliveries.isEmpty }

    /// Notes that a batch was sent off.
    mutating func begin(_ batch: DeliveryBatch) {
        batches[batch.hook.id, default: 0] += 1
        batchCount += 1
        deliveries.formUnion(batch.claims.map(\.id))
        if batch.isSuspect { hasSuspect = true }
    }

    /// Notes that a batch came to its end.
    mutating func end(_ batch: DeliveryBatch) {
        let left = batches[batch.hook.id, default: 1] - 1
        batches[batch.hook.id] = left == 0 ? nil : left
        batchCount -= 1
        deliveries.subtract(batch.claims.map(\.id))
        if batch.isSuspect { hasSuspect = false }
    }

    /// Claims that are not on their way already: one whose lease ran out too soon has only had it renewed.
    func fresh(_ claims: [ClaimedDelivery]) -> [ClaimedDelivery] {
        claims.filter { !deliveries.contains($0.id) }
    }

    /// How many more batches of a hook may be claimed when so many may be claimed in all.
    ///
    /// A hook with nothing on its way always has one place, whatever the others do, so that no number of receivers
    /// that hang can keep it from its own.
    func room(for hook: HookID, most: Int) -> Int {
        let own = batches[hook, default: 0]
        return max(own == 0 ? 1 : 0, min(most - own, limit - batchCount))
    }

    /// What to claim for hooks that have something due, those with the least on their way first.
    func claimRequests(for candidates: [Candidate]) -> [ClaimRequest] {
        var left = limit - batchCount
        let inOrder = candidates.sorted { batches[$0.hook, default: 0] < batches[$1.hook, default: 0] }
        return inOrder.compactMap { candidate in
            let least = batches[candidate.hook] == nil ? 1 : 0
            let count = max(least, min(left, candidate.room))
            guard count > 0 else { return nil }
            left -= count
            let deliveries = min(count * candidate.batchSize, candidate.tokens ?? .max)
            guard deliveries > 0 else { return nil }
            return ClaimRequest(hook: candidate.hook, limit: deliveries, places: candidate.places)
        }
    }
}

/// Deliveries of one hook that are sent one after the other.
struct DeliveryBatch: Sendable {
    /// The hook as it was when they were claimed.
    var hook: Hook
    var claims: [ClaimedDelivery]
    /// How many batches of the hook may be sent at once.
    var places: Int
    /// Whether it is the one suspect of the store that is on its way.
    var isSuspect = false
}

/// What came of a batch.
struct BatchResult: Sendable {
    var batch: DeliveryBatch
    var results: [DeliveryResult] = []
    /// Those that were not tried, or whose attempt was broken off.
    var unsent: [DeliveryID] = []
    /// Whether the receiver said that it is gone for good.
    var isGone = false
    /// When the receiver wants to hear of us again at all; nil when it did not say so.
    var resumesAt: UTCInstant?
}
