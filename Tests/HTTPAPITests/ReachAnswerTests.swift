import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

/// What answers tell a token for a part of what lies outside: how they refuse, what they count and whom they name.
@Suite(.timeLimit(.minutes(10))) struct ReachAnswerTests {
    private static let unknown = "0198c5a0-0000-7000-8000-0000000000ff"

    @Test
    func `how a list is served is told to nobody who may not know of all tasks`() async throws {
        try await ReachScene.run { scene async throws in
            let filter = "filter=tag:mine%20and%20tag:\(ReachScene.marker)"
            for user in [scene.project, scene.tag] {
                let answer = try await user.request(.get, "/v1/tasks?explain=true&\(filter)")
                #expect(answer.status == 403 && answer.json["served"] == nil, "\(answer.json)")
                #expect(answer.json["detail"]?.string?.hasSuffix("; leave explain out") == true, "\(answer.json)")
                #expect(try await user.request(.get, "/v1/tasks?explain=false&\(filter)").status == 200)
            }
            #expect(try await scene.admin.request(.get, "/v1/tasks?explain=true&\(filter)").status == 200)
        }
    }

    @Test
    func `undo passes over what was moved out, and tells nothing of what becomes of it`() async throws {
        try await ReachScene.run { scene async throws in
            let away = #"{"projectId":"\#(scene.outside.project)","tags":[],"title":"\#(ReachScene.marker)"}"#
            for user in [scene.project, scene.tag] {
                let made = try await user.request(.post, "/v1/tasks", #"{"title":"moved"}"#)
                let (path, change) = ("/v1/tasks/\(made.json.id)", try #require(made.changeID))
                let steps: [(HTTPRequest.Method, String, String?)] = [
                    (.patch, path, away), (.patch, path, #"{"priority":"high"}"#), (.post, path + "/complete", nil),
                    (.delete, path, nil), (.delete, "/v1/trash/\(made.json.id)", nil),
                ]
                for (method, path, body) in steps {
                    #expect(try await scene.admin.request(method, path, body).status < 300)
                    let answer = try await user.request(.post, "/v1/undo", "{}")
                    let detail = answer.json["detail"]?.string ?? ""
                    #expect(answer.status == 409 && detail.hasPrefix("this token has made no change"), "\(answer.json)")
                    let named = try await user.request(.post, "/v1/undo", #"{"change":"\#(change)"}"#)
                    #expect(named.status == 404, "\(named.json)")
                }
            }
        }
    }

    @Test
    func `undo and redo go on behind what was moved out`() async throws {
        try await ReachScene.run { scene async throws in
            let away = #"{"projectId":"\#(scene.outside.project)","tags":[]}"#
            for user in [scene.project, scene.tag] {
                let (kept, moved) = (
                    try await user.create(#"{"title":"kept"}"#), try await user.create(#"{"title":"moved"}"#)
                )
                _ = try await scene.admin.request(.patch, "/v1/tasks/\(moved.id)", away)
                let undone = try await user.request(.post, "/v1/undo")
                #expect(undone.json["removed"]?.array?.map(\.string) == [kept.id], "\(undone.json)")
                #expect(try await user.request(.post, "/v1/redo").status == 200)
                let titled = "/v1/tasks/\(kept.id)"
                _ = try await user.request(.patch, titled, #"{"title":"other"}"#)
                let undo = try #require(try await user.request(.post, "/v1/undo").changeID)
                #expect(try await scene.admin.request(.patch, titled, away).status == 200)
                let redone = try await user.request(.post, "/v1/redo")
                let detail = redone.json["detail"]?.string ?? ""
                #expect(redone.status == 409 && detail.hasPrefix("there is nothing to redo"), "\(redone.json)")
                #expect(try await user.request(.post, "/v1/redo", #"{"change":"\#(undo)"}"#).status == 404)
            }
        }
    }

    @Test
    func `of a pause outside no more is told than that a reminder is held`() async throws {
        try await ReachScene.run { scene async throws in
            let targets = [
                #""all":true"#, #""tag":"shared""#, #""filter":"tag:\#(ReachScene.marker) or tag:shared""#,
            ]
            for user in [scene.project, scene.tag] {
                let due = #""due":"2026-12-01T09:00:00","reminders":[{"offset":"PT0S"}]"#
                let task = try await user.create(#"{"title":"held","tags":["shared"],\#(due)}"#)
                func planned(_ user: API) async throws -> JSONValue {
                    let answer = try await user.request(.get, "/v1/tasks/\(task.id)/firings").json
                    return try #require(answer["planned"]?.array?.first)
                }
                #expect(try await planned(user)["paused"] == .bool(false))
                for target in targets {
                    let note = #""note":"\#(ReachScene.marker)","until":"2026-12-03T00:00:00Z""#
                    let pause = try await scene.admin.request(.post, "/v1/pauses", "{\(target),\(note)}").json
                    let (own, whole) = (try await planned(user), try await planned(scene.admin))
                    #expect(own["paused"] == .bool(true) && own["pause"] == .null, "\(own)")
                    #expect(own["fireAt"]?.string == "2026-12-03T00:00:00Z")
                    let reasons = own["reasons"]?.array?.compactMap(\.string) ?? []
                    #expect(reasons.contains("A pause holds it until 2026-12-03T00:00:00Z."), "\(reasons)")
                    #expect(!"\(own)".contains(ReachScene.marker) && !"\(own)".contains("(tag"), "\(own)")
                    #expect(whole["pause"]?.id == pause.id && "\(whole["reasons"] ?? .null)".contains("pause ("))
                    _ = try await scene.admin.request(.delete, "/v1/pauses/\(pause.id)")
                }
                let own = try await user.request(.post, "/v1/pauses", #"{"taskId":"\#(task.id)"}"#).json
                #expect(try await planned(user)["pause"]?.id == own.id)
            }
        }
    }

    @Test
    func `a circle that leads through what lies outside is refused without naming it`() async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                var ids: [String] = []
                for title in ["a", "b"] { ids.append(try await user.create(#"{"title":"\#(title)"}"#).id) }
                let (a, b) = (ids[0], ids[1])
                let far = try await scene.admin.create(#"{"title":"far","blockedBy":["\#(a)"]}"#).id
                let near = try await scene.admin.create(#"{"title":"near","blockedBy":["\#(far)"]}"#).id
                _ = try await scene.admin.request(.patch, "/v1/tasks/\(b)", #"{"blockedBy":["\#(near)"]}"#)
                let waits = #"{"blockedBy":["\#(b)"]}"#
                let batch = #"{"operations":[{"op":"update","id":"\#(a)","changes":\#(waits)}]}"#
                let bulk = #"{"filter":"title:a","op":"update","changes":\#(waits)}"#
                for (method, path, body) in [
                    (.patch, "/v1/tasks/\(a)", waits), (.post, "/v1/batch", batch), (.post, "/v1/tasks/bulk", bulk),
                ] as [(HTTPRequest.Method, String, String)] {
                    let text = "\(try await user.request(method, path, body).json)"
                    #expect(text.contains("waits for this task in turn"), "\(text)")
                    #expect(!text.contains(far) && !text.contains(near), "\(text)")
                }
                // One that is all inside is shown as ever.
                _ = try await scene.admin.request(.patch, "/v1/tasks/\(b)", #"{"blockedBy":["\#(a)"]}"#)
                let refused = try await user.request(.patch, "/v1/tasks/\(a)", waits)
                let way = "\(b) waits for \(a)"
                #expect(refused.status == 422 && "\(refused.json)".contains(way), "\(refused.json)")
            }
        }
    }

    @Test
    func `what is to be waited for, and lies outside, is refused as what nobody has`() async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                var told: Set<String> = []
                for id in [scene.outside.task, scene.outside.trashed, Self.unknown] {
                    let waits = #""blockedBy":["\#(id)"]"#
                    let batch = #"{"operations":[{"op":"create","task":{"title":"x",\#(waits)}}]}"#
                    for (method, path, body) in [
                        (.patch, "/v1/tasks/\(scene.inside.task)", "{\(waits)}"), (.post, "/v1/batch", batch),
                        (.post, "/v1/tasks", #"{"title":"x",\#(waits)}"#),
                    ] as [(HTTPRequest.Method, String, String)] {
                        let answer = try await user.request(method, path, body)
                        let errors = answer.json["errors"]?.array?.compactMap { $0["detail"]?.string } ?? []
                        told.insert("\(answer.status) \(errors)".replacing(id, with: "ID"))
                    }
                }
                #expect(told == [#"422 ["there is no task ID"]"#])
            }
        }
    }

    @Test
    func `a project outside is named to as little effect as one that nobody has`() async throws {
        try await ReachScene.run { scene async throws in
            let deleted = try await scene.admin.request(.post, "/v1/projects", #"{"name":"gone"}"#).json.id
            _ = try await scene.admin.request(.delete, "/v1/projects/\(deleted)")
            let (task, series) = (scene.inside.task, scene.inside.series)
            for (user, status) in [(scene.project, 422), (scene.tag, 403)] {
                var told: [Set<String>] = []
                for id in [scene.outside.project, deleted, Self.unknown] {
                    let moved = #"{"projectId":"\#(id)"}"#
                    let create = #"{"title":"x","projectId":"\#(id)"}"#
                    let batch = #"{"operations":[{"op":"move","id":"\#(task)","projectId":"\#(id)"}]}"#
                    var answers: Set<String> = []
                    for (method, path, body) in [
                        (.patch, "/v1/tasks/\(task)", moved), (.post, "/v1/tasks", create), (.post, "/v1/batch", batch),
                        (.patch, "/v1/tasks/\(scene.inside.daily)?scope=all", moved),
                        (.patch, "/v1/series/\(series)", moved), (.post, "/v1/tasks/\(task)/duplicate", moved),
                    ] as [(HTTPRequest.Method, String, String)] {
                        let answer = try await user.request(method, path, body)
                        #expect(answer.status == status, "\(method) \(path) \(answer.json)")
                        answers.insert("\(path) \(answer.json["detail"]?.string ?? "")".replacing(id, with: "ID"))
                    }
                    let bulk = #"{"filter":"title:task","op":"move","projectId":"\#(id)"}"#
                    let many = try await user.request(.post, "/v1/tasks/bulk", bulk).json
                    #expect(many["changed"]?.integer == 0 && many["failedCount"]?.integer ?? 0 > 0, "\(many)")
                    answers.insert("\(many["failed"] ?? .null)".replacing(id, with: "ID"))
                    told.append(answers)
                }
                #expect(told[0] == told[1] && told[1] == told[2], "\(told)")
            }
        }
    }

    @Test
    func `a project is put only into one inside, and a task with a tag stays in its own`() async throws {
        try await ReachScene.run { scene async throws in
            var told: Set<String> = []
            for id in [scene.outside.project, Self.unknown] {
                for (method, path, body) in [
                    (.post, "/v1/projects", #"{"name":"x","parentId":"\#(id)"}"#),
                    (.patch, "/v1/projects/\(scene.subproject)", #"{"parentId":"\#(id)"}"#),
                ] as [(HTTPRequest.Method, String, String)] {
                    let answer = try await scene.project.request(method, path, body)
                    told.insert("\(answer.status) \(answer.json["detail"] ?? .null)".replacing(id, with: "ID"))
                }
            }
            #expect(told.count == 1 && told.first?.hasPrefix("422 ") == true, "\(told)")
            let path = "/v1/tasks/\(scene.inside.task)"
            for id in [scene.subproject, scene.inside.project] {
                #expect(try await scene.project.request(.patch, path, #"{"projectId":"\#(id)"}"#).status == 200)
            }
            let same = #"{"projectId":"\#(scene.inside.project)","title":"inside again"}"#
            #expect(try await scene.tag.request(.patch, path, same).status == 200)
            let copy = try await scene.tag.request(.post, path + "/duplicate")
            #expect(copy.status == 201 && copy.json["projectId"]?.string == scene.inside.project, "\(copy.json)")
            let other = try await scene.tag.request(.patch, path, #"{"projectId":"\#(scene.subproject)"}"#)
            #expect(other.status == 403, "\(other.json)")
            #expect(try await scene.tag.request(.patch, path, #"{"projectId":null}"#).status == 200)
        }
    }
}

extension ReachAnswerTests {
    @Test(
        arguments: [
            ("PATCH", "/v1/tasks/ID", #"{"title":"later"}"#, 200), ("POST", "/v1/tasks/ID/complete", nil, 200),
            ("DELETE", "/v1/tasks/ID", nil, 204), ("POST", "/v1/tasks/ID/duplicate", nil, 201),
        ] as [(String, String, String?, Int)])
    func `a change of a task that an undo is to bring back waits for it, as everybody's does`(
        method: String, path: String, body: String?, status: Int
    ) async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                var ids: [String] = []
                for number in 1...3 { ids.append(try await user.create(#"{"title":"task \#(number)"}"#).id) }
                let deletions = ids.map { #"{"op":"delete","id":"\#($0)"}"# }.joined(separator: ",")
                let change = try #require(
                    try await user.request(.post, "/v1/batch", #"{"operations":[\#(deletions)]}"#).changeID)
                let configuration = SchedulerConfiguration(defaultZone: "Europe/Berlin", editBatchSize: 1)
                let commands = TaskCommands(zones: ZoneDatabase(), configuration: configuration).inParts
                let now = scene.admin.clock.now
                _ = try await scene.admin.store.write {
                    try commands.undo(change, as: ChangeID(madeAt: now), author: "test", in: $0, now: now)
                }
                let last = try #require(ids.max())
                #expect(try await user.request(.get, "/v1/tasks/\(last)").status == 404)
                #expect(try await scene.admin.store.read { try $0.pendingUndo() } != nil)
                let answer = try await user.request(
                    try #require(HTTPRequest.Method(rawValue: method)), path.replacing("ID", with: last), body)
                #expect(answer.status == status, "\(answer.json)")
            }
        }
    }

    @Test
    func `a series counts and names what of it lies inside, and events of it no more`() async throws {
        try await ReachScene.run { scene async throws in
            let (first, path) = (scene.inside.daily, "/v1/series/\(scene.inside.series)")
            let next = try await scene.admin.request(.post, "/v1/tasks/\(first)/complete").json["next"]?.id ?? ""
            func counts(_ user: API) async throws -> [Int?] {
                let (whole, statistics) = (
                    try await user.request(.get, path).json["counts"],
                    try await user.request(.get, path + "/statistics").json
                )
                return ["completed", "open", "deleted"].flatMap {
                    [whole?[$0]?.integer, statistics[$0]?.integer]
                }
            }
            for user in [scene.project, scene.tag] { #expect(try await counts(user) == [1, 1, 1, 1, 0, 0]) }
            let moved = #"{"projectId":"\#(scene.outside.project)","tags":[],"title":"\#(ReachScene.marker) moved"}"#
            _ = try await scene.admin.request(.patch, "/v1/tasks/\(next)?scope=this", moved)
            let place = try await scene.admin.request(.get, "/v1/events?after=0&limit=1000").json["lastSeq"]?.integer
            for user in [scene.project, scene.tag] { #expect(try await counts(user) == [1, 1, 0, 0, 0, 0]) }
            #expect(try await scene.admin.request(.patch, path, #"{"priority":"high"}"#).status == 200)
            #expect(try await scene.admin.request(.delete, "/v1/tasks/\(next)").status == 204)
            #expect(try await counts(scene.admin) == [1, 1, 0, 0, 1, 1])
            #expect(try await scene.admin.request(.get, path).json["endedBy"]?.string == next)
            for user in [scene.project, scene.tag] {
                #expect(try await counts(user) == [1, 1, 0, 0, 0, 0])
                let series = try await user.request(.get, path)
                #expect(series.json["state"]?.string == "ended" && series.json["endedBy"] == .null)
                let events = try await user.raw("/v1/events?after=\(place ?? 0)")
                #expect(!events.contains(next) && !events.contains(ReachScene.marker), "\(events)")
                let tag = try #require(series.headers[.eTag])
                let changed = try await user.request(
                    .patch, path, #"{"description":"inside \#(user.token.suffix(6))"}"#, headers: ["If-Match": tag])
                #expect(changed.status == 200, "\(changed.json)")
            }
        }
    }

    @Test
    func `an attachment is taken off what lies inside, whoever else has it`() async throws {
        try await ReachScene.run { scene async throws in
            let link = #"{"url":"https://example.com/"}"#
            let (first, admin) = (scene.inside.daily, scene.admin)
            let added = try await admin.request(.post, "/v1/tasks/\(first)/attachments?scope=all", link)
            let id = added.json.id
            let next = try await admin.request(.post, "/v1/tasks/\(first)/complete").json["next"]?.id ?? ""
            _ = try await admin.request(.patch, "/v1/tasks/\(next)", #"{"status":"inProcess"}"#)
            _ = try await admin.request(.post, "/v1/tasks/\(first)/reopen")
            let away = #"{"projectId":"\#(scene.outside.project)","tags":[],"title":"\#(ReachScene.marker)"}"#
            #expect(try await admin.request(.patch, "/v1/tasks/\(next)?scope=this", away).status == 200)
            let named = "/v1/attachments/\(id)?scope=this&taskId=\(next)"
            let unknown = "/v1/attachments/\(id)?scope=this&taskId=\(Self.unknown)"
            let (outside, none) = (
                try await scene.project.request(.delete, named), try await scene.project.request(.delete, unknown)
            )
            #expect(outside.status == 404 && none.status == 404, "\(outside.json)")
            let taken = try await scene.project.request(.delete, "/v1/attachments/\(id)?scope=this")
            #expect(taken.status == 204, "\(taken.json)")
            #expect(try await admin.request(.get, "/v1/tasks/\(next)").json["attachments"]?.array?.count == 1)
        }
    }
}
