import Basics
import DequeModule
import Recurrence
import Storage

/// The claimed deliveries of one hook: a queue before a number of slots, and the tokens of its rate limit.
struct HookLane: Sendable {
    /// How many batches may be sent at once.
    var slots = 1
    /// What its rate limit lets through; nil when it has none.
    var bucket: TokenBucket?
    /// How many batches are being sent; more than ``slots`` for a while after these have become fewer.
    private(set) var sending = 0
    /// The batches that wait for a slot, first to last.
    private(set) var waiting: Deque<DeliveryBatch> = []

    /// How many batches are claimed and not finished.
    var claimed: Int { sending + waiting.count }

    mutating func enqueue(_ batch: DeliveryBatch) {
        waiting.append(batch)
    }

    /// Takes the next batch into a free slot; nil when there is no slot or no batch.
    mutating func startNext() -> DeliveryBatch? {
        guard sending < slots, let next = waiting.popFirst() else { return nil }
        sending += 1
        return next
    }

    /// Frees the slot of a batch that was sent.
    mutating func finishOne() {
        precondition(sending > 0, "a hook's batch was finished though none was being sent")
        sending -= 1
    }

    /// Takes out what waits.
    mutating func withdraw() -> Deque<DeliveryBatch> {
        defer { waiting = [] }
        return waiting
    }

    /// The bucket for a limit: the lane's own, or a full one where the limit is new; nil for no limit.
    func currentBucket(for limit: Hook.RateLimit?, at now: SteadyInstant) -> TokenBucket? {
        guard let limit else { return nil }
        let full = TokenBucket(perSecond: limit.perSecond, burst: limit.burst, at: now)
        if let bucket, bucket.hasLimits(of: full) { return bucket }
        return full
    }
}
