import Basics
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var claimCases: [Case] {
        Case("Claims come in order, with the event whole, as many as asked for") { store in
            try await store.save([.webhook(1), .webhook(2)])
            let events = try await store.append((1...4).map { .fixture($0) })
            let claims = try await store.claim(limit: 3)
            try expect(claims.map(\.event), is: Array(events[0..<3]), "the events claimed")
            try expect(claims.map(\.attemptsMade), is: [0, 0, 0], "the attempts made")
            try expect(Set(claims.map(\.hook)), is: [.numbered(1)], "the hooks")
            try expect(try await store.claim(limit: 9).map(\.event), is: [events[3]], "the rest")
            try expect(try await store.claim(2, limit: 9).map(\.event), is: events, "the other hook's")
        }
        Case("A claim has the trace in which its event was recorded, and so has the next attempt") { store in
            try await store.save([.webhook(1)])
            let trace = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            try await TraceParent.$current.withValue(trace) { _ = try await store.append([.fixture(1)]) }
            try await store.append([.fixture(2)])
            let claims = try await store.claim(limit: 9)
            try expect(claims.map(\.trace), is: [trace, nil], "the traces")
            try await store.record(claims.map { ($0, .retry(at: .noon(plus: 1))) })
            let again = try await store.claim(at: 9, lease: 60, limit: 9)
            try expect(again.map(\.trace), is: [trace, nil], "the traces of the next attempts")
        }
        Case("Fresh deliveries are claimed before retries, even later ones") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1), .fixture(2)])
            let tried = try await store.claim(limit: 2)
            try await store.record(tried.map { ($0, .retry(at: .noon(plus: 1))) })
            try await store.append([.fixture(3, at: .noon(plus: 5)), .fixture(4, at: .noon(plus: 4))])
            let claims = try await store.claim(at: 9, lease: 60, limit: 3)
            try expect(claims.map(\.event.number), is: [4, 3, 1], "the order of the claims")
            try expect(claims.map(\.attemptsMade), is: [0, 0, 1], "the attempts made")
        }
        Case("Reminders are claimed before what has waited less than a minute longer, also when given back") { store in
            try await store.save([.webhook(1)])
            try await store.append([
                .fixture(1, at: .noon(plus: -70)), .fixture(2), .fixture(3),
                .fixture(4, type: .reminderDue, at: .noon(plus: 5)),
            ])
            let claims = try await store.claim(at: 5, lease: 60, limit: 9)
            try expect(claims.map(\.event.number), is: [1, 4, 2, 3], "the order of the claims")
            try await store.write { try $0.release(claims.map(\.id), at: .noon(plus: 5)) }
            let again = try await store.claim(at: 5, lease: 60, limit: 9)
            try expect(again.map(\.event.number), is: [1, 4, 2, 3], "the order after they were given back")
            try await store.write { try $0.release(claims.map(\.id), at: .noon(plus: 5)) }
            let shown = try await store.deliveries(of: 1).first { $0.eventNumber == 4 }
            try expect(shown?.nextAttemptAt, is: .noon(plus: 5), "when it is shown to be attempted next")
        }
        Case("What is not due yet is not claimed") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1, at: .noon(plus: 10))])
            try expect(try await store.claim(at: 9, lease: 60, limit: 9), is: [], "the claims a second early")
            try expect(try await store.claim(at: 10, lease: 60, limit: 9).count, is: 1, "the claims in time")
        }
        Case("A claim holds until its lease ends, and is free then") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            let claim = try await store.claim(at: 0, lease: 30, limit: 9)
            try expect(try await store.claim(at: 29, lease: 60, limit: 9), is: [], "the claims within the lease")
            try expect(try await store.claim(at: 30, lease: 60, limit: 9), is: claim, "the claims at its end")
            try expect(try await store.deliveries(of: 1)[0].state, is: .pending, "the state of what is claimed")
        }
        Case("Nothing is claimed for a disabled or unknown hook, until it is enabled") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1)])
            try await store.save([.webhook(1) { $0.isEnabled = false }])
            try expect(try await store.claim(limit: 9), is: [], "the claims of a disabled hook")
            try expect(try await store.claim(2, limit: 9), is: [], "the claims of an unknown hook")
            try await store.save([.webhook(1)])
            try expect(try await store.claim(limit: 9).count, is: 1, "the claims once it is enabled")
        }
        Case("A claim given back keeps its turn at a first attempt, and is due at once at another") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1), .fixture(2), .fixture(3, at: .noon(plus: 1))])
            let claims = try await store.claim(limit: 9)
            try await store.write { try $0.release([claims[1].id], at: .noon(plus: 2)) }
            let next = try await store.claim(at: 2, lease: 60, limit: 1)
            try expect(next, is: [claims[1]], "the first claim after")
            try await store.record([(claims[0], .retry(at: .noon(plus: 5)))])
            let retry = try await store.claim(at: 5, lease: 60, limit: 9).map(\.id)
            try expect(retry.last, is: claims[0].id, "the retry")
            try await store.write { try $0.release([claims[0].id], at: .noon(plus: 8)) }
            try expect(try await store.claim(at: 7, lease: 60, limit: 9), is: [], "the claims before")
            try expect(try await store.claim(at: 8, lease: 60, limit: 9).map(\.id), is: [claims[0].id], "then")
        }
        Case("What was not claimed is not given back") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1), .fixture(2, at: .noon(plus: 50))])
            let claim = try await store.claim(limit: 9)[0]
            try await store.record([(claim, .delivered)])
            let ids = try await store.deliveries(of: 1).map(\.id)
            try await store.write { try $0.release(ids, at: .noon) }
            try expect(try await store.claim(at: 49, lease: 60, limit: 9), is: [], "the claims")
        }
        Case("What was on its way in a crash is suspect, and is given out one by one until it is recorded") { store in
            try await store.save([.webhook(1)])
            try await store.append((1...3).map { .fixture($0) })
            let claims = try await store.claim(limit: 2)
            let found = try await store.write { try $0.releaseAbandonedClaims(at: .noon, afterCrash: true) }
            try expect(found, is: AbandonedClaims(count: 2, suspectCount: 2, blamed: []), "what was found")
            try expect(try await store.claim(limit: 9).map(\.event.number), is: [3], "the claims of the others")
            try expect(try await store.read { try $0.backlog(of: .numbered(1)).count }, is: 3, "what the hook is owed")
            try expect(try await store.read { try $0.nextSuspects() }, is: [.numbered(1): .noon], "when one is due")
            let suspect = try await store.claimSuspect()
            try expect(suspect?.id, is: claims[0].id, "the first suspect")
            try await store.record([(claims[0], .retry(at: .noon(plus: 5)))])
            try expect(
                try await store.claim(at: 5, limit: 9).map(\.id), is: [claims[0].id], "the claims once it is none")
            try expect(try await store.claimSuspect()?.id, is: claims[1].id, "the second suspect")
            try expect(try await store.claimSuspect()?.id, is: nil, "a third one")
        }
        Case("A suspect that was on its way in a crash is to blame, and stays claimed") { store in
            try await store.save([.webhook(1)])
            try await store.append([.fixture(1), .fixture(2)])
            let claims = try await store.claim(limit: 1)
            try await store.write { try $0.suspect(claims.map(\.id)) }
            try await store.write { try $0.release(claims.map(\.id), at: .noon) }
            _ = try await store.claimSuspect()
            _ = try await store.claim(limit: 1)
            let found = try await store.write { try $0.releaseAbandonedClaims(at: .noon, afterCrash: true) }
            try expect(found.blamed.map(\.id), is: claims.map(\.id), "the one to blame")
            try expect(found.suspectCount, is: 2, "the suspects")
            try expect(try await store.claimSuspect()?.event.number, is: 2, "the next suspect")
        }
    }
}

extension Store {
    /// Claims what is due some seconds after noon.
    func claim(
        _ hook: Int = 1, by owner: ClaimOwner = .fixture, at second: Int = 0, lease: Int = 60, limit: Int
    ) async throws -> [ClaimedDelivery] {
        try await write { transaction in
            try transaction.claimDeliveries(
                of: .numbered(hook),
                by: owner,
                dueAt: .noon(plus: second),
                leaseUntil: .noon(plus: second + lease),
                limit: limit
            )
        }
    }

    /// Claims the suspect of the first hook that is due at noon.
    func claimSuspect() async throws -> ClaimedDelivery? {
        try await write { try $0.claimSuspect(of: .numbered(1), dueAt: .noon, leaseUntil: .noon(plus: 60)) }
    }

    /// Records what came of the next attempt at each claimed delivery.
    @discardableResult
    func record(
        _ verdicts: [(claim: ClaimedDelivery, verdict: DeliveryResult.Verdict)], by owner: ClaimOwner = .fixture
    ) async throws -> [Bool] {
        try await write { transaction in
            try transaction.record(
                verdicts.map { claim, verdict in
                    DeliveryResult(delivery: claim.id, attempt: .fixture(claim.attemptsMade + 1), verdict: verdict)
                },
                claimedBy: owner
            )
        }
    }
}
