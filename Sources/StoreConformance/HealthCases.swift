import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var healthCases: [Case] {
        Case("A hook's health is read as it was written last") { store in
            try await store.save([.webhook(1), .webhook(2)])
            try expect(try await store.read { try $0.hookHealth() }, is: [:], "the health of new hooks")
            var health = HookHealth()
            health.consecutiveFailures = 7
            health.failingSince = .noon
            health.lastFailureAt = .noon(plus: 1)
            health.lastSuccessAt = .noon(plus: -1)
            health.suspects = [DeliveryID(number: 3), DeliveryID(number: 1)]
            health.trips = 2
            health.resumesAt = .noon(plus: 60)
            try await store.write { [health] in try $0.save(health, of: .numbered(1)) }
            try expect(try await store.read { try $0.hookHealth() }, is: [.numbered(1): health], "the health")
            try await store.write { try $0.save(HookHealth(), of: .numbered(1)) }
            try expect(try await store.read { try $0.hookHealth() }, is: [.numbered(1): HookHealth()], "the new health")
        }
        Case("The health of a hook that is not there is not kept") { store in
            try await store.save([.webhook(1)])
            try await store.write { transaction in
                try transaction.save(HookHealth(), of: .numbered(1))
                try transaction.deleteHook(.numbered(1))
                try transaction.save(HookHealth(), of: .numbered(1))
            }
            try expect(try await store.read { try $0.hookHealth() }, is: [:], "the health")
        }
        Case("What waits is counted, claims and retries included, and what is done with not") { store in
            try await store.save([.webhook(1), .webhook(2)])
            try await store.append((1...5).map { .fixture($0) })
            let claims = try await store.claim(limit: 3)
            try await store.record([(claims[0], .delivered), (claims[1], .retry(at: .noon(plus: 50)))])
            try expect(try await store.read { try $0.backlog(of: .numbered(1)).count }, is: 4, "how many wait")
            try expect(try await store.read { try $0.backlog(of: .numbered(2)).count }, is: 5, "the other hook's")
            let unknown = try await store.read { try $0.backlog(of: .numbered(3)) }
            try expect(unknown, is: HookBacklog(count: 0, oldest: nil), "an unknown hook's")
        }
    }
}
