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
        Case("Of what is replayed of a task the first goes first, and the others wait for it") { store in
            try await store.save([ordered])
            try await store.append((1...3).map { .fixture($0, about: task(1)) } + [.fixture(4, about: task(2))])
            var claims: [ClaimedDelivery] = []
            for _ in 1...3 {
                let next = try await store.claim(limit: 9)
                try await store.record(next.map { ($0, .failed) })
                claims += next
            }
            claims.sort { $0.event.sequence < $1.event.sequence }
            let ids = claims.map(\.id)
            let count = try await store.write { try $0.replay(ids, at: .noon, every: .milliseconds(500)) }
            try expect(count, is: 4, "how many are due again")
            for (second, expected) in [(0, [1]), (0, []), (1, [2]), (2, [3, 4])] {
                let next = try await store.claim(at: second, limit: 9)
                try expect(next.map(\.event.number).sorted(), is: expected, "the claims after \(second) s")
                try await store.record(next.map { ($0, .delivered) })
            }
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
        Case("A hook is sent the events of the tasks that its filter's text selects when they happen") { store in
            let hook = Hook.webhook(1) { $0.filter.text = #"priority >= high and project:Home/* and not overdue"# }
            try await store.save([hook])
            let home = Project.project(1) { $0.name = "Home" }
            let (kitchen, other) = (Project.project(2) { $0.parent = home.id }, Project.project(3))
            try await store.write { for project in [home, kitchen, other] { try $0.save(project) } }
            try await store.append([
                .fixture(1, about: subject(in: home)), .fixture(2, about: subject(in: kitchen)),
                .fixture(3, about: subject(in: other)), .fixture(4, about: subject(in: nil)), .fixture(5),
                .fixture(6, about: subject(in: home) { $0.priority = .low }),
                .fixture(7, about: subject(in: home) { $0.overdueAt = .noon(plus: 60) }),
                .fixture(8, at: .noon(plus: 60), about: subject(in: home) { $0.overdueAt = .noon(plus: 60) }),
            ])
            let renamed = Project.project(1) { $0.name = "House" }
            try await store.write { try $0.save(renamed) }
            try await store.append([.fixture(9, about: subject(in: home)), .fixture(10)])
            try expect(
                try await store.claim(limit: 20).map(\.event.number).sorted(), is: [1, 2, 5, 7, 10], "the claims")
        }
        Case("A hook whose filter cannot be read is sent nothing, and holds no other up") { store in
            let hooks = [Hook.webhook(1) { $0.filter.text = "colour:red" }, Hook.webhook(2)]
            try await store.save(hooks)
            try await store.append([.fixture(1, about: subject(in: nil)), .fixture(2)])
            try expect(try await store.claim(1, limit: 9), is: [], "its claims")
            try expect(try await store.claim(2, limit: 9).map(\.event.number), is: [1, 2], "the other's")
            let read = try await store.read { try $0.hook(hooks[0].id) }
            try expect(read?.isEnabled, is: false, "whether it is enabled")
            try expect(read?.disabledReason?.contains("colour"), is: true, "whether its reason names the field")
        }
    }

    private static func subject(
        in project: Project?, change: (inout TaskItem) -> Void = { _ in }
    ) -> EventSubject {
        EventSubject(
            .fixture(1) { task in
                task.priority = .high
                task.content.project = project.map { ProjectMembership($0.id) }
                change(&task)
            })
    }

    private static let ordered = Hook.webhook(1) { $0.traffic.ordering = .perTask }

    private static func task(_ number: Int) -> EventSubject {
        EventSubject(task: .numbered(number))
    }
}
