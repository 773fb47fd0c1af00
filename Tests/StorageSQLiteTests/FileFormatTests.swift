import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// What is written in files that people have: these numbers and names never change.
@Suite struct FileFormatTests {
    @Test func `a status has its number and name`() async throws {
        #expect(TaskStatus.allCases.map(\.rawValue) == ["needsAction", "inProcess", "completed", "cancelled"])
        for (number, status) in TaskStatus.allCases.enumerated() {
            #expect(try await stored("SELECT status FROM task", .fixture(1) { $0.status = status }) == number)
        }
    }

    @Test func `a priority has its number and name`() async throws {
        #expect(TaskPriority.allCases.map(\.rawValue) == ["none", "low", "medium", "high", "urgent"])
        for (number, priority) in TaskPriority.allCases.enumerated() {
            #expect(try await stored("SELECT priority FROM task", .fixture(1) { $0.priority = priority }) == number)
        }
    }

    @Test func `a reminder's state has its number and name`() async throws {
        let names = ["scheduled", "fired", "snoozed", "acknowledged", "missed", "cancelled"]
        #expect(Reminder.State.allCases.map(\.rawValue) == names)
        for (number, state) in Reminder.State.allCases.enumerated() {
            var reminder = Reminder.fixture(1, firesAt: nil)
            reminder.state = state
            let task = TaskItem.fixture(1) { $0.reminders = [reminder] }
            #expect(try await stored("SELECT state FROM reminder", task) == number)
        }
    }

    @Test func `what an offset counts from has its number and name`() async throws {
        #expect(Reminder.Base.allCases.map(\.rawValue) == ["due", "start"])
        for (number, base) in Reminder.Base.allCases.enumerated() {
            let reminder = Reminder(id: .numbered(1), trigger: .offset(CalendarDuration(), from: base))
            let task = TaskItem.fixture(1) { $0.reminders = [reminder] }
            #expect(try await stored("SELECT relative_to FROM reminder", task) == number)
        }
    }

    @Test func `a delivery's states have their numbers`() {
        #expect(Delivery.State.allCases.map(\.code) == [0, 1, 2, 3])
        #expect(Delivery.State.allCases.map(\.rawValue) == ["pending", "delivered", "failed", "expired"])
    }

    @Test(arguments: [-1, 4, Int.max, Int.min])
    func `a number that no case has is read as none`(code: Int) {
        #expect(TaskStatus(code: code) == nil)
    }

    @Test func `a task's values stand in the file as documented`() async throws {
        let temporary = try TemporaryStore()
        try await temporary.store.write { try $0.save(.filledFixture(1)) }
        let row = try await temporary.store.read { reader in
            try Row.fetchOne(
                reader.connection,
                sql: """
                    SELECT hex(id) AS id, start, due, due_at, series_start, recurrence_id, projected_at,
                    recurrence ->> 'rrule' AS rules, subtasks ->> '$[0].isCompleted' AS part FROM task
                    """
            )?.map { "\($0)=\($1)" }
        }
        let expected = [
            "id=\"01990000000070008000000000000001\"", "start=\"2026-03-01\"", "due=\"2026-03-01T22:00:00/2\"",
            "due_at=1772370000000", "series_start=\"2026-02-28T22:00:00\"", "recurrence_id=\"2026-03-03\"",
            "projected_at=1772452800000", #"rules="[\"FREQ=DAILY;COUNT=10\"]""#, "part=1",
        ]
        #expect(row == expected)
    }

    private func stored(_ sql: String, _ task: TaskItem) async throws -> Int? {
        let temporary = try TemporaryStore()
        try await temporary.store.write { try $0.save(task) }
        return try await temporary.store.read { try Int.fetchOne($0.connection, sql: sql) }
    }
}
