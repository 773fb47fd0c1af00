import Basics
import HTTPTypes
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import HTTPAPI

/// Answers name the change that a request made.
struct ChangeIDTests {
    @Test
    func `every command of tasks, series, reminders and pauses is a change, which its answer names`() async throws {
        try await API.run { api async throws in
            let task = #"{"title":"a","due":"2026-12-01T09:00","recurrence":{"rrule":["FREQ=DAILY"]},"#
            let made = try await api.request(.post, "/v1/tasks", task + #""reminders":[{"offset":"-PT1H"}]}"#)
            let (path, series) = ("/v1/tasks/\(made.json.id)", try #require(made.json["seriesId"]?.string))
            let reminder = try #require(made.json["reminders"]?.array?.first?["id"]?.string)
            var answers = [made]
            for (method, path, body) in [
                (.patch, path, #"{"title":"b"}"#), (.post, "/v1/reminders/\(reminder)/snooze", #"{"for":"PT1H"}"#),
                (.post, "/v1/reminders/\(reminder)/acknowledge", nil), (.post, path + "/complete", nil),
                (.post, path + "/reopen", nil), (.post, path + "/duplicate", nil), (.post, path + "/skip", nil),
                (.patch, "/v1/series/\(series)", #"{"title":"c"}"#), (.post, "/v1/pauses", #"{"all":true}"#),
                (.post, "/v1/batch", #"{"operations":[{"op":"create","task":{"title":"d"}}]}"#),
                (.delete, path, nil), (.delete, "/v1/series/\(series)", nil),
            ] as [(HTTPRequest.Method, String, String?)] {
                answers.append(try await api.request(method, path, body))
            }
            let named = answers.map(\.changeID)
            #expect(answers.allSatisfy { $0.status < 300 }, "\(answers.map(\.status))")
            let kinds = try await api.store.read { reader in
                try named.map { try $0.flatMap { try reader.change($0) }?.kind }
            }
            #expect(
                kinds == [
                    .create, .update, .snooze, .acknowledge, .complete, .reopen, .create, .skip, .updateSeries, .pause,
                    .batch,
                    .delete, .deleteSeries,
                ])
        }
    }

    @Test
    func `what changes nothing is no change, and a remembered answer names its own`() async throws {
        try await API.run { api async throws in
            let headers = ["idempotency-key": "k"]
            let made = try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#, headers: headers)
            let again = try await api.request(.post, "/v1/tasks", #"{"title":"a"}"#, headers: headers)
            #expect(made.changeID != nil && made.changeID == again.changeID)
            let path = "/v1/tasks/\(made.json.id)/complete"
            #expect(try await api.request(.post, path).changeID != nil)
            #expect(try await api.request(.post, path).changeID == nil)
        }
    }
}

extension API.Response {
    /// The change that the answer names.
    var changeID: ChangeID? {
        HTTPField.Name("Change-Id").flatMap { headers[$0] }.flatMap { ChangeID($0) }
    }
}
