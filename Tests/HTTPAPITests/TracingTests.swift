import Basics
import HTTPTypes
import Notify
import Recurrence
import Storage
import TestSupport
import Testing
import Tracing

@testable import HTTPAPI

/// Requests as spans, and what they pass on.
struct TracingTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00-\(trace)-00f067aa0ba902b7-01"

    /// The places in traces of the events that are to be delivered to a hook.
    private static func claims(_ api: API, _ hook: String) async throws -> [TraceParent?] {
        let id = try #require(HookID(hook))
        let now = api.clock.now
        return try await api.store.write { transaction in
            try transaction.claimDeliveries(
                of: id, dueAt: now, leaseUntil: now.advanced(by: .seconds(60)), limit: 9)
        }.map(\.trace)
    }

    @Test
    func `the trace of a request goes along to the deliveries of what it changes, and of nothing else`() async throws {
        try await API.run { api async throws in
            let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook"}"#).json.id
            _ = try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#, headers: ["traceparent": Self.parent])
            _ = try await api.request(.post, "/v1/tasks", #"{"title":"b"}"#, headers: ["traceparent": "none"])
            #expect(try await Self.claims(api, hook) == [TraceParent(Self.parent), nil])
        }
    }

    @Test
    func `a request is a span below the client's, and above what is delivered`() async throws {
        let tracer = RecordingTracer()
        try await API.run(tracer: tracer) { api async throws in
            let hook = try await api.request(.post, "/v1/hooks", #"{"url":"http://10.1.0.1/hook"}"#).json.id
            let task = try await api.request(
                .post, "/v1/tasks", #"{"title":"a"}"#, headers: ["traceparent": Self.parent])
            #expect(task.status == 201)
            let span = try #require(tracer.spans.first { $0.operationName == "POST /v1/tasks" })
            #expect(span.traceID == Self.trace && span.parentSpanID == "00f067aa0ba902b7" && span.kind == .server)
            let expected = [
                "http.request.method": "POST", "http.route": "/v1/tasks", "url.path": "/v1/tasks",
                "url.scheme": "http", "http.response.status_code": "201",
            ]
            for (name, value) in expected { #expect(span.text(name) == value, "\(name)") }
            #expect(!span.isError && span.text("error.type") == nil)
            let recorded = try await Self.claims(api, hook).first ?? nil
            #expect(recorded?.traceID == Self.trace && recorded?.parentID == span.spanID)
        }
    }

    @Test
    func `a span is named by its route, whatever the path, and is no error for what the client did wrong`() async throws
    {
        let tracer = RecordingTracer()
        try await API.run(tracer: tracer) { api async throws in
            _ = try await api.request(.get, "/v1/tasks/0198c5a0-0000-7000-8000-000000000001")
            _ = try await api.request(.get, "/v1/nothing")
            _ = try await api.request(.patch, "/v1/tasks")
        }
        #expect(tracer.spans.map(\.operationName) == ["GET /v1/tasks/{id}", "GET", "PATCH /v1/tasks"])
        #expect(tracer.spans.map { $0.text("http.response.status_code") } == ["404", "404", "405"])
        #expect(tracer.spans.map(\.parentSpanID) == [nil, nil, nil])
        #expect(tracer.spans.allSatisfy { !$0.isError && $0.text("error.type") == nil })
        #expect(Set(tracer.spans.map(\.traceID)).count == 3)
    }
}
