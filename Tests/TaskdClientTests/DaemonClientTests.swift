import Foundation
import TaskdClient
import Testing

@Suite(.timeLimit(.minutes(10))) struct DaemonClientTests {
    private func daily(_ title: String = "Water the plants") -> NewTask {
        var task = NewTask(title: title)
        task.due = "2026-12-01T09:00:00"
        task.recurrence = NewTask.Recurrence(rrule: ["FREQ=DAILY"])
        task.reminders = [NewTask.Reminder(offset: "-PT1H")]
        task.tags = ["home"]
        return task
    }

    @Test(arguments: [false, true])
    func `a task is made, read, completed, opened again, skipped and deleted`(blocksThread: Bool) async throws {
        try await ClientHarness.run(blocksThread: blocksThread) { harness in
            let client = harness.client
            let task = try await client.create(daily())
            #expect(task.due == "2026-12-01T09:00:00")
            #expect(task.dueAt == "2026-12-01T08:00:00Z")
            #expect(task.recurrence?.rrule == ["FREQ=DAILY"])
            #expect(task.reminders.first?.nextFireAt == "2026-12-01T07:00:00Z")
            let read = try await client.task(task.id)
            #expect(read == task)

            let completion = try await client.complete(task.id)
            #expect(completion.completed.status == "completed")
            let next = try #require(completion.next)
            #expect(next.due == "2026-12-02T09:00:00")
            let reopening = try await client.reopen(task.id)
            #expect(reopening.reopened.status == "needsAction")
            #expect(reopening.withdrawn == next.id)

            let skip = try await client.skip(task.id)
            #expect(skip.skipped.status == "cancelled")
            #expect(skip.next?.due == "2026-12-02T09:00:00")
            try await client.deleteTask(task.id)
            await #expect(throws: DaemonError.self) { try await client.task(task.id) }
        }
    }

    @Test func `pages of tasks, coming firings and occurrences lead to each other`() async throws {
        try await ClientHarness.run { harness in
            let client = harness.client
            let task = try await client.create(daily())
            for number in 1...4 { _ = try await client.create(daily("Task \(number)")) }
            var (titles, cursor): (Set<String>, String?) = ([], nil)
            repeat {
                let query = [QueryItem("limit", "2")] + QueryItem.optional("cursor", cursor)
                let page = try await client.tasks(query)
                titles.formUnion(page.items.map(\.title))
                cursor = page.nextCursor
            } while cursor != nil
            #expect(titles == ["Water the plants", "Task 1", "Task 2", "Task 3", "Task 4"])

            let series = try await client.series(try #require(task.seriesId))
            #expect(series.state == "active")
            #expect(series.dtstart == "2026-12-01T09:00:00")
            #expect(series.counts["open"] == 1)
            let occurrences = try await client.occurrences(ofSeries: series.id, [QueryItem("limit", "3")])
            #expect(occurrences.items.first?.taskId == task.id)
            #expect(occurrences.items.map(\.recurrenceId).count == 3)

            let upcoming = try await client.upcoming([QueryItem("limit", "10"), QueryItem("tag", "home")])
            #expect(upcoming.items.first?.fireAt == "2026-12-01T07:00:00Z")
            #expect(upcoming.items.contains { $0.projected })
            let firings = try await client.firings(ofTask: task.id)
            #expect(firings.planned.first?.fireAt == "2026-12-01T07:00:00Z")
            #expect(firings.items.isEmpty)
        }
    }

    @Test func `properties of other programs are read as the values that they are`() async throws {
        try await ClientHarness.run { harness in
            let client = harness.client
            let body = #"{"title":"a","properties":{"t":"x","n":1,"f":0.5,"b":false,"l":[null,true,"1"],"o":{"p":[]}}}"#
            let task: TaskView = try await client.post("tasks", Array(body.utf8)).decode()
            #expect(
                task.properties == [
                    "t": .text("x"), "n": .number(1), "f": .number(0.5), "b": .bool(false),
                    "l": .list([.null, .bool(true), .text("1")]), "o": .object(["p": .list([])]),
                ])
            #expect(try await client.create(NewTask(title: "b")).properties == nil)
        }
    }

    @Test func `hooks, pauses and events are read as what they are`() async throws {
        try await ClientHarness.run { harness in
            let client = harness.client
            let added: HookView = try await client.post(
                "hooks", Array(#"{"kind":"webhook","url":"https://example.com/hook","events":["task.*"]}"#.utf8)
            ).decode()
            #expect(added.secret?.hasPrefix("whsec_") == true)
            let hooks = try await client.hooks()
            #expect(hooks.items.map(\.target) == ["https://example.com/hook"])
            #expect(hooks.items.first?.secret == nil)

            _ = try await client.post("pauses", Array(#"{"tag":"home","for":"P1D","note":"away"}"#.utf8))
            let pauses = try await client.pauses()
            #expect(pauses.items.map(\.tag) == ["home"])
            #expect(pauses.items.first?.until == "2026-11-22T08:00:00Z")

            let task = try await client.create(daily())
            let events = try await client.events()
            #expect(events.items.contains { $0.type == "task.created" && $0.data?.task?.title == task.title })
            let last = try #require(events.items.last).seq
            let later = try await client.events(after: last)
            #expect(later.items.isEmpty)
            let deliveries = try await client.deliveries(ofHook: added.id)
            #expect(deliveries.items.map(\.eventType) == ["task.created"])
            #expect(deliveries.items.first?.state == "pending")
        }
    }

    @Test(arguments: [false, true])
    func `what is repeated with its idempotency key is done once`(blocksThread: Bool) async throws {
        try await ClientHarness.run(blocksThread: blocksThread) { harness in
            let client = harness.client
            let first = try await client.create(daily(), idempotencyKey: "plants")
            let second = try await client.create(daily(), idempotencyKey: "plants")
            #expect(second == first)
            let tasks = try await client.tasks()
            #expect(tasks.items.count == 1)
            let other = daily("Something else")
            let error = await #expect(throws: DaemonError.self) {
                try await client.create(other, idempotencyKey: "plants")
            }
            guard case .refused(let problem) = error else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(problem.status == 409)
        }
    }
}
