import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct ReminderRouteTests {
    @Test
    func `a reminder is put off and stopped`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"a","due":"2026-11-21T10:00:00","reminders":[{"offset":"PT0S"}]}"#)
            let reminder = try #require(task["reminders"]?.array?.first?.id)
            let path = "/v1/reminders/\(reminder)"
            func state(_ action: String, _ body: String?) async throws -> (Int, [String?]) {
                let response = try await api.request(.post, "\(path)/\(action)", body)
                let reminder = response.json["reminders"]?.array?.first
                return (response.status, ["state", "nextFireAt", "snoozedUntil"].map { reminder?[$0]?.string })
            }
            let snoozed = try await state("snooze", #"{"for":"PT10M"}"#)
            #expect(snoozed == (200, ["snoozed", "2026-11-21T08:10:00Z", "2026-11-21T08:10:00Z"]))
            let until = try await state("snooze", #"{"until":"2026-11-21T12:00:00"}"#)
            #expect(until == (200, ["snoozed", "2026-11-21T11:00:00Z", "2026-11-21T11:00:00Z"]))
            #expect(try await api.request(.post, path + "/snooze", #"{"until":"2026-11-20"}"#).pointers == ["/until"])
            #expect(try await api.request(.post, path + "/snooze", #"{"for":"-PT1M"}"#).pointers == ["/for"])
            let neither = try await api.request(.post, path + "/snooze", "{}")
            #expect(neither.status == 422 && neither.pointers == [""])
            #expect(neither.json["detail"]?.string?.hasPrefix("the body must have") == true)
            let stopped = try await state("acknowledge", nil)
            #expect(stopped == (200, ["acknowledged", nil, nil]))
            #expect(try await api.request(.post, "/v1/reminders/17/acknowledge").status == 404)
        }
    }

    @Test
    func `what is to come is told, also where no task exists yet`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"stretch","due":"2026-11-21T10:00:00","recurrence":{"rrule":["FREQ=DAILY;COUNT=3"]},"reminders":[{"offset":"PT0S"}]}"#
            )
            _ = try await api.create(#"{"title":"call","reminders":[{"at":"2026-11-22T09:00:00"}]}"#)
            let items = try await api.request(.get, "/v1/upcoming").json["items"]?.array ?? []
            #expect(items.map { $0["title"]?.string } == ["stretch", "call", "stretch", "stretch"])
            #expect(items.map { $0["projected"] == .bool(true) } == [false, false, true, true])
            #expect(items[0]["taskId"]?.string == task.id)
            #expect(items[2]["occurrence"]?.integer == 2)
            #expect(items[2]["fireAt"]?.string == "2026-11-22T09:00:00Z")
            let next = try await api.request(.post, "/v1/tasks/\(task.id)/complete").json["next"]
            #expect(next?.id == items[2]["taskId"]?.string)
            #expect(next?["reminders"]?.array?.first?.id == items[2]["reminderId"]?.string)
            let page = try await api.request(.get, "/v1/upcoming?limit=1").json
            let cursor = try #require(page["nextCursor"]?.string)
            let rest = try await api.request(.get, "/v1/upcoming?limit=1&cursor=\(cursor)").json["items"]?.array
            #expect(rest?.first?["firingId"]?.string == items[2]["firingId"]?.string)
        }
    }

    @Test
    func `the log is read from any place`() async throws {
        try await API.run { api async throws in
            for number in 0..<3 { _ = try await api.create(#"{"title":"task \#(number)"}"#) }
            let events = try await api.request(.get, "/v1/events?after=1&limit=1").json
            let event = try #require(events["items"]?.array?.first)
            #expect(event["seq"]?.integer == 2)
            #expect(event["type"]?.string == "task.created")
            #expect(event.id.hasPrefix("evt_"))
            #expect(event["data"]?["task"]?["title"]?.string == "task 1")
            #expect(events["lastSeq"]?.integer == 2)
        }
    }
}
