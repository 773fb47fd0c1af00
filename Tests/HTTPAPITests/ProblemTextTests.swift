import Basics
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Storage
import TestSupport
import Testing

@testable import HTTPAPI

/// What a client reads of a request that was refused.
struct ProblemTextTests {
    @Test(arguments: [
        (#"{"title":"x","priority":"huge"}"#, "/priority: must be one of none, low, medium, high, urgent"),
        (#"{"title":"x","progress":1.5}"#, "/progress: must be a whole number, not 1.5"),
        (#"{"title":["x"]}"#, "/title: must be a string, not an array"),
        (#"{"title":"x","estimatedDuration":"1h"}"#, "/estimatedDuration: must begin with P, as in PT10M or P1D"),
        ("[]", "the body must be an object, not an array"), ("", "the body is empty; send a JSON object"),
        (
            #"{"title":"#,
            "the body is not valid JSON: expected a value, found the end of the input, at byte 9 in /title"
        ),
        (#"{"title":5,"colour":1}"#, "2 problems; the first is /title: must be a string, not a number"),
    ])
    func `the detail names the field and what is wrong, and how many problems there are`(
        body: String, detail: String
    ) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.post, "/v1/tasks", body)
            #expect(response.json["detail"]?.string == detail)
        }
    }

    @Test(arguments: [
        (#"{"title":"x","subtasks":[{}]}"#, ["/subtasks/0/title"]), (#"{"title":"x","subtasks":[5]}"#, ["/subtasks/0"]),
        ("[]", [""]), (#"{"title":"x","reminders":[{"offset":"PT0S","repeat":7}]}"#, ["/reminders/0/repeat"]),
    ])
    func `of a value only the first problem is reported`(body: String, pointers: [String]) async throws {
        try await API.run { api async throws in
            #expect(try await api.request(.post, "/v1/tasks", body).pointers == pointers)
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.put, "/v1/tasks", "GET, HEAD, POST"), (.patch, "/v1/tasks", "GET, HEAD, POST"),
        (.post, "/healthz", "GET, HEAD"), (.put, "/v1/tasks/17", "DELETE, GET, HEAD, PATCH"),
        (.get, "/v1/batch", "POST"),
        (.head, "/v1/batch", "POST"), (.head, "/v1/export", "GET"), (.head, "/v1/events/stream", "GET"),
    ])
    func `a method that a path does not have is refused with those that it has`(
        method: HTTPRequest.Method, path: String, permitted: String
    ) async throws {
        try await API.run { api async throws in
            let response = try await api.request(method, path)
            #expect(response.status == 405)
            #expect(response.headers[.allow] == permitted)
            #expect(
                method == .head
                    || response.json["detail"]?.string?.hasPrefix("\(method) is not supported here; use ") == true)
        }
    }

    /// RFC 9110 §9.3.2.
    @Test func `HEAD is answered as GET, without the body`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"x"}"#)
            let content = try await api.request(.post, "/v1/tasks/\(task.id)/attachments", "0123456789")
            #expect(content.status == 201)
            let paths = [
                "/healthz", "/metrics", "/v1/tasks", "/v1/tasks/\(task.id)", "/v1/attachments/\(content.json.id)",
                "/v1/tags/none",
            ]
            for path in paths {
                let headers = ["x-request-id": "one"]
                let head = try await api.exchange(.head, path, headers: headers)
                let get = try await api.exchange(.get, path, headers: headers)
                #expect(head.status == get.status && head.bytes.isEmpty, "\(path)")
                // What is counted for /metrics has grown meanwhile.
                for field in get.headers where path != "/metrics" && field.name != .date {
                    #expect(head.headers[field.name] == field.value, "\(path) \(field)")
                }
            }
            let part = try await api.exchange(.head, paths[4], headers: ["Range": "bytes=0-1"])
            #expect(part.status == 200 && part.headers[.contentLength] == "10")
            #expect(try await api.status(.head, "/v1/tasks", headers: ["authorization": "Bearer wrong"]) == 401)
        }
    }

    @Test(arguments: [
        (StoreError.Code.diskFull, "the disk that holds the store is full; retry when there is room on it"),
        (.unavailable, "the store is temporarily unavailable; retry"),
    ])
    func `a store that cannot be written says no more than what a client may know`(
        code: StoreError.Code, detail: String
    ) async throws {
        let router = Router(context: APIContext.self)
        router.add(middleware: ProblemMiddleware())
        router.get("x") { _, _ -> Response in throw StoreError(code, "/secret/place") }
        try await Application(router: router).test(.live) { client in
            let (status, body) = try await client.execute(uri: "/x", method: .get) { ($0.status, $0.body) }
            let problem = try JSONValue(json: body.readableBytesView)
            #expect(status == .serviceUnavailable && problem["detail"]?.string == detail)
        }
    }

    @Test func `a path that does not exist is 404 and says so`() async throws {
        try await API.run { api async throws in
            let response = try await api.request(.get, "/v1/nothing")
            #expect(response.status == 404)
            #expect(response.json["detail"]?.string?.hasPrefix("no such path") == true)
        }
    }

    @Test(arguments: ["-PT1H", "PT0S"])
    func `a pause that would have ended already is the fault of its duration`(duration: String) async throws {
        try await API.run { api async throws in
            let response = try await api.request(.post, "/v1/pauses", #"{"all":true,"for":"\#(duration)"}"#)
            #expect(response.status == 422 && response.pointers == ["/for"], "\(response.json)")
        }
    }

    @Test(arguments: [
        ("foo", 422),
        (
            """
            reminder.foo
            """, 422
        ), ("reminder.due", 201), ("reminders.*", 422), ("project.*", 201), ("*", 201),
    ])
    func `a hook cannot want an event type that does not exist`(type: String, status: Int) async throws {
        try await API.run { api async throws in
            let body = #"{"url":"http://10.1.0.1/","events":["\#(type)"]}"#
            let response = try await api.request(.post, "/v1/hooks", body)
            #expect(response.status == status)
            if status == 422 { #expect(response.pointers == ["/events/0"]) }
        }
    }
}
