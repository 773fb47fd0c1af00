import Filters
import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct TaskFilterTests {
    /// Filters, and whether they select the task below, at noon UTC on Sunday, 2026-03-01.
    static let filters: [(String, Bool)] = [
        ("status:inProcess", true), ("status:open", true), ("status != open", false), ("is:closed", false),
        ("priority >= high", true), ("priority > urgent", false), ("priority != low", true), ("has:priority", true),
        ("tag:home", true), ("tag:Home", true), ("tag != (work, home)", false), ("tag:(work, home)", true),
        ("tag:\"cafe\u{301}\"", true), ("no:tag", false),
        ("due = today", true), ("due < today", false), ("due < tomorrow", true), ("due > now", true),
        ("due = 2026-03-01T13:00", true), ("due != today", false), ("start < today", false), ("start != today", true),
        ("no:start", true), ("completed <= now", false), ("createdAt = now", true), ("updated < now", false),
        ("overdue", false), ("not overdue", true), ("recurring", false), ("no:series", true),
        ("series:00000000-0000-0000-0000-000000000000", false),
        ("milk", true), ("MIL", true), ("ilk", false), ("\"milk from\"", true), ("\"milk zurich\"", false),
        ("\"from Zur\"", true), ("zürich", true), ("eggs", true), ("title:eggs", false), ("description:eggs", true),
        ("\"Zürich eggs\"", false), ("\"milk-from\"", true), ("title = \"Milk from Zürich\"", true),
        ("title = milk", false), ("location:post", true), ("location:OFFICE", true), ("location:school", false),
        ("has:(due, location, description)", true),
        ("due < today or tag:home and not overdue", true), ("(due < today or tag:home) and overdue", false),
    ]

    @Test(arguments: filters)
    func `A filter selects a task by what it says`(text: String, isSelected: Bool) throws {
        let filter = try TaskFilter(text).resolved(now: .noon, zone: .utc)
        #expect(try task.matches(filter) == isSelected)
        #expect(try task.matches(.not(filter)) != isSelected)
    }

    @Test func `A task is blocked while it is open and what it waits for is`() throws {
        let filter = try TaskFilter("blocked").resolved(now: .noon, zone: .utc)
        var task = task
        #expect(try !task.matches(filter))
        task.hasOpenBlocker = true
        #expect(try task.matches(filter))
        task.status = .completed
        #expect(try !task.matches(filter))
    }

    private var task: TaskItem {
        .fixture(1) { task in
            (task.title, task.details) = ("Milk from Zürich", "and eggs")
            (task.status, task.priority, task.tags) = (.inProcess, .urgent, ["home", "caf\u{E9}"])
            (task.dueAt, task.overdueAt) = (.noon(plus: 3_600), .noon(plus: 3_600))
            task.location = TaskLocation(placeName: "Post Office")
        }
    }
}
