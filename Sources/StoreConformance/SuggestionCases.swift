import Recurrence
import Storage
import StoreFixtures

extension ConformanceSuite {
    /// What suggestions are counted from.
    @CaseListBuilder static var suggestionCases: [Case] {
        Case("Tasks with a word in their titles are told with how they were filed, latest first") { store in
            let due = LocalTime.fixture(.noon)
            try await store.write { transaction in
                for number in 1...2 { try transaction.save(.project(number)) }
            }
            try await store.save([
                .fixture(1) { $0.title = "Dentist" },
                .fixture(2) { task in
                    (task.title, task.tags, task.priority) = ("Call the DENTIST", ["health", "Phone"], .high)
                    (task.projectID, task.timeZone) = (.numbered(1), "Asia/Seoul")
                    task.due = due
                },
                .fixture(3) { ($0.title, $0.projectID) = ("dentist again", .numbered(2)) },
                // The word stands elsewhere, or is another one.
                .fixture(4) { ($0.title, $0.details) = ("Appointment", "dentist") },
                .fixture(5) { ($0.title, $0.tags) = ("Appointment", ["dentist"]) },
                .fixture(6) { $0.title = "Dentistry" },
            ])
            try await store.write { try $0.save(.project(2) { $0.deletedAt = .noon }) }
            let found = try await store.read { try $0.pastTasks(matching: PastTaskQuery(word: "dentist")) }
            try expect(found.map(\.title), is: ["dentist again", "Call the DENTIST", "Dentist"], "which, latest first")
            try expect(found.map(\.project), is: [nil, .numbered(1), nil], "projects that are there")
            try expect(found[1].tags, is: ["health", "Phone"], "tags in their order")
            try expect(found[1].priority, is: .high, "the priority")
            try expect(found[1].timeZone, is: "Asia/Seoul", "the zone")
            try expect(found[1].due, is: due.civil, "when it is due")
            let none = try await store.read { reader in
                try ["", "!", "two words", "7", "unheard"].flatMap { word in
                    try reader.pastTasks(matching: PastTaskQuery(word: word))
                }
            }
            try expect(none, is: [], "of what is no word, or in no title")
        }
        Case("Reminders that count from the due time are told with past tasks, others are not") { store in
            let (half, hour) = (CalendarDuration(seconds: -1_800), CalendarDuration(seconds: -3_600))
            let triggers: [Reminder.Trigger] = [
                .offset(half, from: .due), .offset(hour, from: .start), .at(.fixture(.noon)), .offset(hour, from: .due),
            ]
            try await store.save([
                .fixture(1) { task in
                    (task.title, task.start, task.due) = ("Dentist", .fixture(.noon), .fixture(.noon))
                    task.reminders = triggers.enumerated().map { Reminder(id: .numbered($0 + 1), trigger: $1) }
                }
            ])
            let found = try await store.read { try $0.pastTasks(matching: PastTaskQuery(word: "dentist")) }
            try expect(found.map(\.offsets), is: [[half, hour]], "offsets from the due time")
        }
        Case("Past tasks are told of a project and those within it, of a tag, and as many as are asked for") { store in
            try await store.write { transaction in
                try transaction.save(.project(1))
                try transaction.save(.project(2) { $0.parent = .numbered(1) })
            }
            try await store.save(
                (1...9).map { number in
                    .fixture(number) { task in
                        task.title = "치과 예약 \(number)"
                        task.projectID = number % 3 == 0 ? nil : .numbered(number % 3)
                        if number % 2 == 0 { task.tags = ["Mine"] }
                    }
                })
            func titles(_ change: (inout PastTaskQuery) -> Void) async throws -> [String] {
                var query = PastTaskQuery(word: "치과")
                change(&query)
                return try await store.read { [query] in try $0.pastTasks(matching: query).map(\.title) }
            }
            func named(_ numbers: [Int]) -> [String] { numbers.map { "치과 예약 \($0)" } }
            try expect(try await titles { $0.project = .numbered(1) }, is: named([8, 7, 5, 4, 2, 1]), "of a project")
            try expect(try await titles { $0.project = .numbered(2) }, is: named([8, 5, 2]), "of one within it")
            try expect(try await titles { $0.tag = "mine" }, is: named([8, 6, 4, 2]), "of a tag")
            try expect(try await titles { $0.limit = 2 }, is: named([9, 8]), "no more than are asked for")
            try expect(try await titles { ($0.tag, $0.lookedAt) = ("mine", 3) }, is: named([8]), "of those looked at")
        }
    }
}
