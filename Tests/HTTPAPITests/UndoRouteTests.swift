import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

/// `POST /v1/undo`, `POST /v1/redo` and `GET /v1/changes`.
struct UndoRouteTests {
    @Test
    func `a token goes back change by change, and forward again`() async throws {
        try await API.run { api async throws in
            let path = "/v1/tasks/\(try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#).json.id)"
            for title in ["b", "c"] { _ = try await api.request(.patch, path, #"{"title":"\#(title)"}"#) }
            func title() async throws -> String? { try await api.request(.get, path).json["title"]?.string }
            var seen: [String?] = []
            for step in ["undo", "undo", "redo", "undo", "redo", "redo", "undo", "undo", "undo"] {
                let answer = try await api.request(.post, "/v1/\(step)")
                #expect(answer.status == 200 && answer.changeID != nil)
                seen.append(try await title())
            }
            #expect(seen == ["b", "a", "b", "a", "b", "c", "b", "a", "Not Found"])
            #expect(try await api.request(.post, "/v1/undo").status == 409)
            for _ in 1...3 { #expect(try await api.request(.post, "/v1/redo").status == 200) }
            #expect(try await title() == "c")
            #expect(try await api.request(.post, "/v1/redo").status == 409)
        }
    }

    /// What is done, and what the list of changes then calls it, with how many tasks.
    @Test
    func `the list says what each change was about`() async throws {
        try await API.run { api async throws in
            func post(_ path: String, _ body: String = "") async throws -> JSONValue {
                try await api.request(.post, "/v1/\(path)", body).json
            }
            let path = "tasks/\(try await post("tasks", #"{"title":"Dentist","tags":["home"]}"#).id)"
            let other = try await post("tasks", #"{"title":"Bread"}"#).id
            _ = try await api.request(.patch, "/v1/\(path)", #"{"title":"Doctor"}"#)
            _ = try await post("\(path)/complete")
            let operations =
                #"{"operations":[{"op":"complete","id":"\#(other)"},{"op":"create","task":{"title":"c"}}]}"#
            _ = try await post("batch", operations)
            let project = try await post("projects", #"{"name":"Garden"}"#).id
            _ = try await api.request(.delete, "/v1/projects/\(project)")
            let series = try await api.createDaily("Water")
            _ = try await api.request(
                .patch, "/v1/series/\(try #require(series["seriesId"]?.string))", #"{"title":"Pour"}"#)
            _ = try await api.request(.delete, "/v1/tags/home")
            for body in [#"{"all":true}"#, #"{"tag":"work"}"#, #"{"taskId":"\#(other)"}"#, #"{"filter":"tag:a"}"#] {
                _ = try await post("pauses", body)
            }
            _ = try await api.request(.delete, "/v1/tasks/\(other)")
            let undone = try await post("undo")
            #expect(undone["undone"]?["subject"]?.string == "Bread" && undone["undone"]?["taskCount"]?.integer == 1)
            let changes = try await api.request(.get, "/v1/changes").json["items"]?.array ?? []
            let told = changes.reversed().map { change in
                "\(change["kind"]?.string ?? "") \(change["subject"]?.string ?? "-") \(change["taskCount"]?.integer ?? -1)"
            }
            let expected = [
                "create Doctor 1", "create Bread 1", "update Doctor 1", "complete Doctor 1", "batch Bread 1",
                "createProject Garden 0", "deleteProject Garden 0", "create Pour 1", "updateSeries Pour 1",
                "deleteTag home 0", "pause everything 0", "pause #work 0", "pause Bread 0", "pause tag:a 0",
                "delete Bread 1", "undo Bread 1",
            ]
            #expect(told == expected)
            let page = try await api.request(.get, "/v1/changes?limit=3").json
            #expect(page["items"]?.array?.count == 3 && page["nextCursor"]?.string != nil)
        }
    }

    @Test
    func `a new change ends what can be redone`() async throws {
        try await API.run { api async throws in
            let path = "/v1/tasks/\(try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#).json.id)"
            _ = try await api.request(.patch, path, #"{"title":"b"}"#)
            _ = try await api.request(.post, "/v1/undo")
            _ = try await api.request(.post, "/v1/tasks", #"{"title":"other"}"#)
            #expect(try await api.request(.post, "/v1/redo").status == 409)
            #expect(try await api.request(.get, path).json["title"]?.string == "a")
        }
    }

    @Test
    func `the answer says what was undone, and which tasks are restored or removed`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("water")
            let completion = try await api.request(.post, "/v1/tasks/\(task.id)/complete")
            let next = try #require(completion.json["next"]?["id"]?.string)
            let answer = try await api.request(.post, "/v1/undo", "{}")
            #expect(answer.json["undone"]?["kind"]?.string == "complete" && answer.json["redone"] == .null)
            #expect(answer.json["undone"]?["id"]?.string == completion.changeID?.description)
            #expect(answer.json["tasks"]?.array?.map { $0["status"]?.string } == ["needsAction"])
            #expect(answer.json["removed"]?.array?.map(\.string) == [next])
            let removed = answer.json["removedTasks"]?.array?.first
            #expect(removed?["id"]?.string == next && removed?["title"]?.string == "water")
            #expect(removed?["handle"]?.string == completion.json["next"]?["handle"]?.string)
            #expect(answer.json["taskCount"]?.integer == 1 && answer.json["removedCount"]?.integer == 1)
            let again = try await api.request(.post, "/v1/redo").json
            #expect(again["undone"]?["kind"]?.string == "undo" && again["redone"]?["kind"]?.string == "complete")
        }
    }

    @Test
    func `the answer names later changes of what was deleted for good, which were passed over`() async throws {
        try await API.run { api async throws in
            _ = try await api.request(.post, "/v1/tasks", #"{"title":"stays"}"#)
            let creation = try await api.request(.post, "/v1/tasks", #"{"title":"goes"}"#)
            let id = creation.json.id
            let deletion = try await api.request(.delete, "/v1/tasks/\(id)")
            #expect(try await api.request(.delete, "/v1/trash/\(id)").status == 204)
            let answer = try await api.request(.post, "/v1/undo").json
            #expect(answer["removedTasks"]?.array?.first?["title"]?.string == "stays")
            #expect(
                answer["passedOver"]?.array?.map { $0["id"]?.string }
                    == [deletion, creation].map { $0.changeID?.description })
            #expect(answer["passedOver"]?.array?.map { $0["kind"]?.string } == ["delete", "create"])
            #expect(answer["passedOverCount"]?.integer == 2)
            let again = try await api.request(.post, "/v1/redo").json
            #expect(again["passedOver"]?.array == [] && again["passedOverCount"]?.integer == 0)
        }
    }

    @Test
    func `a change is undone by its id, and a later one that stands in the way is named`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#)
            let path = "/v1/tasks/\(made.json.id)"
            let first = try await api.request(.patch, path, #"{"title":"b"}"#)
            let second = try await api.request(.patch, path, #"{"title":"c"}"#)
            let (firstID, secondID) = (try #require(first.changeID), try #require(second.changeID))
            let refused = try await api.request(.post, "/v1/undo", #"{"change":"\#(firstID)"}"#)
            #expect(refused.status == 409 && refused.json["detail"]?.string?.contains("\(secondID)") == true)
            let undone = try await api.request(.post, "/v1/undo", #"{"change":"\#(secondID)"}"#)
            #expect(undone.status == 200)
            #expect(try await api.request(.post, "/v1/undo", #"{"change":"\#(secondID)"}"#).status == 409)
            #expect(try await api.request(.post, "/v1/redo", #"{"change":"\#(secondID)"}"#).status == 422)
            let undo = try #require(undone.changeID)
            #expect(try await api.request(.post, "/v1/redo", #"{"change":"\#(undo)"}"#).status == 200)
            #expect(try await api.request(.get, path).json["title"]?.string == "c")
        }
    }

    @Test(arguments: [
        (#"{"change":1}"#, 422), (#"{"change":"x"}"#, 422), (#"{"other":true}"#, 422), ("[]", 422), ("{", 400),
        (#"{"change":"0198c5a0-0000-7000-8000-000000000000"}"#, 404), (#"{"change":null}"#, 200), ("{}", 200),
    ])
    func `what is no such change is refused, and nothing is done`(body: String, status: Int) async throws {
        try await API.run { api async throws in
            let path = "/v1/tasks/\(try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#).json.id)"
            #expect(try await api.request(.post, "/v1/undo", body).status == status)
            #expect(try await api.request(.get, path).status == (status == 200 ? 404 : 200))
        }
    }

    @Test
    func `repeated with its key an undo happens once`() async throws {
        try await API.run { api async throws in
            for title in ["a", "b"] { _ = try await api.request(.post, "/v1/tasks", #"{"title":"\#(title)"}"#) }
            let answers = [
                try await api.request(.post, "/v1/undo", headers: ["idempotency-key": "k"]),
                try await api.request(.post, "/v1/undo", headers: ["idempotency-key": "k"]),
            ]
            #expect(answers[0].json == answers[1].json && answers[0].changeID == answers[1].changeID)
            #expect(try await api.request(.get, "/v1/tasks").json["items"]?.array?.count == 1)
        }
    }

    @Test
    func `a large change is undone in several transactions as one change, once, and redone so`() async throws {
        try await API.run(editBatchSize: 3) { api async throws in
            let project = try await api.request(.post, "/v1/projects", #"{"name":"p"}"#).json.id
            for number in 1...9 {
                _ = try await api.create(#"{"title":"\#(number)","tags":["a"],"projectId":"\#(project)"}"#)
            }
            func tasks() async throws -> [String: String?] {
                let items = try await api.request(.get, "/v1/tasks").json["items"]?.array ?? []
                return Dictionary(items.map { ($0["title"]?.string ?? "", $0["projectId"]?.string) }) { first, _ in
                    first
                }
            }
            let before = try await tasks()
            #expect(before.count == 9)
            #expect(try await api.request(.delete, "/v1/projects/\(project)?tasks=delete").status == 204)
            let answers = [
                try await api.request(.post, "/v1/undo", headers: ["idempotency-key": "k"]),
                try await api.request(.post, "/v1/undo", headers: ["idempotency-key": "k"]),
            ]
            #expect(answers[0].status == 200 && answers[0].json == answers[1].json)
            #expect(answers[0].json["taskCount"]?.integer == 9)
            #expect((1..<9).contains(answers[0].json["tasks"]?.array?.count ?? 0))
            #expect(try await tasks() == before)
            let undo = try #require(answers[0].changeID)
            let changes = try await api.request(.get, "/v1/changes?limit=2").json["items"]?.array ?? []
            #expect(
                changes.map { $0["kind"]?.string } == ["undo", "deleteProject"] && changes[0].id == undo.description)
            let redone = try await api.request(.post, "/v1/redo")
            #expect(redone.status == 200 && redone.json["removedCount"]?.integer == 9)
            #expect(try await api.request(.get, "/v1/tasks").json["items"]?.array == [])
            #expect(try await api.store.read { try $0.pendingUndo() } == nil)
        }
    }

    @Test
    func `changes are listed latest first, page by page, of all tasks or of one`() async throws {
        try await API.run { api async throws in
            let made = try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#)
            _ = try await api.request(.post, "/v1/tasks", #"{"title":"b"}"#)
            _ = try await api.request(.post, "/v1/tasks/\(made.json.id)/complete")
            _ = try await api.request(.post, "/v1/undo")
            let all = try await api.request(.get, "/v1/changes").json["items"]?.array ?? []
            #expect(all.map { $0["kind"]?.string } == ["undo", "complete", "create", "create"])
            #expect(all.first?["undoes"] == all[1]["id"])
            var (pages, cursor): ([JSONValue], String?) = ([], nil)
            repeat {
                let query = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await api.request(.get, "/v1/changes?limit=3\(query)").json
                pages += page["items"]?.array ?? []
                cursor = page["nextCursor"]?.string
            } while cursor != nil
            #expect(pages == all)
            let own = try await api.request(.get, "/v1/changes?taskId=\(made.json.id)").json["items"]?.array ?? []
            #expect(own.map { $0["kind"]?.string } == ["undo", "complete", "create"])
            #expect(try await api.request(.get, "/v1/changes?taskId=x").status == 400)
        }
    }

    @Test(
        arguments: [
            ("PATCH", "/v1/tasks/ID", #"{"title":"later"}"#, 200), ("POST", "/v1/tasks/ID/complete", nil, 200),
            ("DELETE", "/v1/tasks/ID", nil, 204), ("POST", "/v1/tasks/ID/duplicate", "{}", 201),
            ("POST", "/v1/tasks/ID/attachments", #"{"uri":"https://example.org/a"}"#, 201),
            ("POST", "/v1/batch", #"{"operations":[{"op":"complete","id":"ID"}]}"#, 200),
        ] as [(String, String, String?, Int)])
    func `a change of a task that is to come back waits until it is there, and a look at it does not`(
        method: String, path: String, body: String?, status: Int
    ) async throws {
        try await API.run(editBatchSize: 1) { api async throws in
            var ids: [String] = []
            for number in 1...4 {
                ids.append(try await api.request(.post, "/v1/tasks", #"{"title":"task \#(number)"}"#).json.id)
            }
            let deletions = ids.map { #"{"op":"delete","id":"\#($0)"}"# }.joined(separator: ",")
            let change = try #require(
                try await api.request(.post, "/v1/batch", #"{"operations":[\#(deletions)]}"#).changeID)
            let (commands, now) = (
                TaskCommands(
                    zones: ZoneDatabase(),
                    configuration: SchedulerConfiguration(defaultZone: "Europe/Berlin", editBatchSize: 1)
                ).inParts, api.clock.now
            )
            _ = try await api.store.write {
                try commands.undo(change, as: ChangeID(madeAt: now), author: "test", in: $0, now: now)
            }
            let last = try #require(ids.max())
            func named(_ text: String) -> String { text.replacing("ID", with: last) }
            #expect(try await api.request(.get, "/v1/tasks/\(last)").status == 404)
            #expect(try await api.store.read { try $0.pendingUndo() } != nil)
            let answer = try await api.request(
                try #require(HTTPRequest.Method(rawValue: method)), named(path), body.map(named))
            #expect(answer.status == status, "\(answer.json)")
            #expect(try await api.store.read { try $0.pendingUndo() } == nil)
        }
    }
}
