import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var occurrenceCases: [Case] {
        Case("An entry with every field set is read as it was written, and so is one with none") { store in
            try await store.saveSeries([.plain(1)])
            let entries = [LedgerEntry.filledFixture(1, at: .day(3)), .fixture(2, at: .day(4))]
            try await store.save(entries, of: .numbered(1))
            try expect(try await store.ledger(of: .numbered(1)), is: entries, "the ledger")
            // Written again it loses what was taken from it.
            let bare = LedgerEntry.fixture(1, at: .day(3))
            try await store.save([bare], of: .numbered(1))
            let found = try await store.read { try $0.entry(of: .numbered(1), at: .day(3)) }
            try expect(found, is: bare, "the entry")
        }
        Case("Entries come in the order of their slots, in some states, from a slot on, as many as asked for") {
            store in
            let entries = try await saveLedger(in: store)
            func read(
                _ states: Set<LedgerEntry.State>?, from slot: CivilTime? = nil, limit: Int = 99
            ) async throws -> [LedgerEntry] {
                try await store.read { try $0.entries(of: .numbered(1), in: states, from: slot, limit: limit) }
            }
            try expect(try await read(nil), is: entries, "all of them")
            try expect(try await read(nil, limit: 2), is: Array(entries[..<2]), "the first two")
            try expect(try await read(nil, from: .day(4)), is: Array(entries[3...]), "those from a slot on")
            try expect(try await read([]), is: [], "those in no state")
            for state in LedgerEntry.State.allCases {
                try expect(try await read([state]), is: entries.filter { $0.state == state }, "those that are \(state)")
            }
            let closed = try await read([.completed, .skipped], from: .day(2), limit: 9)
            try expect(closed.map(\.recurrenceID), is: [.day(2), .day(3)], "those closed, from a slot on")
        }
        Case("The frontier is the last one that is born, in whatever state; a withdrawn one counts for nothing") {
            store in
            let entries = try await saveLedger(in: store)
            let id = SeriesID.numbered(1)
            try await store.read { reader in
                try expect(try reader.frontier(of: id), is: entries[5], "the frontier")
                try expect(try reader.lastNumber(of: id), is: 6, "the last number")
                try expect(try reader.openCount(of: id, limit: 9), is: 2, "the open ones")
                try expect(try reader.openCount(of: id, limit: 1), is: 1, "the open ones, counted to one")
                let counts = try reader.entryCounts(of: id)
                try expect(
                    counts,
                    is: [.open: 2, .completed: 1, .skipped: 1, .cancelled: 1, .deleted: 1, .withdrawn: 1], "the counts")
                try expect(try !reader.hasEntries(of: id, before: .day(1)), "there is none before the first")
                try expect(try reader.hasEntries(of: id, before: .day(2)), "there is one before the second")
            }
            try await store.saveSeries([.plain(2)])
            try await store.save(
                [.fixture(9, at: .day(2)) { ($0.state, $0.number) = (.withdrawn, nil) }], of: .numbered(2))
            try await store.read { reader in
                try expect(try reader.frontier(of: .numbered(2)), is: nil, "the frontier of what is withdrawn")
                try expect(try !reader.hasEntries(of: .numbered(2), before: .day(9)), "there is none that is born")
            }
        }
        Case("A task's series is known by its entry, also when the task is deleted") { store in
            try await store.save([.filledFixture(1)])
            try await store.write { try $0.deleteTask(.numbered(1)) }
            let (series, other) = try await store.read { reader in
                (try reader.seriesID(ofTask: .numbered(1)), try reader.seriesID(ofTask: .numbered(2)))
            }
            try expect(series, is: .numbered(900), "the series")
            try expect(other, is: nil, "the series of a task that never was")
            try expect(try await store.ledger(of: .numbered(900)).count, is: 1, "the entries")
        }
        Case("A number and a slot belong to one entry") { store in
            try await store.saveSeries([.plain(1), .plain(2)])
            let entries = [LedgerEntry.fixture(1, at: .day(1)), .fixture(2, at: .day(2))]
            try await store.save(entries, of: .numbered(1))
            let thieves: [(LedgerEntry, Int)] = [
                (.fixture(2, at: .day(3), task: 3), 1), (.fixture(3, at: .time(onDay: 3)), 1),
            ]
            for (thief, series) in thieves {
                try await expect(.conflict, "saving \(thief)") {
                    try await store.save([thief], of: .numbered(series))
                }
            }
            try expect(try await store.ledger(of: .numbered(1)), is: entries, "the ledger")
            try await store.save([.fixture(1, at: .day(1), task: 3)], of: .numbered(2))
        }
        Case("A task that was deleted and is made again belongs to the series in which it is") { store in
            try await store.saveSeries([.plain(1), .plain(2), .plain(3)])
            for (series, state) in [(1, LedgerEntry.State.deleted), (2, .open), (3, .withdrawn)] {
                let entry = LedgerEntry.fixture(1, at: .day(1)) { entry in
                    (entry.state, entry.number) = (state, state == .withdrawn ? nil : 1)
                }
                try await store.save([entry], of: .numbered(series))
            }
            try expect(
                try await store.read { try $0.seriesID(ofTask: .numbered(1)) }, is: .numbered(2), "the task's series")
        }
        Case("The tasks of a series are asked for") { store in
            try await store.save([.filledFixture(1), .filledFixture(2).withOwnSeries(2), .fixture(3)])
            for (series, numbers) in [(900, [1]), (10_002, [2]), (5, [])] {
                var query = TaskQuery()
                query.series = .numbered(series)
                let found = try await store.read { [query] in try $0.tasks(matching: query).items.map(\.id) }
                try expect(found, is: numbers.map { .numbered($0) }, "the tasks of the series \(series)")
            }
        }
        Case("A conflict over an entry is known inside the transaction, which may go on") { store in
            try await store.saveSeries([.plain(1)])
            let code = try await store.write { transaction -> StoreError.Code? in
                try transaction.save(.fixture(1, at: .day(1)), of: .numbered(1))
                do {
                    try transaction.save(.fixture(1, at: .day(2), task: 2), of: .numbered(1))
                    return nil
                } catch let error as StoreError {
                    return error.code
                }
            }
            try expect(code, is: .conflict, "the error's code")
            try expect(try await store.ledger(of: .numbered(1)).count, is: 1, "the entries")
        }
        Case("A place in a series that is taken is a conflict, inside the transaction too") { store in
            try await store.save([.filledFixture(1)])
            let rival = TaskItem.filledFixture(2).withoutReminders
            try await expect(.conflict, "taking another task's place") { try await store.save([rival]) }
            let code = try await store.write { transaction -> StoreError.Code? in
                do {
                    try transaction.save(rival)
                    return nil
                } catch let error as StoreError {
                    return error.code
                }
            }
            try expect(code, is: .conflict, "the error's code")
            try expect(try await store.read { try $0.task(.numbered(2)) }, is: nil, "the second task")
        }
        Case("A task that the ledger lacks is a conflict at the end, and keeps no other writer from anything") {
            store in
            try await store.saveSeries([.plain(900)])
            let task = TaskItem.filledFixture(1)
            try await store.write { try $0.saveProject(of: task.content) }
            await withTaskGroup { group in
                for number in 2...20 {
                    group.addTask { _ = try? await store.save([.fixture(number)]) }
                    group.addTask { _ = try? await store.write { try $0.save(task) } }
                }
            }
            try expect(try await store.read { try $0.task(.numbered(1)) }, is: nil, "the task without an entry")
            let found = try await store.read { try $0.tasks(matching: TaskQuery(limit: 99)).items.count }
            try expect(found, is: 19, "the other tasks")
            try await expect(.conflict, "a task without an entry") { try await store.write { try $0.save(task) } }
            try await store.write { transaction in
                try transaction.save(task)
                try transaction.save(.fixture(3, at: .day(3), task: 1), of: .numbered(900))
            }
            try expect(try await store.task(1).occurrence, is: task.occurrence, "the place, with an entry")
        }
    }

    /// A ledger with an entry in each state: the first five are born on the days 1 to 5, then an open and a withdrawn one.
    static func saveLedger(in store: any Store) async throws -> [LedgerEntry] {
        try await store.saveSeries([.plain(1)])
        let states: [LedgerEntry.State] = [.open, .completed, .skipped, .cancelled, .deleted, .open, .withdrawn]
        let entries = states.enumerated().map { offset, state in
            LedgerEntry.fixture(offset + 1, at: .day(offset + 1)) { entry in
                entry.state = state
                if state == .withdrawn { entry.number = nil }
            }
        }
        // In no order.
        try await store.save(entries.sorted { $0.state.rawValue < $1.state.rawValue }, of: .numbered(1))
        return entries
    }
}

extension TaskItem {
    /// The same task without what could belong to another one.
    fileprivate var withoutReminders: TaskItem {
        var task = self
        task.reminders = []
        return task
    }
}
