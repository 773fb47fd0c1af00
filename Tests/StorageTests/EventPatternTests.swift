import Storage
import TestSupport
import Testing

@Suite struct EventPatternTests {
    @Test(arguments: [
        ("*", "task.completed", true), ("*", "anything", true),
        ("task.*", "task.completed", true), ("task.*", "task.a.b", true),
        ("task.*", "task", false), ("task.*", "tasks.completed", false), ("task.*", "reminder.due", false),
        ("task.completed", "task.completed", true), ("task.completed", "task.completedx", false),
        ("task.completed", "task", false), ("task", "task.completed", false), ("a.b.*", "a.b.c", true),
        ("a.b.*", "a.bc", false),
    ])
    func `a pattern means the types it matches`(pattern: String, type: String, isMeant: Bool) throws {
        #expect(try #require(EventPattern(pattern)).matches(EventType(rawValue: type)) == isMeant)
    }

    @Test(arguments: [
        "", ".", "task.", ".task", "task..completed", "*.task", "task.*.done", "**", "task*", "Task.*",
        "task completed",
        "task.done1", "작업.*", "a.b.c.d.e", "task.\u{0}", String(repeating: "a", count: 101),
    ])
    func `text that is no pattern is not read`(text: String) {
        #expect(EventPattern(text) == nil)
    }

    @Test(arguments: ["*", "task", "task.*", "a.b.c.*", "hook.disabled"])
    func `a pattern is written as it was read`(text: String) {
        #expect(EventPattern(text)?.description == text)
    }

    @Test func `a hook wants what one of its patterns means, while it is enabled`() {
        var hook = Hook.webhook(1) { $0.events = ["task.*", "reminder.due"].compactMap { EventPattern($0) } }
        #expect(hook.wants(.taskCreated))
        #expect(hook.wants(.reminderDue))
        #expect(!hook.wants(.reminderMissed))
        hook.isEnabled = false
        #expect(!hook.wants(.taskCreated))
    }
}
