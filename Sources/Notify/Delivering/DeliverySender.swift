package import Recurrence
package import Storage

/// Sends the deliveries of a batch, one after the other.
struct DeliverySender<Time: UTCClock>: Sendable {
    var sink: any Sink
    var policy: RetryPolicy
    var clock: Time

    /// Sends a batch; when the task is cancelled, what is left of it stays unsent.
    func send(_ batch: DeliveryBatch) async -> Landing {
        var landing = Landing(batch: batch)
        var isAtEnd = false
        for claim in batch.claims {
            if isAtEnd || Task.isCancelled {
                landing.unsent.append(claim.id)
            } else if policy.isExpired(claim, at: clock.now) {
                landing.results.append(DeliveryResult(delivery: claim.id, attempt: nil, verdict: .expired))
            } else {
                // Where one line cannot be written, the next cannot either, and none may overtake it.
                isAtEnd = await send(claim, of: batch.hook, into: &landing) == .output
            }
        }
        return landing
    }

    private func send(
        _ claim: ClaimedDelivery,
        of hook: Hook,
        into landing: inout Landing
    ) async -> DeliveryOutcome.Kind {
        let message = OutgoingMessage(hook: hook, event: claim.event, attempt: claim.attemptsMade + 1)
        let start = clock.now
        let outcome = await sink.deliver(message)
        let end = clock.now
        if Task.isCancelled, outcome.kind != .delivered {
            landing.unsent.append(claim.id)
            return outcome.kind
        }
        let attempt = DeliveryAttempt(message.attempt, outcome, from: start, to: end)
        let verdict = policy.verdict(after: outcome, of: claim, endedAt: end)
        landing.results.append(DeliveryResult(delivery: claim.id, attempt: attempt, verdict: verdict))
        landing.isGone = landing.isGone || outcome.kind == .gone
        if outcome.concernsAll, let wait = outcome.retryAfter {
            landing.resumesAt = max(end.advanced(by: wait), landing.resumesAt ?? end)
        }
        return outcome.kind
    }
}

extension DeliveryOutcome {
    /// Whether the receiver asks for a pause not of this message alone: 429 Too Many Requests, 503 Service Unavailable.
    fileprivate var concernsAll: Bool { statusCode == 429 || statusCode == 503 }
}

extension DeliveryAttempt {
    /// What the attempt log keeps of a try.
    package init(_ number: Int, _ outcome: DeliveryOutcome, from start: UTCInstant, to end: UTCInstant) {
        self.init(
            number: number,
            startedAt: start,
            durationMilliseconds: Int(max(0, end.millisecondsSinceEpoch - start.millisecondsSinceEpoch)),
            outcome: outcome.kind.rawValue,
            statusCode: outcome.statusCode,
            detail: outcome.detail,
            responseExcerpt: outcome.responseExcerpt
        )
        address = outcome.address
        phases = outcome.phases
    }
}
