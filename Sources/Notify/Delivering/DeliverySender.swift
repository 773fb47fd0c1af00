import Basics
package import Recurrence
package import Storage

/// Sends the deliveries of a batch, one after the other.
struct DeliverySender<Time: UTCClock>: Sendable {
    var sink: any Sink
    var schedule: RetrySchedule
    var store: any Store
    var clock: Time
    var spans: SpanRecorder?

    /// Sends a batch; when the task is cancelled, what is left of it stays unsent.
    func send(_ batch: DeliveryBatch) async -> BatchResult {
        let policy = RetryPolicy(for: batch.hook, otherwise: schedule)
        var batchResult = BatchResult(batch: batch)
        var isAtEnd = false
        for claim in batch.claims {
            if isAtEnd || Task.isCancelled {
                batchResult.unsent.append(claim.id)
            } else if policy.isExpired(claim, at: clock.now) {
                batchResult.results.append(DeliveryResult(delivery: claim.id, attempt: nil, verdict: .expired))
            } else {
                isAtEnd = await !send(claim, of: batch.hook, by: policy, into: &batchResult)
            }
        }
        return batchResult
    }

    /// Makes one attempt.
    ///
    /// - Returns: Whether the next one may follow: where one line cannot be written, the next cannot either, and none
    ///   may overtake it.
    private func send(
        _ claim: ClaimedDelivery,
        of hook: Hook,
        by policy: RetryPolicy,
        into batchResult: inout BatchResult
    ) async -> Bool {
        guard let message = try? await message(of: claim, for: hook) else {
            batchResult.unsent.append(claim.id)
            return false
        }
        let (start, begin) = (clock.now, clock.steady.now)
        let outcome = await sink.deliver(message, recordedBy: spans)
        let end = clock.now
        let duration = begin.duration(to: clock.steady.now)
        if Task.isCancelled, outcome.kind != .delivered {
            batchResult.unsent.append(claim.id)
            return outcome.kind != .output
        }
        let attempt = DeliveryAttempt(message.attempt, outcome, from: start, lasting: duration)
        let verdict = policy.verdict(after: outcome, of: claim, endedAt: end)
        batchResult.results.append(DeliveryResult(delivery: claim.id, attempt: attempt, verdict: verdict))
        batchResult.isGone = batchResult.isGone || outcome.kind == .gone
        if outcome.concernsAll, let wait = outcome.retryAfter {
            batchResult.resumesAt = max(end.advanced(by: wait), batchResult.resumesAt ?? end)
        }
        return outcome.kind != .output
    }

    /// The message of a claim, whose body is the same in every attempt: one that depends on the hook is frozen in the
    /// store before it is first sent.
    ///
    /// - Throws: An error of the store, or that the task was cancelled: then nothing may be sent.
    private func message(of claim: ClaimedDelivery, for hook: Hook) async throws -> OutgoingMessage {
        var body = claim.body
        // Where it cannot be made, the sink reports why.
        if body == .open, let made = try? MessageBody(of: claim.event, for: hook) {
            let owner = store.claimOwner
            try await store.writeFirst { try DeliveryTransaction.freeze(made, of: claim.id, by: owner, in: $0) }
            body = .kept(made)
        }
        return OutgoingMessage(
            hook: hook, event: claim.event, attempt: claim.attemptsMade + 1, body: body, trace: claim.trace)
    }
}

extension DeliveryOutcome {
    /// Whether the receiver asks for a pause not of this message alone: 429 Too Many Requests, 503 Service Unavailable.
    fileprivate var concernsAll: Bool { statusCode == 429 || statusCode == 503 }
}

extension DeliveryAttempt {
    /// What the attempt log keeps of a try.
    package init(_ number: Int, _ outcome: DeliveryOutcome, from start: UTCInstant, lasting duration: Swift.Duration) {
        self.init(
            number: number,
            startedAt: start,
            durationMilliseconds: Int(max(.zero, duration) / .milliseconds(1)),
            outcome: outcome.kind.rawValue,
            statusCode: outcome.statusCode,
            detail: outcome.detail,
            responseExcerpt: outcome.responseExcerpt
        )
        address = outcome.address
        phases = outcome.phases
    }
}
