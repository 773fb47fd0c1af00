import Recurrence
import Storage

/// Decides what becomes of a delivery after an attempt.
struct RetryPolicy: Sendable {
    /// Standard output is asked again at least this often: a reader may come back at any time.
    private static let maxOutputWait = Swift.Duration.seconds(300)

    var schedule: RetrySchedule
    /// How long a delivery is worth sending; nil for ever.
    var expiry: Swift.Duration?

    /// The policy for a hook, by its own wishes or else by a schedule.
    init(for hook: Hook, otherwise schedule: RetrySchedule) {
        let waits = hook.traffic.retryWaits ?? []
        self.init(schedule: waits.isEmpty ? schedule : RetrySchedule(waits: waits), expiry: hook.traffic.expiry)
    }

    init(schedule: RetrySchedule, expiry: Swift.Duration? = nil) {
        self.schedule = schedule
        self.expiry = expiry
    }

    /// Whether a delivery is not worth sending any more.
    func isExpired(_ claim: ClaimedDelivery, at now: UTCInstant) -> Bool {
        expiry.map { claim.owedSince.advanced(by: $0) <= now } ?? false
    }

    /// What becomes of a delivery.
    ///
    /// - Parameters:
    ///   - outcome: What came of the attempt.
    ///   - claim: The delivery, as it was before.
    ///   - end: When the attempt ended.
    /// - Returns: Delivered, tried again, failed, or no longer worth it.
    func verdict(
        after outcome: DeliveryOutcome,
        of claim: ClaimedDelivery,
        endedAt end: UTCInstant
    ) -> DeliveryResult.Verdict {
        switch outcome.kind {
        case .delivered: return .delivered
        case .gone, .crashed: return .failed
        case .status, .timeout, .connection, .denied, .unresolved, .misconfigured, .output, .exit, .later:
            guard let wait = wait(after: outcome, of: claim) else { return .failed }
            let next = end.advanced(by: wait)
            return isExpired(claim, at: next) ? .expired : .retry(at: next)
        }
    }

    private func wait(after outcome: DeliveryOutcome, of claim: ClaimedDelivery) -> Swift.Duration? {
        let next = claim.attemptsMade - claim.attemptsBeforeReplay + 2
        let wait = schedule.wait(beforeAttempt: next, seed: claim.seed)
        if outcome.kind == .output { return min(wait ?? Self.maxOutputWait, Self.maxOutputWait) }
        return wait.map { max($0, outcome.retryAfter ?? .zero) }
    }
}

extension ClaimedDelivery {
    /// Distinguishes deliveries, also those of one event to several hooks.
    var seed: UInt64 {
        event.id.uuid.low ^ event.id.uuid.high ^ hook.uuid.low
    }
}
