import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// What tokens for a project or a tag write lies inside, before and after.
@Suite(.timeLimit(.minutes(10))) struct ReachWriteTests {
    /// A call that would write, or move, something that lies outside.
    private struct Call {
        let method: HTTPRequest.Method
        let path: String
        let body: String?
        let statuses: Set<Int>

        init(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, _ statuses: Set<Int>) {
            (self.method, self.path, self.body, self.statuses) = (method, path, body, statuses)
        }
    }

    private static func calls(_ scene: ReachScene) -> [Call] {
        let (inside, outside) = (scene.inside, scene.outside)
        let bare = ["mine"].contains(outside.tag) ? "" : #""tags":[]"#
        let away = #"{"projectId":"\#(outside.project)",\#(bare)}"#
        return [
            Call(.post, "/v1/tasks", #"{"title":"x","projectId":"\#(outside.project)"}"#, [403, 422]),
            Call(.patch, "/v1/tasks/\(inside.task)", away, [403, 422]),
            Call(.patch, "/v1/tasks/\(inside.task)", #"{"projectId":null,"tags":[]}"#, [403]),
            Call(.patch, "/v1/tasks/\(inside.daily)?scope=all", away, [403, 422]),
            Call(.patch, "/v1/tasks/\(inside.daily)?scope=following", away, [403, 422]),
            Call(.patch, "/v1/series/\(inside.series)", away, [403, 422]),
            Call(.post, "/v1/tasks/\(inside.task)/duplicate", away, [403, 422]),
            Call(.patch, "/v1/tasks/\(inside.task)", #"{"blockedBy":["\#(outside.task)"]}"#, [422]),
            Call(.patch, "/v1/tasks/\(outside.task)", #"{"projectId":"\#(inside.project)","tags":["mine"]}"#, [404]),
            Call(.post, "/v1/tasks/\(outside.task)/complete", nil, [404]),
            Call(.delete, "/v1/tasks/\(outside.daily)?scope=all", nil, [404]),
            Call(.delete, "/v1/trash", nil, [403]),
            Call(.post, "/v1/trash/\(outside.trashed)/restore", nil, [404]),
            Call(.delete, "/v1/trash/\(outside.trashed)", nil, [404]),
            Call(.post, "/v1/batch", batch(#"{"op":"complete","id":"\#(outside.task)"}"#), [404]),
            Call(.post, "/v1/batch", batch(#"{"op":"delete","id":"\#(outside.task)"}"#), [404]),
            Call(.post, "/v1/batch", batch(#"{"op":"update","id":"\#(outside.task)","changes":{"title":"x"}}"#), [404]),
            Call(.post, "/v1/batch", batch(#"{"op":"move","id":"\#(outside.task)","projectId":null}"#), [404]),
            Call(.post, "/v1/batch", batch(#"{"op":"update","id":"\#(inside.task)","changes":\#(away)}"#), [403, 422]),
            Call(.post, "/v1/pauses", #"{"all":true}"#, [403]),
            Call(.post, "/v1/pauses", #"{"taskId":"\#(outside.task)"}"#, [404]),
            Call(.post, "/v1/pauses", #"{"seriesId":"\#(outside.series)"}"#, [404]),
            Call(.post, "/v1/pauses", #"{"tag":"\#(outside.tag)"}"#, [403]),
            Call(.post, "/v1/pauses", #"{"filter":"tag:mine"}"#, [403]),
            Call(.delete, "/v1/pauses/\(outside.pause)", nil, [404]),
            Call(.post, "/v1/reminders/\(outside.reminder)/snooze", #"{"for":"PT1H"}"#, [404]),
            Call(.delete, "/v1/attachments/\(outside.attachment)", nil, [404]),
            Call(.post, "/v1/tasks/\(outside.task)/attachments", #"{"url":"https://example.com/"}"#, [404]),
            Call(.patch, "/v1/projects/\(inside.project)", #"{"name":"x"}"#, [403]),
            Call(.patch, "/v1/projects/\(scene.subproject)", #"{"parentId":null}"#, [403]),
            Call(.patch, "/v1/projects/\(outside.project)", #"{"parentId":"\#(inside.project)"}"#, [404, 403]),
            Call(.delete, "/v1/projects/\(scene.subproject)?tasks=delete", nil, [403]),
            Call(.post, "/v1/projects", #"{"name":"x","parentId":"\#(outside.project)"}"#, [403, 422]),
            Call(.patch, "/v1/tags/mine", #"{"name":"other"}"#, [403]),
            Call(.delete, "/v1/tags/\(outside.tag)", nil, [403]),
            Call(.post, "/v1/views", #"{"name":"x"}"#, [403]),
            Call(.post, "/v1/import", #"{"kind":"header"}"#, [403]),
            Call(.post, "/v1/tokens", #"{"name":"x"}"#, [403]),
            Call(.patch, "/v1/hooks/\(outside.hook)", #"{"enabled":false}"#, [403]),
        ]
    }

    private static func batch(_ operation: String) -> String {
        #"{"operations":[{"op":"create","task":{"title":"made beside"}},\#(operation)]}"#
    }

    @Test
    func `nothing that lies outside is written, nor anything moved there, by whatever verb`() async throws {
        try await ReachScene.run { scene async throws in
            let before = try await scene.outsideState()
            for (name, user) in [("project", scene.project), ("tag", scene.tag)] {
                let insideBefore = try await scene.admin.raw("/v1/tasks/\(scene.inside.task)")
                for call in Self.calls(scene) {
                    let answer = try await user.exchange(call.method, call.path, call.body.map { Array($0.utf8) })
                    let text = String(decoding: answer.bytes, as: UTF8.self)
                    let place = "\(name): \(call.method) \(call.path) \(call.body ?? "") \(text)"
                    #expect(call.statuses.contains(answer.status), "\(place)")
                    #expect(!text.contains("\(ReachScene.marker) "), "\(place)")
                }
                #expect(try await scene.outsideState() == before)
                #expect(try await scene.admin.raw("/v1/tasks/\(scene.inside.task)") == insideBefore)
                let found = try await scene.admin.request(.get, "/v1/tasks?q=beside").json["items"]?.array
                #expect(found?.isEmpty == true)
            }
        }
    }

    @Test
    func `what lies inside is changed, completed, snoozed, paused, deleted and brought back`() async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                let things = scene.inside
                let calls: [Call] = [
                    Call(.patch, "/v1/tasks/\(things.task)", #"{"title":"inside changed"}"#, [200]),
                    Call(.patch, "/v1/tasks/\(things.task)", #"{"projectId":"\#(things.project)"}"#, [200]),
                    Call(.patch, "/v1/tasks/\(things.task)", #"{"blockedBy":["\#(scene.subtask)"]}"#, [200]),
                    Call(.patch, "/v1/tasks/\(things.task)", #"{"blockedBy":[]}"#, [200]),
                    Call(.post, "/v1/tasks/\(things.daily)/complete", nil, [200]),
                    Call(.post, "/v1/undo", nil, [200]), Call(.post, "/v1/redo", nil, [200]),
                    Call(.post, "/v1/tasks/\(things.daily)/reopen", nil, [200]),
                    Call(.patch, "/v1/series/\(things.series)", #"{"description":"inside, all of it"}"#, [200]),
                    Call(.post, "/v1/reminders/\(things.reminder)/snooze", #"{"for":"PT1H"}"#, [200, 409]),
                    Call(.delete, "/v1/pauses/\(things.pause)", nil, [200]),
                    Call(.post, "/v1/pauses", #"{"taskId":"\#(things.task)"}"#, [201]),
                    Call(.delete, "/v1/tasks/\(things.task)", nil, [204]),
                    Call(.post, "/v1/trash/\(things.task)/restore", nil, [200]),
                    Call(.post, "/v1/tasks/\(things.task)/duplicate", nil, [201]),
                    Call(.post, "/v1/batch", Self.batch(#"{"op":"complete","id":"\#(things.task)"}"#), [200]),
                ]
                for call in calls {
                    let answer = try await user.request(call.method, call.path, call.body)
                    #expect(call.statuses.contains(answer.status), "\(call.method) \(call.path) \(answer.json)")
                }
            }
        }
    }

    @Test
    func `what a token makes lies inside without being told to`() async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                let operations = Self.batch(#"{"op":"create","task":{"title":"b"}}"#)
                let batch = try await user.request(.post, "/v1/batch", operations)
                let recurring = try await user.createDaily("r")
                let made = try await user.create(#"{"title":"a","projectId":null}"#)
                for task in (batch.json["results"]?.array ?? []) + [recurring, made] {
                    #expect(try await user.request(.get, "/v1/tasks/\(task.id)").status == 200, "\(task)")
                }
                let next = try await user.request(.post, "/v1/tasks/\(recurring.id)/complete").json["next"]
                #expect(try await user.request(.get, "/v1/tasks/\(next?.id ?? "")").status == 200)
            }
            let project = try await scene.project.request(.post, "/v1/projects", #"{"name":"new"}"#)
            #expect(project.status == 201 && project.json["parentId"]?.string == scene.inside.project)
            let path = "/v1/projects/\(project.json.id)"
            #expect(try await scene.project.request(.patch, path, #"{"name":"newer"}"#).status == 200)
            #expect(try await scene.project.request(.post, "/v1/undo").status == 200)
            #expect(try await scene.project.request(.get, path).json["name"]?.string == "new")
        }
    }

    @Test
    func `a bulk change reaches what its filter selects of the inside`() async throws {
        try await ReachScene.run { scene async throws in
            let before = try await scene.outsideState()
            let body = #"{"filter":"priority:none","op":"update","changes":{"priority":"high"}"#
            let preview = try await scene.project.request(.post, "/v1/tasks/bulk", body + #","preview":true}"#)
            #expect(preview.json["matched"]?.integer == 3)
            let done = try await scene.project.request(.post, "/v1/tasks/bulk", body + "}")
            #expect(done.json["changed"]?.integer == 3, "\(done.json)")
            let moved = try await scene.project.request(
                .post, "/v1/tasks/bulk",
                #"{"filter":"priority:high","op":"move","projectId":"\#(scene.outside.project)"}"#)
            #expect(moved.json["changed"]?.integer == 0 && moved.json["failedCount"]?.integer == 3)
            #expect(try await scene.outsideState() == before)
            #expect(try await scene.project.request(.get, "/v1/tasks").json["items"]?.array?.count == 3)
        }
    }

    @Test
    func `a change of what lies outside can be neither undone nor seen`() async throws {
        try await ReachScene.run { scene async throws in
            let path = "/v1/tasks/\(scene.outside.task)"
            let change = try #require(
                try await scene.admin.request(.patch, path, #"{"title":"\#(ReachScene.marker) again"}"#).changeID)
            let before = try await scene.outsideState()
            for user in [scene.project, scene.tag] {
                let answer = try await user.request(.post, "/v1/undo", #"{"change":"\#(change)"}"#)
                #expect(answer.status == 404, "\(answer.json)")
            }
            // A change of both is one that cannot be taken back by halves.
            let both = try await scene.admin.request(
                .post, "/v1/batch",
                """
                {"operations":[{"op":"update","id":"\(scene.inside.task)","changes":{"title":"inside both"}},
                {"op":"update","id":"\(scene.outside.task)","changes":{"title":"\(ReachScene.marker) both"}}]}
                """)
            let id = try #require(both.changeID)
            #expect(try await scene.project.request(.post, "/v1/undo", #"{"change":"\#(id)"}"#).status == 404)
            #expect(try await scene.admin.request(.post, "/v1/undo", #"{"change":"\#(id)"}"#).status == 200)
            #expect(try await scene.outsideState().count == before.count)
        }
    }

    @Test
    func `an occurrence that lies outside keeps its series from being changed beneath it`() async throws {
        try await ReachScene.run { scene async throws in
            let first = scene.inside.daily
            let rule = #"{"recurrence":{"rrule":["FREQ=DAILY"],"respawn":"schedule"}}"#
            #expect(try await scene.admin.request(.patch, "/v1/tasks/\(first)?scope=all", rule).status == 200)
            let moved = #"{"projectId":"\#(scene.outside.project)","tags":[],"title":"\#(ReachScene.marker) moved"}"#
            #expect(try await scene.admin.request(.patch, "/v1/tasks/\(first)?scope=this", moved).status == 200)
            let before = try await scene.admin.raw("/v1/tasks/\(first)")
            for user in [scene.project, scene.tag] {
                let path = "/v1/series/\(scene.inside.series)"
                for body in [
                    #"{"priority":"low"}"#, #"{"recurrence":{"missed":"keep"}}"#,
                    #"{"recurrence":{"respawn":"completion"}}"#, #"{"recurrence":{"rrule":["FREQ=WEEKLY"]}}"#,
                ] {
                    let answer = try await user.request(.patch, path, body)
                    #expect(answer.status == 403, "\(answer.json)")
                }
                #expect(try await user.request(.delete, path).status == 403)
                #expect(try await user.request(.delete, path + "?open=delete").status == 403)
                let pause = #"{"seriesId":"\#(scene.inside.series)"}"#
                #expect(try await user.request(.post, "/v1/pauses", pause).status == 403)
                #expect(try await scene.admin.raw("/v1/tasks/\(first)") == before)
                let occurrences = try await user.raw("/v1/series/\(scene.inside.series)/occurrences")
                #expect(!occurrences.contains(ReachScene.marker) && !occurrences.contains(first))
            }
        }
    }

    @Test
    func `what is done to an occurrence inside is answered without those outside`() async throws {
        try await ReachScene.run { scene async throws in
            let (first, series) = (scene.inside.daily, scene.inside.series)
            let next = try await scene.admin.request(.post, "/v1/tasks/\(first)/complete").json["next"] ?? .null
            let moved = #"{"projectId":"\#(scene.outside.project)","tags":[],"title":"\#(ReachScene.marker) moved"}"#
            #expect(try await scene.admin.request(.patch, "/v1/tasks/\(next.id)?scope=this", moved).status == 200)
            #expect(try await scene.admin.request(.post, "/v1/tasks/\(first)/reopen").status == 200)
            let before = try await scene.admin.raw("/v1/tasks/\(next.id)")
            for user in [scene.project, scene.tag] {
                for (verb, status) in [("complete", 200), ("reopen", 200), ("skip", 200), ("reopen", 200)] {
                    let answer = try await user.request(.post, "/v1/tasks/\(first)/\(verb)")
                    #expect(answer.status == status, "\(verb) \(answer.json)")
                    #expect(!"\(answer.json)".contains(ReachScene.marker), "\(verb) \(answer.json)")
                }
                let batch = #"{"operations":[{"op":"complete","id":"\#(first)"}]}"#
                let answer = try await user.request(.post, "/v1/batch", batch)
                #expect(answer.status == 200 && !"\(answer.json)".contains(ReachScene.marker), "\(answer.json)")
                #expect(try await user.request(.post, "/v1/undo").status == 200)
                let titled = try await user.request(
                    .patch, "/v1/tasks/\(first)?scope=this", #"{"title":"inside alone"}"#)
                #expect(titled.status == 200, "\(titled.json)")
                let occurrences = try await user.raw("/v1/series/\(series)/occurrences")
                #expect(occurrences.contains(first) && !occurrences.contains(next.id))
            }
            #expect(try await scene.admin.raw("/v1/tasks/\(next.id)") == before)
        }
    }
}
