import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var replayCases: [Case] {
        Case("A replay makes what is done with due again, as a retry with a whole schedule before it") { store in
            try await store.save([.webhook(1)])
            let claims = try await claims(3, in: store)
            try await store.record([(claims[0], .failed), (claims[1], .delivered)])
            let count = try await store.write { transaction in
                try transaction.replay(claims.map(\.id), at: .noon(plus: 10), every: .seconds(5))
            }
            try expect(count, is: 2, "how many were done with")
            try expect(try await store.claim(at: 9, limit: 9), is: [], "the claims before")
            let replayed = try await store.claim(at: 15, limit: 9)
            try expect(replayed.map(\.event), is: claims[0...1].map(\.event), "the events claimed")
            try expect(replayed.map(\.attemptsMade), is: [1, 1], "the attempts made")
            try expect(replayed.map(\.attemptsBeforeReplay), is: [1, 1], "those made before")
            try expect(replayed.map(\.owedSince), is: [.noon(plus: 10), .noon(plus: 15)], "since when they are owed")
        }
        Case("What was replayed goes after what is fresh, even when it was never tried") { store in
            try await store.save([.webhook(1)])
            let claim = try await claims(1, in: store)[0]
            try await store.write { transaction in
                try transaction.record([DeliveryResult(delivery: claim.id, attempt: nil, verdict: .expired)])
                try transaction.replay([claim.id], at: .noon, every: .zero)
                try transaction.append([.fixture(2)])
            }
            try expect(try await store.claim(limit: 9).map(\.event.number), is: [2, 1], "the order of the claims")
        }
        Case("A replay of what is fresh, on its way, or not there, changes nothing") { store in
            try await store.save([.webhook(1)])
            let claim = try await claims(1, in: store)[0]
            try await store.append([.fixture(2, at: .noon(plus: 50))])
            let before = try await store.deliveries(of: 1)
            let count = try await store.write { transaction in
                let ids = before.map(\.id) + [DeliveryID(number: 99)]
                return try transaction.replay(ids, at: .noon(plus: 7), every: .zero)
            }
            try expect(before.map(\.id).contains(claim.id), is: true, "whether the claim is among them")
            try expect(count, is: 0, "how many are due again")
            try expect(try await store.deliveries(of: 1), is: before, "the deliveries")
        }
        Case("A replay of what waits for a retry hastens it, with a whole schedule before it") { store in
            try await store.save([.webhook(1)])
            let claim = try await claims(1, in: store)[0]
            try await store.record([(claim, .retry(at: .noon(plus: 50)))])
            let count = try await store.write { try $0.replay([claim.id], at: .noon(plus: 7), every: .zero) }
            try expect(count, is: 1, "how many are due again")
            let again = try await store.claim(at: 7, limit: 9)
            try expect(again.map(\.id), is: [claim.id], "the claims")
            try expect(again.map(\.attemptsBeforeReplay), is: [1], "the attempts made before")
        }
        Case("In a lane, what waits for a retry stays before what waits for it") { store in
            try await store.save([.webhook(1) { $0.traffic.ordering = .perTask }])
            let subject = EventSubject(task: .numbered(1))
            try await store.append([.fixture(1, about: subject), .fixture(2, about: subject)])
            let first = try await store.claim(limit: 9)
            try await store.record(first.map { ($0, .retry(at: .noon(plus: 50))) })
            try await store.write { _ = try $0.replay(first.map(\.id), at: .noon(plus: 7), every: .zero) }
            try expect(try await store.claim(at: 9, limit: 9).map(\.id), is: first.map(\.id), "the claims")
        }
        Case("A selection finds the hook's own by state, type and time, oldest first, up to a limit") { store in
            try await store.save([.webhook(1), .webhook(2)])
            try await store.append([
                .fixture(1), .fixture(2, type: .taskDeleted, at: .noon(plus: 1)), .fixture(3, at: .noon(plus: 2)),
                .fixture(4, at: .noon(plus: 3)),
            ])
            let mine = try await store.claim(at: 9, limit: 9)
            try await store.record(
                zip(mine, [.failed, .failed, .delivered, .retry(at: .noon)] as [DeliveryResult.Verdict])
                    .map { ($0, $1) })
            try await store.append([.fixture(5)])
            try await store.record(try await store.claim(2, at: 9, limit: 9).map { ($0, .failed) })
            let cases: [(DeliverySelection, Int, [Int])] = [
                (DeliverySelection(), 9, [0, 1]), (DeliverySelection(), 1, [0]),
                (DeliverySelection(states: [.delivered]), 9, [2]),
                (DeliverySelection(states: [.failed, .delivered, .pending]), 9, [0, 1, 2, 3]),
                (DeliverySelection(events: [EventPattern("task.deleted") ?? .all]), 9, [1]),
                (DeliverySelection(from: .noon(plus: 1)), 9, [1]), (DeliverySelection(until: .noon(plus: 1)), 9, [0]),
                (DeliverySelection(states: [.pending]), 9, [3]), (DeliverySelection(states: [.expired]), 9, []),
            ]
            for (selection, limit, expected) in cases {
                let found = try await store.read { reader in
                    try reader.deliveries(in: selection, of: .numbered(1), limit: limit)
                }
                try expect(found, is: expected.map { mine[$0].id }, "what \(selection) finds")
            }
        }
        Case("Retries that wait can be made due at once, and claims stay as they are") { store in
            try await store.save([.webhook(1), .webhook(2)])
            let claims = try await claims(2, in: store)
            try await store.record(claims.map { ($0, .retry(at: .noon(plus: 500))) })
            try await store.write { try $0.rescheduleRetries(of: .numbered(2), to: .noon) }
            try expect(try await store.claim(limit: 9), is: [], "the claims of another hook")
            try await store.write { try $0.rescheduleRetries(of: .numbered(1), to: .noon(plus: 3)) }
            try expect(try await store.claim(at: 3, limit: 1).map(\.id), is: [claims[0].id], "a claim")
            try await store.write { try $0.rescheduleRetries(of: .numbered(1), to: .noon(plus: 4)) }
            try expect(try await store.claim(at: 4, limit: 9).map(\.id), is: [claims[1].id], "the other claim")
        }
    }

    private static func claims(_ count: Int, in store: any Store) async throws -> [ClaimedDelivery] {
        try await store.append((1...count).map { .fixture($0) })
        return try await store.claim(limit: count)
    }
}
