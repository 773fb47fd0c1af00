import Basics
import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var dueCases: [Case] {
        Case("Due firings come earliest first, up to and including the instant, as many as asked for") { store in
            try await saveReminders(firingAt: [30, 10, 20, nil, 20, 40], in: store)
            let numbers = try await dueNumbers(until: 30, limit: 10, in: store)
            try expect(numbers, is: [2, 3, 5, 1].map { .numbered($0) }, "the reminders due")
            let few = try await dueNumbers(until: 30, limit: 2, in: store)
            try expect(few, is: [2, 3].map { .numbered($0) }, "the first two")
            let early = try await dueNumbers(until: 9, limit: 10, in: store)
            try expect(early, is: [], "the reminders due before the first")
        }
        Case("A planned firing names its reminder, task and instant") { store in
            try await store.save([.fixture(7) { $0.reminders = [.fixture(8, firesAt: .noon(plus: 5))] }])
            let expected = PlannedFiring(reminder: .numbered(8), task: .numbered(7), fireAt: .noon(plus: 5))
            let planned = try await store.read { reader in
                try reader.plannedFirings(from: .noon, before: nil, after: nil, limit: 10)
            }
            try expect(planned, is: [expected], "the planned firings")
            let due = try await store.write { try $0.dueFirings(until: .noon(plus: 5), limit: 10) }
            try expect(due, is: [expected], "the due firings")
        }
        Case("Planned firings, walked in pages, are all there in time order, then by reminder") { store in
            var generator = SeededGenerator(seed: 9)
            let seconds = (0..<100).map { _ in Int.random(in: 0..<30, using: &generator) }
            try await saveReminders(firingAt: seconds, in: store)
            let expected = seconds.enumerated().filter { (5..<25).contains($0.element) }
                .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
                .map { PlannedFiring.fixture($0.offset + 1, at: $0.element) }
            try expect(try await walkPlanned(from: 5, before: 25, in: store), is: expected, "the planned firings")
            let all = try await walkPlanned(from: 0, before: nil, in: store)
            try expect(all.count, is: 100, "the number of firings without an end")
        }
        Case("Upcoming firings are the planned ones, of all tasks or of those with a tag, with what tasks say of them")
        {
            store in
            var generator = SeededGenerator(seed: 11)
            let tasks = (1...60).map { number in
                TaskItem.fixture(number) { task in
                    task.tags = number.isMultiple(of: 3) ? ["third", "any"] : ["any"]
                    let second = Int.random(in: 0..<30, using: &generator)
                    task.reminders = [.fixture(number, firesAt: .noon(plus: second))]
                    if number.isMultiple(of: 5) {
                        task.reminders[0].hold = Reminder.Hold(.quietHours, scheduledAt: .noon)
                    }
                    if number.isMultiple(of: 7) { task.quietHours = .off }
                    guard number.isMultiple(of: 2) else { return }
                    task.due = .fixture(.noon(plus: number))
                    task.occurrence = SeriesOccurrence(
                        series: .numbered(900), number: number, recurrenceID: .day(number + 1))
                }
            }
            try await store.save(tasks)
            let shown = Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, $0) })
            for (tag, count) in [(nil, 60), ("any", 60), ("third", 20), ("none", 0)] as [(String?, Int)] {
                let found = try await walkUpcoming(tag: tag, in: store)
                let planned = try await walkPlanned(from: 0, before: nil, in: store)
                let wanted = planned.compactMap { firing in shown[firing.task].map { (firing, $0) } }
                    .filter { tag.map($0.1.tags.contains) ?? true }
                    .map { firing, task in
                        var wanted = UpcomingFiring(
                            firing, handle: task.handle, title: task.title, due: task.due?.civil,
                            timeZone: task.timeZone,
                            occurrence: task.occurrence?.number)
                        wanted.isHeld = task.reminders[0].hold != nil
                        wanted.hasOwnQuietHours = task.quietHours != nil
                        return wanted
                    }
                try expect(found.count, is: count, "how many have the tag \(tag ?? "that is not asked for")")
                try expect(found, is: wanted, "those with the tag \(tag ?? "that is not asked for")")
            }
        }
        Case("The next instant is the earliest of firings, overdue times and projections") { store in
            try expect(try await store.read { try $0.nextDueInstant() }, is: nil, "in an empty store")
            try await store.save([.fixture(1), .fixture(2) { $0.reminders = [.fixture(1, firesAt: nil)] }])
            try expect(try await store.read { try $0.nextDueInstant() }, is: nil, "with nothing planned")
            try await store.saveSeries([.plain(3) { $0.projectedAt = .noon(plus: 300) }, .plain(4)])
            try expect(try await store.read { try $0.nextDueInstant() }, is: .noon(plus: 300), "with a projection")
            try await store.save([.fixture(4) { $0.overdueAt = .noon(plus: 200) }])
            try expect(try await store.read { try $0.nextDueInstant() }, is: .noon(plus: 200), "with an overdue time")
            try await store.save([.fixture(5) { $0.reminders = [.fixture(2, firesAt: .noon(plus: 100))] }])
            try expect(try await store.read { try $0.nextDueInstant() }, is: .noon(plus: 100), "with a firing")
            try await store.write { try $0.deleteTask(.numbered(5)) }
            try expect(try await store.read { try $0.nextDueInstant() }, is: .noon(plus: 200), "without the firing")
            try await store.write { try $0.markOverdueNotified([.numbered(4)]) }
            try expect(try await store.read { try $0.nextDueInstant() }, is: .noon(plus: 300), "once overdue is told")
        }
        Case("A closed task's overdue time is nothing to wait for") { store in
            try await store.save([.fixture(1) { ($0.overdueAt, $0.status) = (.noon, .completed) }])
            try await store.save([.fixture(2) { ($0.overdueAt, $0.status) = (.noon, .cancelled) }])
            try expect(try await store.read { try $0.nextDueInstant() }, is: nil, "the next instant")
        }
        Case("Overdue tasks that are open and untold come earliest first, up to and including the instant") { store in
            try await store.save([
                .fixture(1) { $0.overdueAt = .noon(plus: 3) }, .fixture(2) { $0.overdueAt = .noon(plus: 1) },
                .fixture(3) { ($0.overdueAt, $0.status) = (.noon(plus: 2), .completed) },
                .fixture(4) { ($0.overdueAt, $0.isOverdueNotified) = (.noon(plus: 2), true) },
                .fixture(5) { $0.overdueAt = .noon(plus: 4) }, .fixture(6),
                .fixture(7) { ($0.overdueAt, $0.status) = (.noon(plus: 2), .inProcess) },
            ])
            let told = try await store.write { try $0.tasksAwaitingOverdueEvent(until: .noon(plus: 3), limit: 10) }
            try expect(told.map(\.id), is: [2, 7, 1].map { .numbered($0) }, "the tasks to tell")
            let first = try await store.write { try $0.tasksAwaitingOverdueEvent(until: .noon(plus: 3), limit: 1) }
            try expect(first.map(\.id), is: [.numbered(2)], "the first of them")
        }
        Case("A task told to be overdue is not told again, and counts no change") { store in
            try await store.save([.fixture(1) { $0.overdueAt = .noon }, .fixture(2) { $0.overdueAt = .noon }])
            try await store.write { try $0.markOverdueNotified([.numbered(1)]) }
            let task = try await store.task(1)
            try expect(task.isOverdueNotified, "the task is told")
            try expect(task.version, is: 1, "its version")
            let rest = try await store.write { try $0.tasksAwaitingOverdueEvent(until: .noon, limit: 10) }
            try expect(rest.map(\.id), is: [.numbered(2)], "the tasks still to tell")
        }
    }

    @CaseListBuilder static var projectionCases: [Case] {
        Case("Projected series, walked in pages, are all there in time order, then by id") { store in
            var generator = SeededGenerator(seed: 10)
            let places = (1...60).map { number in
                ProjectedSeries(
                    instant: .noon(plus: Int.random(in: 0..<20, using: &generator)), series: .numbered(number))
            }
            let series = places.map { place in
                Series.plain(Int(place.series.uuid.low & 0xFFFF)) { $0.projectedAt = place.instant }
            }
            try await store.saveSeries(series.shuffled(using: &generator) + [.plain(61)])
            let expected = places.sorted { ($0.instant, $0.series) < ($1.instant, $1.series) }
            try expect(try await walkProjected(before: nil, in: store), is: expected, "the projected series")
            let early = try await walkProjected(before: .noon(plus: 10), in: store)
            try expect(early, is: expected.filter { $0.instant < .noon(plus: 10) }, "those before an instant")
        }
        Case("A projection is set alone, and wakes the due loop") { store in
            try await store.saveSeries([.filled(1)])
            let wakeSignal = WakeSignal()
            store.changes.subscribe(wakeSignal, to: .dueQueue)
            for instant in [UTCInstant.noon, nil] {
                try await store.write { try $0.setProjection(of: .numbered(1), to: instant) }
                var expected = Series.filled(1)
                expected.projectedAt = instant
                try expect(try await store.read { try $0.series(.numbered(1)) }, is: expected, "the series")
                await wakeSignal.wait()
            }
            try await store.saveSeries([.filled(1)])
            await wakeSignal.wait()
        }
    }

    private static func saveReminders(firingAt seconds: [Int?], in store: any Store) async throws {
        try await store.save(
            seconds.enumerated().map { offset, second in
                .fixture(offset + 1) { task in
                    task.reminders = [.fixture(offset + 1, firesAt: second.map { .noon(plus: $0) })]
                }
            }
        )
    }

    private static func dueNumbers(until second: Int, limit: Int, in store: any Store) async throws -> [ReminderID] {
        try await store.write { try $0.dueFirings(until: .noon(plus: second), limit: limit).map(\.reminder) }
    }

    private static func walkPlanned(from start: Int, before end: Int?, in store: any Store) async throws
        -> [PlannedFiring]
    {
        var found: [PlannedFiring] = []
        while found.count <= 1_000 {
            let page = try await store.read { [place = found.last] reader in
                let bound: UTCInstant? = end.map { .noon(plus: $0) }
                return try reader.plannedFirings(from: .noon(plus: start), before: bound, after: place, limit: 7)
            }
            guard !page.isEmpty else { return found }
            found += page
        }
        throw ConformanceFailure(description: "the pages of planned firings do not end")
    }

    private static func walkUpcoming(tag: String?, in store: any Store) async throws -> [UpcomingFiring] {
        var found: [UpcomingFiring] = []
        while found.count <= 1_000 {
            let page = try await store.read { [place = found.last?.firing] reader in
                try reader.upcomingFirings(from: .noon, before: nil, tag: tag, project: nil, after: place, limit: 7)
            }
            guard !page.isEmpty else { return found }
            found += page
        }
        throw ConformanceFailure(description: "the pages of upcoming firings do not end")
    }

    private static func walkProjected(before end: UTCInstant?, in store: any Store) async throws -> [ProjectedSeries] {
        var found: [ProjectedSeries] = []
        while found.count <= 1_000 {
            let page = try await store.read { [place = found.last] reader in
                try reader.projectedSeries(after: place, before: end, limit: 7)
            }
            guard !page.isEmpty else { return found }
            found += page
        }
        throw ConformanceFailure(description: "the pages of projected series do not end")
    }
}

extension PlannedFiring {
    fileprivate static func fixture(_ number: Int, at second: Int) -> PlannedFiring {
        PlannedFiring(reminder: .numbered(number), task: .numbered(number), fireAt: .noon(plus: second))
    }
}
