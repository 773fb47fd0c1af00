import Basics
import HTTPTypes
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

struct JSONInputTests {
    @Test(arguments: [
        (#"{"title":"a",}"#, "at byte 13"), (#"{"title":"a","title":"b"}"#, "duplicate name, at byte 13 in /title"),
        (#"{"title":"a","location":{"latitude":1e400}}"#, "in /location/latitude"),
        (#"{"title":"\ud800"}"#, "surrogate"), (#"{"title":"a"}}"#, "at byte 13"), ("\u{FEFF}{}", "byte order mark"),
        (String(repeating: "[", count: 33) + String(repeating: "]", count: 33), "more than 32 levels deep"),
        ("[" + String(repeating: "[],", count: 2_000) + String(repeating: "[", count: 500), "deep"),
        ("[" + String(repeating: "0,", count: 20_000) + "0]", "more than 20000 values"),
    ])
    func `what is no JSON is refused with its byte, and nothing is stored`(body: String, detail: String) async throws {
        try await API.run { api async throws in
            for path in ["/v1/tasks", "/v1/batch", "/v1/hooks", "/v1/pauses"]
            where path != "/v1/batch" || !detail.contains("values") {
                let response = try await api.request(.post, path, body)
                #expect(response.status == 400, "\(path)")
                #expect(response.headers[.contentType] == "application/problem+json")
                #expect(response.json["detail"]?.string?.contains(detail) == true, "\(response.json)")
            }
            #expect(try await api.isEmpty())
        }
    }

    @Test func `a list that is too long is told once, whatever it holds`() async throws {
        try await API.run { api async throws in
            let many = (0..<15_000).map { _ in #""x""# }.joined(separator: ",")
            for (body, pointer) in [
                (#"{"title":"x","tags":[\#(many)]}"#, "/tags"),
                (#"{"title":"x","reminders":[\#(many)]}"#, "/reminders"),
                (#"{"title":"x","subtasks":[\#(many)]}"#, "/subtasks"),
                (#"{"title":"x","due":"2026-12-01","recurrence":{"rrule":[\#(many)]}}"#, "/recurrence/rrule"),
            ] {
                let response = try await api.request(.post, "/v1/tasks", body)
                #expect(response.status == 422)
                #expect(response.pointers == [pointer])
            }
        }
    }

    @Test func `at most a hundred problems are reported`() async throws {
        try await API.run { api async throws in
            let dates = (0..<1_000).map { _ in #""x""# }.joined(separator: ",")
            let fields = (0..<60).map { #""f\#($0)":1"# }.joined(separator: ",")
            for body in [
                #"{"title":"x","due":"2026-12-01","recurrence":{"rrule":["FREQ=DAILY"],"rdate":[\#(dates)]}}"#,
                #"{"title":"x","subtasks":[\#((0..<500).map { _ in "{}" }.joined(separator: ","))]}"#,
                #"{"title":"x","location":{\#(fields)},\#(fields)}"#,
            ] {
                let response = try await api.request(.post, "/v1/tasks", body)
                #expect(response.status == 422)
                #expect(response.pointers.count == 100)
            }
            let body = #"{\#((0..<10_000).map { #""f\#($0)":1"# }.joined(separator: ","))}"#
            #expect(try await api.request(.post, "/v1/tasks", body).pointers.count <= 2)
        }
    }

    @Test func `lengths count scalars and bytes, not what looks like one letter`() async throws {
        try await API.run { api async throws in
            let accents = String(repeating: "\u{301}", count: 100_000)
            let long = String(repeating: "x", count: 600)
            for (body, pointer) in [
                (#"{"title":"e\#(accents)"}"#, "/title"), (#"{"title":"\#(long)"}"#, "/title"),
                (#"{"title":"x","tags":["e\#(accents)"]}"#, "/tags/0"),
                (#"{"title":"x","subtasks":[{"title":"e\#(accents)"}]}"#, "/subtasks/0/title"),
                (#"{"title":"x","location":{"address":"e\#(accents)"}}"#, "/location/address"),
                (#"{"title":"x","timeZone":"\#(long)"}"#, "/timeZone"),
                (#"{"title":"x","description":"e\#(accents)"}"#, "/description"),
                (#"{"title":"x","tags":["a\u0000b"]}"#, "/tags/0"),
            ] {
                let response = try await api.request(.post, "/v1/tasks", body)
                #expect(response.status == 422)
                #expect(response.pointers.contains(pointer), "\(pointer)")
            }
            let most = String(repeating: "📅", count: 500)
            #expect(try await api.create(#"{"title":"\#(most)"}"#)["title"]?.string == most)
            let pause = try await api.request(.post, "/v1/pauses", #"{"all":true,"note":"e\#(accents)"}"#)
            #expect(pause.pointers == ["/note"])
            let hook = #"{"url":"http://10.1.0.1/","tags":["e\#(accents)"]}"#
            #expect(try await api.request(.post, "/v1/hooks", hook).pointers == ["/tags/0"])
        }
    }

    @Test func `a batch is bounded in what it writes`() async throws {
        try await API.run { api async throws in
            let subtasks = (0..<500).map { #"{"title":"\#($0)"}"# }.joined(separator: ",")
            let create = #"{"op":"create","task":{"title":"x","subtasks":[\#(subtasks)]}}"#
            let body = #"{"operations":[\#([String](repeating: create, count: 45).joined(separator: ","))]}"#
            let response = try await api.request(.post, "/v1/batch", body)
            #expect(response.status == 422)
            #expect(response.pointers == ["/operations"])
            #expect(try await api.isEmpty())
            let id = try await api.create(#"{"title":"x","subtasks":[\#(subtasks)]}"#).id
            let update = #"{"op":"update","id":"\#(id)","changes":{"priority":"high"}}"#
            let updates = #"{"operations":[\#([String](repeating: update, count: 41).joined(separator: ","))]}"#
            let updated = try await api.request(.post, "/v1/batch", updates)
            #expect(updated.pointers == ["/operations"], "\(updated.status)")
            #expect(try await api.request(.get, "/v1/tasks/\(id)").json["priority"]?.string == "none")
        }
    }
}
