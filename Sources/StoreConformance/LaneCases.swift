import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var laneCases: [Case] {
        Case("In parallel, a task's deliveries are all due") { store in
            try await store.save([.webhook(1)])
            try await store.append((1...3).map { .fixture($0, about: task(1)) })
            try expect(try await store.claim(limit: 9).count, is: 3, "the claims")
        }
        Case("Per task, only the first of each task is due, and what is about no task waits for nothing") { store in
            try await store.save([ordered])
            try await store.append([
                .fixture(1, about: task(1)), .fixture(2, about: task(1)), .fixture(3, about: task(2)), .fixture(4),
                .fixture(5), .fixture(6, about: task(2)),
            ])
            try expect(try await store.claim(limit: 9).map(\.event.number), is: [1, 3, 4, 5], "the claims")
            try expect(try await store.read { try $0.backlog(of: .numbered(1)).count }, is: 6, "how many wait")
        }
        Case("Per task, the next is due when the one before is done with, however that came") { store in
            try await store.save([ordered])
            try await store.append((1...5).map { .fixture($0, about: task(1)) })
            var order: [Int] = []
            for verdict in [.delivered, .failed, .expired, .delivered] as [DeliveryResult.Verdict] {
                let claims = try await store.claim(limit: 9)
                order += claims.map(\.event.number)
                try await store.record(claims.map { ($0, verdict) })
            }
            try expect(order, is: [1, 2, 3, 4], "the order of the claims")
        }
        Case("Per task, a retry holds up its own task and no other") { store in
            try await store.save([ordered])
            try await store.append([
                .fixture(1, about: task(1)), .fixture(2, about: task(1)), .fixture(3, about: task(2)),
            ])
            let first = try await store.claim(limit: 1)
            try await store.record(first.map { ($0, .retry(at: .noon(plus: 500))) })
            try expect(try await store.claim(at: 499, limit: 9).map(\.event.number), is: [3], "the claims meanwhile")
            let next = try await store.read { try $0.nextAttempts() }
            try expect(next, is: [.numbered(1): .noon(plus: 500)], "the next attempts")
            try expect(try await store.claim(at: 500, limit: 9).map(\.event.number), is: [1], "the claims then")
        }
        Case("A change of order holds for the events from then on") { store in
            try await store.save([ordered])
            try await store.append((1...2).map { .fixture($0, about: task(1)) })
            try await store.save([.webhook(1)])
            try await store.append([.fixture(3, about: task(1))])
            let claims = try await store.claim(limit: 9)
            try expect(claims.map(\.event.number), is: [1, 3], "the claims")
            try await store.record(claims.map { ($0, .delivered) })
            try expect(try await store.claim(limit: 9).map(\.event.number), is: [2], "the claims then")
        }
        Case("A replay takes its place in its task's order") { store in
            try await store.save([ordered])
            try await store.append((1...3).map { .fixture($0, about: task(1)) })
            let first = try await store.claim(limit: 9)
            try await store.record(first.map { ($0, .failed) })
            let second = try await store.claim(limit: 9)
            _ = try await store.write { try $0.replay(first.map(\.id), at: .noon, every: .zero) }
            try expect(try await store.claim(limit: 9), is: [], "the claims while the second is on its way")
            try await store.record(second.map { ($0, .delivered) })
            try expect(try await store.claim(limit: 9).map(\.event.number), is: [1], "the claims then")
        }
        Case("A hook is sent the events of the tasks that its filter admits, and of none") { store in
            let hook = Hook.webhook(1) { hook in
                hook.filter.tags = ["home", "work"]
                hook.filter.priorities = [.high, .urgent]
            }
            try await store.save([hook])
            try await store.append([
                .fixture(1, about: EventSubject(task: .numbered(1), tags: ["work", "x"], priority: .high)),
                .fixture(2, about: EventSubject(task: .numbered(1), tags: ["works"], priority: .high)),
                .fixture(3, about: EventSubject(task: .numbered(1), tags: ["home"], priority: .low)), .fixture(4),
                .fixture(5, about: EventSubject(task: .numbered(1), priority: .urgent)),
            ])
            try expect(try await store.claim(limit: 9).map(\.event.number), is: [1, 4], "the claims")
        }
    }

    private static let ordered = Hook.webhook(1) { $0.traffic.ordering = .perTask }

    private static func task(_ number: Int) -> EventSubject {
        EventSubject(task: .numbered(number))
    }
}
