import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// A claim is its owner's, for as long as nobody else has it.
    @CaseListBuilder static var ownerCases: [Case] {
        Case("One call claims for many hooks, in the order of the requests, each up to its limit") { store in
            try await store.save([.webhook(1), .webhook(2), .webhook(3) { $0.isEnabled = false }, .webhook(4)])
            try await store.append((1...5).map { .fixture($0) })
            let requests = [(4, 2), (9, 5), (3, 5), (1, 9), (2, 0)].map {
                DeliveryClaimRequest(hook: .numbered($0), limit: $1)
            }
            let claims = try await store.write { transaction in
                try transaction.claimDeliveries(requests, by: .fixture, dueAt: .noon, leaseUntil: .noon(plus: 60))
            }
            try expect(
                claims.map(\.hook), is: [4, 4, 1, 1, 1, 1, 1].map { .numbered($0) }, "the hooks of the claims")
            try expect(claims.map(\.event.number), is: [1, 2, 1, 2, 3, 4, 5], "the events of the claims")
            let rest = try await store.claim(4, limit: 9)
            try expect(rest.map(\.event.number), is: [3, 4, 5], "what was left of the first")
            try expect(try await store.claim(2, limit: 9).count, is: 5, "what was left of the last")
        }
        Case("What an owner does with a claim that another has since claimed changes nothing") { store in
            try await store.save([.webhook(1) { $0.shape.payload = .thin }])
            try await store.append([.fixture(1)])
            let stale = try await store.claim(by: .fixture, lease: 30, limit: 1)
            let claims = try await store.claim(by: .other, at: 30, limit: 1)
            try expect(claims.map(\.id), is: stale.map(\.id), "the claim of the other")
            let before = try await store.deliveries(of: 1)
            let body = MessageBody(bytes: [1], mediaType: "text/plain")
            let isKept = try await store.write { try $0.keep(body, of: stale[0].id, claimedBy: .fixture) }
            try expect(isKept, is: false, "whether the body of the stale one is kept")
            try await store.write { try $0.release(stale.map(\.id), claimedBy: .fixture, at: .noon(plus: 31)) }
            for verdict in [.delivered, .failed, .retry(at: .noon)] as [DeliveryResult.Verdict] {
                let recorded = try await store.record([(stale[0], verdict)], by: .fixture)
                try expect(recorded, is: [false], "whether the stale result \(verdict) is recorded")
            }
            try expect(try await store.deliveries(of: 1), is: before, "the delivery")
            let isOthersKept = try await store.write { try $0.keep(body, of: stale[0].id, claimedBy: .other) }
            try expect(isOthersKept, is: true, "whether the body of the owner is kept")
            let recorded = try await store.record([(claims[0], .delivered)], by: .other)
            try expect(recorded, is: [true], "whether the owner's result is recorded")
            try expect(try await store.deliveries(of: 1)[0].state, is: .delivered, "the state")
        }
        Case("A result that comes after the lease is recorded while nobody else has claimed") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            let claim = try await store.claim(lease: 30, limit: 1)[0]
            try expect(try await store.record([(claim, .delivered)]), is: [true], "whether it is recorded")
            try expect(try await store.record([(claim, .failed)]), is: [false], "whether a second one is")
            try expect(try await store.deliveries(of: 1)[0].state, is: .delivered, "the state")
        }
        Case("Of results of which some are stale the others are recorded") { store in
            try await store.save([.webhook(1), .webhook(2)])
            try await store.append([.fixture(1), .fixture(2)])
            let claims = try await store.claim(lease: 30, limit: 2)
            let gone = try await store.claim(2, limit: 1)[0]
            try await store.write { try $0.deleteHook(.numbered(2)) }
            _ = try await store.claim(by: .other, at: 30, limit: 1)
            let recorded = try await store.record([(claims[0], .delivered), (gone, .delivered), (claims[1], .failed)])
            try expect(recorded, is: [false, false, true], "which are recorded")
            let states = try await store.deliveries(of: 1).map(\.state)
            try expect(states, is: [.failed, .pending], "the states, newest first")
        }
        Case("A claim that was released has no owner") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            let claim = try await store.claim(limit: 1)[0]
            try await store.write { try $0.release([claim.id], claimedBy: .fixture, at: .noon) }
            try expect(try await store.record([(claim, .failed)]), is: [false], "whether a result is recorded")
            try expect(try await store.claim(by: .other, limit: 1).map(\.id), is: [claim.id], "the next claim")
        }
        Case("The claims of owners that are gone are released, and no others") { store in
            try await store.save([.webhook(1), .webhook(2)])
            try await store.append([.fixture(1), .fixture(2)])
            let gone = try await store.claim(limit: 9)
            try await store.record([(gone[0], .retry(at: .noon(plus: 500)))])
            let own = try await store.claim(2, by: .other, limit: 9)
            let found = try await store.write { transaction in
                try transaction.releaseAbandonedClaims(by: .other, at: .noon(plus: 3), afterCrash: false)
            }
            try expect(found, is: AbandonedClaims(count: 1, suspectCount: 0, blamed: []), "what was found")
            try expect(try await store.claim(at: 3, limit: 9).map(\.id), is: [gone[1].id], "the first hook's claims")
            try expect(try await store.claim(2, at: 3, limit: 9), is: [], "the second hook's claims")
            let recorded = try await store.record(own.map { ($0, .delivered) }, by: .other)
            try expect(recorded, is: [true, true], "whether one's own results are recorded")
        }
        Case("What is to blame for a crash passes to who found it, who records it") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            let claim = try await store.claim(limit: 1)[0]
            try await store.write { transaction in
                try transaction.suspect([claim.id])
                let found = try transaction.releaseAbandonedClaims(by: .other, at: .noon, afterCrash: true)
                try expect(found.blamed.map(\.id), is: [claim.id], "the one to blame")
            }
            try expect(try await store.record([(claim, .delivered)]), is: [false], "the result of the owner before")
            try expect(try await store.record([(claim, .failed)], by: .other), is: [true], "the result of who found it")
        }
    }
}
