import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy(schedule: RetrySchedule(waits: [.zero, .seconds(100)]))
    private static let retried = DeliveryOutcome.Kind.allCases.filter {
        ![.delivered, .gone, .output, .crashed].contains($0)
    }

    private func claim(after attempts: Int, before: Int = 0, replayedAt: UTCInstant? = nil) -> ClaimedDelivery {
        ClaimedDelivery(
            id: DeliveryID(number: 1),
            hook: .numbered(1),
            event: .numbered(1),
            attemptsMade: attempts,
            attemptsBeforeReplay: before,
            replayedAt: replayedAt
        )
    }

    private func verdict(_ outcome: DeliveryOutcome, attempt: Int = 1) -> DeliveryResult.Verdict {
        policy.verdict(after: outcome, of: claim(after: attempt - 1), endedAt: .noon)
    }

    @Test func `what was taken is delivered, and a receiver that is gone is not asked again`() {
        #expect(verdict(.delivered) == .delivered)
        #expect(verdict(DeliveryOutcome(statusCode: 410)) == .failed)
    }

    @Test(arguments: retried)
    func `everything else is tried again until the schedule is used up`(kind: DeliveryOutcome.Kind) throws {
        guard case .retry(let instant) = verdict(DeliveryOutcome(kind)) else {
            Issue.record("not tried again")
            return
        }
        #expect((UTCInstant.noon(plus: 100)...UTCInstant.noon(plus: 110)).contains(instant))
        #expect(verdict(DeliveryOutcome(kind), attempt: 2) == .failed)
    }

    @Test func `standard output is asked again for ever, every five minutes at least`() {
        #expect(verdict(DeliveryOutcome(.output), attempt: 2) == .retry(at: .noon(plus: 300)))
        #expect(verdict(DeliveryOutcome(.output), attempt: 1_000) == .retry(at: .noon(plus: 300)))
    }

    @Test func `the receiver's own request counts where it is longer`() {
        let outcome = DeliveryOutcome(.status, statusCode: 503, retryAfter: .seconds(3_600))
        #expect(verdict(outcome) == .retry(at: .noon(plus: 3_600)))
        let short = DeliveryOutcome(.status, statusCode: 503, retryAfter: .seconds(1))
        #expect(verdict(short) != .retry(at: .noon(plus: 1)))
    }

    @Test func `a replay starts the schedule over`() {
        let replayed = claim(after: 2, before: 2, replayedAt: .noon)
        let first = policy.verdict(after: DeliveryOutcome(.timeout), of: replayed, endedAt: .noon)
        #expect(first != .failed)
        let again = claim(after: 3, before: 2, replayedAt: .noon)
        #expect(policy.verdict(after: DeliveryOutcome(.timeout), of: again, endedAt: .noon) == .failed)
    }

    @Test func `what would come too late is given up`() {
        let policy = RetryPolicy(schedule: policy.schedule, expiry: .seconds(90))
        #expect(!policy.isExpired(claim(after: 0), at: .noon(plus: 89)))
        #expect(policy.isExpired(claim(after: 0), at: .noon(plus: 90)))
        #expect(!policy.isExpired(claim(after: 0, replayedAt: .noon(plus: 60)), at: .noon(plus: 149)))
        let failed = DeliveryOutcome(.connection)
        #expect(policy.verdict(after: failed, of: claim(after: 0), endedAt: .noon) == .expired)
        #expect(policy.verdict(after: .delivered, of: claim(after: 0), endedAt: .noon(plus: 95)) == .delivered)
    }

    @Test func `a hook's own schedule counts before the loop's`() {
        let hook = Hook.webhook(1) { $0.traffic.retryWaits = [.zero, .seconds(7), .seconds(9)] }
        #expect(RetryPolicy(for: hook, otherwise: .standard).schedule.waits == hook.traffic.retryWaits)
        #expect(RetryPolicy(for: .webhook(1), otherwise: .standard).schedule == .standard)
    }
}
