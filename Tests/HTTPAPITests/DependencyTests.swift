import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

/// `blockedBy`: tasks that wait for others.
struct DependencyTests {
    @Test func `a task is blocked until the last that it waits for is closed, which is told once`() async throws {
        let endings: [(HTTPRequest.Method, String, String?)] = [
            (.post, "/complete", nil), (.patch, "", #"{"status":"cancelled"}"#), (.delete, "", nil),
        ]
        for (method, suffix, body) in endings {
            try await API.run { api async throws in
                let (a, b) = (try await api.create(#"{"title":"a"}"#).id, try await api.create(#"{"title":"b"}"#).id)
                let task = try await api.create(#"{"title":"c","blockedBy":["\#(a)","\#(b)"]}"#)
                #expect(task["isBlocked"] == .bool(true))
                #expect(task["blockedBy"]?.array?.compactMap(\.string) == [a, b])
                #expect(try await api.request(method, "/v1/tasks/\(a)\(suffix)", body).status < 300)
                #expect(try await api.unblocked() == [])
                #expect(try await api.isBlocked(task.id))
                #expect(try await api.request(method, "/v1/tasks/\(b)\(suffix)", body).status < 300)
                #expect(try await api.unblocked() == [task.id])
                #expect(try await !api.isBlocked(task.id))
                // What is undone blocks again, and is told again when it is redone.
                #expect(try await api.request(.post, "/v1/undo").status == 200)
                #expect(try await api.isBlocked(task.id))
                #expect(try await api.request(.post, "/v1/redo").status == 200)
                #expect(try await api.unblocked() == [task.id, task.id])
            }
        }
    }

    @Test func `a list of what a task waits for is patched whole, shown, filtered and undone`() async throws {
        try await API.run { api async throws in
            let (a, b) = (try await api.create(#"{"title":"a"}"#).id, try await api.create(#"{"title":"b"}"#).id)
            let path = "/v1/tasks/\(b)"
            let patched = try await api.request(.patch, path, #"{"blockedBy":["\#(a)"]}"#)
            #expect(patched.json["isBlocked"] == .bool(true) && patched.json["version"] == .number(2))
            #expect(try await api.request(.get, path).json == patched.json)
            for (query, titles) in [
                ("blocked=true", ["b"]), ("blocked=false", ["a"]), ("filter=blocked", ["b"]),
                ("filter=not%20blocked", ["a"]), ("filter=is:blocked%20and%20priority:none", ["b"]),
            ] {
                let listed = try await api.request(.get, "/v1/tasks?\(query)")
                #expect(listed.json["items"]?.array?.compactMap { $0["title"]?.string } == titles, "\(query)")
            }
            let plan = try await api.request(.get, "/v1/tasks?blocked=true&explain=true").json
            #expect(plan["access"]?.string == "search", "\(plan)")
            let history = try await api.request(.get, path + "/history").json["items"]?.array?.first
            #expect(history?["fields"]?.array?.map { $0["name"]?.string } == ["blockedBy"], "\(history ?? .null)")
            #expect(try await api.request(.patch, path, #"{"blockedBy":null}"#).json["isBlocked"] == .bool(false))
            #expect(try await api.request(.post, "/v1/undo").json["tasks"]?.array?.first?["isBlocked"] == .bool(true))
            #expect(try await api.isBlocked(b))
        }
    }

    @Test func `what a task cannot wait for is named, and a ring is named with its tasks`() async throws {
        try await API.run { api async throws in
            let ids = try await api.chain(4)
            let unknown = "0198c5a0-0000-7000-8000-000000000000"
            for (list, index, detail) in [
                ([unknown], 0, "there is no task \(unknown)"), ([ids[0]], 0, "must not be the task itself"),
                ([ids[1], ids[1]], 1, "is a duplicate"), (["x"], 0, "must be a UUID"),
                ([unknown, ids[3]], 0, "there is no task"),
                ([ids[3]], 0, ids[1...3].reversed().joined(separator: " waits for ")),
            ] {
                let body = #"{"blockedBy":[\#(list.map { "\"\($0)\"" }.joined(separator: ","))]}"#
                let answer = try await api.request(.patch, "/v1/tasks/\(ids[0])", body)
                #expect(answer.status == 422 && answer.pointers.contains("/blockedBy/\(index)"), "\(answer.json)")
                #expect(
                    answer.json["errors"]?.array?.contains { $0["detail"]?.string?.contains(detail) == true } == true)
            }
            let many = Array(repeating: "\"\(unknown)\"", count: 101).joined(separator: ",")
            #expect(try await api.request(.patch, "/v1/tasks/\(ids[0])", #"{"blockedBy":[\#(many)]}"#).status == 422)
            #expect(try await api.request(.get, "/v1/tasks/\(ids[0])").json["version"] == .number(1))
        }
    }

    @Test func `nothing that is brought back closes a ring`() async throws {
        try await API.run { api async throws in
            let ids = try await api.chain(2)
            // The second waits for the first no more, and the first for the second since.
            let removal = try await api.request(.patch, "/v1/tasks/\(ids[1])", #"{"blockedBy":[]}"#)
            _ = try await api.request(.patch, "/v1/tasks/\(ids[0])", #"{"blockedBy":["\#(ids[1])"]}"#)
            let change = try #require(removal.changeID)
            let undone = try await api.request(.post, "/v1/undo", #"{"change":"\#(change)"}"#)
            #expect(undone.status == 409 && undone.json["detail"]?.string?.contains(ids[0]) == true, "\(undone.json)")
            #expect(try await !api.isBlocked(ids[1]))
            // A task in the middle is deleted, and the ends come to wait for each other meanwhile.
            let chain = try await api.chain(3)
            _ = try await api.request(.delete, "/v1/tasks/\(chain[1])")
            _ = try await api.request(.patch, "/v1/tasks/\(chain[0])", #"{"blockedBy":["\#(chain[2])"]}"#)
            #expect(try await api.request(.post, "/v1/trash/\(chain[1])/restore").status == 409)
            _ = try await api.request(.patch, "/v1/tasks/\(chain[0])", #"{"blockedBy":[]}"#)
            #expect(try await api.request(.post, "/v1/trash/\(chain[1])/restore").status == 200)
            #expect(try await api.isBlocked(chain[2]))
        }
    }

    @Test func `a task that is made with the id of a deleted one closes no ring`() async throws {
        try await API.run { api async throws in
            let chain = try await api.chain(3)
            _ = try await api.request(.delete, "/v1/tasks/\(chain[0])")
            let task = #"{"id":"\#(chain[0])","title":"again","blockedBy":["\#(chain[2])"]}"#
            for (path, body, pointer) in [
                ("/v1/tasks", task, "/blockedBy/0"),
                ("/v1/tasks/\(chain[2])/duplicate", #"{"id":"\#(chain[0])"}"#, "/blockedBy/0"),
                (
                    "/v1/batch", #"{"operations":[{"op":"create","task":\#(task)}]}"#,
                    "/operations/0/task/blockedBy/0"
                ),
            ] {
                let answer = try await api.request(.post, path, body)
                #expect(answer.status == 422 && answer.pointers == [pointer], "\(answer.json)")
            }
            #expect(try await api.request(.get, "/v1/tasks/\(chain[0])").status == 404)
            #expect(try await !api.isBlocked(chain[1]))
        }
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2]])
    func `tasks that were deleted together wait for each other again, in whatever order they went`(order: [Int])
        async throws
    {
        try await API.run { api async throws in
            let chain = try await api.chain(3)
            let other = try await api.create(#"{"title":"other"}"#).id
            _ = try await api.request(
                .patch, "/v1/tasks/\(chain[2])", #"{"blockedBy":["\#(chain[1])","\#(other)"]}"#)
            func tasks() async throws -> [JSONValue] {
                var tasks: [JSONValue] = []
                for id in chain { tasks.append(try await api.request(.get, "/v1/tasks/\(id)").json) }
                return tasks.map { .array([$0["blockedBy"] ?? .null, $0["isBlocked"] ?? .null]) }
            }
            let before = try await tasks()
            let operations = order.map { #"{"op":"delete","id":"\#(chain[$0])"}"# }.joined(separator: ",")
            let deleted = try await api.request(.post, "/v1/batch", #"{"operations":[\#(operations)]}"#)
            #expect(deleted.status == 200)
            #expect(try await api.request(.post, "/v1/undo").status == 200)
            #expect(try await tasks() == before)
            for index in order { _ = try await api.request(.delete, "/v1/tasks/\(chain[index])") }
            for index in order {
                #expect(try await api.request(.post, "/v1/trash/\(chain[index])/restore").status == 200)
            }
            #expect(try await tasks() == before)
        }
    }

    @Test func `an import closes no ring`() async throws {
        try await API.run { api async throws in
            let chain = try await api.chain(2)
            var lines = try await api.raw("/v1/export").split(separator: "\n").map(String.init)
            let last = try #require(lines.firstIndex { $0.contains(#""blockedBy":[]"#) })
            lines[last] = lines[last].replacing(#""blockedBy":[]"#, with: #""blockedBy":["\#(chain[1])"]"#)
            let answer = try await api.request(.post, "/v1/import?replace=true", lines.joined(separator: "\n") + "\n")
            #expect(answer.status == 422, "\(answer.json)")
            #expect(try await api.isBlocked(chain[0]) == false)
        }
    }

    @Test func `an occurrence waits for itself alone, and the next one begins without`() async throws {
        try await API.run { api async throws in
            let blocker = try await api.create(#"{"title":"a"}"#).id
            let rule = #""recurrence":{"rrule":["FREQ=DAILY"]}"#
            let task = try await api.create(#"{"title":"b","due":"2026-12-01","blockedBy":["\#(blocker)"],\#(rule)}"#)
            #expect(task["isBlocked"] == .bool(true))
            for changes in [#"{"blockedBy":[]}"#, #"{"sortOrder":2.5}"#, #"{"blockedBy":["\#(blocker)"]}"#] {
                let changed = try await api.request(.patch, "/v1/tasks/\(task.id)", changes)
                #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json == changed.json, "\(changes)")
                #expect(changed.changeID != nil)
            }
            let next = try await api.request(.post, "/v1/tasks/\(task.id)/complete").json["next"]
            #expect(next?["blockedBy"]?.array == [])
        }
    }
}

extension API {
    /// Tasks each of which waits for the one before.
    fileprivate func chain(_ count: Int) async throws -> [String] {
        var ids: [String] = []
        for number in 0..<count {
            let blockers = ids.last.map { "\"\($0)\"" } ?? ""
            ids.append(try await create(#"{"title":"\#(number)","blockedBy":[\#(blockers)]}"#).id)
        }
        return ids
    }

    fileprivate func isBlocked(_ id: String) async throws -> Bool {
        try await request(.get, "/v1/tasks/\(id)").json["isBlocked"] == .bool(true)
    }

    /// The tasks that were told to be blocked no more.
    fileprivate func unblocked() async throws -> [String] {
        try await request(.get, "/v1/events?limit=1000").json["items"]?.array?
            .filter { $0["type"]?.string == "task.unblocked" }.compactMap { $0["data"]?["task"]?["id"]?.string } ?? []
    }
}
