import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// What tokens for a project, a tag or a hook see and change: all of it, and nothing else.
@Suite(.timeLimit(.minutes(10))) struct ReachTests {
    private static let routesOfTasks = [
        "/v1/tasks", "/v1/tasks?q=inside", "/v1/tasks/{id}", "/v1/tasks/{id}/firings", "/v1/tasks/{id}/history",
        "/v1/series/{id}", "/v1/series/{id}/occurrences", "/v1/series/{id}/statistics", "/v1/attachments/{id}",
        "/v1/pauses", "/v1/pauses/{id}", "/v1/trash", "/v1/trash/{id}", "/v1/upcoming", "/v1/events?after=0",
    ]

    @Test
    func `whatever is read, in whatever way, nothing that lies outside is in it`() async throws {
        try await ReachScene.run { scene async throws in
            for (name, user) in [("project", scene.project), ("tag", scene.tag), ("hook", scene.hook)] {
                for route in scene.admin.routes where route.hasPrefix("GET /v1") && !route.hasSuffix("stream") {
                    let path = String(route.dropFirst(4))
                    // Without a title there is nothing to suggest for.
                    let query = path == "/v1/suggestions" ? "?title=inside%20daily%20task" : ""
                    for things in [scene.inside, scene.outside] {
                        let answer = try await user.exchange(.get, things.path(path) + query)
                        let text = String(decoding: answer.bytes, as: UTF8.self)
                        // What was asked for is said again.
                        let isAsked = text.contains(#"there is no tag \"\#(ReachScene.marker)"#)
                        #expect(!text.contains(ReachScene.marker) || isAsked, "\(name): \(path) \(text)")
                        #expect([200, 403, 404].contains(answer.status), "\(name): \(path) \(answer.status)")
                    }
                }
            }
        }
    }

    @Test
    func `what lies outside is answered as what nobody has`() async throws {
        try await ReachScene.run { scene async throws in
            var nothing = ReachScene.Things()
            let unknown = "0198c5a0-0000-7000-8000-0000000000ff"
            (nothing.task, nothing.series, nothing.reminder, nothing.attachment) = (unknown, unknown, unknown, unknown)
            (nothing.pause, nothing.trashed, nothing.project, nothing.hook) = (unknown, unknown, unknown, unknown)
            (nothing.view, nothing.token, nothing.tag) = (unknown, unknown, "nothing")
            nothing.delivery = "dlv_999999999"
            for user in [scene.project, scene.tag, scene.hook] {
                for route in scene.admin.routes where route.contains("{") {
                    let words = route.split(separator: " ").map(String.init)
                    let method = try #require(HTTPRequest.Method(words[0]))
                    for body in [nil, "{}", #"{"title":"x"}"#, "no JSON"] {
                        func answer(of things: ReachScene.Things) async throws -> String {
                            let path = things.path(words[1])
                            let answer = try await user.exchange(
                                method, path, body.map { Array($0.utf8) }, headers: ["x-request-id": "same"])
                            let text = String(decoding: answer.bytes, as: UTF8.self)
                            let anonymous = text.replacing(things.id(in: words[1]), with: "ID")
                            return "\(answer.status) \(anonymous.replacing(things.tag, with: "TAG"))"
                        }
                        let (outside, none) = (
                            try await answer(of: scene.outside), try await answer(of: nothing)
                        )
                        #expect(outside == none, "\(route) \(body ?? "")")
                    }
                }
            }
        }
    }

    @Test
    func `a token for tasks sees what lies inside in every list and at every path`() async throws {
        try await ReachScene.run { scene async throws in
            for user in [scene.project, scene.tag] {
                for route in Self.routesOfTasks {
                    let answer = try await user.exchange(.get, scene.inside.path(route))
                    let text = String(decoding: answer.bytes, as: UTF8.self)
                    #expect(answer.status == 200, "\(route): \(text)")
                    let things = [scene.inside.task, scene.inside.daily, scene.inside.series, "inside", "created"]
                    #expect(things.contains { text.contains($0) }, "\(route): \(text)")
                    #expect(!text.contains(ReachScene.marker), "\(route): \(text)")
                }
                let titles = try await user.request(.get, "/v1/tasks?sort=title").json["items"]?.array?
                    .compactMap { $0["title"]?.string }
                #expect(titles == ["inside daily", "inside sub", "inside task"])
                #expect(try await user.request(.get, "/v1/tasks/count").json["count"]?.integer == 3)
                #expect(try await user.request(.get, "/v1/tasks?filter=priority:none").json["items"]?.array?.count == 3)
                let groups = try await user.request(.get, "/v1/tasks?groupBy=tag").json["groups"]?.array
                #expect(groups?.count == 1, "\(String(describing: groups))")
                #expect(try await user.request(.get, "/v1/tasks?view=inside").status == 403)
                let changes = try await user.request(.get, "/v1/changes?taskId=\(scene.inside.task)")
                #expect(changes.json["items"]?.array?.isEmpty == false)
                let none = try await user.request(.get, "/v1/changes?taskId=\(scene.outside.task)")
                #expect(none.status == 200 && none.json["items"]?.array?.isEmpty == true)
                let statistics = try await user.request(.get, "/v1/statistics").json
                let whole = try await scene.admin.request(.get, "/v1/statistics").json
                let (own, all) = (statistics["total"]?["created"]?.integer, whole["total"]?["created"]?.integer)
                #expect((own ?? 0) > 0 && (own ?? 9) < (all ?? 0), "\(statistics) \(whole)")
                #expect(try await user.request(.get, "/v1/statistics?groupBy=project").status == 403)
                #expect(try await user.request(.get, "/v1/statistics?tag=\(ReachScene.marker)").status == 403)
                for path in ["/v1/export", "/v1/views", "/v1/set-aside", "/v1/hooks", "/v1/tokens"] {
                    #expect(try await user.request(.get, path).status == 403, "\(path)")
                }
            }
            #expect(try await scene.project.request(.get, "/v1/projects").json["items"]?.array?.count == 2)
            #expect(try await scene.tag.request(.get, "/v1/tags").json["items"]?.array?.count == 1)
            #expect(try await scene.tag.request(.get, "/v1/tags/mine").json["count"]?.integer == 3)
        }
    }

    @Test
    func `what fires next is that of the project and those in it, in pages as in one`() async throws {
        try await ReachScene.run { scene async throws in
            let sub = #"{"title":"sub","projectId":"\#(scene.subproject)","due":"2026-12-01T10:00:00","#
            _ = try await scene.project.create(sub + #""reminders":[{"offset":"-PT1H"},{"offset":"PT0S"}]}"#)
            func fireAt(_ user: API, _ query: String) async throws -> [String] {
                var (found, cursor): ([String], String?) = ([], nil)
                repeat {
                    let place = cursor.map { "&cursor=\($0)" } ?? ""
                    let page = try await user.request(.get, "/v1/upcoming?\(query)\(place)")
                    #expect(page.status == 200, "\(page.json)")
                    for item in page.json["items"]?.array ?? [] {
                        found.append("\(item["fireAt"]?.string ?? "") \(item["title"]?.string ?? "")")
                    }
                    cursor = page.json["nextCursor"]?.string
                } while cursor != nil
                return found
            }
            let until = "until=2026-12-08T00:00:00Z"
            let whole = try await fireAt(scene.admin, until + "&limit=1000").filter { !$0.contains(ReachScene.marker) }
            #expect(whole.contains { $0.hasSuffix("sub") } && whole.count > 8)
            for limit in [1, 2, 3, 7, 1_000] {
                #expect(try await fireAt(scene.project, until + "&limit=\(limit)") == whole, "\(limit)")
            }
            let own = try await fireAt(scene.project, until + "&projectId=\(scene.subproject)")
            #expect(own == whole.filter { $0.hasSuffix("sub") })
            #expect(try await fireAt(scene.project, until + "&projectId=\(scene.outside.project)") == [])
            #expect(try await scene.tag.request(.get, "/v1/upcoming?tag=other").status == 403)
        }
    }

    @Test
    func `a token for a hook sees that hook alone, and what was sent to it`() async throws {
        try await ReachScene.run { scene async throws in
            let (user, inside) = (scene.hook, scene.inside)
            let list = try await user.request(.get, "/v1/hooks").json["items"]?.array
            #expect(list?.map(\.id) == [inside.hook])
            let reads = ["/v1/hooks/{id}", "/v1/hooks/{id}/health", "/v1/hooks/{id}/deliveries", "/v1/deliveries/{id}"]
            for path in reads {
                #expect(try await user.request(.get, inside.path(path)).status == 200, "\(path)")
                #expect(try await user.request(.get, scene.outside.path(path)).status == 404, "\(path)")
            }
            for path in ["/v1/hooks/{id}/rotate-secret", "/v1/hooks/{id}/replay", "/v1/deliveries/{id}/replay"] {
                #expect(try await (200...202).contains(user.request(.post, inside.path(path)).status), "\(path)")
                #expect(try await user.request(.post, scene.outside.path(path)).status == 404, "\(path)")
            }
            #expect(try await user.request(.patch, "/v1/hooks/\(inside.hook)", #"{"enabled":false}"#).status == 200)
            #expect(try await user.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/"}"#).status == 403)
            for path in ["/v1/tasks", "/v1/events", "/v1/upcoming", "/v1/tasks/\(inside.task)"] {
                #expect(try await user.request(.get, path).status == 403, "\(path)")
            }
        }
    }

    @Test
    func `the live stream of a token for a project has its events alone, and goes on behind others`() async throws {
        try await ReachScene.run { scene async throws in
            let client = try RawClient(port: scene.admin.port)
            client.get("/v1/events/stream", token: scene.project.token)
            _ = try await client.receive(until: "taskd events\n\n", within: .seconds(60))
            for number in 1...150 {
                _ = try await scene.admin.create(#"{"title":"\#(ReachScene.marker) \#(number)"}"#)
            }
            _ = try await scene.project.create(#"{"title":"last of all"}"#)
            let text = try await client.receive(until: "last of all", within: .seconds(60)).text
            #expect(!text.contains(ReachScene.marker))
        }
    }

    @Test
    func `pages of events go on behind those that lie outside`() async throws {
        try await ReachScene.run { scene async throws in
            for number in 1...120 { _ = try await scene.admin.create(#"{"title":"\#(ReachScene.marker) \#(number)"}"#) }
            _ = try await scene.project.create(#"{"title":"last"}"#)
            var (titles, place): ([String], Int?) = ([], 0)
            while let after = place {
                let page = try await scene.project.request(.get, "/v1/events?after=\(after)&limit=2").json
                let items = page["items"]?.array ?? []
                titles += items.compactMap { $0["data"]?["task"]?["title"]?.string }
                let last = page["lastSeq"]?.integer
                place = last == after ? nil : last
            }
            #expect(titles.last == "last" && titles.first?.hasPrefix("inside") == true)
            #expect(!titles.contains { $0.contains(ReachScene.marker) })
            var (latest, path): ([String], String?) = ([], "/v1/events?sort=-seq&limit=2")
            while let asked = path {
                let page = try await scene.project.request(.get, asked).json
                latest += (page["items"]?.array ?? []).compactMap { $0["data"]?["task"]?["title"]?.string }
                path = page["nextCursor"]?.string.map { "/v1/events?sort=-seq&limit=2&cursor=\($0)" }
            }
            #expect(latest == titles.reversed())
        }
    }
}
