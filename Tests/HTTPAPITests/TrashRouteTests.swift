import Basics
import HTTPTypes
import Storage
import TestSupport
import Testing

/// `/v1/trash`.
struct TrashRouteTests {
    private static let body =
        #"{"title":"a","due":"2026-12-01T09:00","tags":["x"],"subtasks":[{"title":"s"}],"reminders":[{"offset":"-PT1H"}]}"#

    @Test func `a deleted task is listed, restored with all that was its own, and deleted again by an undo`()
        async throws
    {
        try await API.run { api async throws in
            let made = try await api.create(Self.body)
            let deletion = try await api.request(.delete, "/v1/tasks/\(made.id)")
            let item = try #require(try await api.request(.get, "/v1/trash").json["items"]?.array?.first)
            #expect(item["task"]?["title"]?.string == "a" && item["author"]?.string != nil)
            #expect(item["changeId"]?.string == deletion.changeID?.description && item["deletedAt"]?.string != nil)
            let restored = try await api.request(.post, "/v1/trash/\(made.id)/restore")
            #expect(restored.status == 200 && restored.changeID != nil)
            let there = try await api.request(.get, "/v1/tasks/\(made.id)").json
            #expect(there == restored.json)
            for member in ["title", "due", "tags", "subtasks", "reminders", "createdAt"] {
                #expect(there[member] == made[member], "\(member)")
            }
            #expect(try await api.trash() == [])
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            #expect(try await api.request(.get, "/v1/tasks/\(made.id)").status == 404)
            #expect(try await api.trash() == ["a"])
        }
    }

    @Test func `a series that ended with its task goes on when the task is restored`() async throws {
        try await API.run { api async throws in
            let made = try await api.create(
                #"{"title":"r","due":"2026-12-01T09:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#)
            _ = try await api.request(.delete, "/v1/tasks/\(made.id)")
            #expect(try await api.request(.post, "/v1/trash/\(made.id)/restore").status == 200)
            let next = try await api.request(.post, "/v1/tasks/\(made.id)/complete").json["next"]
            #expect(next?["due"]?.string == "2026-12-02T09:00:00")
        }
    }

    @Test func `one of many that were deleted at once is restored alone, an occurrence to its place`() async throws {
        try await API.run { api async throws in
            let other = try await api.create(#"{"title":"o"}"#).id
            let rule = #""recurrence":{"rrule":["FREQ=DAILY"]}"#
            let made = try await api.create(#"{"title":"r","due":"2026-12-01T09:00",\#(rule)}"#)
            let operations = [other, made.id].map { #"{"op":"delete","id":"\#($0)"}"# }.joined(separator: ",")
            _ = try await api.request(.post, "/v1/batch", #"{"operations":[\#(operations)]}"#)
            #expect(Set(try await api.trash()) == ["o", "r"])
            let restored = try await api.request(.post, "/v1/trash/\(made.id)/restore")
            #expect(restored.status == 200)
            #expect(
                restored.json["seriesId"] == made["seriesId"] && restored.json["recurrenceId"] == made["recurrenceId"])
            #expect(try await api.trash() == ["o"])
            #expect(try await api.request(.get, "/v1/tasks/\(other)").status == 404)
            // Its series stays ended.
            #expect(try await api.request(.post, "/v1/tasks/\(made.id)/complete").json["next"] == .null)
            let undone = try await api.request(.post, "/v1/undo")
            #expect(undone.status == 200)
            #expect(try await api.request(.post, "/v1/undo").json["undone"]?["kind"]?.string == "restore")
            #expect(Set(try await api.trash()) == ["o", "r"])
        }
    }

    @Test func `an occurrence in the trash has the handle of its series, and is found by it, with its time or without`()
        async throws
    {
        try await API.run { api async throws in
            let rule = #""recurrence":{"rrule":["FREQ=DAILY"]}"#
            let made = try await api.create(#"{"title":"r","due":"2026-12-01T09:00",\#(rule)}"#)
            let handle = try #require(made["handle"]?.string)
            for _ in 1...2 {
                #expect(try await api.request(.delete, "/v1/tasks/\(handle)?scope=this").status == 204)
            }
            let items = try await api.request(.get, "/v1/trash").json["items"]?.array?.map { $0["task"] ?? .null } ?? []
            #expect(items.map { $0["handle"]?.string } == [handle, handle])
            #expect(items.map { $0["seriesId"] } == [made["seriesId"], made["seriesId"]])
            let days = ["2026-12-02T09:00:00", "2026-12-01T09:00:00"]
            #expect(items.map { $0["recurrenceId"]?.string } == days)
            for (name, day) in [
                (handle, days[0]), ("\(handle):2026-12-01", days[1]), ("\(handle.prefix(5)):12-02", days[0]),
                ("\(handle):2026-12-01T09", days[1]),
            ] {
                let found = try await api.request(.get, "/v1/trash/\(name)").json["task"]
                #expect(found?["recurrenceId"]?.string == day, "\(name)")
            }
            let month = try await api.request(.get, "/v1/trash/\(handle):2026-12")
            #expect(month.status == 409 && month.json["total"] == .number(2))
            #expect(try await api.request(.get, "/v1/trash/\(handle):2026-12-03").status == 404)
            let restored = try await api.request(.post, "/v1/trash/\(handle):12-01/restore").json
            #expect(restored["recurrenceId"]?.string == days[1])
        }
    }

    @Test func `where one of several cannot be restored, another is restored alone, and nothing is half done`()
        async throws
    {
        try await API.run { api async throws in
            let rule = #""recurrence":{"rrule":["FREQ=DAILY"]}"#
            let first = try await api.create(#"{"title":"r","due":"2026-12-01T09:00",\#(rule)}"#).id
            let next = try await api.request(.post, "/v1/tasks/\(first)/complete").json["next"] ?? .null
            let blocker = try await api.create(#"{"title":"b"}"#).id
            let waiting = try await api.create(#"{"title":"w","blockedBy":["\#(next.id)"]}"#).id
            _ = try await api.request(.patch, "/v1/tasks/\(next.id)", #"{"blockedBy":["\#(blocker)"]}"#)
            #expect(try await api.request(.post, "/v1/tasks/\(first)/reopen").json["withdrawn"] == .null)
            #expect(try await api.request(.delete, "/v1/tasks/\(first)?scope=all").status == 204)
            #expect(try await api.trash() == ["r", "r"])
            // Now the second occurrence would wait for the one that waits for it.
            let closing = try await api.request(.patch, "/v1/tasks/\(blocker)", #"{"blockedBy":["\#(waiting)"]}"#)
            #expect(closing.status == 200)
            #expect(try await api.request(.post, "/v1/trash/\(first)/restore").status == 200)
            #expect(try await api.request(.get, "/v1/tasks/\(first)").status == 200)
            #expect(try await api.request(.get, "/v1/tasks/\(next.id)").status == 404)
            #expect(try await api.trash() == ["r"])
            #expect(try await api.request(.post, "/v1/trash/\(next.id)/restore").status == 409)
            #expect(try await api.request(.get, "/v1/tasks/\(waiting)").json["isBlocked"] == .bool(false))
        }
    }

    @Test func `what is deleted for good is neither restored nor brought back by an undo, and nothing else is lost`()
        async throws
    {
        try await API.run { api async throws in
            let ids = try await ["a", "b"].asyncMap { try await api.create(#"{"title":"\#($0)"}"#).id }
            let operations = ids.map { #"{"op":"delete","id":"\#($0)"}"# }.joined(separator: ",")
            let deletion = try await api.request(.post, "/v1/batch", #"{"operations":[\#(operations)]}"#)
            #expect(try await api.request(.delete, "/v1/trash/\(ids[0])").status == 204)
            for method in [HTTPRequest.Method.get, .delete] {
                #expect(try await api.request(method, "/v1/trash/\(ids[0])").status == 404)
            }
            #expect(try await api.request(.post, "/v1/trash/\(ids[0])/restore").status == 404)
            let change = try #require(deletion.changeID)
            let undone = try await api.request(.post, "/v1/undo", #"{"change":"\#(change)"}"#)
            #expect(undone.json["taskCount"] == .number(1))
            #expect(try await api.request(.get, "/v1/tasks/\(ids[0])").status == 404)
            #expect(try await api.request(.get, "/v1/tasks/\(ids[1])").status == 200)
        }
    }

    @Test func `an undo passes over what was deleted for good, and reaches what was changed before`() async throws {
        let rule = #""due":"2026-12-01T09:00","recurrence":{"rrule":["FREQ=DAILY"]}"#
        for (task, suffix) in [(#""priority":"high""#, ""), (rule, ""), (rule, "?scope=all")] {
            try await API.run { api async throws in
                let other = try await api.create(#"{"title":"other"}"#).id
                let id = try await api.create(#"{"title":"a",\#(task)}"#).id
                _ = try await api.request(.patch, "/v1/tasks/\(id)", #"{"title":"b"}"#)
                _ = try await api.request(.delete, "/v1/tasks/\(id)\(suffix)")
                #expect(try await api.request(.delete, "/v1/trash").status == 204)
                var undone: Set<String> = []
                while try await api.request(.get, "/v1/tasks/\(other)").status == 200 {
                    let answer = try await api.request(.post, "/v1/undo")
                    try #require(answer.status == 200, "\(suffix): \(answer.json)")
                    let change = try #require(answer.json["undone"]?["id"]?.string)
                    try #require(undone.insert(change).inserted, "\(suffix): it undoes \(change) again")
                    #expect(try await api.request(.get, "/v1/tasks/\(id)").status == 404)
                }
                #expect(try await api.request(.get, "/v1/tasks/\(id)/history").status == 404)
                #expect(try await api.request(.post, "/v1/undo").status == 409)
            }
        }
    }

    @Test func `a series goes on without an occurrence that was deleted for good`() async throws {
        try await API.run { api async throws in
            let made = try await api.create(
                #"{"title":"a","due":"2026-12-01T09:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#)
            let (series, other) = (try #require(made["seriesId"]?.string), try await api.create(#"{"title":"o"}"#).id)
            let tasks = "/v1/tasks?seriesId=\(series)"
            let alone = try await api.request(.delete, "/v1/tasks/\(made.id)?scope=this")
            let second = try #require(try await api.request(.get, tasks).json["items"]?.array?.first).id
            let operations =
                #"{"op":"delete","id":"\#(second)","scope":"this"},{"op":"delete","id":"\#(other)"}"#
            let both = try await api.request(.post, "/v1/batch", #"{"operations":[\#(operations)]}"#)
            #expect(both.status == 200)
            for id in [made.id, second] {
                #expect(try await api.request(.delete, "/v1/trash/\(id)").status == 204)
            }
            for (change, status) in [(both.changeID, 200), (alone.changeID, 409)] {
                let body = #"{"change":"\#(try #require(change))"}"#
                #expect(try await api.request(.post, "/v1/undo", body).status == status)
            }
            #expect(try await api.request(.get, "/v1/tasks/\(other)").status == 200)
            let open = try #require(try await api.request(.get, tasks).json["items"]?.array)
            #expect(open.map { $0["recurrenceId"]?.string } == ["2026-12-03T09:00:00"])
        }
    }

    @Test func `an undo passes over a pause that has ended, and says so where it is asked for that alone`() async throws
    {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"a"}"#).id
            let pause = try await api.request(.post, "/v1/pauses", #"{"filter":"tag:x","for":"PT1S"}"#)
            #expect(pause.status == 201)
            api.clock.advance(by: .seconds(2))
            let now = api.clock.now
            // As the due loop does at its end.
            try await api.store.write { transaction in
                for pause in try transaction.pausesOver(at: now, limit: 10) { try transaction.deletePause(pause.id) }
            }
            let change = try #require(pause.changeID)
            let alone = try await api.request(.post, "/v1/undo", #"{"change":"\#(change)"}"#)
            #expect(alone.status == 409 && alone.json["detail"]?.string?.contains("nothing of the change") == true)
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            #expect(try await api.request(.get, "/v1/tasks/\(task)").status == 404)
        }
    }

    @Test func `the trash is emptied, however much it has, and is read in pages before`() async throws {
        try await API.run { api async throws in
            let tasks = (0..<250).map { #"{"op":"create","ref":"\#($0)","task":{"title":"\#($0)"}}"# }
            let deletions = (0..<250).map { #"{"op":"delete","ref":"\#($0)"}"# }
            _ = try await api.request(
                .post, "/v1/batch", #"{"operations":[\#(tasks.joined(separator: ","))]}"#)
            #expect(try await api.trash() == [])
            _ = try await api.request(
                .post, "/v1/batch", #"{"operations":[\#((tasks + deletions).joined(separator: ","))]}"#)
            // What one change makes and deletes was never there.
            #expect(try await api.trash() == [])
            _ = try await api.request(.post, "/v1/tasks/bulk", #"{"filter":"status:open","op":"delete"}"#)
            let page = try await api.request(.get, "/v1/trash?limit=100").json
            #expect(page["items"]?.array?.count == 100)
            let cursor = try #require(page["nextCursor"]?.string)
            let rest = try await api.request(.get, "/v1/trash?limit=1000&cursor=\(cursor)").json
            #expect(rest["items"]?.array?.count == 150 && rest["nextCursor"] == .null)
            #expect(try await api.request(.delete, "/v1/trash").status == 204)
            #expect(try await api.trash() == [])
        }
    }
}

extension API {
    /// The titles of the tasks in the trash.
    fileprivate func trash() async throws -> [String] {
        try await request(.get, "/v1/trash").json["items"]?.array?.compactMap { $0["task"]?["title"]?.string } ?? []
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
