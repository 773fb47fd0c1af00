import Recurrence
import Storage

/// Deliveries of one hook that are sent one after the other.
struct DeliveryBatch: Sendable {
    /// The hook as it was when they were claimed.
    var hook: Hook
    var claims: [ClaimedDelivery]
    /// Whether it is the one suspect of the store that is being sent.
    var isSuspect = false
}

/// The outcome of a batch.
struct BatchResult: Sendable {
    var batch: DeliveryBatch
    var results: [DeliveryResult] = []
    /// Those that were not tried, or whose attempt was cancelled.
    var unsent: [DeliveryID] = []
    /// Whether the receiver answered that it is gone for good.
    var isGone = false
    /// Until when the receiver asks for a pause of everything; nil when it does not.
    var resumesAt: UTCInstant?

    var hasFailures: Bool {
        results.contains { $0.attempt != nil && $0.verdict != .delivered }
    }
}

/// What a turn of the delivery loop reads in the store, to plan by.
struct DeliverySnapshot: Sendable {
    /// Every hook.
    var hooks: [Hook]
    /// The health of their receivers.
    var health: [HookID: HookHealth]
    /// When each hook's next delivery is due.
    var nextAttempts: [HookID: UTCInstant]
    /// When each hook's next suspect is due.
    var nextSuspects: [HookID: UTCInstant]
}

/// What a turn of the delivery loop is to claim, and when there will be more.
struct ClaimPlan: Hashable, Sendable {
    var requests: [ClaimRequest] = []
    /// When the next delivery is due that is not yet; nil for none.
    var wakeAt: UTCInstant?
    /// How long until the next token of a hook that waits for one; nil when none does.
    var tokenWait: Swift.Duration?
}

/// How many deliveries of a hook to claim.
struct ClaimRequest: Hashable, Sendable {
    /// The hook as it was when this was planned: of one that has changed since, nothing is claimed.
    var hook: Hook
    /// How many at most.
    var limit: Int
    /// How many of its batches may be sent at once.
    var slots: Int
    /// Whether the hook's next suspect is to be claimed; then ``limit`` is 1.
    var isSuspect = false
}

/// What the store gave out on a request.
struct GrantedClaims: Sendable {
    var request: ClaimRequest
    var claims: [ClaimedDelivery]
}
