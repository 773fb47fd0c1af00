import Basics
import Foundation
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

/// What a token for a part learns, or takes, by cursors and by ids that it knows.
@Suite(.timeLimit(.minutes(10))) struct ReachLeakTests {
    @Test
    func `no cursor of any list tells of what lies outside, and none is good for anybody else`() async throws {
        try await ReachScene.run { scene async throws in
            try await scene.crowd()
            for (name, user) in [("project", scene.project), ("tag", scene.tag), ("hook", scene.hook)] {
                var walked = 0
                for route in scene.admin.routes where route.hasPrefix("GET /v1") && !route.hasSuffix("stream") {
                    let path = scene.inside.path(String(route.dropFirst(4)))
                    let query = path == "/v1/changes" ? "?taskId=\(scene.inside.task)&limit=1" : "?limit=1"
                    let first = try await user.request(.get, path + query)
                    guard first.status == 200, let cursor = first.json["nextCursor"]?.string else { continue }
                    walked += 1
                    try await user.walk(path + query, from: cursor, expecting: "\(name): \(path)")
                    // Whoever sees everything has cursors of another kind, and each token its own.
                    #expect(try await scene.admin.request(.get, "\(path)\(query)&cursor=\(cursor)").status == 400)
                    let whole = try await scene.admin.request(.get, path + query).json["nextCursor"]?.string
                    let foreign = try await user.request(.get, "\(path)\(query)&cursor=\(whole ?? "")")
                    #expect(foreign.status == 400, "\(name): \(path)")
                }
                #expect(walked >= (name == "hook" ? 1 : 5), "\(name): \(walked)")
            }
        }
    }

    @Test
    func `pages of the trash, pauses and projects are full though others' things stand between`() async throws {
        try await ReachScene.run { scene async throws in
            try await scene.crowd()
            for path in ["/v1/trash", "/v1/pauses"] {
                for user in [scene.project, scene.tag] {
                    let whole = try await user.request(.get, path).json["items"]?.array ?? []
                    #expect(whole.count == 3, "\(path): \(whole)")
                    var (found, cursor): ([JSONValue], String?) = ([], nil)
                    repeat {
                        let place = cursor.map { "&cursor=\($0)" } ?? ""
                        let page = try await user.request(.get, path + "?limit=1" + place).json
                        let items = page["items"]?.array ?? []
                        cursor = page["nextCursor"]?.string
                        #expect(items.count == 1 || cursor == nil, "\(path)")
                        found += items
                    } while cursor != nil
                    #expect(found == whole, "\(path)")
                }
            }
            let projects = try await scene.project.request(.get, "/v1/projects?limit=2").json["items"]?.array
            #expect(projects?.count == 2)
        }
    }

    @Test(arguments: ["live", "deleted", "purged"])
    func `the id of a task outside is taken, whatever became of it`(state: String) async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                let task = try await scene.private()
                let path = "/v1/tasks/\(task.id)"
                if state != "live" { _ = try await scene.admin.request(.delete, path) }
                if state == "purged" { _ = try await scene.admin.request(.delete, "/v1/trash/\(task.id)") }
                let before = try await scene.admin.trashed()
                let draft = #"{"id":"\#(task.id)","title":"mine now"}"#
                let batch = #"{"operations":[{"op":"create","task":\#(draft)}]}"#
                for (place, body) in [
                    ("/v1/tasks", draft), ("/v1/batch", batch), ("/v1/tasks/\(scene.inside.task)/duplicate", draft),
                ] {
                    let answer = try await user.request(.post, place, body)
                    let detail = "a task \(task.id) already exists; choose another id, or change that task"
                    #expect(answer.status == 409, "\(place) \(answer.json)")
                    #expect(answer.json["detail"]?.string?.hasSuffix(detail) == true, "\(place) \(answer.json)")
                }
                #expect(try await user.request(.get, path + "/history").status == 404)
                #expect(try await scene.admin.trashed() == before)
                guard state == "deleted" else { continue }
                #expect(try await scene.admin.request(.post, "/v1/trash/\(task.id)/restore").status == 200)
            }
        }
    }

    @Test
    func `the id of a project outside is taken, and nobody is told whether it was deleted`() async throws {
        try await ReachScene.run { scene async throws in
            let path = "/v1/projects/\(scene.outside.project)"
            var told: [JSONValue?] = []
            for _ in 1...2 {
                let body = #"{"id":"\#(scene.outside.project)","name":"mine now"}"#
                let answer = try await scene.project.request(.post, "/v1/projects", body)
                #expect(answer.status == 409, "\(answer.json)")
                told.append(answer.json["detail"])
                _ = try await scene.admin.request(.delete, path)
            }
            #expect(told[0] == told[1])
        }
    }

    @Test
    func `what is paused outside is told from nothing as little as any other`() async throws {
        try await ReachScene.run { scene async throws in
            let unknown = "0198c5a0-0000-7000-8000-0000000000ff"
            for user in [scene.project, scene.tag] {
                for (name, id) in [
                    ("taskId", scene.outside.task), ("taskId", scene.outside.trashed),
                    ("seriesId", scene.outside.series), ("reminderId", scene.outside.reminder),
                ] {
                    var told: [String] = []
                    for id in [id, unknown] {
                        let answer = try await user.request(.post, "/v1/pauses", #"{"\#(name)":"\#(id)"}"#)
                        #expect(answer.status == 404, "\(answer.json)")
                        told.append((answer.json["detail"]?.string ?? "").replacing(id, with: "ID"))
                    }
                    #expect(told[0] == told[1])
                }
            }
        }
    }

    @Test
    func `the id of an own task that was deleted is free, and so is one that nobody has`() async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                let id = TaskID(madeAt: scene.admin.clock.now)
                for _ in 1...2 {
                    #expect(try await user.create(#"{"id":"\#(id)","title":"own"}"#).id == id.description)
                    #expect(try await user.request(.delete, "/v1/tasks/\(id)").status == 204)
                }
                #expect(try await user.request(.post, "/v1/undo").status == 200)
                #expect(try await user.request(.get, "/v1/tasks/\(id)").status == 200)
            }
        }
    }

    @Test
    func `a reminder's id brings nobody what another's told, and keeps no task from coming back`() async throws {
        try await ReachScene.run { scene async throws in
            let (task, quiet) = (try await scene.private(), try await scene.private())
            let fired = try #require(task["reminders"]?.array?.first?.id)
            let (id, reminder) = (try #require(TaskID(task.id)), try #require(ReminderID(fired)))
            let now = scene.admin.clock.now
            try await scene.admin.store.write { transaction in
                var item = try #require(try transaction.task(id)).reminders[0]
                (item.state, item.nextFireAt) = (.fired, nil)
                let firing = Firing(reminder: reminder, scheduledAt: now, firedAt: now)
                #expect(try transaction.record([FiringOutcome(reminder: item, task: id, firing: firing)]) == [true])
            }
            for task in [task, quiet] { _ = try await scene.admin.request(.delete, "/v1/tasks/\(task.id)") }
            func taking(_ id: String) async throws -> Int {
                let trigger = #""at":"2027-01-01T00:00:00""#
                let body = #"{"title":"x","reminders":[{"id":"\#(id)",\#(trigger)}]}"#
                return try await scene.project.request(.post, "/v1/tasks", body).status
            }
            #expect(try await taking(scene.outside.reminder) == 409)
            #expect(try await taking(fired) == 409)
            #expect(try await taking(quiet["reminders"]?.array?.first?.id ?? "") == 201)
            for task in [task, quiet] {
                let restored = try await scene.admin.request(.post, "/v1/trash/\(task.id)/restore")
                #expect(restored.status == 200 && restored.json["reminders"]?.array?.count == 1, "\(restored.json)")
            }
        }
    }

    @Test
    func `the history of a task is what changed while it lay inside, and it is forgotten with that alone`() async throws
    {
        try await ReachScene.run { scene async throws in
            let task = try await scene.private()
            let path = "/v1/tasks/\(task.id)"
            let inside = #"{"projectId":"\#(scene.inside.project)","tags":["mine"],"title":"moved","description":null}"#
            _ = try await scene.admin.request(.patch, path, inside)
            for user in [scene.project, scene.tag] {
                _ = try await user.request(.patch, path, #"{"priority":"high"}"#)
                _ = try await user.request(.patch, path, #"{"priority":"low"}"#)
            }
            for user in [scene.project, scene.tag] {
                let history = try await user.request(.get, path + "/history").json
                #expect(history["items"]?.array?.count == 4, "\(history)")
                let changes = try await user.request(.get, "/v1/changes?taskId=\(task.id)").json
                #expect(changes["items"]?.array?.count == 4, "\(changes)")
                #expect(!"\(history) \(changes)".contains(ReachScene.marker))
            }
            #expect(try await scene.project.request(.delete, path).status == 204)
            #expect(try await scene.project.request(.delete, "/v1/trash/\(task.id)").status == 403)
            #expect(try await scene.project.request(.delete, "/v1/trash/\(scene.inside.trashed)").status == 204)
            let all = try await scene.admin.request(.get, path + "/history").json["items"]?.array
            #expect(all?.count == 8)
        }
    }

    @Test
    func `the id of an attachment outside is given to none inside, and is not there`() async throws {
        try await ReachScene.run { scene async throws in
            let id = scene.outside.attachment
            let link = #"{"id":"\#(id)","url":"https://example.com/inside","fileName":"own"}"#
            let made = try await scene.project.request(.post, "/v1/tasks/\(scene.inside.task)/attachments", link)
            #expect(made.status == 201 && made.json.id != id, "\(made.json)")
            #expect(try await scene.project.request(.get, "/v1/attachments/\(id)").status == 404)
            let own = try await scene.project.request(.get, "/v1/attachments/\(made.json.id)")
            #expect(own.status == 200 && own.json["fileName"]?.string == "own", "\(own.json)")
        }
    }
}

extension ReachScene {
    /// Puts more of the outside, and of the inside, into the lists that no filter narrows, in turn.
    fileprivate func crowd() async throws {
        for round in 1...2 {
            for (things, text) in [(outside, Self.marker), (inside, "inside"), (outside, Self.marker)] {
                let fields = #""projectId":"\#(things.project)","tags":["\#(things.tag)"]"#
                let task = try await admin.create(#"{"title":"\#(text) \#(round)",\#(fields)}"#)
                _ = try await admin.request(.post, "/v1/pauses", #"{"taskId":"\#(task.id)"}"#)
                let gone = try await admin.create(#"{"title":"\#(text) gone",\#(fields)}"#)
                _ = try await admin.request(.delete, "/v1/tasks/\(gone.id)")
                _ = try await admin.request(
                    .post, "/v1/projects", #"{"name":"\#(text) \#(UUID().uuidString)","sortOrder":-\#(round)}"#)
            }
        }
        _ = try await admin.request(.post, "/v1/pauses", #"{"tag":"\#(Self.marker)"}"#)
        _ = try await admin.request(.post, "/v1/pauses", #"{"filter":"title:\"\#(Self.marker)\""}"#)
    }

    /// A task that lies outside, of which a description is in its history.
    fileprivate func `private`() async throws -> JSONValue {
        let times = #""due":"2026-12-01T09:00:00","reminders":[{"offset":"PT0S"}]"#
        let text = #""title":"\#(Self.marker)","description":"\#(Self.marker)","projectId":"\#(outside.project)""#
        let task = try await admin.create("{\(text),\(times)}")
        _ = try await admin.request(.patch, "/v1/tasks/\(task.id)", #"{"description":"\#(Self.marker) other"}"#)
        return task
    }
}

extension API {
    /// The titles of what is in the trash.
    fileprivate func trashed() async throws -> [String] {
        let items = try await request(.get, "/v1/trash").json["items"]?.array ?? []
        return items.compactMap { $0["task"]?["id"]?.string }
    }

    /// Goes through a list to its end, and holds every cursor and body against what is not to be in it.
    fileprivate func walk(_ path: String, from first: String, expecting place: String) async throws {
        var (cursor, count): (String?, Int) = (first, 0)
        while let place = cursor, count < 100 {
            var base64 = place.replacing("-", with: "+").replacing("_", with: "/")
            base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
            let bytes = Array(try #require(Data(base64Encoded: base64)))
            // The names, ids and numbers that cursors are made of are text; what is sealed is none.
            #expect(String(validating: bytes, as: UTF8.self) == nil, "\(place)")
            let page = try await request(.get, "\(path)&cursor=\(place)")
            #expect(page.status == 200, "\(place): \(page.json)")
            #expect(!"\(page.json)".contains(ReachScene.marker), "\(place): \(page.json)")
            cursor = page.json["nextCursor"]?.string
            count += 1
        }
    }
}
