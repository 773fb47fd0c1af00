import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What becomes of slots when their series moves.
    @CaseListBuilder static var slotCases: [Case] {
        Case("A series that moves takes its entries and its tasks' recurrence ids along") { store in
            try await place([1, 2, 5], start: .day(1), in: store) { .day($0) }
            try await store.saveSeries([.plain(1, start: .day(8))])
            try await expectSlots([8, 9, 12].map { .day($0) }, in: store)
            try await store.saveSeries([.plain(1, start: .day(1))])
            try await expectSlots([1, 2, 5].map { .day($0) }, in: store)
        }
        Case("Slots before the start of their series are slots like others") { store in
            try await place([1, 2, 9], start: .time(onDay: 5), in: store) { .time(onDay: $0, second: $0) }
            try await expectSlots([1, 2, 9].map { .time(onDay: $0, second: $0) }, in: store)
        }
        Case("A series of days that becomes one of local times has each slot at the new time of day") { store in
            try await place([1, 2, 5], start: .day(2), in: store) { .day($0) }
            try await store.saveSeries([.plain(1, start: .time(onDay: 2))])
            try await expectSlots([1, 2, 5].map { .time(onDay: $0) }, in: store)
        }
        Case("A series of local times that becomes one of days keeps each slot's day") { store in
            let seconds = [1: 86_399, 2: 0, 4: 32_400, 5: 32_399, 6: 32_401]
            try await place(seconds.keys.sorted(), start: .time(onDay: 4), in: store) {
                .time(onDay: $0, second: seconds[$0] ?? 0)
            }
            try await store.saveSeries([.plain(1, start: .day(4))])
            try await expectSlots([1, 2, 4, 5, 6].map { .day($0) }, in: store)
            // Moved by a day at the same time, each moves by a day.
            try await store.saveSeries([.plain(1, start: .time(onDay: 4, second: 50_000))])
            try await store.saveSeries([.plain(1, start: .day(5))])
            try await expectSlots([2, 3, 5, 6, 7].map { .day($0) }, in: store)
        }
        Case("A withdrawn slot whose day is another's gives way where days lose their times") { store in
            // Days 1 and 2 have a born slot each, beside it withdrawn ones; day 4 has two that are withdrawn.
            let slots: [CivilTime] = [
                .time(onDay: 1), .time(onDay: 2, second: 60), .time(onDay: 1, second: 1), .time(onDay: 2),
                .time(onDay: 4, second: 7), .time(onDay: 4, second: 9), .time(onDay: 5),
            ]
            let entries = slots.indices.map { index in
                LedgerEntry.fixture(index + 1, at: slots[index]) { entry in
                    if index >= 2 { (entry.state, entry.number) = (.withdrawn, nil) }
                }
            }
            try await store.saveSeries([.plain(1, start: .time(onDay: 1, second: 30))])
            try await store.save(entries, of: .numbered(1))
            try await store.saveSeries([.plain(1, start: .day(1))])
            let kept = try await store.read {
                try $0.entries(of: .numbered(1), in: nil, from: nil, limit: .max)
            }
            try expect(kept.map(\.recurrenceID), is: [1, 2, 4, 5].map { .day($0) }, "the slots")
            try expect(kept.map(\.task), is: [1, 2, 5, 7].map { .numbered($0) }, "whose they are")
        }
        Case("Two slots that would come to one day are a conflict, which leaves all as it was") { store in
            let slots: [CivilTime] = [.time(onDay: 1), .time(onDay: 2), .time(onDay: 2, second: 60), .time(onDay: 4)]
            try await place([0, 1, 2, 3], start: .time(onDay: 1), in: store) { slots[$0] }
            let code = try await store.write { transaction -> StoreError.Code? in
                do {
                    try transaction.save(.plain(1, start: .day(1)))
                    return nil
                } catch let error as StoreError {
                    return error.code
                }
            }
            try expect(code, is: .conflict, "the error's code")
            try await expectSlots(
                [.time(onDay: 1), .time(onDay: 2, second: 60), .time(onDay: 2), .time(onDay: 4)], in: store)
        }
    }

    /// What becomes of entries that go from one series to another.
    @CaseListBuilder static var splitCases: [Case] {
        Case("Entries move from a slot on, with their tasks, and are numbered from 1") { store in
            try await place([1, 2, 3, 4, 5], start: .day(1), in: store) { .day($0) }
            try await store.write { transaction in
                try transaction.deleteTask(.numbered(4))
                try transaction.save(
                    .fixture(4, at: .day(4)) { ($0.state, $0.number) = (.withdrawn, nil) }, of: .numbered(1))
            }
            try await store.saveSeries([.plain(2, start: .day(3)) { $0.sharedChanges = 4 }])
            try await store.write { try $0.moveEntries(of: .numbered(1), from: .day(3), to: .numbered(2)) }
            let (old, new) = (try await store.ledger(of: .numbered(1)), try await store.ledger(of: .numbered(2)))
            try expect(old.map(\.recurrenceID), is: [.day(1), .day(2)], "the slots that stay")
            try expect(old.map(\.number), is: [1, 2], "their numbers")
            try expect(new.map(\.recurrenceID), is: [.day(3), .day(4), .day(5)], "the slots that went")
            try expect(new.map(\.number), is: [1, nil, 2], "their numbers")
            try expect(new.map(\.task), is: [3, 4, 5].map { .numbered($0) }, "their tasks")
            let place = SeriesOccurrence(series: .numbered(2), number: 2, recurrenceID: .day(5))
            try expect(try await store.task(5).occurrence, is: place, "the place of the last task")
            try expect(try await store.task(5).version, is: 5, "its version")
            try expect(try await store.task(2).occurrence?.series, is: .numbered(1), "the series of one that stayed")
        }
        Case("Entries that come back are numbered with those that are there, whatever numbers they had") { store in
            // Born behind others, the first slots have the last numbers.
            try await place([5, 4, 3, 2, 1], start: .day(1), in: store) { .day($0) }
            try await store.saveSeries([.plain(2, start: .day(2))])
            try await store.write { try $0.moveEntries(of: .numbered(1), from: .day(3), to: .numbered(2)) }
            try expect(try await store.ledger(of: .numbered(2)).map(\.number), is: [1, 2, 3], "the numbers there")
            try await store.write { try $0.moveEntries(of: .numbered(2), from: .day(1), to: .numbered(1)) }
            let ledger = try await store.ledger(of: .numbered(1))
            try expect(ledger.map(\.recurrenceID), is: (1...5).map { .day($0) }, "the slots")
            try expect(ledger.map(\.number), is: [1, 2, 3, 4, 5], "the numbers")
            try expect(ledger.map(\.task), is: [5, 4, 3, 2, 1].map { .numbered($0) }, "the tasks")
            try expect(try await store.ledger(of: .numbered(2)), is: [], "the ledger that they left")
        }
        Case("An entry whose slot is taken where it would go is a conflict, which leaves all as it was") { store in
            try await place([1, 2, 3], start: .day(1), in: store) { .day($0) }
            try await store.saveSeries([.plain(2)])
            try await store.save([.fixture(1, at: .day(3), task: 9)], of: .numbered(2))
            let before = try await store.ledger(of: .numbered(2))
            let code = try await store.write { transaction -> StoreError.Code? in
                do {
                    try transaction.moveEntries(of: .numbered(1), from: .day(2), to: .numbered(2))
                    return nil
                } catch let error as StoreError {
                    return error.code
                }
            }
            try expect(code, is: .conflict, "the error's code")
            try await expectSlots((1...3).map { .day($0) }, in: store)
            try expect(try await store.ledger(of: .numbered(2)), is: before, "the other ledger")
        }
    }

    /// Saves the series 1, and tasks numbered from 1 in the order of `slots`, each at the slot that `slot` gives it.
    private static func place(
        _ slots: [Int], start: CivilTime, in store: any Store, slot: @Sendable (Int) -> CivilTime
    ) async throws {
        try await store.saveSeries([.plain(1, start: start)])
        try await store.save(
            slots.enumerated().map { offset, number in
                .fixture(offset + 1) { task in
                    task.occurrence = SeriesOccurrence(
                        series: .numbered(1), number: offset + 1, recurrenceID: slot(number))
                }
            })
    }

    /// Checks that the ledger of the series 1 has these slots in order, and that each task stands at its own.
    private static func expectSlots(
        _ slots: [CivilTime], in store: any Store, line: Int = #line
    ) async throws {
        let ledger = try await store.ledger(of: .numbered(1))
        try expect(ledger.map(\.recurrenceID), is: slots.sorted(), "the slots", line: line)
        let tasks = try await store.read { try $0.tasks(matching: TaskQuery(limit: 99)).items }
        let shown = Dictionary(uniqueKeysWithValues: tasks.map { ($0.id, $0.occurrence?.recurrenceID) })
        for entry in ledger {
            try expect(shown[entry.task], is: entry.recurrenceID, "the slot of the task \(entry.task)", line: line)
        }
    }
}
