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
        try await temporary.store.write { try $0.saveFixture(.filledFixture(1)) }
        let row = try await temporary.store.read { reader in
            try Row.fetchOne(
                reader.connection,
                sql: """
                    SELECT hex(id) AS id, start, due, due_at, slot, subtasks ->> '$[0].isCompleted' AS part FROM task
                    """
            )?.map { "\($0)=\($1)" }
        }
        let expected = [
            "id=\"01990000000070008000000000000001\"", "start=\"2026-03-01\"", "due=\"2026-03-01T22:00:00/2\"",
            "due_at=1772370000000", "slot=172800", "part=1",
        ]
        #expect(row == expected)
    }

    @Test func `a series' values stand in the file as documented`() async throws {
        let temporary = try TemporaryStore()
        try await temporary.store.write { transaction in
            try transaction.saveProject(of: .filledFixture)
            try transaction.save(.filled(1))
            try transaction.save(.filledFixture(4, at: .time(onDay: 3, second: 32_401)), of: .numbered(1))
        }
        let row = try await temporary.store.read { reader in
            try Row.fetchOne(
                reader.connection,
                sql: """
                    SELECT hex(id) AS id, start, before, rules, rdates, span, shown ->> '$.rrule[0]' AS shown,
                    reminders, subtasks ->> '$[1].title' AS part, (SELECT name FROM tag WHERE tag.key = series.tags ->> '$[2]') AS tag, end_reason, projected_at, slot,
                    number, state, outcome, overrides, closed_at FROM series JOIN occurrence ON series_key = series.key
                    """
            )?.map { "\($0)=\($1)" }
        }
        let reminders = """
            [{"id":"01990000-0000-7000-8000-000000000047","offset":"-P1DT30M","base":"start","every":"PT15M","count":4,\
            "catchUp":7200,"isKept":true},{"id":"01990000-0000-7000-8000-000000000048","distance":-40000,"isKept":false}]
            """
        let rules = """
            [{"rrule":"FREQ=DAILY;COUNT=10","start":"2026-03-02T09:00:00"},\
            {"rrule":"FREQ=WEEKLY;BYDAY=MO","start":"2026-03-09T09:00:00"}]
            """
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }
        let expected = [
            "id=\"01990000000070008000000000000001\"", "start=\"2026-03-02T09:00:00\"",
            "before=\"2026-03-31T09:00:00\"", "rules=\(quoted(rules))", "rdates=\(quoted(#"["20260401T090000"]"#))",
            "span=5400", "shown=\"FREQ=DAILY;UNTIL=20260330T235959Z\"", "reminders=\(quoted(reminders))",
            "part=\(quoted(#"b/""#))", "tag=\"집\"", "end_reason=2", "projected_at=1772452800000", "slot=86401",
            "number=4", "state=4", "outcome=1", "overrides=257", "closed_at=1772366430000",
        ]
        #expect(row == expected)
    }

    private func stored(_ sql: String, _ task: TaskItem) async throws -> Int? {
        let temporary = try TemporaryStore()
        try await temporary.store.write { try $0.save(task) }
        return try await temporary.store.read { try Int.fetchOne($0.connection, sql: sql) }
    }
}
