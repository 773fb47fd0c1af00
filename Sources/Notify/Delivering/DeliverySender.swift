import Recurrence
import Storage

/// Sends the deliveries of a batch, one after the other.
struct DeliverySender<Time: UTCClock>: Sendable {
    var sink: any Sink
    var policy: RetryPolicy
    var clock: Time

    /// Sends a batch; when the task is cancelled, what is left of it stays unsent.
    func send(_ batch: DeliveryBatch) async -> Landing {
        var landing = Landing(batch: batch)
        for claim in batch.claims {
            guard !Task.isCancelled else {
                landing.unsent.append(claim.id)
                continue
            }
            let message = OutgoingMessage(hook: batch.hook, event: claim.event, attempt: claim.attemptsMade + 1)
            let start = clock.now
            let outcome = await sink.deliver(message)
            if Task.isCancelled, outcome.kind != .delivered {
                landing.unsent.append(claim.id)
            } else {
                landing.results.append(result(of: claim, message.attempt, outcome, start: start))
                landing.isGone = landing.isGone || outcome.kind == .gone
            }
        }
        return landing
    }

    private func result(
        of claim: ClaimedDelivery,
        _ number: Int,
        _ outcome: DeliveryOutcome,
        start: UTCInstant
    ) -> DeliveryResult {
        let end = clock.now
        let attempt = DeliveryAttempt(
            number: number,
            startedAt: start,
            durationMilliseconds: Int(max(0, end.millisecondsSinceEpoch - start.millisecondsSinceEpoch)),
            outcome: outcome.kind.rawValue,
            statusCode: outcome.statusCode,
            detail: outcome.detail,
            responseExcerpt: outcome.responseExcerpt
        )
        let verdict = policy.verdict(after: outcome, attempt: number, of: claim, endedAt: end)
        return DeliveryResult(delivery: claim.id, attempt: attempt, verdict: verdict)
    }
}
