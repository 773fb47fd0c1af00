import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

@testable import HTTPAPI

/// `GET /v1/tasks/{id}/firings`, as the description has it: what was, which nothing fires here by itself.
struct FiringRouteTests {
    /// Records that a reminder fired, or was missed, as the due loop does.
    private func record(_ task: TaskID, _ index: Int, late: Int, isMissed: Bool = false, in api: API) async throws {
        try await api.store.write { transaction in
            var reminder = try #require(try transaction.task(task)).reminders[index]
            let scheduledAt = try #require(reminder.nextFireAt)
            (reminder.state, reminder.nextFireAt) = (isMissed ? .missed : .fired, nil)
            var firing = Firing(
                reminder: reminder.id, scheduledAt: scheduledAt,
                firedAt: scheduledAt.advanced(by: .seconds(late)), missedCount: 1)
            firing.isMissed = isMissed
            let event = EventDraft(
                id: EventID(firing.id.uuid), type: isMissed ? .reminderMissed : .reminderDue,
                timestamp: firing.firedAt, data: Array("{}".utf8))
            var outcome = FiringOutcome(reminder: reminder, task: task, firing: firing, event: event)
            if late > 0 {
                var note = ReminderNote(
                    isMissed ? .missed : .late, of: reminder.id, scheduledAt: scheduledAt, at: firing.firedAt)
                note.reason = "downtime"
                outcome.note = note
            }
            _ = try transaction.record([outcome])
        }
    }

    @Test
    func `what fired, what was missed, and what was done with it is told as it is described`() async throws {
        try await API.run { api async throws in
            let made = try await api.create(
                """
                {"title":"a","due":"2026-11-21T10:00:00",\
                "reminders":[{"offset":"PT0S"},{"offset":"-PT1M"},{"offset":"-PT2M"}]}
                """)
            let task = try #require(TaskID(made.id))
            for (index, late, isMissed) in [(0, 0, false), (1, 900, false), (2, 90_000, true)] {
                try await record(task, index, late: late, isMissed: isMissed, in: api)
            }
            let reminders = made["reminders"]?.array?.compactMap { $0["id"]?.string } ?? []
            _ = try await api.request(.post, "/v1/reminders/\(reminders[0])/snooze", #"{"for":"PT1H"}"#)
            _ = try await api.request(.post, "/v1/reminders/\(reminders[1])/acknowledge")
            let items = try await api.request(.get, "/v1/tasks/\(made.id)/firings").json["items"]?.array ?? []
            #expect(items.map { $0["reminderId"]?.string } == reminders)
            #expect(items.map { $0["outcome"]?.string } == ["fired", "fired", "missed"])
            #expect(items.map { $0["lateReason"]?.string } == [nil, "downtime", "downtime"])
            #expect(items[0]["snoozedBy"]?.string == "test" && items[1]["acknowledgedBy"]?.string == "test")
            #expect(items.map { $0["deliveries"]?.array?.count } == [1, 1, 1])
        }
    }
}
