import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What an undo needs that takes several transactions.
    @CaseListBuilder static var pendingUndoCases: [Case] {
        Case("How far an undo has come is read as it was written, and there is one at most") { store in
            try await beginUndo(of: [1, 2], in: store)
            var undo = PendingUndo(.undoing)
            try expect(try await store.read { try $0.pendingUndo() }, is: undo, "the undo, begun")
            (undo.isRestoring, undo.last) = (true, .numbered(1))
            try await store.write { [undo] in try $0.setPendingUndo(undo) }
            try expect(try await store.read { try $0.pendingUndo() }, is: undo, "the undo, further on")
            try await store.write { try $0.setPendingUndo(nil) }
            try expect(try await store.read { try $0.pendingUndo() }, is: nil, "the undo, done")
        }
        Case("What an undo is still to write is kept from other changes, and nothing else is") { store in
            try await store.save([.fixture(3)])
            try await beginUndo(of: [1, 2], in: store)
            for number in 1...2 {
                try await expectUnfinished("saving the task \(number)") {
                    try await store.record(.numbered(3)) { try $0.save(.fixture(number)) }
                }
                try await expectUnfinished("deleting the task \(number)") {
                    try await store.record(.numbered(3)) { try $0.deleteTask(.numbered(number)) }
                }
            }
            try await expectUnfinished("purging a task") { try await store.write { try $0.purge(.numbered(2)) } }
            try await store.record(.numbered(3)) { try $0.save(.fixture(3) { $0.title = "other" }) }
            try await store.write { transaction in
                try transaction.recording(.undoing) { try transaction.save(.fixture(2) { $0.title = "undone" }) }
            }
            try expect(try await store.task(1).title, is: "changed", "what others did not write")
            try expect(try await store.task(2).title, is: "undone", "what the undo wrote")
            try await store.write { try $0.setPendingUndo(nil) }
            try await store.record(.numbered(4)) { try $0.save(.fixture(1)) }
        }
        Case("What an undo keeps from others goes with the unit in which it began") { store in
            struct GivenUp: Error {}
            try await store.record(.numbered(1)) { try $0.save(.fixture(1)) }
            try await store.write { transaction in
                do {
                    try transaction.asUnit {
                        try transaction.recording(.undoing) { try transaction.save(.fixture(2)) }
                        try transaction.setPendingUndo(PendingUndo(.undoing))
                        throw GivenUp()
                    }
                } catch is GivenUp {}
                try transaction.recording(Change(.update, id: .numbered(3), at: .noon)) {
                    try transaction.save(.fixture(1) { $0.title = "other" })
                }
            }
            try expect(try await store.task(1).title, is: "other", "what was written")
        }
        Case("A transaction knows what it leaves to others, but for what it or a unit took back") { store in
            struct GivenUp: Error {}
            try await store.saveSeries([.plain(1), .plain(2), .plain(3)])
            try await store.record(.numbered(1)) { try $0.save(.fixture(1)) }
            try await store.write { try $0.setPendingEdits([PendingEdit(lastNumber: 7)], of: .numbered(3)) }
            let left = try await store.write { transaction in
                try expect(transaction.pendingWork.isEmpty, "what others left is not its own")
                let edits = [PendingEdit(lastNumber: 7)]
                for series in [2, 1, 2] { try transaction.setPendingEdits(edits, of: .numbered(series)) }
                try transaction.setPendingEdits([], of: .numbered(1))
                do {
                    try transaction.asUnit {
                        try transaction.setPendingEdits([], of: .numbered(2))
                        try transaction.recording(.undoing) { try transaction.save(.fixture(2)) }
                        try transaction.setPendingUndo(PendingUndo(.undoing))
                        throw GivenUp()
                    }
                } catch is GivenUp {}
                return transaction.pendingWork
            }
            try expect(left.series, is: [.numbered(2)], "the series")
            try expect(!left.isUndoing, "the undo went with the unit")
            let undoing = try await store.write { transaction in
                try transaction.recording(.undoing) { try transaction.save(.fixture(2)) }
                try transaction.setPendingUndo(PendingUndo(.undoing))
                return transaction.pendingWork
            }
            try expect(undoing.isUndoing && undoing.series.isEmpty, "the undo")
        }
        Case("No change is trimmed while an undo is pending") { store in
            try await beginUndo(of: [1], in: store)
            let step = try await store.write { try $0.trimChanges(.everything, limit: 9) }
            try expect(step, is: RetentionStep(removed: 0, hasMore: false), "what was done")
            try await store.write { try $0.setPendingUndo(nil) }
            let next = try await store.write { try $0.trimChanges(.everything, limit: 9) }
            try expect(next.removed > 0, "what was done once it is not")
        }
        Case("The tasks that a change wrote are told page by page, those that it made and the others") { store in
            try await store.save([.fixture(2), .fixture(4), .fixture(5)])
            try await store.record(.numbered(1)) { transaction in
                for number in 1...4 { try transaction.save(.fixture(number) { $0.title = "changed" }) }
                try transaction.deleteTask(.numbered(5))
            }
            for (wereThere, last, limit, expected) in [
                (false, nil, 9, [1, 3]), (true, nil, 9, [2, 4, 5]), (true, nil, 2, [2, 4]), (true, 4, 2, [5]),
                (false, 3, 2, []),
            ] as [(Bool, Int?, Int, [Int])] {
                let found = try await store.read { reader in
                    try reader.tasks(
                        of: .numbered(1), wereThere: wereThere, after: last.map { .numbered($0) }, limit: limit)
                }
                try expect(found, is: expected.map { .numbered($0) }, "those after \(last ?? 0): \(wereThere)")
            }
        }
        Case("Tasks are bound whose entry is to be another one, or that waited for others") { store in
            try await store.saveSeries([.plain(1)])
            try await store.save((1...5).map { .fixture($0, at: .day($0)) }, of: .numbered(1))
            try await store.save((1...4).map { number in .fixture(number, of: .numbered(1)) } + [.fixture(8)])
            try await store.save([.fixture(9) { $0.blockedBy = [.numbered(8)] }])
            try await store.record(.numbered(1)) { transaction in
                // One is given an override, one completed, one deleted, and one made; others have no entry that was written.
                let entries: [LedgerEntry] = [
                    .fixture(1, at: .day(1)) { $0.overrides = .title },
                    .fixture(2, at: .day(2)) { $0.state = .completed }, .fixture(6, at: .day(6)),
                ]
                for entry in entries { try transaction.save(entry, of: .numbered(1)) }
                try transaction.save(.fixture(6, of: .numbered(1)))
                try transaction.deleteTask(.numbered(3))
                var deleted = LedgerEntry.fixture(3, at: .day(3))
                (deleted.state, deleted.outcome) = (.deleted, .open)
                try transaction.save(deleted, of: .numbered(1))
                for number in [1, 2, 4] {
                    try transaction.save(.fixture(number, of: .numbered(1)) { $0.title = "changed" })
                }
                for number in [8, 9] { try transaction.save(.fixture(number) { $0.title = "changed" }) }
            }
            let bound = try await store.read { try $0.boundTasks(of: .numbered(1)) }
            try expect(bound, is: Set([2, 3, 6, 9].map { .numbered($0) }), "the tasks")
        }
        Case("Tasks are told that were deleted for good, and none that can be brought back") { store in
            try await store.save((1...4).map { .fixture($0) })
            try await store.record(.numbered(1)) { transaction in
                try transaction.save(.fixture(1) { $0.title = "changed" })
                for number in 2...3 {
                    try transaction.deleteTask(.numbered(number))
                    try transaction.putInTrash(.numbered(number))
                }
                try transaction.save(.fixture(5))
            }
            try await store.write { try $0.purge(.numbered(3)) }
            try await store.write { try $0.deleteTask(.numbered(5)) }
            let purged = try await store.read { try $0.purgedTasks(of: .numbered(1)) }
            try expect(purged, is: [.numbered(3), .numbered(5)], "those that are gone for good")
        }
    }

    /// Makes tasks, changes them, and begins to take that back.
    private static func beginUndo(of tasks: [Int], in store: any Store) async throws {
        try await store.save(tasks.map { .fixture($0) })
        try await store.record(.numbered(1)) { transaction in
            for number in tasks { try transaction.save(.fixture(number) { $0.title = "changed" }) }
        }
        try await store.write { transaction in
            try transaction.recording(.undoing) { try transaction.save(.fixture(7)) }
            try transaction.setPendingUndo(PendingUndo(.undoing))
        }
    }

    private static func expectUnfinished(_ what: String, from body: () async throws -> Void) async throws {
        do { try await body() } catch let error as UnfinishedUndo {
            return try expect(error.change, is: .numbered(2), what)
        }
        throw ConformanceFailure(description: "\(what): nothing was thrown")
    }
}

extension Change {
    fileprivate static var undoing: Change {
        Change(.undo, id: .numbered(2), at: .noon, author: "Mina", undoes: .numbered(1))
    }
}

extension TaskItem {
    /// An occurrence on the day of its number.
    fileprivate static func fixture(
        _ number: Int, of series: SeriesID, _ set: (inout TaskItem) -> Void = { _ in }
    ) -> TaskItem {
        .fixture(number) { task in
            task.occurrence = SeriesOccurrence(series: series, number: number, recurrenceID: .day(number))
            set(&task)
        }
    }
}
