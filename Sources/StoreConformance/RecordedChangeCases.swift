import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What is recorded of commands, and read to undo them.
    @CaseListBuilder static var recordedChangeCases: [Case] {
        Case("A change notes what it writes, and what was there before its first writing") { store in
            try await store.save([.filledFixture(1)])
            let before = try await store.task(1)
            try await store.record(.numbered(1)) { transaction in
                for title in ["first", "second"] {
                    var task = before
                    (task.title, task.tags, task.version) = (title, [], task.version + 1)
                    task.reminders = [.fixture(1_003, firesAt: .noon)]
                    try transaction.save(task)
                }
                try transaction.save(.fixture(2))
                try transaction.deleteTask(.numbered(2))
            }
            let rows = try await store.read { try $0.rows(of: .numbered(1), limit: 9) }
            try expect(
                Set(rows),
                is: [
                    ChangedRow(.task(.numbered(1)), wasThere: true), ChangedRow(.task(.numbered(2)), wasThere: false),
                ], "what it wrote")
            try expect(try await store.read { try $0.task(.numbered(1), before: .numbered(1)) }, is: before, "the task")
            try expect(
                try await store.read { try $0.task(.numbered(2), before: .numbered(1)) }, is: nil, "what was not there")
        }
        Case("Series, entries and pauses are noted too, by whatever verb they are written") { store in
            try await store.saveSeries([.filled(1), .plain(2)])
            let before = try await store.read { try $0.series(.numbered(1)) }
            let pause = Pause(.tag("a"), since: .noon)
            try await store.write { try $0.save(pause) }
            try await store.save([.fixture(1, at: .day(1)), .fixture(2, at: .day(2))], of: .numbered(2))
            try await store.record(.numbered(1)) { transaction in
                try transaction.save(.plain(1, start: .time(onDay: 2)))
                try transaction.deletePause(pause.id)
                try transaction.save(.plain(3, start: .day(2)))
                try transaction.moveEntries(of: .numbered(2), from: .day(2), to: .numbered(3))
                try transaction.save(.fixture(5, at: .day(5)) { $0.number = 5 }, of: .numbered(3))
            }
            let rows = try await store.read { try $0.rows(of: .numbered(1), limit: 9) }
            try expect(
                Set(rows),
                is: [
                    ChangedRow(.series(.numbered(1)), wasThere: true),
                    ChangedRow(.series(.numbered(3)), wasThere: false),
                    ChangedRow(.entry(of: .numbered(2)), wasThere: true),
                    ChangedRow(.entry(of: .numbered(5)), wasThere: false),
                    ChangedRow(.pause(pause.id), wasThere: true),
                ], "what it wrote")
            let others = try await store.read { try $0.rowsBesideTasks(of: .numbered(1), limit: 2) }
            try expect(
                others,
                is: [
                    ChangedRow(.pause(pause.id), wasThere: true), ChangedRow(.series(.numbered(1)), wasThere: true),
                ], "what it wrote beside tasks, at most two")
            try expect(
                try await store.read { try $0.series(.numbered(1), before: .numbered(1)) }, is: before, "the series")
            try expect(
                try await store.read { try $0.pause(pause.id, before: .numbered(1)) }, is: pause, "the pause")
        }
        Case("Nothing is noted outside of a change, and a change that writes nothing is none") { store in
            try await store.record(.numbered(1)) { _ in }
            try await store.save([.fixture(1)])
            let changes = try await store.read { try $0.changes(of: nil, before: nil, limit: 9) }
            try expect(changes, is: [], "the changes")
        }
        Case("A change goes on in a later transaction, and keeps what was there at its beginning") { store in
            try await store.save([.fixture(1), .fixture(2)])
            for (number, title) in [(1, "a"), (1, "b"), (2, "c")] {
                try await store.record(.numbered(1)) { try $0.save(.fixture(number) { $0.title = title }) }
            }
            for number in 1...2 {
                let before = try await store.read { try $0.task(.numbered(number), before: .numbered(1)) }
                try expect(before?.title, is: "Task \(number)", "the title before")
            }
            try expect(
                try await store.read { try $0.changes(of: nil, before: nil, limit: 9).count }, is: 1, "the changes")
        }
        Case("What a unit wrote that was given up is not noted, and what comes after it is") { store in
            struct GivenUp: Error {}
            try await store.record(.numbered(1)) { transaction in
                do {
                    try transaction.asUnit {
                        try transaction.save(.fixture(1))
                        throw GivenUp()
                    }
                } catch is GivenUp {}
                try transaction.save(.fixture(2))
            }
            let rows = try await store.read { try $0.rows(of: .numbered(1), limit: 9) }
            try expect(rows, is: [ChangedRow(.task(.numbered(2)), wasThere: false)], "what it wrote")
        }
    }

    /// Lists of changes, and what becomes of old ones.
    @CaseListBuilder static var changeListCases: [Case] {
        Case("Changes of one author are told latest first, page by page, and so are those of nobody known") { store in
            for (change, author) in [(1, "anna"), (2, "ben"), (3, "anna"), (4, nil)] as [(Int, String?)] {
                try await store.write { transaction in
                    let id = ChangeID.numbered(change)
                    try transaction.recording(Change(.update, id: id, at: .noon, author: author)) {
                        try transaction.save(.fixture(1) { $0.title = "\(change)" })
                    }
                }
            }
            for (author, last, expected) in [
                ("anna", nil, [3, 1]), ("anna", 3, [1]), ("ben", nil, [2]), (nil, nil, [4]), ("carla", nil, []),
            ] as [(String?, Int?, [Int])] {
                let found = try await store.read { reader in
                    try reader.changes(by: author, before: last.map { .numbered($0) }, limit: 9).map(\.id)
                }
                try expect(found, is: expected.map { .numbered($0) }, "those of \(author ?? "nobody")")
            }
            let first = try await store.read { try $0.changes(by: "anna", before: nil, limit: 1).map(\.id) }
            try expect(first, is: [.numbered(3)], "a page")
        }
        Case("Changes are told latest first, all or those of a task, page by page") { store in
            for (change, task) in [(1, 1), (2, 2), (3, 1), (4, 1)] {
                try await store.record(.numbered(change)) { try $0.save(.fixture(task) { $0.title = "\(change)" }) }
            }
            try expect(try await store.changeNumbers(of: nil), is: [4, 3, 2, 1], "all")
            try expect(try await store.changeNumbers(of: 1), is: [4, 3, 1], "those of one task")
            try expect(try await store.changeNumbers(of: 1, before: 4, limit: 1), is: [3], "a page")
            let change = try await store.read { try $0.change(.numbered(3)) }
            try expect(change, is: .fixture(.numbered(3)), "a change, read again")
            for (before, expected) in [(nil, 4), (4, 3), (3, 1), (1, nil)] as [(Int?, Int?)] {
                let latest = try await store.read { reader in
                    try reader.latestChange(of: .task(.numbered(1)), before: before.map { .numbered($0) })
                }
                try expect(latest?.id, is: expected.map { .numbered($0) }, "the latest before \(before ?? 0)")
            }
        }
        Case("Entries that are restored are what they were, wherever they went, and their tasks with them") { store in
            try await store.saveSeries([.plain(1), .plain(2, start: .day(3))])
            let entries = (1...5).map { number in
                LedgerEntry.fixture(number, at: .day(number)) { $0.number = 6 - number }
            }
            try await store.save(entries, of: .numbered(1))
            try await store.save([
                .fixture(4) { task in
                    task.occurrence = SeriesOccurrence(series: .numbered(1), number: 2, recurrenceID: .day(4))
                }
            ])
            let before = try await store.ledger(of: .numbered(1))
            try await store.record(.numbered(1)) { transaction in
                try transaction.moveEntries(of: .numbered(1), from: .day(3), to: .numbered(2))
                let completed = LedgerEntry.fixture(2, at: .day(2)) { ($0.number, $0.state) = (4, .completed) }
                try transaction.save(completed, of: .numbered(1))
            }
            try await store.record(.numbered(2)) { try $0.restoreEntries(before: .numbered(1)) }
            try expect(try await store.ledger(of: .numbered(1)), is: before, "the ledger")
            try expect(try await store.ledger(of: .numbered(2)), is: [], "the other ledger")
            try expect(try await store.task(4).occurrence?.series, is: .numbered(1), "the task's series")
            try await store.write { try $0.restoreEntries(before: .numbered(2)) }
            try expect(
                try await store.ledger(of: .numbered(2)).map(\.number), is: [1, 2, 3], "the numbers, done again")
        }
        Case("A series that is deleted comes back with its ledger") { store in
            try await store.saveSeries([.plain(1)])
            try await store.save([.fixture(1, at: .day(1)), .fixture(2, at: .day(4))], of: .numbered(1))
            let before = try await store.ledger(of: .numbered(1))
            try await store.record(.numbered(1)) { try $0.deleteSeries(.numbered(1)) }
            try expect(try await store.read { try $0.series(.numbered(1)) }, is: nil, "the series")
            // Another one may have its place by then.
            try await store.saveSeries([.plain(2)])
            try await store.write { transaction in
                guard let series = try transaction.series(.numbered(1), before: .numbered(1)) else { return }
                try transaction.save(series)
                try transaction.restoreEntries(before: .numbered(1))
            }
            try expect(try await store.ledger(of: .numbered(1)), is: before, "the ledger")
            try expect(try await store.ledger(of: .numbered(2)), is: [], "the ledger of the other")
        }
        Case("Old changes go in steps of bounded size, and one of which a part is gone is gone") { store in
            try await store.save([.fixture(1), .fixture(2)])
            for change in 1...3 {
                try await store.record(.numbered(change), at: .noon(plus: change)) { transaction in
                    for task in 1...2 { try transaction.save(.fixture(task) { $0.title = "\(change)" }) }
                }
            }
            let bounds = RetentionBounds(before: .noon(plus: 3))
            let first = try await store.write { try $0.trimChanges(bounds, limit: 1) }
            try expect(first, is: RetentionStep(removed: 1, hasMore: true), "the first step")
            try expect(try await store.changeNumbers(of: nil), is: [3, 2], "what is left after it")
            try expect(
                try await store.read { try $0.task(.numbered(1), before: .numbered(1)) }, is: nil, "what was before")
            let second = try await store.write { try $0.trimChanges(bounds, limit: 99) }
            try expect(second.hasMore, is: false, "whether there is more")
            try expect(try await store.changeNumbers(of: nil), is: [3], "what is left")
            _ = try await store.write { try $0.trimChanges(RetentionBounds(keeping: 1), limit: 99) }
            try expect(try await store.changeNumbers(of: 1), is: [3], "what a count leaves")
        }
    }
}

extension Change {
    /// A change of a number, as the cases record it.
    fileprivate static func fixture(_ id: ChangeID, at now: UTCInstant = .noon) -> Change {
        Change(.update, id: id, at: now, author: "Mina", undoes: .numbered(77))
    }
}

extension Store {
    func record(
        _ change: ChangeID, at now: UTCInstant = .noon,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Void
    ) async throws {
        try await write { transaction in
            try transaction.recording(.fixture(change, at: now)) { try body(transaction) }
        }
    }

    fileprivate func changeNumbers(of task: Int?, before last: Int? = nil, limit: Int = 9) async throws -> [UInt64] {
        try await read { reader in
            try reader.changes(of: task.map { .numbered($0) }, before: last.map { .numbered($0) }, limit: limit)
                .map { $0.id.uuid.low & 0xFFFF }
        }
    }
}
