import Basics
import HTTPTypes
import Storage
import TestSupport
import Testing

/// The member `filter` of hooks: which events of which tasks a hook is owed.
struct HookFilterTests {
    /// Makes a hook, and returns its path.
    private static func make(_ api: API, _ members: String) async throws -> String {
        let made = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook",\#(members)}"#)
        try #require(made.status == 201, "\(made.json)")
        return "/v1/hooks/\(made.json.id)"
    }

    /// The types of the events that a hook is owed, in the order in which they happened.
    private static func owed(_ api: API, _ hook: String) async throws -> [String] {
        let answer = try await api.request(.get, "\(hook)/deliveries?limit=100").json
        return (answer["items"]?.array ?? []).reversed().compactMap { $0["eventType"]?.string }
    }

    /// Filters, and which events of the life of the task below they let pass.
    static let lives: [(filter: String, types: [String])] = [
        ("status:open", ["task.created", "task.updated", "task.reopened", "task.deleted"]),
        ("is:closed", ["task.completed"]),
        ("priority:high", ["task.updated", "task.completed", "task.reopened", "task.deleted"]),
        ("tag:home milk", ["task.created", "task.updated", "task.completed", "task.reopened", "task.deleted"]),
        ("tag:work or eggs", []), ("not tag:work and has:project and priority < high", ["task.created"]),
        ("project:Home", ["task.created", "task.updated", "task.completed", "task.reopened", "task.deleted"]),
        ("project:House/*", ["task.created", "task.updated", "task.completed", "task.reopened", "task.deleted"]),
        ("project:House", []), ("project != Home", []), ("due = tomorrow", []),
        ("due = today", ["task.created", "task.updated", "task.completed", "task.reopened", "task.deleted"]),
    ]

    @Test(arguments: lives)
    func `a hook is owed what its filter selects when it happens`(filter: String, types: [String]) async throws {
        try await API.run { api async throws in
            let house = try await api.request(.post, "/v1/projects", #"{"name":"House"}"#).json
            let home = try await api.request(.post, "/v1/projects", #"{"name":"Home","parentId":"\#(house.id)"}"#).json
            let hook = try await Self.make(api, #""events":["task.*"],"filter":"\#(filter)""#)
            // The harness begins on this day.
            let task = try await api.create(
                #"{"title":"Buy milk","tags":["home"],"projectId":"\#(home.id)","due":"2026-11-21"}"#)
            let path = "/v1/tasks/\(task.id)"
            #expect(try await api.request(.patch, path, #"{"priority":"high"}"#).status == 200)
            for verb in ["complete", "reopen"] {
                #expect(try await api.request(.post, "\(path)/\(verb)").status == 200)
            }
            #expect(try await api.request(.delete, path).status < 300)
            #expect(try await Self.owed(api, hook) == types)
        }
    }

    @Test func `days are those of the hook's zone, or of the server's`() async throws {
        try await API.run { api async throws in
            let hooks = [
                try await Self.make(api, #""events":["task.created"],"filter":"due < today""#),
                try await Self.make(
                    api, #""events":["task.created"],"filter":"due < today","timeZone":"Pacific/Kiritimati""#),
            ]
            // The 21st begins at 23:00 UTC in Berlin, and at 10:00 UTC in Kiritimati, where it is the 21st too.
            _ = try await api.create(#"{"title":"a","due":"2026-11-20T22:59:00Z"}"#)
            _ = try await api.create(#"{"title":"b","due":"2026-11-20T09:59:00Z"}"#)
            #expect(try await Self.owed(api, hooks[0]).count == 2)
            #expect(try await Self.owed(api, hooks[1]).count == 1)
        }
    }

    @Test func `what is about no task passes, and a filter that is cleared asks for nothing`() async throws {
        try await API.run { api async throws in
            let hook = try await Self.make(api, #""events":["task.created","project.*"],"filter":"tag:home""#)
            _ = try await api.request(.post, "/v1/projects", #"{"name":"House"}"#)
            _ = try await api.create(#"{"title":"a"}"#)
            #expect(try await api.request(.patch, hook, #"{"filter":null}"#).status == 200)
            _ = try await api.create(#"{"title":"b"}"#)
            #expect(try await Self.owed(api, hook) == ["project.created", "task.created"])
        }
    }

    @Test(
        arguments: [
            (#""filter":"priorty >= high""#, "/filter", [0, 7], "priority"),
            (#""filter":"tag:home and""#, "/filter", [12, 12], nil),
            (#""filter":"""#, "/filter", [], nil), (#""filter":7"#, "/filter", [], nil),
            (#""filter":"due = today","timeZone":"Mars/Base""#, "/timeZone", [], nil),
        ] as [(String, String, [Int], String?)])
    func `a filter that cannot be read is refused with its place`(
        members: String, pointer: String, at: [Int], suggestion: String?
    ) async throws {
        try await API.run { api async throws in
            let plain = try await Self.make(api, #""filter":"tag:home""#)
            for (method, path, body) in [
                (HTTPRequest.Method.post, "/v1/hooks", #"{"url":"http://10.1.0.1/",\#(members)}"#),
                (.patch, plain, "{\(members)}"),
            ] {
                let answer = try await api.request(method, path, body)
                #expect(answer.status == 422)
                #expect(answer.pointers == [pointer])
                #expect(answer.json["at"]?.array?.compactMap(\.integer) ?? [] == at)
                #expect(answer.json["suggestion"]?.string == suggestion)
            }
            #expect(try await api.request(.get, plain).json["filter"] == .string("tag:home"))
        }
    }
}
