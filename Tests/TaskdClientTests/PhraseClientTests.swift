import Recurrence
import TaskdClient
import TestSupport
import Testing

/// Phrases and suggestions, against the real server; it is Saturday 2026-11-21 at eight in UTC.
@Suite(.timeLimit(.minutes(10))) struct PhraseClientTests {
    @Test func `a line is read, and the task of it is made as it is`() async throws {
        try await ClientHarness.run { harness async throws in
            let client = harness.client
            let line = "Report +work p1 remind 30m remind 8am every fri 9am for 45m // with figures"
            let phrase = try await client.phrase(PhraseRequest(line, timeZone: "Asia/Seoul"))
            #expect(phrase.title == "Report" && phrase.language == "en")
            #expect(phrase.words == "Every Friday at 09:00")
            #expect(phrase.spans.map(\.part).contains("estimate"))
            let task = try await client.create(phrase.task)
            #expect(task.due == "2026-11-27T09:00:00" && task.timeZone == "Asia/Seoul")
            #expect(task.recurrence?.rrule == ["FREQ=WEEKLY;BYDAY=FR"] && task.recurrence?.anchor == "due")
            #expect(task.reminders.map(\.offset) == ["-PT30M", nil])
            #expect(task.reminders.map(\.at) == [nil, "2026-11-27T08:00:00"])
            #expect(task.tags == ["work"] && task.priority == "urgent" && task.estimatedDuration == "PT45M")
            #expect(task.description == "with figures")
        }
    }

    @Test func `a phrase that is refused comes with the place and what to send instead`() async throws {
        try await ClientHarness.run { harness async throws in
            var request = PhraseRequest("3/4", mode: .phrase)
            request.now = "2026-11-21T14:30"
            var refused: DaemonProblem?
            do {
                _ = try await harness.client.phrase(request)
            } catch DaemonError.refused(let problem) {
                refused = problem
            }
            let problem = try #require(refused)
            #expect(problem.status == 422 && problem.range == 0..<3)
            #expect(problem.readings == ["mar 4", "apr 3"] && problem.attempt == "mar 4")
            request.dateOrder = "dayFirst"
            #expect(try await harness.client.phrase(request).result == "2027-04-03")
            (request.text, request.dayParts) = ("tomorrow morning", ["morning": "07:30"])
            #expect(try await harness.client.phrase(request).due == "2026-11-22T07:30:00")
        }
    }

    @Test func `what earlier tasks have is suggested, with why`() async throws {
        try await ClientHarness.run { harness async throws in
            for _ in 1...2 {
                var task = NewTask(title: "Dentist")
                task.tags = ["health"]
                _ = try await harness.client.create(task)
            }
            let suggestions = try await harness.client.suggestions(forTitle: "Dentist with Mia", limit: 5)
            #expect(suggestions.map(\.field) == ["tags"])
            #expect(suggestions.first?.value == .list([.text("health")]))
            #expect(suggestions.first?.because == "2 of 2 tasks with \"dentist\" have it")
            #expect(suggestions.first.map { [$0.count, $0.total] } == [2, 2])
        }
    }

    @Test func `a reminder is put off and stopped by its id`() async throws {
        try await ClientHarness.run { harness async throws in
            var task = NewTask(title: "Stretch")
            task.reminders = [.init(at: "2026-11-21T08:00:00Z")]
            let added = try await harness.client.create(task)
            let id = try #require(added.reminders.first?.id)
            let snoozed = try await harness.client.snooze(reminder: id, for: "PT10M")
            #expect(snoozed.reminders.first?.nextFireAt == "2026-11-21T08:10:00Z")
            let stopped = try await harness.client.acknowledge(reminder: id)
            #expect(stopped.reminders.first?.state == "acknowledged")
        }
    }
}
