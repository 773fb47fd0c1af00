import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var ledgerCases: [Case] {
        Case("A firing stays recorded when its reminder is deleted and made again, on whichever task") { store in
            let task = try await saveTask(in: store)
            _ = try await store.write { try $0.record([fired(task, at: .noon)]) }
            var bare = task
            bare.reminders = []
            let (empty, other) = (bare, TaskItem.fixture(2) { $0.reminders = task.reminders })
            try await store.save([empty])
            try await expectRecorded(false, of: task, with: [task], "on its own task", in: store)
            try await store.write { try $0.deleteTask(task.id) }
            try await expectRecorded(false, of: task, with: [task], "with its task", in: store)
            try await store.write { try $0.deleteTask(task.id) }
            try await expectRecorded(false, of: other, with: [other], "on another task", in: store)
            let later = try await store.write { try $0.record([fired(other, at: .noon(plus: 60))]) }
            try expect(later, is: [true], "a firing at another instant")
        }
        Case("What is recorded of a deleted reminder is never taken for another's") { store in
            var seen: [ReminderID] = []
            for round in 1...20 {
                let reminder = Reminder.fixture(round, firesAt: .noon)
                let task = TaskItem.fixture(round) { $0.reminders = [reminder] }
                try await store.save([task])
                try expect(try await store.write { try $0.record([fired(task, at: .noon)]) }, is: [true], "new")
                if round.isMultiple(of: 3) { continue }
                try await store.write { try $0.deleteTask(task.id) }
                seen.append(reminder.id)
            }
            for (index, id) in seen.enumerated() {
                var reminder = Reminder.fixture(0, firesAt: .noon)
                reminder = Reminder(id: id, trigger: reminder.trigger)
                let task = TaskItem.fixture(100 + index) { $0.reminders = [reminder] }
                try await expectRecorded(false, of: task, with: [task], "of the reminder \(id)", in: store)
            }
        }
        Case("Firings are told again with a reminder that was made again") { store in
            let task = try await saveTask(in: store)
            _ = try await store.write { try $0.record([fired(task, at: .noon)]) }
            try await store.write { try $0.deleteTask(task.id) }
            try await store.save([task])
            let firings = try await store.read { try $0.firings(of: task.id, before: nil, limit: 9) }
            try expect(firings.map(\.scheduledAt), is: [.noon], "the firings")
        }
        Case("Old firings are trimmed step by step, and nothing fires again that lies at or before their floor") {
            store in
            let (kept, gone) = (
                try await saveTask(in: store), TaskItem.fixture(2) { $0.reminders = [.fixture(2, firesAt: .noon)] }
            )
            try await store.save([gone])
            let seconds = Array(0..<10)
            _ = try await store.write { transaction in
                try transaction.record(
                    [kept, gone].flatMap { task in seconds.map { fired(task, at: .noon(plus: $0)) } })
            }
            try await store.write { try $0.deleteTask(gone.id) }
            // A firing is recorded a second after its time.
            let deleted = try await trimFirings(before: .noon(plus: 6), in: store)
            try expect(deleted, is: 10, "how many were deleted")
            try await store.save([gone])
            for task in [kept, gone] {
                let id = task.reminders[0].id
                try expect(try await store.read { try $0.firingFloor(of: id) }, is: .noon(plus: 4), "the floor")
                let again = try await store.write { transaction in
                    try transaction.record([-5, 0, 4, 5, 9, 10].map { fired(task, at: .noon(plus: $0)) })
                }
                try expect(again, is: [false, false, false, false, false, true], "what is recorded again")
            }
            try expect(try await trimFirings(before: .noon(plus: 6), in: store), is: 0, "how many were left")
        }
        Case("A floor stays with a deleted reminder, and never sinks") { store in
            let task = try await saveTask(in: store)
            _ = try await store.write { try $0.record([fired(task, at: .noon(plus: 60))]) }
            _ = try await trimFirings(before: .noon(plus: 100), in: store)
            for _ in 1...2 {
                try await store.write { try $0.deleteTask(task.id) }
                let floor = try await store.read { try $0.firingFloor(of: task.reminders[0].id) }
                try expect(floor, is: .noon(plus: 60), "the floor of the deleted one")
                try await store.save([task])
                let again = try await store.write { try $0.record([fired(task, at: .noon(plus: 60))]) }
                try expect(again, is: [false], "what lies at the floor")
            }
        }
        Case("Old notes are trimmed step by step") { store in
            let task = try await saveTask(in: store)
            let notes = (0..<10).map { second in
                ReminderNote(.late, of: task.reminders[0].id, scheduledAt: .noon(plus: second), at: .noon(plus: second))
            }
            try await store.write { try $0.append(notes) }
            var (deleted, cursor): (Int, StoreCursor?) = (0, nil)
            repeat {
                let step = try await store.write { [cursor] in
                    try $0.trimNotes(before: .noon(plus: 7), after: cursor, limit: 3)
                }
                (deleted, cursor) = (deleted + step.deleted, step.next)
            } while cursor != nil
            try expect(deleted, is: 7, "how many were deleted")
            for second in 0..<10 {
                let left = try await store.read { reader in
                    try reader.latestNotes(on: task.reminders[0].id, about: .noon(plus: second))
                }
                try expect(left.count, is: second < 7 ? 0 : 1, "the notes about \(second)")
            }
        }
    }

    private static func expectRecorded(
        _ isRecorded: Bool, of task: TaskItem, with tasks: [TaskItem], _ what: String, in store: any Store
    ) async throws {
        try await store.save(tasks)
        let results = try await store.write { try $0.record([fired(task, at: .noon)]) }
        try expect(results, is: [isRecorded], "the record \(what)")
        try expect(try await store.read { try $0.hasFired(task.reminders[0].id, scheduledAt: .noon) }, "it has fired")
    }

    private static func trimFirings(before instant: UTCInstant, in store: any Store) async throws -> Int {
        var (deleted, cursor): (Int, StoreCursor?) = (0, nil)
        repeat {
            let step = try await store.write { [cursor] in
                try $0.trimFirings(before: instant, after: cursor, limit: 3)
            }
            (deleted, cursor) = (deleted + step.deleted, step.next)
        } while cursor != nil
        return deleted
    }
}
