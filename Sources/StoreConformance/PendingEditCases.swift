import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What changes of whole series give, and what they leave for later.
    @CaseListBuilder static var pendingEditCases: [Case] {
        Case("Pending edits are read as they were written, with every field and with none") { store in
            try await store.saveSeries([.plain(1), .plain(2)])
            let edits = [PendingEdit.filled, PendingEdit(lastNumber: 0)] + PendingEdit.ofEachOutcome
            try await store.write { try $0.setPendingEdits(edits, of: .numbered(1)) }
            try await store.read { reader in
                try expect(try reader.pendingEdits(of: .numbered(1)), is: edits, "the edits")
                try expect(try reader.pendingEdits(of: .numbered(2)), is: [], "the edits of the other series")
                try expect(try reader.seriesWithPendingEdits(limit: 9), is: [.numbered(1)], "the series")
            }
        }
        Case("Pending edits give way to those written later, and to nothing") { store in
            try await store.saveSeries([.plain(1), .plain(2), .plain(3)])
            try await store.write { transaction in
                for series in 1...3 { try transaction.setPendingEdits([.filled], of: .numbered(series)) }
                try transaction.setPendingEdits([PendingEdit(lastNumber: 7)], of: .numbered(1))
                try transaction.setPendingEdits([], of: .numbered(2))
                try transaction.setPendingEdits([], of: .numbered(2))
                try expect(try transaction.seriesWithPendingEdits(limit: 9).count, is: 2, "those with any")
            }
            try await store.read { reader in
                try expect(try reader.pendingEdits(of: .numbered(1)).map(\.lastNumber), is: [7], "the edits")
                try expect(try reader.pendingEdits(of: .numbered(2)), is: [], "the edits that were taken away")
                let all = Set(try reader.seriesWithPendingEdits(limit: 9))
                try expect(all, is: [.numbered(1), .numbered(3)], "the series that have some")
                try expect(try reader.seriesWithPendingEdits(limit: 1).count, is: 1, "no more than asked for")
            }
        }
        Case("A series that is written again keeps its pending edits, and one that is not there has none") { store in
            try await store.saveSeries([.plain(1)])
            try await store.write { try $0.setPendingEdits([.filled], of: .numbered(1)) }
            try await store.saveSeries([.plain(1, start: .time(onDay: 3)) { $0.version = 2 }])
            try await store.read { reader in
                try expect(try reader.pendingEdits(of: .numbered(1)), is: [.filled], "the edits")
                try expect(try reader.pendingEdits(of: .numbered(9)), is: [], "the edits of no series")
            }
            try await expect(.conflict, "an edit of no series") {
                try await store.write { try $0.setPendingEdits([.filled], of: .numbered(9)) }
            }
        }
        Case("Plain fields are given to the open occurrences that are named, but for their overrides") { store in
            let tasks = try await openTasks(in: store)
            var content = TaskContent.filledFixture
            content.quietHours = nil
            let named: [TaskID] = [5, 1, 2, 3, 4, 99].map { .numbered($0) }
            let wanted = content
            let given = try await store.write {
                try $0.give([.title, .tags, .priority], of: wanted, to: named, at: .noon(plus: 9))
            }
            try expect(given, is: [5, 1, 2].map { .numbered($0) }, "those that were changed")
            for (number, before) in zip(1..., tasks) {
                var expected = before
                if [1, 2, 5].contains(number) {
                    if number != 2 { expected.title = content.title }
                    (expected.tags, expected.priority) = (content.tags, content.priority)
                    (expected.version, expected.updatedAt) = (before.version + 1, .noon(plus: 9))
                }
                try expect(try await store.task(number), is: expected, "the task \(number)")
            }
            let again = try await store.write {
                try $0.give([.title, .tags], of: wanted, to: named, at: .noon(plus: 10))
            }
            try expect(again, is: [], "those that are changed by the same once more")
        }
    }

    /// Five tasks of a series: the title of the second is its own, the third is closed, the fourth stands alone.
    private static func openTasks(in store: any Store) async throws -> [TaskItem] {
        let tasks = (1...5).map { number in
            TaskItem.fixture(number) { task in
                task.tags = ["old"]
                guard number != 4 else { return }
                if number == 3 { task.status = .completed }
                task.due = LocalTime(.day(number))
                task.occurrence = SeriesOccurrence(series: .numbered(900), number: number, recurrenceID: .day(number))
            }
        }
        try await store.save(tasks)
        try await store.save(
            [.fixture(2, at: .day(2)) { $0.overrides = .title }], of: .numbered(900))
        return try await store.read { reader in try tasks.compactMap { try reader.task($0.id) } }
    }
}

extension PendingEdit {
    /// One in which every field differs from what a new one has.
    fileprivate static var filled: PendingEdit {
        var edit = PendingEdit(lastNumber: 12)
        (edit.fields, edit.timeShift, edit.pause) = ([.title, .reminders], -3_600, PauseID(pausing: .all))
        (edit.outcome, edit.spared) = (.excepted(["20260303", "20260304T090000"]), .numbered(4))
        (edit.next, edit.cause) = (.time(onDay: 7), .numbered(6))
        var report = Report(members: ["title", "times"], isSeriesChanged: true)
        (report.taskCount, report.tasks) = (2, [.numbered(1), .numbered(2)])
        edit.report = report
        return edit
    }

    fileprivate static var ofEachOutcome: [PendingEdit] {
        [Outcome.deleted, .cancelled, .excepted([])].map { outcome in
            var edit = PendingEdit(lastNumber: 1)
            (edit.outcome, edit.next) = (outcome, .day(3))
            return edit
        }
    }
}
