import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    @CaseListBuilder static var pauseCases: [Case] {
        Case("A pause is read as it was written, and written again whole") { store in
            var pause = Pause(.tag("집"), since: .noon, until: .noon(plus: 3_600), missed: .skip)
            (pause.note, pause.author) = ("holiday", "Mina")
            let first = pause
            try await store.write { try $0.save(first) }
            try expect(try await store.read { try $0.pause(first.id) }, is: first, "the pause")
            (pause.until, pause.note, pause.missed, pause.endedAt) = (nil, nil, .fire, .noon(plus: 60))
            let second = pause
            try await store.write { try $0.save(second) }
            try expect(try await store.read { try $0.pause(first.id) }, is: second, "the pause, written again")
            try expect(try await store.read { try $0.pauses(after: nil, limit: 9) }, is: [second], "all pauses")
        }
        Case("Pauses are told in the order of their targets, page by page") { store in
            let targets: [PauseTarget] = [
                .task(.numbered(3)), .all, .tag("a"), .reminder(.numbered(1)), .tag("b"),
                .filter("tag:a and \"ü:\""),
            ]
            try await store.write { transaction in
                for target in targets { try transaction.save(Pause(target, since: .noon)) }
            }
            var seen: [String] = []
            while true {
                let last = seen.last.flatMap { PauseTarget($0) }
                let page = try await store.read { try $0.pauses(after: last, limit: 2) }
                if page.isEmpty { break }
                seen += page.map(\.target.description)
            }
            try expect(seen, is: targets.map(\.description).sorted(), "the targets")
        }
        Case("A pause is over when it was ended or ended by itself, and is forgotten when it is deleted") { store in
            let lasting = Pause(.all, since: .noon)
            let timed = Pause(.tag("timed"), since: .noon, until: .noon(plus: 100))
            var ended = Pause(.tag("ended"), since: .noon, until: .noon(plus: 900))
            ended.endedAt = .noon(plus: 50)
            let pauses = [lasting, timed, ended]
            try await store.write { transaction in for pause in pauses { try transaction.save(pause) } }
            let over = try await store.write { transaction in
                try [49, 50, 100].map { try transaction.pausesOver(at: .noon(plus: $0), limit: 9).map(\.id) }
            }
            try expect(over.map { Set($0) }, is: [[], [ended.id], [ended.id, timed.id]], "those that are over")
            try expect(try await store.read { try $0.nextDueInstant() }, is: .noon(plus: 50), "the next instant")
            try await store.write { transaction in for pause in pauses { try transaction.deletePause(pause.id) } }
            try expect(try await store.read { try $0.hasPauses() }, is: false, "whether there is any")
        }
        Case("A pause knows the reminders that it holds, with their instants") { store in
            let pause = Pause(.all, since: .noon)
            let tasks = (1...3).map { number in
                TaskItem.fixture(number) { task in
                    var reminder = Reminder.fixture(number, firesAt: .noon(plus: number))
                    if number < 3 {
                        reminder.nextFireAt = nil
                        reminder.hold = Reminder.Hold(.pause, scheduledAt: .noon(plus: number), pause: pause.id)
                    }
                    task.reminders = [reminder]
                }
            }
            try await store.save(tasks)
            let held = try await store.write { try $0.heldReminders(by: pause.id, limit: 9) }
            let expected = tasks.prefix(2).enumerated().map { index, task in
                PlannedFiring(reminder: task.reminders[0].id, task: task.id, fireAt: .noon(plus: index + 1))
            }
            try expect(Set(held), is: Set(expected), "what it holds")
            try expect(try await store.task(1).reminders, is: tasks[0].reminders, "a reminder that is held")
            let one = try await store.write { try $0.heldReminders(by: pause.id, limit: 1) }
            try expect(one.count, is: 1, "how many, with a limit of one")
        }
    }
}
