import Basics
import Foundation
import HTTPTypes
import Recurrence
import Storage
import TestSupport
import Testing

@testable import HTTPAPI

/// A limit that docs/http.md names, and what is sent to be at it.
struct DocumentedLimit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How much is let through.
    let most: Int
    /// What is beyond: most often one more.
    let beyond: Int
    /// What it is posted to; nothing for a query, which `body` gives whole.
    let path: String
    /// What is answered beyond it, and what is named there; nil for a problem of the whole request.
    let status: Int
    let pointer: String?
    /// What is sent for a number.
    let body: @Sendable (Int) -> String

    init(
        _ name: String, _ most: Int, beyond: Int? = nil, to path: String = "/v1/tasks", _ pointer: String?,
        status: Int = 422, _ body: @escaping @Sendable (Int) -> String
    ) {
        testDescription = name
        (self.most, self.beyond) = (most, beyond ?? most + 1)
        (self.path, self.status, self.pointer, self.body) = (path, status, pointer, body)
    }

    static let all = texts + lists + times + resources + hooks + requests

    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[\((0..<count).map(element).joined(separator: ","))]"
    }

    /// A task with further members.
    private static func task(_ members: String) -> String { #"{"title":"a",\#(members)}"# }

    /// One that is due.
    private static func due(_ members: String) -> String {
        task(#""due":"2026-12-01T09:00:00","timeZone":"UTC",\#(members)"#)
    }
}

extension DocumentedLimit {
    private static let texts = [
        DocumentedLimit("title", 500, "/title") { #"{"title":"\#(x($0))"}"# },
        DocumentedLimit("title in scalars, not bytes", 500, "/title") {
            #"{"title":"\#(String(repeating: "한", count: $0))"}"#
        },
        DocumentedLimit("description", 50_000, "/description") { task(#""description":"\#(x($0))""#) },
        DocumentedLimit("tag", 100, "/tags/0") { task(#""tags":["\#(x($0))"]"#) },
        DocumentedLimit("address", 1_000, "/location/address") { task(#""location":{"address":"\#(x($0))"}"#) },
        DocumentedLimit("place", 1_000, "/location/placeName") { task(#""location":{"placeName":"\#(x($0))"}"#) },
        DocumentedLimit("subtask's title", 500, "/subtasks/0/title") { task(#""subtasks":[{"title":"\#(x($0))"}]"#) },
        DocumentedLimit("note of a pause", 1_000, to: "/v1/pauses", "/note") {
            #"{"all":true,"note":"\#(x($0))"}"#
        },
        DocumentedLimit("name of a view", 100, to: "/v1/views", "/name") { #"{"name":"\#(x($0))"}"# },
        DocumentedLimit("name of a token", 100, to: "/v1/tokens", "/name") { #"{"name":"\#(x($0))"}"# },
    ]

    private static let lists = [
        DocumentedLimit("reminders", 50, "/reminders") { count in
            due(#""reminders":\#(list(count) { #"{"offset":"-PT\#($0)M"}"# })"#)
        },
        DocumentedLimit("tags", 50, "/tags") { count in task(#""tags":\#(list(count) { "\"t\($0)\"" })"#) },
        DocumentedLimit("subtasks", 500, "/subtasks") { count in
            task(#""subtasks":\#(list(count) { #"{"title":"\#($0)"}"# })"#)
        },
        DocumentedLimit("rules", 10, "/recurrence/rrule") { count in
            due(#""recurrence":{"rrule":\#(list(count) { #""FREQ=DAILY;INTERVAL=\#($0 + 1)""# })}"#)
        },
        DocumentedLimit("extra dates", 1_000, "/recurrence/rdate") { count in
            due(#""recurrence":{"rrule":["FREQ=DAILY"],"rdate":\#(list(count) { date($0) })}"#)
        },
        DocumentedLimit("left out dates", 1_000, "/recurrence/exdate") { count in
            due(#""recurrence":{"rrule":["FREQ=DAILY"],"exdate":\#(list(count) { date($0) })}"#)
        },
        DocumentedLimit("links", 100, "/attachments") { count in
            task(#""attachments":\#(list(count) { #"{"url":"https://example.com/\#($0)"}"# })"#)
        },
        DocumentedLimit("URL of a link", 2_000, "/attachments/0/url") {
            task(#""attachments":[{"url":"https://example.com/\#(x($0 - 20))"}]"#)
        },
        DocumentedLimit("properties in bytes", 16 << 10, "/properties") {
            task(#""properties":{"a":"\#(x($0 - 8))"}"#)
        },
        DocumentedLimit("values in properties", 1_000, "/properties") { count in
            task(#""properties":{\#((0..<count).map { "\"\($0)\":1" }.joined(separator: ","))}"#)
        },
        DocumentedLimit("levels of properties", 8, "/properties/a/0/0/0/0/0/0/0") {
            let (open, close) = (String(repeating: "[", count: $0 - 1), String(repeating: "]", count: $0 - 1))
            return task(#""properties":{"a":\#(open)\#(close)}"#)
        },
    ]

    /// A day that a rule of every day has, from December 2026 on.
    private static func date(_ number: Int) -> String {
        "\"\(CivilDate(daysSinceEpoch: 20_790 + number))T09:00:00\""
    }

    private static let times = [
        DocumentedLimit("offset in days", 36_525, "/reminders/0/offset") {
            due(#""reminders":[{"offset":"-P\#($0)D"}]"#)
        },
        DocumentedLimit("estimated duration in days", 3_660, "/estimatedDuration") {
            task(#""estimatedDuration":"P\#($0)D""#)
        },
        DocumentedLimit("repetitions", 10_000, "/reminders/0/repeat/count") {
            due(#""reminders":[{"offset":"PT0S","repeat":{"every":"PT1M","count":\#($0)}}]"#)
        },
        DocumentedLimit("catch-up window in days", 366, "/reminders/0/catchUp") {
            due(#""reminders":[{"offset":"PT0S","catchUp":"P\#($0)D"}]"#)
        },
        DocumentedLimit("least catch-up window in seconds", 60, beyond: 59, "/reminders/0/catchUp") {
            due(#""reminders":[{"offset":"PT0S","catchUp":"PT\#($0)S"}]"#)
        },
        DocumentedLimit("progress", 100, "/progress") { task(#""progress":\#($0)"#) },
        DocumentedLimit("least progress", 0, beyond: -1, "/progress") { task(#""progress":\#($0)"#) },
        DocumentedLimit("year", 9_999, beyond: 10_000, "/due") { task(#""due":"\#($0)-01-01""#) },
        DocumentedLimit("first year", 1, beyond: 0, "/due") { task(#""due":"000\#($0)-06-01""#) },
    ]

    private static let resources = [
        DocumentedLimit("name of a project", 200, to: "/v1/projects", "/name") { #"{"name":"\#(x($0))"}"# },
        DocumentedLimit("description of a project", 10_000, to: "/v1/projects", "/description") {
            #"{"name":"a","description":"\#(x($0))"}"#
        },
        DocumentedLimit("color of a project", 32, to: "/v1/projects", "/color") {
            #"{"name":"a","color":"\#(x($0))"}"#
        },
        DocumentedLimit("icon of a tag", 64, to: "/v1/tags", "/icon") { #"{"name":"a\#($0)","icon":"\#(x($0))"}"# },
        DocumentedLimit("operations of a batch", 1_000, to: "/v1/batch", "/operations") { count in
            #"{"operations":\#(list(count) { #"{"op":"create","task":{"title":"\#($0)"}}"# })}"#
        },
    ]

    private static func hook(_ members: String) -> String { #"{"url":"http://10.1.0.1/hook",\#(members)}"# }

    private static let hooks = [
        DocumentedLimit("concurrency", 64, to: "/v1/hooks", "/concurrency") { hook(#""concurrency":\#($0)"#) },
        DocumentedLimit("least concurrency", 1, beyond: 0, to: "/v1/hooks", "/concurrency") {
            hook(#""concurrency":\#($0)"#)
        },
        DocumentedLimit("waits of a schedule", 32, to: "/v1/hooks", "/retrySchedule") { count in
            hook(#""retrySchedule":\#(list(count) { _ in "\"PT1S\"" })"#)
        },
        DocumentedLimit("a wait in hours", 48, to: "/v1/hooks", "/retrySchedule/0") {
            hook(#""retrySchedule":["PT\#($0)H"]"#)
        },
        DocumentedLimit("least largest body", 1_024, beyond: 1_023, to: "/v1/hooks", "/maxBodyBytes") {
            hook(#""maxBodyBytes":\#($0)"#)
        },
        DocumentedLimit("largest body", 1 << 20, to: "/v1/hooks", "/maxBodyBytes") {
            hook(#""maxBodyBytes":\#($0)"#)
        },
        DocumentedLimit("burst", 10_000, to: "/v1/hooks", "/rateLimit/burst") {
            hook(#""rateLimit":{"perSecond":1,"burst":\#($0)}"#)
        },
        DocumentedLimit("rate", 10_000, to: "/v1/hooks", "/rateLimit/perSecond") {
            hook(#""rateLimit":{"perSecond":\#($0)}"#)
        },
        DocumentedLimit("expiry in days", 366, to: "/v1/hooks", "/expires") { hook(#""expires":"P\#($0)D""#) },
        DocumentedLimit("headers", 32, to: "/v1/hooks", "/headers") { count in
            hook(#""headers":\#(list(count) { #"{"name":"x-\#($0)","value":"1"}"# })"#)
        },
    ]

    private static let requests = [
        DocumentedLimit("bytes of a body", 1 << 20, to: "/v1/tasks", nil, status: 413) {
            #"{"title":"a"}"# + String(repeating: " ", count: $0 - 13)
        },
        DocumentedLimit("bytes of a batch", 4 << 20, to: "/v1/batch", nil, status: 413) {
            let body = #"{"operations":[{"op":"create","task":{"title":"a"}}]}"#
            return body + String(repeating: " ", count: $0 - body.utf8.count)
        },
        DocumentedLimit("page", 1_000, to: "", "?limit", status: 400) { "/v1/tasks?limit=\($0)" },
        DocumentedLimit("least page", 1, beyond: 0, to: "", "?limit", status: 400) { "/v1/tasks?limit=\($0)" },
        DocumentedLimit("characters of a search", 200, to: "", "?q", status: 400) { "/v1/tasks?q=\(x($0))" },
        DocumentedLimit("words of a search", 32, to: "", "?q", status: 400) { count in
            "/v1/tasks?q=\((0..<count).map { "w\($0)" }.joined(separator: "%20"))"
        },
        DocumentedLimit("days of statistics", 3_660, to: "", "?from", status: 400) {
            "/v1/statistics?from=\(CivilDate(daysSinceEpoch: 20_790 - $0))&until=\(CivilDate(daysSinceEpoch: 20_790))"
        },
    ]
}

/// What the reference says is let through is, and one more is refused, with the status and the name that it says.
struct LimitTests {
    @Test(arguments: DocumentedLimit.all)
    func `what is at a limit is let through, and what is beyond it is refused by name`(limit: DocumentedLimit)
        async throws
    {
        try await API.run { api async throws in
            func send(_ number: Int) async throws -> API.Response {
                let text = limit.body(number)
                return limit.path.isEmpty
                    ? try await api.request(.get, text) : try await api.request(.post, limit.path, text)
            }
            let refused = try await send(limit.beyond)
            #expect(refused.status == limit.status, "\(refused.json)")
            if let pointer = limit.pointer { #expect(refused.pointers.contains(pointer), "\(refused.json)") }
            let answer = try await send(limit.most)
            #expect(answer.status < 300, "\(answer.json)")
        }
    }

    @Test
    func `a key of idempotency has up to 255 bytes`() async throws {
        try await API.run { api async throws in
            for (count, status) in [(255, 201), (256, 400), (0, 400)] {
                let answer = try await api.request(
                    .post, "/v1/tasks", #"{"title":"a"}"#,
                    headers: ["idempotency-key": String(repeating: "k", count: count)])
                #expect(answer.status == status, "\(count): \(answer.json)")
            }
        }
    }

    @Test
    func `projects are nested up to eight deep`() async throws {
        try await API.run { api async throws in
            var parent = "null"
            for depth in 1...9 {
                let made = try await api.request(.post, "/v1/projects", #"{"name":"\#(depth)","parentId":\#(parent)}"#)
                #expect(made.status == (depth <= 8 ? 201 : 422), "\(depth): \(made.json)")
                if depth > 8 { #expect(made.pointers == ["/parentId"]) }
                parent = "\"\(made.json.id)\""
            }
        }
    }

    @Test
    func `a task waits for up to a hundred others`() async throws {
        try await API.run { api async throws in
            var ids: [String] = []
            for number in 0...100 { ids.append(try await api.create(#"{"title":"\#(number)"}"#).id) }
            for (count, status) in [(100, 201), (101, 422)] {
                let list = ids.prefix(count).map { "\"\($0)\"" }.joined(separator: ",")
                let made = try await api.request(.post, "/v1/tasks", #"{"title":"a","blockedBy":[\#(list)]}"#)
                #expect(made.status == status && made.pointers == (status == 422 ? ["/blockedBy"] : []), "\(made.json)")
            }
        }
    }
}
