import Basics
import Foundation
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

/// Each field that ``PauseFields`` declares, wherever a field of a pause can be lost.
struct PauseFieldTests {
    private static func value(_ json: String) throws -> JSONValue { try JSONValue(json: Data(json.utf8)) }

    @Test func `each survives creation, reading, the store and the event`() async throws {
        try await API.run { api async throws in
            let first = try await api.createDaily("plain")
            let due = #""due":"2026-11-22T10:00:00","reminders":[{"offset":"PT0S"}]"#
            let task = try await api.create(#"{"title":"a",\#(due)}"#)
            let reminder = try #require(task["reminders"]?.array?.first?.id)
            let targets = [
                "all": "true", "tag": #""집""#, "seriesId": "\"\(first.series)\"", "taskId": "\"\(task.id)\"",
                "reminderId": "\"\(reminder)\"", "filter": #""tag:집 or due < today""#,
            ]
            let terms = ["missed": #""skip""#, "note": #""away\nuntil then""#, "until": #""2026-11-23T09:00:00Z""#]
            #expect(Set(targets.keys).union(terms.keys).union(["for"]) == Set(PauseFields.fieldList.map(\.name)))
            for (name, json) in targets {
                let members = terms.merging([name: json]) { $1 }
                let body = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
                let begun = try await api.request(.post, "/v1/pauses", "{\(body)}")
                try #require(begun.status == 201, "\(begun.json)")
                let read = try await api.request(.get, "/v1/pauses/\(begun.json.id)").json
                let log = try await api.request(.get, "/v1/events?limit=1000").json["items"]?.array
                let told = try #require(log?.last?["data"]?["pause"])
                for (name, json) in members {
                    for pause in [begun.json, read, told] { #expect(try pause[name] == Self.value(json), "\(name)") }
                }
                for other in targets.keys where other != name { #expect(read[other] == nil) }
            }
        }
    }

    @Test func `each problem of a body is reported at once`() async throws {
        try await API.run { api async throws in
            let body = #"{"all":1,"seriesId":"x","for":"soon","until":"then","missed":"x","note":7,"when":1}"#
            let refused = try await api.request(.post, "/v1/pauses", body)
            #expect(refused.status == 422)
            #expect(
                Set(refused.pointers) == ["/all", "/seriesId", "/for", "/until", "/missed", "/note", "/when"])
        }
    }
}
