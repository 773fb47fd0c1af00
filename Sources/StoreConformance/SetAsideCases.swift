import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var setAsideCases: [Case] {
        Case("What is set aside leaves the due queue, is told with its task, and is taken back with it") { store in
            var task = TaskItem.filledFixture(1)
            task.setAside = nil
            try await store.save([task])
            try await store.write { try $0.setProjection(of: .numbered(900), to: .noon(plus: 5)) }
            let reminder = task.reminders[0]
            let units: [SetAsideUnit] = [.reminder(reminder.id, of: task.id), .series(of: task.id)]
            let isNew = try await store.write { transaction in
                try (units + units).map { try transaction.setAside($0, reason: "no", at: .noon) }
            }
            try expect(isNew, is: [true, true, false, false], "whether each was new")
            let found = try await store.read { try $0.task(.numbered(1)) }
            try expect(found?.setAside?.reason, is: "no", "the reason")
            try expect(found?.setAside?.since, is: .noon, "since when")
            let series = try await store.read { try $0.series(.numbered(900)) }
            try expect(series?.projectedAt, is: nil, "the projection")
            try expect(found?.reminders[0].nextFireAt, is: nil, "when the reminder goes off")
            let listed = try await store.read { try $0.setAside(after: nil, limit: 1).map(\.unit) }
            try expect(listed, is: [units[0]], "the first page")
            let rest = try await store.read { try $0.setAside(after: units[0], limit: 9).map(\.unit) }
            try expect(rest, is: [units[1]], "the rest")
            let counts = try await store.read { try $0.setAsideCounts() }
            try expect(counts, is: [.reminder: 1, .series: 1], "how many")
            try await store.write { [task] in try $0.save(task) }
            try expect(try await store.read { try $0.setAside(after: nil, limit: 9) }, is: [], "what is left")
            try expect(try await store.read { try $0.task(.numbered(1)) }, is: task, "the task, taken back")
        }
        Case("A series that is written whole is set aside no more, and its task still is") { store in
            let task = TaskItem.filledFixture(1)
            try await store.save([task])
            let units: [SetAsideUnit] = [.reminder(task.reminders[0].id, of: task.id), .series(of: task.id)]
            try await store.write { transaction in
                for unit in units { try transaction.setAside(unit, reason: "no", at: .noon) }
                guard let series = try transaction.series(.numbered(900)) else { return }
                try transaction.save(series)
            }
            let left = try await store.read { try $0.setAside(after: nil, limit: 9).map(\.unit) }
            try expect(left, is: [units[0]], "what is left")
        }
        Case("Only the tasks that are set aside are asked for, and go with their task") { store in
            try await store.write { transaction in
                try transaction.saveFixture(.filledFixture(1))
                try transaction.setAside(.task(.numbered(1)), reason: "no", at: .noon)
                try transaction.setAside(.zone("Mars/Olympus"), reason: "no", at: .noon)
            }
            var query = TaskQuery()
            query.isSetAside = true
            let found = try await store.read { [query] in try $0.tasks(matching: query).items.map(\.id) }
            try expect(found, is: [.numbered(1)], "the tasks")
            try await store.write { transaction in
                try transaction.deleteTask(.numbered(1))
                try transaction.takeBack(.zone("Mars/Olympus"))
            }
            try expect(try await store.read { try $0.setAside(after: nil, limit: 9) }, is: [], "what is left")
        }
        Case("A unit that fails leaves nothing, and what was written before it stays") { store in
            try await store.write { transaction in
                try transaction.saveFixture(.filledFixture(1))
                do {
                    try transaction.asUnit {
                        try transaction.deleteTask(.numbered(1))
                        throw StoreError(.conflict, "no")
                    }
                } catch let error as StoreError where error.code == .conflict {}
                try transaction.asUnit { try transaction.note(zone: "Europe/Berlin", digest: 7) }
            }
            try expect(try await store.read { try $0.task(.numbered(1)) }, is: .filledFixture(1), "the task")
            try expect(try await store.read { try $0.zonesInUse()["Europe/Berlin"] }, is: 7, "the zone's digest")
        }
        Case("A wait that began later than now begins now, and no other changes") { store in
            try await store.save([.webhook(1)])
            try await store.append((1...2).map { .fixture($0, at: .noon(plus: 100)) })
            try await store.write { try $0.shortenWaits(begunAfter: .noon(plus: 10)) }
            let first = try await store.read { try $0.nextAttempts() }
            try expect(first, is: [.numbered(1): .noon(plus: 10)], "when the first attempts are due")
            var health = HookHealth()
            (health.lastFailureAt, health.resumesAt) = (.noon(plus: 100), .noon(plus: 130))
            (health.failingSince, health.trips) = (.noon(plus: -5), 1)
            try await store.write { [health] in try $0.save(health, of: .numbered(1)) }
            try await store.write { try $0.shortenWaits(begunAfter: .noon) }
            try await store.write { try $0.shortenWaits(begunAfter: .noon(plus: 7)) }
            let found = try await store.read { try $0.hookHealth()[.numbered(1)] }
            try expect(found?.resumesAt, is: .noon(plus: 30), "when the circuit closes")
            try expect(found?.failingSince, is: .noon(plus: -5), "since when it fails")
        }
    }
}
