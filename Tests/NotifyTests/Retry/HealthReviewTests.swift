import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct HealthReviewTests {
    private let review = HealthReview(now: .noon)

    private func result(
        _ verdicts: [DeliveryResult.Verdict],
        of hook: Hook = .webhook(1),
        _ outcome: DeliveryOutcome = DeliveryOutcome(statusCode: 503)
    ) -> BatchResult {
        let claims = verdicts.indices.map { ClaimedDelivery.numbered($0 + 1, of: hook.id) }
        let attempt = DeliveryAttempt(1, outcome, from: .noon, lasting: .zero)
        let results = zip(claims, verdicts).map {
            DeliveryResult(delivery: $0.id, attempt: $1 == .expired ? nil : attempt, verdict: $1)
        }
        return BatchResult(batch: DeliveryBatch(hook: hook, claims: claims), results: results)
    }

    @Test func `each attempt counts, in the order in which they arrived`() throws {
        let results = [result([.failed, .delivered]), result([.failed, .expired, .failed])]
        let verdicts = review.verdicts(on: results + [result([.delivered], of: .webhook(2))], known: [:])
        #expect(verdicts.count == 2 && verdicts.allSatisfy { $0.disabledReason == nil })
        let first = try #require(verdicts.first { $0.hook.id == .numbered(1) })
        #expect(first.health.consecutiveFailures == 2)
        #expect(first.health.lastSuccessAt == .noon)
    }

    @Test func `there is no verdict on a hook of which nothing was tried`() {
        var unsent = result([])
        unsent.unsent = [DeliveryID(number: 1)]
        #expect(review.verdicts(on: [unsent], known: [:]).isEmpty)
    }

    @Test func `a pause that the receiver asks for is kept, and never shortened`() {
        var paused = result([.retry(at: .noon)])
        paused.resumesAt = .noon(plus: 60)
        #expect(review.verdicts(on: [paused], known: [:]).first?.health.resumesAt == .noon(plus: 60))
        var longer = HookHealth()
        longer.resumesAt = .noon(plus: 90)
        #expect(
            review.verdicts(on: [paused], known: [.numbered(1): longer]).first?.health.resumesAt == .noon(plus: 90))
    }

    @Test func `a receiver that is gone, or fails for too long, is given up with the reason`() {
        var gone = result([.failed])
        gone.isGone = true
        #expect(review.verdicts(on: [gone], known: [:]).first?.disabledReason == "the receiver responded with 410 Gone")
        var failing = HookHealth()
        failing.failingSince = .noon(plus: -5 * 86_400)
        failing.lastFailureAt = .noon(plus: -60)
        let reason = review.verdicts(on: [result([.failed])], known: [.numbered(1): failing]).first?.disabledReason
        #expect(
            reason
                == "deliveries have failed for 5 days without a success; the last one: the receiver responded with 503 Service Unavailable"
        )
        let stdout = Hook(id: Hook.stdoutID, kind: .stdout, now: .noon)
        let output = result([.failed], of: stdout, DeliveryOutcome(.output))
        #expect(review.verdicts(on: [output], known: [stdout.id: failing]).first?.disabledReason == nil)
        #expect(review.verdicts(on: [output], known: [:]).first?.health.trips == 1)
    }
}
