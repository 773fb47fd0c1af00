import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What reads things one after the other, or in pages from where it ended before.
    @CaseListBuilder static var walkCases: [Case] {
        Case("Events are read one after the other, in order, until the reader has enough") { store in
            let events = try await store.append((1...10).map { .fixture($0) })
            for (first, limit, enough) in [
                (0, 100, 100), (0, 4, 100), (3, 100, 100), (3, 100, 2), (9, 5, 1), (10, 5, 1),
            ] {
                let after = first == 0 ? 0 : events[first - 1].sequence
                let seen = try await store.read { reader in
                    var seen: [Event] = []
                    try reader.eachEvent(after: after, limit: limit) { event in
                        seen.append(event)
                        return seen.count < enough
                    }
                    return seen
                }
                let expected = events.dropFirst(first).prefix(min(limit, enough))
                try expect(seen, is: Array(expected), "the events after \(first), of \(limit), \(enough) wanted")
            }
        }
        Case("What a reader of events throws ends the walk, and the next begins at its start") { store in
            try await store.append((1...3).map { .fixture($0) })
            let seen = try await store.read { reader in
                var seen: [Int] = []
                for _ in 1...2 {
                    try? reader.eachEvent(after: 0, limit: 9) { event in
                        seen.append(event.number)
                        if event.number == 2 { throw ConformanceFailure(description: "thrown on purpose") }
                        return true
                    }
                }
                return seen
            }
            try expect(seen, is: [1, 2, 1, 2], "the events that were seen")
        }
        Case("Tasks are read one by one as the pages have them, and the cursor is after the last that was taken") {
            store in
            var generator = SeededGenerator(seed: 9)
            try await store.save(TaskItem.randomFixtures(60, using: &generator))
            var query = TaskQuery(limit: 1_000)
            query.sort = [TaskQuery.Sort(.due, isDescending: true), TaskQuery.Sort(.priority)]
            let all = try await store.read { [query] in try $0.tasks(matching: query).items }
            let none = try await walk(query, taking: 0, in: store)
            try expect(none.cursor, is: nil, "the cursor where no task was taken")
            for count in 1...all.count {
                let walked = try await walk(query, taking: count, in: store)
                try expect(walked.tasks, is: Array(all.prefix(count)), "the tasks")
                var rest = query
                rest.cursor = walked.cursor
                let next = try await store.read { [rest] in try $0.tasks(matching: rest).items.map(\.id) }
                try expect(next, is: all.dropFirst(count).map(\.id), "the tasks after \(count)")
            }
            query.limit = 7
            try expect(try await walk(query, taking: 100, in: store).tasks.count, is: 7, "as many as the limit")
        }
        Case("A cursor that was not made for a list is refused as such") { store in
            try await store.save([.fixture(1)])
            for text in ["", "x", "1,", "1,2,3,4,5", "99999999999999999999", "-", "1.5"] {
                let cursor = StoreCursor(text)
                let lists: [@Sendable (any StoreReader) throws -> Void] = [
                    { reader in
                        var query = TaskQuery()
                        query.cursor = cursor
                        _ = try reader.tasks(matching: query)
                    },
                    { _ = try $0.everyTask(after: cursor, limit: 9) },
                    { _ = try $0.tasks(inZone: "UTC", after: cursor, limit: 9) },
                    { _ = try $0.activeSeries(inZone: nil, after: cursor, limit: 9) },
                    { _ = try $0.firingCounts(after: cursor, limit: 9) },
                ]
                for list in lists {
                    try await expect(.invalidCursor, "a list after \"\(text)\"") { try await store.read(list) }
                }
            }
        }
        Case("Every task is read in steps, one that is set aside among them") { store in
            try await store.save((1...7).map { .fixture($0) })
            try await store.write { _ = try $0.setAside(.task(.numbered(3)), reason: "no", at: .noon) }
            var (seen, cursor, steps): ([TaskItem], StoreCursor?, Int) = ([], nil, 0)
            repeat {
                let (tasks, next) = try await store.read { [cursor] in try $0.everyTask(after: cursor, limit: 3) }
                (seen, cursor, steps) = (seen + tasks, next, steps + 1)
            } while cursor != nil && steps < 9
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
            var (counts, cursor): ([Int64: Int], StoreCursor?) = ([:], nil)
            repeat {
                let step = try await store.read { [cursor] in try $0.firingCounts(after: cursor, limit: 2) }
                counts.merge(step.byHour, uniquingKeysWith: +)
                cursor = step.next
            } while cursor != nil
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
            try expect(none, is: nil, "the entry of a row that is not set aside")
        }
    }

    /// Walks through the tasks of a query, taking so many at most.
    private static func walk(
        _ query: TaskQuery, taking count: Int, in store: any Store
    ) async throws -> (tasks: [TaskItem], cursor: StoreCursor?) {
        try await store.read { reader in
            var seen: [TaskItem] = []
            let cursor = try reader.eachTask(matching: query) { task in
                guard seen.count < count else { return false }
                seen.append(task)
                return true
            }
            return (seen, cursor)
        }
    }
}
