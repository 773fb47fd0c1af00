import Recurrence
import Storage

/// Decides what becomes of a delivery after an attempt.
struct RetryPolicy {
    var schedule: RetrySchedule

    /// What becomes of a delivery.
    ///
    /// - Parameters:
    ///   - outcome: What came of the attempt.
    ///   - number: The attempt, from 1.
    ///   - claim: The delivery.
    ///   - end: When the attempt ended.
    /// - Returns: Delivered, tried again, or failed.
    func verdict(
        after outcome: DeliveryOutcome,
        attempt number: Int,
        of claim: ClaimedDelivery,
        endedAt end: UTCInstant
    ) -> DeliveryResult.Verdict {
        switch outcome.kind {
        case .delivered: return .delivered
        case .gone: return .failed
        case .status, .timeout, .connection, .denied, .unresolved, .misconfigured, .output, .exit, .later:
            guard let wait = schedule.wait(beforeAttempt: number + 1, seed: claim.seed) else { return .failed }
            return .retry(at: end.advanced(by: max(wait, outcome.retryAfter ?? .zero)))
        }
    }
}

extension ClaimedDelivery {
    /// Tells deliveries apart, also those of one event to several hooks.
    var seed: UInt64 {
        event.id.uuid.low ^ event.id.uuid.high ^ hook.uuid.low
    }
}
