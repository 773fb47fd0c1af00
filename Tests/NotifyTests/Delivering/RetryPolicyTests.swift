import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy(schedule: RetrySchedule(waits: [.zero, .seconds(100)]))

    private func verdict(_ outcome: DeliveryOutcome, attempt: Int = 1) -> DeliveryResult.Verdict {
        let claim = ClaimedDelivery(
            id: DeliveryID(number: 1),
            hook: .numbered(1),
            event: .numbered(1),
            attemptsMade: attempt - 1
        )
        return policy.verdict(after: outcome, attempt: attempt, of: claim, endedAt: .noon)
    }

    @Test func `what was taken is delivered, and a receiver that is gone is not asked again`() {
        #expect(verdict(.delivered) == .delivered)
        #expect(verdict(DeliveryOutcome(statusCode: 410)) == .failed)
    }

    @Test(arguments: DeliveryOutcome.Kind.allCases.filter { $0 != .delivered && $0 != .gone })
    func `everything else is tried again until the schedule is used up`(kind: DeliveryOutcome.Kind) throws {
        guard case .retry(let instant) = verdict(DeliveryOutcome(kind)) else {
            Issue.record("not tried again")
            return
        }
        #expect((UTCInstant.noon(plus: 100)...UTCInstant.noon(plus: 110)).contains(instant))
        #expect(verdict(DeliveryOutcome(kind), attempt: 2) == .failed)
    }

    @Test func `the receiver's own wish counts where it is longer`() {
        let outcome = DeliveryOutcome(.status, statusCode: 503, retryAfter: .seconds(3_600))
        #expect(verdict(outcome) == .retry(at: .noon(plus: 3_600)))
        let short = DeliveryOutcome(.status, statusCode: 503, retryAfter: .seconds(1))
        #expect(verdict(short) != .retry(at: .noon(plus: 1)))
    }
}
