import Basics
import HTTPTypes
import Storage
import TestSupport
import Testing

@testable import HTTPAPI

/// What clients see where lists that take long hold each other up.
@Suite(.timeLimit(.minutes(10))) struct ListLineTests {
    private static let longList = "/v1/tasks?filter=not%20tag%3Ahome&limit=1000"

    /// Runs a test while lists are held inside the store, two of which are read.
    private func withHeldLists(count: Int, _ body: @Sendable (API, HeldLists) async throws -> Void) async throws {
        let lists = HeldLists()
        try await API.run(queries: lists.watch(moment: .milliseconds(-1))) { api async throws in
            try await HeldLists.fill(api.store)
            var tasks: [Task<Int, any Error>] = []
            for number in 1...count {
                tasks.append(Task { try await lists.hold(in: api.store) })
                await lists.until(reading: min(number, 2), waiting: max(number - 2, 0))
            }
            try await body(api, lists)
            lists.letGo()
            for task in tasks { #expect(try await task.value == HeldLists.count) }
        }
    }

    @Test func `a list that too many wait before is a 503 that says when to retry, and others are not`() async throws {
        try await withHeldLists(count: 18) { api, lists async throws in
            let paths = [Self.longList, "/v1/tasks/count?filter=not%20tag%3Ahome", "/v1/upcoming?tag=home"]
            for path in paths {
                let refused = try await api.request(.get, path)
                #expect(refused.status == 503)
                #expect(refused.headers[.retryAfter] == "2")
                #expect(refused.headers[.contentType] == "application/problem+json")
                #expect(refused.json["detail"]?.string?.contains("retry in a few seconds") == true)
            }
            let preview = #"{"filter":"not tag:home","op":"complete","preview":true}"#
            #expect(try await api.request(.post, "/v1/tasks/bulk", preview).status == 503)
            #expect(lists.refused == 4)
            let open = "/v1/tasks?status=needsAction,inProcess&sort=due"
            for path in ["/v1/tasks?limit=1", "/v1/tasks/count", open, "\(open)&tag=work", "/v1/upcoming"] {
                #expect(try await api.request(.get, path).status == 200)
            }
        }
    }

    @Test func `a bulk change that is not begun leaves its key free`() async throws {
        try await withHeldLists(count: 18) { api, lists async throws in
            let body = #"{"filter":"not tag:home","op":"update","changes":{"priority":"low"}}"#
            func change() async throws -> API.Response {
                try await api.request(.post, "/v1/tasks/bulk", body, headers: ["idempotency-key": "k"])
            }
            #expect(try await change().status == 503)
            lists.letGo()
            await lists.until(reading: 0, waiting: 0)
            let answer = try await change()
            #expect(answer.status == 200 && answer.json["changed"] == .number(2_000), "\(answer.json)")
            #expect(try await change().json == answer.json)
        }
    }

    @Test func `a client that hangs up gives up its place in the line`() async throws {
        try await withHeldLists(count: 2) { api, lists async throws in
            let clients = try [RawClient(port: api.port), RawClient(port: api.port)]
            for (index, client) in clients.enumerated() {
                client.get(Self.longList, token: api.token)
                await lists.until(waiting: index + 1)
            }
            clients[0].end()
            await lists.until(waiting: 1)
            clients[1].reset()
            await lists.until(waiting: 0)
            let next = Task { try await api.request(.get, Self.longList).status }
            await lists.until(waiting: 1)
            lists.letGo()
            #expect(try await next.value == 200)
        }
    }

    @Test func `who closes one end of a connection gets what an index serves, and learns why the rest is not`()
        async throws
    {
        try await withHeldLists(count: 2) { api, lists async throws in
            for (path, answer) in [("/v1/tasks?limit=1", "HTTP/1.1 200"), (Self.longList, "HTTP/1.1 503")] {
                let client = try RawClient(port: api.port)
                client.get(path, token: api.token)
                client.finishSending()
                let received = try await client.receive(within: .seconds(60))
                #expect(received.text.hasPrefix(answer), "\(received.text.prefix(500))")
            }
            await lists.until(waiting: 0)
        }
    }
}
