import Basics
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

@testable import HTTPAPI

struct EntityTagTests {
    /// What a header holds, the tag of the state being `"a"`, and whether it names that state: strongly, weakly.
    private static let lists: [(String, Bool?, Bool?)] = [
        ("*", true, true), (" * ", true, true), (#""a""#, true, true), (#""b""#, false, false),
        (#"W/"a""#, false, true), (#""b", "a""#, true, true), (#""b" ,W/"a""#, false, true),
        (#""b",,"a","#, true, true),
        (#", ,"a""#, true, true), (",", nil, nil), (#""b,a""#, false, false), (#""""#, false, false),
        ("a", nil, nil), (#"""#, nil, nil), (#""a" "b""#, nil, nil), (#"w/"a""#, nil, nil), ("", nil, nil),
        (#""a", *"#, nil, nil), ("+3", nil, nil), (#""a"x"#, nil, nil), (#""a b""#, nil, nil),
    ]

    @Test(arguments: lists)
    func `a list of tags is read as RFC 9110 says`(text: String, strong: Bool?, weak: Bool?) {
        var state = EntityTag(of: [])
        state.opaque = "a"
        #expect(EntityTagList(text)?.matchesStrongly([state]) == strong)
        #expect(EntityTagList(text)?.matchesWeakly(state) == weak)
    }

    @Test
    func `a read is conditional`() async throws {
        try await API.run { api async throws in
            let task = try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#)
            let tag = try #require(task.headers[.eTag])
            for path in ["/v1/tasks/\(task.json.id)", "/v1/hooks/\(Hook.stdoutID)"] {
                let read = try await api.request(.get, path)
                let own = try #require(read.headers[.eTag])
                for (text, status) in [
                    (own, 304), ("W/\(own)", 304), ("\"x\", \(own)", 304), ("*", 304), ("\"x\"", 200),
                ] {
                    let answer = try await api.request(.get, path, headers: ["if-none-match": text])
                    #expect(answer.status == status, "\(text)")
                    #expect(answer.headers[.eTag] == own)
                }
                #expect(try await api.request(.get, path, headers: ["if-none-match": "1"]).status == 400)
            }
            #expect(try await api.request(.get, "/v1/tasks/\(task.json.id)").headers[.eTag] == tag)
        }
    }

    /// Every call that changes something that has a tag: method, path, body.
    private static let changes: [(HTTPRequest.Method, String, String?)] = [
        (.patch, "/v1/tasks/TASK", #"{"title":"c"}"#), (.delete, "/v1/tasks/TASK", nil),
        (.post, "/v1/tasks/TASK/complete", nil), (.post, "/v1/tasks/TASK/skip", nil),
        (.post, "/v1/tasks/DONE/complete", nil), (.post, "/v1/tasks/DONE/reopen", nil),
        (.post, "/v1/reminders/REMINDER/snooze", #"{"for":"PT1H"}"#),
        (.post, "/v1/reminders/REMINDER/acknowledge", nil),
        (.patch, "/v1/hooks/HOOK", #"{"enabled":false}"#), (.delete, "/v1/hooks/HOOK", nil),
        (.patch, "/v1/series/SERIES", #"{"title":"c"}"#), (.delete, "/v1/series/SERIES", nil),
        (.delete, "/v1/series/SERIES?open=delete", nil),
        (.post, "/v1/hooks/HOOK/rotate-secret", nil), (.delete, "/v1/pauses/PAUSE", nil),
        (.patch, "/v1/views/VIEW", #"{"filter":"overdue"}"#), (.delete, "/v1/views/VIEW", nil),
    ]

    @Test(arguments: changes)
    func `every change is conditional`(method: HTTPRequest.Method, path: String, body: String?) async throws {
        try await API.run { api async throws in
            let entity = try await Entities(api)
            let target = entity.path(path)
            let tag = try #require(try await api.request(.get, entity.path(Entities.owner(of: path))).headers[.eTag])
            for (text, status) in [("\"x\"", 412), ("W/\(tag)", 412), ("\"3\", \"+3\"", 412), ("+3", 400), ("", 400)] {
                let answer = try await api.request(method, target, body, headers: ["if-match": text])
                #expect(answer.status == status, "\(text): \(answer.json)")
            }
            let done = try await api.request(method, target, body, headers: ["if-match": "\"x\", \(tag)"])
            #expect((200...204).contains(done.status), "\(done.json)")
        }
    }

    @Test
    func `what has no tag is not changed on the condition of one`() async throws {
        try await API.run { api async throws in
            let bodies = [("/v1/tasks", #"{"title":"a"}"#), ("/v1/batch", #"{"operations":[]}"#)]
            for (path, body) in bodies {
                #expect(try await api.request(.post, path, body, headers: ["if-match": "\"1\""]).status == 412)
                #expect(
                    (200...201).contains(try await api.request(.post, path, body, headers: ["if-match": "*"]).status))
            }
            let missing = "/v1/tasks/0198c5a0-0000-7000-8000-0000000000ff"
            #expect(try await api.request(.delete, missing, headers: ["if-match": "\"1\""]).status == 404)
        }
    }

    @Test
    func `a task that is made again under its id, or appears again, has another tag when it is another one`()
        async throws
    {
        try await API.run { api async throws in
            let id = "0198c5a0-0000-7000-8000-000000000001"
            var tags: Set<String> = []
            for title in ["a", "b"] {
                let made = try await api.request(.post, "/v1/tasks", #"{"id":"\#(id)","title":"\#(title)"}"#)
                tags.insert(try #require(made.headers[.eTag]))
                _ = try await api.request(.delete, "/v1/tasks/\(id)")
            }
            #expect(tags.count == 2)
            let daily = #"{"title":"d","due":"2026-12-01T09:00:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#
            let path = "/v1/tasks/\(try await api.create(daily).id)"
            let first = try await api.request(.post, path + "/complete").json["next"]
            let before = try await api.request(.get, "/v1/tasks/\(first?.id ?? "")")
            _ = try await api.request(.post, path + "/reopen")
            _ = try await api.request(.patch, path, #"{"title":"other"}"#)
            _ = try await api.request(.post, path + "/complete")
            let after = try await api.request(.get, "/v1/tasks/\(first?.id ?? "")")
            #expect(before.json["version"]?.integer == 1 && after.json["version"]?.integer == 2)
            #expect(before.headers[.eTag] != after.headers[.eTag])
        }
    }

    @Test
    func `to become overdue is no change that a condition fails on, but one that a reader sees`() async throws {
        try await API.run { api async throws in
            let path = "/v1/tasks/\(try await api.create(#"{"title":"a","due":"2026-11-21T10:00:00"}"#).id)"
            let tag = try #require(try await api.request(.get, path).headers[.eTag])
            api.clock.advance(by: .seconds(7_200))
            let told = try await api.store.write { [now = api.clock.now] in
                try $0.tasksAwaitingOverdueEvent(until: now, limit: 9)
            }
            try await api.store.write { try $0.markOverdueNotified(told.map(\.id)) }
            #expect(told.count == 1)
            let late = try await api.request(.get, path, headers: ["if-none-match": tag])
            #expect(late.status == 200)
            #expect(late.json["isOverdue"] == .bool(true))
            #expect(try await api.request(.patch, path, #"{"title":"b"}"#, headers: ["if-match": tag]).status == 200)
        }
    }
}

/// One of each kind of what has a tag.
private struct Entities {
    private var names: [(String, String)] = []

    init(_ api: API) async throws {
        let series = #"{"title":"a","due":"2026-12-01T09:00:00","recurrence":{"rrule":["FREQ=DAILY"]}}"#
        let due = #"{"title":"b","due":"2026-12-01T09:00:00","reminders":[{"offset":"-PT1H"}]}"#
        let done = try await api.create(#"{"title":"done"}"#).id
        _ = try await api.request(.post, "/v1/tasks/\(done)/complete")
        let reminded = try await api.create(due)
        let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/"}"#).json.id
        let recurring = try await api.create(series)
        let pause = try await api.request(.post, "/v1/pauses", #"{"all":true}"#).json.id
        names = [
            ("TASK", recurring.id), ("SERIES", recurring["seriesId"]?.string ?? ""), ("DONE", done), ("HOOK", hook),
            ("PAUSE", pause), ("VIEW", try await api.request(.post, "/v1/views", #"{"name":"v"}"#).json.id),
            ("REMINDER", reminded["reminders"]?.array?.first?.id ?? ""), ("OWNER", reminded.id),
        ]
    }

    /// The path of what has the tag that a change of a path is made on the condition of.
    static func owner(of path: String) -> String {
        let parts = path.prefix { $0 != "?" }.split(separator: "/").prefix(3)
        return parts[1] == "reminders" ? "/v1/tasks/OWNER" : "/" + parts.joined(separator: "/")
    }

    func path(_ text: String) -> String {
        names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
