import Recurrence
import Storage

extension StoreConformance {
    /// What reads things one after the other, or in pages from where it ended before.
    @CaseListBuilder static var walkCases: [Case] {
        Case("Events are read one after the other, in order, until the reader has enough") { store in
            let events = try await store.append((1...10).map { .fixture($0) })
            for (place, limit, enough) in [
                (0, 100, 100), (0, 4, 100), (3, 100, 100), (3, 100, 2), (9, 5, 1), (10, 5, 1),
            ] {
                let seen = try await store.read { reader in
                    var seen: [Event] = []
                    try reader.eachEvent(after: Int64(place), limit: limit) { event in
                        seen.append(event)
                        return seen.count < enough
                    }
                    return seen
                }
                let expected = events.dropFirst(place).prefix(min(limit, enough))
                try expect(seen, is: Array(expected), "the events after \(place), of \(limit), \(enough) wanted")
            }
        }
        Case("What a reader of events throws ends the walk, and the next begins at its start") { store in
            try await store.append((1...3).map { .fixture($0) })
            let seen = try await store.read { reader in
                var seen: [Int64] = []
                for _ in 1...2 {
                    try? reader.eachEvent(after: 0, limit: 9) { event in
                        seen.append(event.sequence)
                        if event.sequence == 2 { throw ConformanceFailure(description: "thrown on purpose") }
                        return true
                    }
                }
                return seen
            }
            try expect(seen, is: [1, 2, 1, 2], "the places of the events that were seen")
        }
        Case("Tasks are read one after the other as the pages have them, each with its place") { store in
            var generator = SeededGenerator(seed: 9)
            try await store.save(TaskItem.randomFixtures(60, using: &generator))
            var query = TaskQuery(limit: 1_000)
            query.sort = [TaskQuery.Sort(.due, isDescending: true), TaskQuery.Sort(.priority)]
            let all = try await store.read { [query] in try $0.tasks(matching: query).items }
            let walked = try await walk(query, in: store, until: { _ in true })
            try expect(walked.map(\.task), is: all, "the tasks")
            for (number, place) in walked.map(\.place).enumerated() {
                query.cursor = place
                let rest = try await store.read { [query] in try $0.tasks(matching: query).items.map(\.id) }
                try expect(rest, is: all.dropFirst(number + 1).map(\.id), "the tasks after the place \(number)")
            }
            query.cursor = nil
            query.limit = 7
            try expect(try await walk(query, in: store) { _ in true }.count, is: 7, "as many as the limit")
            try expect(try await walk(query, in: store) { $0 < 3 }.count, is: 3, "as many as are wanted")
        }
        Case("Every task is read in steps, one that is set aside among them") { store in
            try await store.save((1...7).map { .fixture($0) })
            try await store.write { _ = try $0.setAside(.task(.numbered(3)), reason: "no", at: .noon) }
            var (seen, place, steps): ([TaskItem], Int64?, Int) = ([], 0, 0)
            while let after = place, steps < 9 {
                let (tasks, next) = try await store.read { try $0.everyTask(after: after, limit: 3) }
                (seen, place, steps) = (seen + tasks, next, steps + 1)
            }
            try expect(seen.map(\.id), is: (1...7).map { .numbered($0) }, "the tasks")
            try expect(seen.filter { $0.setAside != nil }.map(\.id), is: [.numbered(3)], "those set aside")
            try expect(steps, is: 3, "the steps")
        }
        Case("Reminders that quiet hours hold are read in steps, by their ids, and no others") { store in
            try await store.save(
                (1...6).map { number in
                    .fixture(number) { task in
                        var reminder = Reminder.fixture(100 - number, firesAt: .noon(plus: number))
                        let reason: Reminder.Hold.Reason? = number == 6 ? nil : number == 5 ? .pause : .quietHours
                        reminder.hold = reason.map { Reminder.Hold($0, scheduledAt: .noon) }
                        task.reminders = [reminder]
                    }
                })
            let first = try await store.read { try $0.remindersHeldByQuietHours(after: nil, limit: 3) }
            try expect(first.map(\.reminder), is: [96, 97, 98].map { .numbered($0) }, "the first ones")
            try expect(first.map(\.task), is: [4, 3, 2].map { .numbered($0) }, "their tasks")
            try expect(first.map(\.fireAt), is: [4, 3, 2].map { .noon(plus: $0) }, "when each is to go off")
            let rest = try await store.read { try $0.remindersHeldByQuietHours(after: first.last?.reminder, limit: 3) }
            try expect(rest.map(\.reminder), is: [.numbered(99)], "the rest")
        }
        Case("Firings are counted by the hour in which they were recorded, in steps") { store in
            let tasks = (1...5).map { number in
                TaskItem.fixture(number) { $0.reminders = [.fixture(number, firesAt: .noon)] }
            }
            try await store.save(tasks)
            let outcomes = tasks.enumerated().map { number, task in
                let firing = Firing(
                    reminder: task.reminders[0].id, scheduledAt: .noon, firedAt: .noon(plus: number * 1_800))
                return FiringOutcome(reminder: task.reminders[0], task: task.id, firing: firing)
            }
            _ = try await store.write { try $0.record(outcomes) }
            var (counts, place): ([Int64: Int], FiringPlace?) = ([:], nil)
            repeat {
                let after = place
                let step = try await store.read { try $0.firingCounts(after: after, limit: 2) }
                counts.merge(step.byHour, uniquingKeysWith: +)
                place = step.next
            } while place != nil
            let noon = UTCInstant.noon.millisecondsSinceEpoch / 3_600_000
            try expect(counts, is: [noon: 2, noon + 1: 2, noon + 2: 1], "the firings by the hour")
        }
        Case("A new store was never restored, and has no pause that cannot be read") { store in
            try await store.write { try $0.save(Pause(.all, since: .noon)) }
            try expect(try await store.read { try $0.restoredAt() }, is: nil, "when it was restored")
            for instant in [UTCInstant?.none, .noon(plus: 9)] {
                let found = try await store.read { try $0.unreadablePauses(overAt: instant, limit: 9).count }
                try expect(found, is: 0, "the pauses that cannot be read")
            }
        }
        Case("The entry of what is set aside says what, why and since when; there is none of what is not") { store in
            try await store.save([.filledFixture(1)])
            let unit = SetAsideUnit.series(of: .numbered(1))
            try await store.write { _ = try $0.setAside(unit, reason: "no", at: .noon) }
            let entry = try await store.read { try $0.setAsideEntry(of: unit) }
            try expect(entry, is: SetAsideEntry(unit, reason: "no", since: .noon), "the entry")
            let none = try await store.read { try $0.setAsideEntry(of: .task(.numbered(1))) }
            try expect(none, is: nil, "the entry of what is not")
        }
    }

    /// Walks through the tasks of a query, until so many were seen that it is enough.
    private static func walk(
        _ query: TaskQuery,
        in store: any Store,
        until goesOn: @escaping @Sendable (Int) -> Bool
    ) async throws -> [(task: TaskItem, place: TaskQuery.Cursor)] {
        try await store.read { reader in
            var seen: [(task: TaskItem, place: TaskQuery.Cursor)] = []
            try reader.eachTask(matching: query) { task, place in
                seen.append((task, place))
                return goesOn(seen.count)
            }
            return seen
        }
    }
}
