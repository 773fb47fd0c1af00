import Basics
import HTTPTypes
import Storage
import Testing

/// Requests that have no input.
struct NoInputTests {
    @Test(arguments: [
        ("", 200), ("{}", 200), ("{", 400), ("[]", 422), (#"{"completedAt":"2026-03-01T00:00:00Z"}"#, 422),
    ])
    func `what it does not know is refused, and nothing is done`(body: String, status: Int) async throws {
        try await API.run { api async throws in
            let task = try await api.createDaily("water")
            let response = try await api.request(.post, "/v1/tasks/\(task.id)/complete", body)
            #expect(response.status == status)
            let state = try await api.request(.get, "/v1/tasks/\(task.id)").json["status"]?.string
            #expect(state == (status == 200 ? "completed" : "needsAction"))
        }
    }

    @Test func `a series that is not there cannot be paused`() async throws {
        try await API.run { api async throws in
            let body = #"{"seriesId":"0198c5a0-0000-7000-8000-000000000000"}"#
            #expect(try await api.request(.post, "/v1/pauses", body).status == 404)
            #expect(try await api.request(.get, "/v1/pauses").json["items"]?.array?.isEmpty == true)
        }
    }
}
