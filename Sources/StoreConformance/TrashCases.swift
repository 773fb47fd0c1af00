import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// Tasks that were deleted and can be brought back.
    @CaseListBuilder static var trashCases: [Case] {
        Case("What a change deletes is in the trash as it was, the latest first, and is read in pages") { store in
            let tasks = [TaskItem.filledFixture(1), .fixture(2), .fixture(3)]
            try await store.save(tasks)
            for (number, change) in [(1, 1), (2, 2), (3, 2)] { try await store.trash(number, by: change) }
            let all = try await store.read { try $0.trash(after: nil, limit: 9) }
            try expect(all.items.map(\.change.id), is: [.numbered(2), .numbered(2), .numbered(1)], "the changes")
            try expect(Set(all.items.map(\.task)), is: Set(tasks), "the tasks")
            try expect(all.next == nil, is: true, "whether that is all")
            var (found, cursor): ([TaskID], StoreCursor?) = ([], nil)
            repeat {
                let page = try await store.read { [cursor] in try $0.trash(after: cursor, limit: 1) }
                (found, cursor) = (found + page.items.map(\.task.id), page.next)
            } while cursor != nil
            try expect(found, is: all.items.map(\.task.id), "the tasks page by page")
            let one = try await store.read { try $0.trashed(.numbered(1)) }
            try expect(one?.task, is: tasks[0], "one task")
            try expect(try await store.read { try $0.trashed(.numbered(4)) }, is: nil, "one that never was")
        }
        Case("Nothing is in the trash that no change deleted, that a change made itself, or that is there") { store in
            try await store.save([.fixture(1), .fixture(3)])
            try await store.write { transaction in
                try transaction.deleteTask(.numbered(1))
                try transaction.putInTrash(.numbered(1))
            }
            try await store.record(.numbered(1)) { transaction in
                try transaction.save(.fixture(2))
                try transaction.deleteTask(.numbered(2))
                try transaction.putInTrash(.numbered(2))
            }
            try await store.trash(3, by: 2)
            try await store.save([.fixture(3)])
            try expect(try await store.trashedIDs(), is: [], "the trash")
        }
        Case("What is taken out of the trash or purged is in it no more; of what is purged nothing is left") { store in
            try await store.save([.fixture(1), .fixture(2)])
            try await store.record(.numbered(1)) { try $0.save(.fixture(1) { $0.title = "private" }) }
            for number in 1...2 { try await store.trash(number, by: 2) }
            try await store.write { transaction in
                try transaction.purge(.numbered(1))
                try transaction.takeFromTrash(.numbered(2))
            }
            try expect(try await store.trashedIDs(), is: [], "the trash")
            for change in 1...2 {
                let image = try await store.read { try $0.task(.numbered(1), before: .numbered(change)) }
                try expect(image, is: nil, "what the purged task was before the change \(change)")
            }
            let other = try await store.read { try $0.task(.numbered(2), before: .numbered(2)) }
            try expect(other, is: .fixture(2), "what the other was")
        }
        Case("The trash goes with the changes that it is of") { store in
            try await store.save([.fixture(1), .fixture(2)])
            for number in 1...2 { try await store.trash(number, by: number) }
            let bounds = RetentionBounds(keeping: 1)
            _ = try await store.write { try $0.trimChanges(bounds, limit: 1) }
            try expect(try await store.trashedIDs(), is: [.numbered(2)], "the trash after a step")
            _ = try await store.write { try $0.trimChanges(bounds, limit: 100) }
            try expect(try await store.trashedIDs(), is: [.numbered(2)], "the trash in the end")
        }
        Case("An occurrence in the trash is known to be one, also where its series was split since") { store in
            try await store.saveSeries([.plain(1), .plain(2, start: .day(2))])
            let task = TaskItem.fixture(1) {
                $0.occurrence = SeriesOccurrence(series: .numbered(1), number: 1, recurrenceID: .day(2))
            }
            try await store.save([.fixture(1, at: .day(2))], of: .numbered(1))
            try await store.save([task])
            try await store.record(.numbered(1)) { transaction in
                try transaction.deleteTask(.numbered(1))
                let deleted = LedgerEntry.fixture(1, at: .day(2)) { ($0.state, $0.outcome) = (.deleted, .open) }
                try transaction.save(deleted, of: .numbered(1))
                try transaction.putInTrash(.numbered(1))
            }
            func found() async throws -> TaskItem? { try await store.read { try $0.trashed(.numbered(1))?.task } }
            try expect(try await found()?.occurrence, is: task.occurrence, "what it was an occurrence of")
            try expect(try await found()?.handle, is: task.handle, "its handle")
            try await store.write { try $0.moveEntries(of: .numbered(1), from: .day(1), to: .numbered(2)) }
            try expect(try await found()?.handle, is: task.handle, "its handle after a split")
        }
        Case("The entry of a task is found by its id, also where the task is gone") { store in
            try await store.saveSeries([.plain(1)])
            let entry = LedgerEntry.fixture(1, at: .day(1))
            try await store.save([entry], of: .numbered(1))
            let found = try await store.read { try $0.entry(ofTask: .numbered(1)) }
            try expect(found?.series, is: .numbered(1), "its series")
            try expect(found?.entry, is: entry, "the entry")
            let none = try await store.read { try $0.entry(ofTask: .numbered(2)) == nil }
            try expect(none, is: true, "whether a task that never recurred has none")
        }
    }
}

extension Store {
    /// Deletes a task into the trash.
    fileprivate func trash(_ number: Int, by change: Int) async throws {
        try await record(.numbered(change)) { transaction in
            try transaction.deleteTask(.numbered(number))
            try transaction.putInTrash(.numbered(number))
        }
    }

    fileprivate func trashedIDs() async throws -> [TaskID] {
        try await read { try $0.trash(after: nil, limit: 9).items.map(\.task.id) }
    }
}
