import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var deliveryCases: [Case] {
        Case("A delivery that was taken is done, with its attempt") { store in
            let claim = try await claimOne(in: store)
            try await store.record([(claim, .delivered)])
            let delivery = try await store.deliveries(of: 1)[0]
            try expect(delivery.state, is: .delivered, "the state")
            try expect(delivery.nextAttemptAt, is: nil, "the next attempt")
            try expect(delivery.attempts, is: [.fixture(1)], "the attempts")
            try expect(try await store.claim(at: 1_000, limit: 9), is: [], "the claims afterwards")
        }
        Case("A delivery that failed for good is not tried again") { store in
            let claim = try await claimOne(in: store)
            try await store.record([(claim, .failed)])
            try expect(try await store.deliveries(of: 1)[0].state, is: .failed, "the state")
            try expect(try await store.claim(at: 1_000, limit: 9), is: [], "the claims afterwards")
        }
        Case("A delivery that expired is done without an attempt") { store in
            let claim = try await claimOne(in: store)
            try await store.write { transaction in
                try transaction.record([DeliveryResult(delivery: claim.id, attempt: nil, verdict: .expired)])
            }
            let delivery = try await store.deliveries(of: 1, state: .expired)[0]
            try expect(delivery.attempts, is: [], "the attempts")
            try expect(delivery.nextAttemptAt, is: nil, "the next attempt")
            try expect(try await store.read { try $0.delivery(claim.id) }, is: delivery, "the delivery by its id")
        }
        Case("A retry ends the claim, is due at its instant, and counts the attempts") { store in
            var claim = try await claimOne(in: store)
            for attempt in 1...3 {
                try await store.record([(claim, .retry(at: .noon(plus: attempt * 10)))])
                let early = try await store.claim(at: attempt * 10 - 1, limit: 9)
                try expect(early, is: [], "the claims before attempt \(attempt + 1)")
                claim = try await store.claim(at: attempt * 10, limit: 9)[0]
                try expect(claim.attemptsMade, is: attempt, "the attempts made")
            }
            let delivery = try await store.deliveries(of: 1)[0]
            try expect(delivery.state, is: .pending, "the state")
            try expect(delivery.attempts, is: (1...3).map { .fixture($0) }, "the attempts")
        }
        Case("An attempt with every field set, or none, is read as it was recorded") { store in
            var claim = try await claimOne(in: store)
            var full = DeliveryAttempt.fixture(1, outcome: "timeout", statusCode: 504)
            (full.detail, full.responseExcerpt) = ("no \"answer\"", "<html>\u{1}집</html>")
            full.address = "[2001:db8::1]:443"
            full.phases = DeliveryAttempt.Phases(lookUp: 1, connection: 20, firstByte: 300)
            let attempts = [full, .fixture(2, outcome: "connection", statusCode: nil)]
            for attempt in attempts {
                try await store.write { [claim] transaction in
                    let verdict = DeliveryResult.Verdict.retry(at: .noon)
                    try transaction.record([DeliveryResult(delivery: claim.id, attempt: attempt, verdict: verdict)])
                }
                claim = try await store.claim(limit: 1)[0]
            }
            try expect(try await store.deliveries(of: 1)[0].attempts, is: attempts, "the attempts")
        }
        Case("Each enabled hook that waits has its next attempt, a lease's end included") { store in
            try await store.save([.webhook(1), .webhook(2), .webhook(3)])
            try expect(try await store.read { try $0.nextAttempts() }, is: [:], "with nothing to send")
            try await store.append([.fixture(1, at: .noon(plus: 7)), .fixture(2, at: .noon(plus: 5))])
            _ = try await store.claim(2, at: 5, lease: 60, limit: 1)
            try await store.save([.webhook(3) { $0.isEnabled = false }])
            let next = try await store.read { try $0.nextAttempts() }
            try expect(next, is: [.numbered(1): .noon(plus: 5), .numbered(2): .noon(plus: 7)], "the next attempts")
            _ = try await store.claim(2, at: 7, lease: 60, limit: 1)
            let leased = try await store.read { try $0.nextAttempts() }
            try expect(leased[.numbered(2)], is: .noon(plus: 65), "the next attempt where all is claimed")
        }
        Case("A retry is the next attempt where nothing fresh waits") { store in
            let claim = try await claimOne(in: store)
            try await store.record([(claim, .retry(at: .noon(plus: 42)))])
            let next = try await store.read { try $0.nextAttempts() }
            try expect(next, is: [.numbered(1): .noon(plus: 42)], "the next attempts")
        }
    }

    private static func claimOne(in store: any Store) async throws -> ClaimedDelivery {
        try await store.save([.webhook(1)])
        try await store.append([.fixture(1)])
        guard let claim = try await store.claim(limit: 1).first else {
            throw ConformanceFailure(description: "a fresh delivery was not claimed")
        }
        return claim
    }
}
