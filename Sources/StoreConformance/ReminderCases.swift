import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var reminderCases: [Case] {
        Case("Reminders are kept, replaced and put in another order with their task") { store in
            var task = TaskItem.fixture(1)
            task.reminders = [1, 2, 3].map { .fixture($0, firesAt: .noon(plus: $0)) }
            try await store.save([task])
            task.reminders = [task.reminders[2], .fixture(4, firesAt: nil), task.reminders[0]]
            task.reminders[0].nextFireAt = .noon(plus: 99)
            try await store.save([task])
            try expect(try await store.task(1).reminders, is: task.reminders, "the reminders")
            try expect(
                try await store.read { try $0.task(withReminder: .numbered(2)) }, is: nil, "a removed one's task")
        }
        Case("A reminder that stays keeps what is known of its firings") { store in
            var task = TaskItem.fixture(1) { $0.reminders = [.fixture(1, firesAt: .noon)] }
            try await store.save([task])
            let firing = Firing(reminder: .numbered(1), scheduledAt: .noon, firedAt: .noon)
            let outcome = FiringOutcome(reminder: task.reminders[0], task: task.id, firing: firing)
            try expect(try await store.write { try $0.record([outcome]) }, is: [true], "the first record")
            task.reminders.insert(.fixture(2, firesAt: nil), at: 0)
            try await store.save([task])
            try expect(try await store.write { try $0.record([outcome]) }, is: [false], "the second record")
        }
        Case("A reminder id of another task is a conflict and leaves all as it was") { store in
            let first = TaskItem.fixture(1) { $0.reminders = [.fixture(1, firesAt: .noon)] }
            let second = TaskItem.fixture(2) { $0.reminders = [.fixture(2, firesAt: .noon)] }
            try await store.save([first, second])
            var thief = second
            thief.title = "changed"
            thief.tags = ["changed"]
            thief.reminders = [.fixture(3, firesAt: nil), .fixture(1, firesAt: .noon(plus: 5))]
            let theft = thief
            try await expect(.conflict, "taking another task's reminder") { try await store.save([theft]) }
            try expect(try await store.task(1), is: first, "the task robbed")
            try expect(try await store.task(2), is: second, "the task that took")
        }
        Case("A conflict is known inside the transaction, which may go on") { store in
            let first = TaskItem.fixture(1) { $0.reminders = [.fixture(1, firesAt: .noon)] }
            try await store.save([first])
            let code = try await store.write { transaction -> StoreError.Code? in
                do {
                    try transaction.save(.fixture(2) { $0.reminders = [.fixture(1, firesAt: .noon)] })
                    return nil
                } catch let error as StoreError {
                    try transaction.deleteTask(.numbered(2))
                    return error.code
                }
            }
            try expect(code, is: .conflict, "the error's code")
            try expect(try await store.read { try $0.task(.numbered(2)) }, is: nil, "the second task")
        }
        Case("A task is found by each of its reminders") { store in
            let tasks = (1...3).map { number in
                TaskItem.fixture(number) { $0.reminders = [1, 2].map { .fixture(number * 10 + $0, firesAt: nil) } }
            }
            try await store.save(tasks)
            for task in tasks {
                for reminder in task.reminders {
                    let found = try await store.read { try $0.task(withReminder: reminder.id) }
                    try expect(found, is: task, "the task of the reminder \(reminder.id)")
                }
            }
            try expect(try await store.read { try $0.task(withReminder: .numbered(99)) }, is: nil, "an unknown one's")
        }
    }
}
