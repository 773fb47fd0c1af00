import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var firingCases: [Case] {
        Case("A recorded firing leaves its reminder in the new state and counts a change of the task") { store in
            let task = try await saveTask(in: store)
            let outcome = fired(task, at: .noon)
            try expect(try await store.write { try $0.record([outcome]) }, is: [true], "the record")
            let stored = try await store.task(1)
            try expect(stored.reminders, is: [outcome.reminder], "the reminder")
            try expect(stored.version, is: task.version + 1, "the version")
        }
        Case("A firing is recorded once, however often it is told") { store in
            let task = try await saveTask(in: store)
            let outcome = fired(task, at: .noon)
            try expect(try await store.write { try $0.record([outcome]) }, is: [true], "the first record")
            try expect(try await store.write { try $0.record([outcome]) }, is: [false], "the second record")
            let twice = fired(task, at: .noon(plus: 60))
            try expect(try await store.write { try $0.record([twice, twice]) }, is: [true, false], "two in one go")
        }
        Case("A firing told again leaves the reminder in its new state all the same") { store in
            let task = try await saveTask(in: store)
            _ = try await store.write { try $0.record([fired(task, at: .noon)]) }
            var late = fired(task, at: .noon)
            late.reminder.state = .acknowledged
            let outcome = late
            try expect(try await store.write { try $0.record([outcome]) }, is: [false], "the record")
            try expect(try await store.task(1).reminders[0].state, is: .acknowledged, "the reminder's state")
        }
        Case("The same instant of another reminder is another firing") { store in
            let task = try await saveTask(in: store)
            try await store.save([.fixture(2) { $0.reminders = [.fixture(2, firesAt: .noon)] }])
            let other = try await store.task(2)
            let results = try await store.write { try $0.record([fired(task, at: .noon), fired(other, at: .noon)]) }
            try expect(results, is: [true, true], "the records")
        }
        Case("What was reported as missed does not go off afterwards, nor the other way") { store in
            let task = try await saveTask(in: store)
            var missed = fired(task, at: .noon)
            missed.reminder.state = .missed
            missed.firing?.isMissed = true
            let outcome = missed
            try expect(try await store.write { try $0.record([outcome]) }, is: [true], "the record")
            try expect(try await store.task(1).reminders[0].state, is: .missed, "the reminder's state")
            let firing = try await store.write { try $0.record([fired(task, at: .noon)]) }
            try expect(firing, is: [false], "a firing at that instant, recorded afterwards")
            var late = fired(task, at: .noon(plus: 60))
            try expect(try await store.write { [late] in try $0.record([late]) }, is: [true], "another firing")
            late.firing?.isMissed = true
            try expect(
                try await store.write { [late] in try $0.record([late]) }, is: [false], "missed, after it went off")
        }
        Case("A firing of a reminder that was deleted meanwhile is not recorded, and no error") { store in
            let task = try await saveTask(in: store)
            try await store.write { try $0.deleteTask(task.id) }
            let results = try await store.write { try $0.record([fired(task, at: .noon)]) }
            try expect(results, is: [false], "the record")
        }
        Case("A reminder that fired waits no more, or waits for its repetition") { store in
            let task = try await saveTask(in: store)
            _ = try await store.write { try $0.record([fired(task, at: .noon)]) }
            try expect(try await store.read { try $0.nextDueInstant() }, is: nil, "the next instant")
            var again = fired(task, at: .noon)
            again.reminder.nextFireAt = .noon(plus: 900)
            again.reminder.repetitionsDone = 1
            let outcome = again
            _ = try await store.write { try $0.record([outcome]) }
            try expect(try await store.read { try $0.nextDueInstant() }, is: .noon(plus: 900), "the next instant")
            try expect(try await store.task(1).reminders, is: [outcome.reminder], "the reminder")
        }
    }

    static func saveTask(in store: any Store) async throws -> TaskItem {
        let task = TaskItem.fixture(1) { $0.reminders = [.fixture(1, firesAt: .noon)] }
        try await store.save([task])
        return task
    }

    static func fired(_ task: TaskItem, at instant: UTCInstant) -> FiringOutcome {
        var reminder = task.reminders[0]
        reminder.state = .fired
        reminder.nextFireAt = nil
        let firing = Firing(reminder: reminder.id, scheduledAt: instant, firedAt: instant.advanced(by: .seconds(1)))
        return FiringOutcome(reminder: reminder, task: task.id, firing: firing)
    }
}
