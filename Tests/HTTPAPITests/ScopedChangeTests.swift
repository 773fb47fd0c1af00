import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

/// How far changes and deletions of one occurrence reach.
struct ScopedChangeTests {
    /// A series with three open occurrences, of the first three days of December.
    private struct Daily {
        let tasks: [JSONValue]
        var series: String { tasks[0].series }

        /// They appear by themselves, up to the third.
        init(_ api: API) async throws {
            let first = try await api.createDaily("a")
            let dates = (2...3).map { "2026-12-0\($0)T09:00:00" }
            var all = [first]
            for _ in dates {
                // Closing and opening again leaves the following one, once it was touched.
                let last = all[all.count - 1]
                let next = try await api.request(.post, "/v1/tasks/\(last.id)/complete").json["next"] ?? .null
                _ = try await api.request(.patch, "/v1/tasks/\(next.id)", #"{"status":"inProcess"}"#)
                _ = try await api.request(.post, "/v1/tasks/\(last.id)/reopen")
                all.append(next)
            }
            try #require(all.map { $0["due"]?.string } == ["2026-12-01T09:00:00"] + dates)
            tasks = all
        }

        /// Which of them are there, by their numbers from 0.
        func left(in api: API) async throws -> [Int] {
            var left: [Int] = []
            for (index, task) in tasks.enumerated() where try await api.status(.get, "/v1/tasks/\(task.id)") == 200 {
                left.append(index)
            }
            return left
        }
    }

    @Test(arguments: [("", [0, 2]), ("?scope=following", [0]), ("?scope=all", [])])
    func `deleting an open occurrence ends its series, with those that the scope names`(
        query: String, left: [Int]
    ) async throws {
        try await API.run { api async throws in
            let daily = try await Daily(api)
            let path = "/v1/tasks/\(daily.tasks[1].id)"
            #expect(try await api.request(.delete, path + query).status == 204)
            #expect(try await daily.left(in: api) == left)
            let series = try await api.request(.get, "/v1/series/\(daily.series)").json
            #expect(series["state"]?.string == "ended" && series["endReason"]?.string == "deleted")
            #expect(series["endedBy"]?.string == daily.tasks[1].id)
            #expect(series["before"]?.string == (query.contains("following") ? "2026-12-02T09:00:00" : nil))
            #expect(try await api.types().count { $0 == "task.deleted" } == 3 - left.count)
            #expect(try await api.types().count { $0 == "series.ended" } == 1)
            #expect(try await api.request(.delete, path + query).status == 404)
        }
    }

    @Test
    func `a change is answered when it has reached every occurrence, however many transactions that takes`()
        async throws
    {
        try await API.run(editBatchSize: 1) { api async throws in
            let daily = try await Daily(api)
            let path = "/v1/tasks/\(daily.tasks[0].id)?scope=all"
            let changes = #"{"due":"2026-12-01T10:00:00","subtasks":[{"title":"part"}]}"#
            let answer = try await api.request(.patch, path, changes)
            #expect(answer.status == 200 && answer.json["due"]?.string == "2026-12-01T10:00:00")
            let query = "/v1/tasks?seriesId=\(daily.series)&sort=due"
            let tasks = try await api.request(.get, query).json["items"]?.array ?? []
            #expect(tasks.compactMap { $0["due"]?.string } == (1...3).map { "2026-12-0\($0)T10:00:00" })
            #expect(tasks.allSatisfy { $0["subtasks"]?.array?.count == 1 })
            #expect(try await api.types().count { $0 == "series.updated" } == 1)
            let tag = try #require(answer.headers[.eTag])
            let retitled = try await api.request(.patch, path, #"{"title":"b"}"#, headers: ["If-Match": tag])
            #expect(retitled.status == 200)
            #expect(try await api.request(.delete, "/v1/series/\(daily.series)?open=delete").status == 204)
            #expect(try await daily.left(in: api) == [])
            #expect(try await api.store.read { try $0.seriesWithPendingEdits(limit: 9) } == [])
        }
    }

    @Test(arguments: [
        #"{"subtasks":[{"title":"part"}]}"#, #"{"dtstart":"2026-12-01T10:00:00"}"#, #"{"timeZone":"Asia/Seoul"}"#,
        #"{"title":"b","reminders":[{"offset":"PT0S"}]}"#,
    ])
    func `a change of the series is answered with the series, however many transactions it takes`(
        changes: String
    ) async throws {
        try await API.run(editBatchSize: 1) { api async throws in
            let daily = try await Daily(api)
            let path = "/v1/series/\(daily.series)"
            let before = try await api.request(.get, path)
            let tag = try #require(before.headers[.eTag])
            let answer = try await api.request(.patch, path, changes, headers: ["If-Match": tag])
            #expect(answer.status == 200 && answer.json["version"]?.integer == 2)
            #expect(try await api.request(.get, path).json == answer.json)
            #expect(try await api.types().count { $0 == "series.updated" } == 1)
            #expect(try await api.store.read { try $0.seriesWithPendingEdits(limit: 9) } == [])
        }
    }

    @Test
    func `a series of which a change is unfinished can be read`() async throws {
        try await API.run { api async throws in
            let daily = try await Daily(api)
            let series = try #require(SeriesID(daily.series))
            try await api.store.write { try $0.setPendingEdits([PendingEdit(lastNumber: 3)], of: series) }
            for path in ["", "/occurrences"] {
                #expect(try await api.request(.get, "/v1/series/\(daily.series)\(path)").status == 200)
            }
            #expect(try await api.request(.get, "/v1/tasks/\(daily.tasks[0].id)").status == 200)
            #expect(try await api.request(.get, "/v1/upcoming").status == 200)
        }
    }

    @Test
    func `a request that meets an unfinished change is carried out after it, in a batch too`() async throws {
        try await API.run(editBatchSize: 1) { api async throws in
            let daily = try await Daily(api)
            let series = try #require(SeriesID(daily.series))
            func leave() async throws {
                // As a daemon leaves it that ends in the middle.
                var edit = PendingEdit(lastNumber: 3)
                edit.fields = .subtasks
                let left = edit
                try await api.store.write { try $0.setPendingEdits([left], of: series) }
            }
            let done = "/v1/tasks/\(daily.tasks[1].id)/complete"
            let batch = #"{"operations":[{"op":"complete","id":"\#(daily.tasks[2].id)"}]}"#
            for (path, body) in [(done, nil), ("/v1/batch", batch)] as [(String, String?)] {
                try await leave()
                #expect(try await api.request(.post, path, body).status == 200)
                #expect(try await api.store.read { try $0.pendingEdits(of: series) } == [])
            }
        }
    }

    @Test
    func `deleting an occurrence alone lets the next appear`() async throws {
        try await API.run { api async throws in
            let daily = try await Daily(api)
            #expect(try await api.request(.delete, "/v1/tasks/\(daily.tasks[2].id)?scope=this").status == 204)
            #expect(try await daily.left(in: api) == [0, 1])
            let series = try await api.request(.get, "/v1/series/\(daily.series)").json
            #expect(series["state"]?.string == "active" && series["counts"]?["open"]?.integer == 3)
            #expect(series["counts"]?["deleted"]?.integer == 1)
            #expect(try await api.types().last == "task.respawned")
        }
    }

    @Test
    func `a closed occurrence is deleted alone, and ends nothing`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a")
            _ = try await api.request(.post, "/v1/tasks/\(task.id)/complete")
            for scope in ["following", "all"] {
                #expect(try await api.request(.delete, "/v1/tasks/\(task.id)?scope=\(scope)").status == 409)
                let patch = try await api.request(.patch, "/v1/tasks/\(task.id)?scope=\(scope)", #"{"title":"b"}"#)
                #expect(patch.status == 409)
            }
            #expect(try await api.request(.delete, "/v1/tasks/\(task.id)").status == 204)
            #expect(try await api.request(.get, "/v1/series/\(task.series)").json["state"]?.string == "active")
        }
    }

    @Test(arguments: ["this", "following", "all"])
    func `a task that does not recur is deleted with any scope`(scope: String) async throws {
        try await API.run { api async throws in
            let id = try await api.create(#"{"title":"a"}"#).id
            #expect(try await api.request(.delete, "/v1/tasks/\(id)?scope=\(scope)").status == 204)
            #expect(try await api.request(.get, "/v1/tasks/\(id)").status == 404)
        }
    }

    @Test(arguments: [HTTPRequest.Method.patch, .delete])
    func `a scope that there is not is refused`(method: HTTPRequest.Method) async throws {
        try await API.run { api async throws in
            let id = try await api.createDaily("a").id
            for scope in ["some", "ALL", "this,all", ""] {
                let body = method == .patch ? #"{"title":"b"}"# : nil
                let response = try await api.request(method, "/v1/tasks/\(id)?scope=\(scope)", body)
                #expect(response.status == 400, "\(scope)")
                #expect(response.pointers == ["?scope"])
            }
            #expect(try await api.request(.get, "/v1/tasks/\(id)").json["version"]?.integer == 1)
        }
    }

    @Test
    func `a field that a patch names is changed, though it had that value`() async throws {
        try await API.run { api async throws in
            let daily = try await Daily(api)
            let path = "/v1/tasks/\(daily.tasks[1].id)"
            // Named for this one alone, so that the next change of all does not reach it.
            _ = try await api.request(.patch, path + "?scope=this", #"{"title":"a","timeZone":"Europe/Berlin"}"#)
            let first = "/v1/tasks/\(daily.tasks[0].id)"
            _ = try await api.request(.patch, first + "?scope=all", #"{"title":"b","priority":"low"}"#)
            #expect(try await api.request(.get, path).json["title"]?.string == "a")
            #expect(try await api.request(.get, path).json["priority"]?.string == "low")
            let page = try await api.request(.get, "/v1/series/\(daily.series)/occurrences?limit=3").json
            #expect(
                page["items"]?.array?.map { $0["overrides"]?.array?.compactMap(\.string) } == [
                    [], ["title", "times"], [],
                ])
            // Named again for all that follow, it belongs to the series again.
            _ = try await api.request(.patch, path, #"{"title":"a"}"#)
            #expect(try await api.request(.get, "/v1/series/\(daily.series)").json["title"]?.string == "a")
        }
    }

    @Test
    func `ticking a part off changes no part of the series`() async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("a", more: #","subtasks":[{"title":"s"}]"#)
            let path = "/v1/tasks/\(task.id)"
            let part = task["subtasks"]?.array?.first?.id ?? ""
            let own = #"{"subtasks":[{"id":"\#(part)","title":"s"},{"title":"mine"}]}"#
            let with = try await api.request(.patch, path + "?scope=this", own).json
            let parts = (with["subtasks"]?.array ?? []).map {
                #"{"id":"\#($0.id)","title":"\#($0["title"]?.string ?? "")","isCompleted":true}"#
            }
            let ticked = try await api.request(.patch, path, #"{"subtasks":[\#(parts.joined(separator: ","))]}"#)
            #expect(ticked.json["progress"]?.integer == 100, "\(ticked.json)")
            let series = try await api.request(.get, "/v1/series/\(task.series)").json
            #expect(series["subtasks"]?.array?.map { $0["title"]?.string } == ["s"])
        }
    }

    @Test(arguments: ["", "?scope=this", "?scope=following", "?scope=all"])
    func `what an occurrence alone has is kept, whatever the scope, and nothing of its series changes`(
        scope: String
    ) async throws {
        try await API.run { api async throws in
            let parts = #","subtasks":[{"id":"0198c5a0-0000-7000-8000-00000000000a","title":"s"}]"#
            let ticked = #"[{"id":"0198c5a0-0000-7000-8000-00000000000a","title":"s","isCompleted":true}]"#
            for (more, changes, progress) in [
                ("", #"{"progress":40}"#, 40), (parts, #"{"subtasks":\#(ticked)}"#, 100),
                (parts, #"{"progress":7,"subtasks":\#(ticked),"status":"inProcess"}"#, 100),
            ] {
                let task = try await api.createDaily("a", more: more)
                let path = "/v1/tasks/\(task.id)"
                let series = try await api.request(.get, "/v1/series/\(task.series)").json
                let changed = try await api.request(.patch, path + scope, changes)
                #expect(changed.json["progress"]?.integer == progress && changed.changeID != nil, "\(changed.json)")
                #expect(try await api.request(.get, path).json == changed.json, "\(changes)")
                #expect(try await api.types().last == "task.updated")
                #expect(try await api.request(.get, "/v1/series/\(task.series)").json == series)
                if more.isEmpty {
                    let again = try await api.request(.patch, path + scope, changes)
                    #expect(again.json == changed.json && again.changeID == nil)
                }
                _ = try await api.request(.post, "/v1/undo")
                #expect(try await api.request(.get, path).json["progress"]?.integer == 0)
            }
        }
    }

    @Test(arguments: ["{}", #"{"status":"needsAction"}"#, #"{"progress":0}"#])
    func `a change that changes nothing of an occurrence does not count, and one that does keeps it`(
        changes: String
    ) async throws {
        try await API.run { api async throws in
            let first = try await api.createDaily("a")
            let path = "/v1/tasks/\(first.id)"
            let next = try await api.request(.post, path + "/complete").json["next"] ?? .null
            let same = try await api.request(.patch, "/v1/tasks/\(next.id)", changes)
            #expect(same.json == next && same.changeID == nil)
            #expect(try await api.request(.post, path + "/reopen").json["withdrawn"]?.string == next.id)
            _ = try await api.request(.post, path + "/complete")
            _ = try await api.request(.patch, "/v1/tasks/\(next.id)", #"{"progress":10}"#)
            #expect(try await api.request(.post, path + "/reopen").json["withdrawn"] == .null)
        }
    }
}
