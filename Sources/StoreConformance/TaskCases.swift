import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var taskCases: [Case] {
        Case("A task with every field set is read as it was written") { store in
            let task = TaskItem.filledFixture(1)
            try await store.save([task])
            try expect(try await store.task(1), is: task, "the task")
        }
        Case("A task with no field set is read as it was written") { store in
            let task = TaskItem.fixture(1)
            try await store.save([task])
            try expect(try await store.task(1), is: task, "the task")
        }
        Case("A NUL in a text is kept as U+FFFD, with all that is behind it") { store in
            try await store.save([
                .fixture(1) { ($0.title, $0.details, $0.tags) = ("a\u{0}b", "\u{0}", ["x\u{0}1", "x\u{0}2"]) }
            ])
            let stored = try await store.task(1)
            try expect(stored.title, is: "a\u{FFFD}b", "the title")
            try expect(stored.details, is: "\u{FFFD}", "the details")
            try expect(stored.tags, is: ["x\u{FFFD}1", "x\u{FFFD}2"], "the tags")
        }
        Case("A task that is written again loses what was taken from it") { store in
            try await store.save([.filledFixture(1)])
            let bare = TaskItem.fixture(1)
            try await store.save([bare])
            try expect(try await store.task(1), is: bare, "the task")
        }
        Case("Every status, priority and reminder state is read as it was written") { store in
            let tasks = everyChoice()
            try await store.save(tasks)
            let read = try await store.read { try $0.tasks(tasks.map(\.id)) }
            try expect(read.sorted { $0.id < $1.id }, is: tasks, "the tasks")
        }
        Case("Tasks are looked up by many ids at once, without those that are not there") { store in
            let tasks = (1...100).map { TaskItem.filledFixture($0).withOwnSeries($0) }
            try await store.save(tasks)
            let read = try await store.read { try $0.tasks((50...200).map { .numbered($0) }) }
            try expect(read.sorted { $0.id < $1.id }, is: Array(tasks[49...]), "the tasks")
            let none = try await store.read { try $0.tasks([]) }
            try expect(none, is: [], "the tasks of no ids")
        }
        Case("Reminders are looked up by many ids at once, with their tasks") { store in
            let tasks = (1...100).map { TaskItem.filledFixture($0).withOwnSeries($0) }
            try await store.save(tasks)
            let pairs = tasks[49...].flatMap { task in task.reminders.map { ($0.id, task.id) } }
            let ids = pairs.map(\.0) + [.numbered(999_999)]
            let found = try await store.read { try $0.owners(ofReminders: ids) }
            try expect(found, is: Dictionary(uniqueKeysWithValues: pairs), "the tasks of the reminders")
            try expect(try await store.read { try $0.owners(ofReminders: []) }, is: [:], "the tasks of no reminders")
        }
        Case("There is no task with an unknown id") { store in
            try await store.save([.fixture(1)])
            try expect(try await store.read { try $0.task(.numbered(2)) }, is: nil, "the task 2")
        }
        Case("Deleting a task takes its reminders and tags along, and no other task; its firings stay recorded") {
            store in
            let tasks = [TaskItem.filledFixture(1).withOwnSeries(1), TaskItem.filledFixture(2).withOwnSeries(2)]
            try await store.save(tasks)
            let firing = FiringOutcome(reminder: tasks[0].reminders[0], task: tasks[0].id, firing: firing(tasks[0]))
            _ = try await store.write { try $0.record([firing]) }
            try await store.write { try $0.deleteTask(tasks[0].id) }
            try await expectGone(tasks[0], from: store)
            try expect(try await store.task(2), is: tasks[1], "the other task")
            // What was taken along would now be in the way, or come back.
            try await store.save([tasks[0]])
            try expect(try await store.task(1), is: tasks[0], "the task made again")
            try expect(try await store.write { try $0.record([firing]) }, is: [false], "the firing recorded again")
        }
        Case("Deleting a task that is not there is no error") { store in
            try await store.write { try $0.deleteTask(.numbered(1)) }
        }
    }

    private static func everyChoice() -> [TaskItem] {
        var number = 0
        return TaskStatus.allCases.flatMap { status in
            TaskPriority.allCases.map { priority in
                number += 1
                let reminders = Reminder.State.allCases.enumerated().map { offset, state in
                    var reminder = Reminder.fixture(number * 100 + offset, firesAt: nil)
                    reminder.state = state
                    return reminder
                }
                return TaskItem.fixture(number) {
                    ($0.status, $0.priority, $0.reminders) = (status, priority, reminders)
                }
            }
        }
    }

    private static func firing(_ task: TaskItem) -> Firing {
        Firing(reminder: task.reminders[0].id, scheduledAt: .noon, firedAt: .noon(plus: 1))
    }

    private static func expectGone(_ task: TaskItem, from store: any Store) async throws {
        try await store.read { reader in
            try expect(try reader.task(task.id), is: nil, "the deleted task")
            for reminder in task.reminders {
                try expect(try reader.task(withReminder: reminder.id), is: nil, "the task of a deleted reminder")
            }
            var query = TaskQuery()
            query.tag = task.tags[0]
            try expect(try reader.tasks(matching: query).items.map(\.id), is: [.numbered(2)], "the tasks with its tag")
            let planned = try reader.plannedFirings(from: .noon, before: nil, after: nil, limit: 10)
            try expect(planned.map(\.task), is: [.numbered(2)], "the tasks with firings to come")
        }
    }
}

extension TaskItem {
    /// The same task in a series of its own.
    func withOwnSeries(_ number: Int) -> TaskItem {
        var task = self
        task.occurrence = occurrence.map { place in
            SeriesOccurrence(
                series: .numbered(10_000 + number),
                number: place.number,
                recurrenceID: place.recurrenceID
            )
        }
        return task
    }
}
