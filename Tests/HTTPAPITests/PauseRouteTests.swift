import Basics
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import TestSupport
import Testing

struct PauseRouteTests {
    @Test
    func `a pause is begun, listed, read and ended`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"a","due":"2026-11-21T10:00:00","reminders":[{"offset":"PT0S"}]}"#)
            let body = #"{"taskId":"\#(task.id)","for":"PT2H","missed":"skip","note":"away"}"#
            let begun = try await api.request(.post, "/v1/pauses", body)
            #expect(begun.status == 201)
            #expect(begun.headers[.location] == "/v1/pauses/\(begun.json.id)")
            #expect(begun.json["until"]?.string == "2026-11-21T10:00:00Z")
            #expect(begun.json["author"]?.string == "test")
            #expect(try await api.request(.get, "/v1/pauses/\(begun.json.id)").json == begun.json)
            #expect(try await api.request(.get, "/v1/pauses").json["items"]?.array == [begun.json])
            let why = try await api.request(.get, "/v1/tasks/\(task.id)/firings").json
            #expect(why["planned"]?.array?.first?["pause"]?.id == begun.json.id)
            // Behind it the reminder is reported as missed, so that nothing goes off.
            #expect(why["planned"]?.array?.first?["fireAt"] == .null)
            let ended = try await api.request(.delete, "/v1/pauses/\(begun.json.id)")
            #expect(ended.status == 200 && ended.json["endedAt"]?.string == API.now)
            #expect(try await api.request(.delete, "/v1/pauses/\(begun.json.id)").status == 404)
            #expect(try await api.request(.get, "/v1/pauses").json["items"]?.array == [])
        }
    }

    @Test(arguments: [
        (#"{}"#, ""), (#"{"all":true,"tag":"x"}"#, ""), (#"{"all":1}"#, "/all"), (#"{"tag":""}"#, "/tag"),
        (#"{"all":true,"for":"PT1H","until":"2026-11-22"}"#, ""), (#"{"all":true,"missed":"x"}"#, "/missed"),
        (#"{"all":true,"until":"2026-11-20"}"#, "/until"), (#"{"all":true,"when":"now"}"#, "/when"),
        (#"{"filter":"priorty:high"}"#, "/filter"), (#"{"filter":""}"#, "/filter"), (#"{"filter":7}"#, "/filter"),
        (#"{"filter":"tag:x","tag":"x"}"#, ""),
    ])
    func `a pause that makes no sense is refused with its field`(_ body: String, _ pointer: String) async throws {
        try await API.run { api async throws in
            let refused = try await api.request(.post, "/v1/pauses", body)
            #expect(refused.status == 422 && refused.pointers == [pointer], "\(refused.json)")
            #expect(try await api.isEmpty())
        }
    }

    @Test
    func `what a reminder and a task say of policy is kept, and what makes no sense is refused`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(
                #"{"title":"a","due":"2026-11-21T10:00:00","quietHours":{"from":"22:00","until":"07:00","letThrough":"high"},"reminders":[{"offset":"PT0S","catchUp":"PT2H","keepOnCompletion":true}]}"#
            )
            let same = try await api.request(.patch, "/v1/tasks/\(task.id)", #"{"title":"b"}"#).json
            #expect(same["quietHours"]?["letThrough"]?.string == "high")
            #expect(same["reminders"]?.array?.first?["catchUp"]?.string == "PT2H")
            #expect(same["reminders"]?.array?.first?["keepOnCompletion"] == .bool(true))
            let off = try await api.request(.patch, "/v1/tasks/\(task.id)", #"{"quietHours":"off"}"#).json
            #expect(off["quietHours"]?.string == "off")
            let none = try await api.request(.patch, "/v1/tasks/\(task.id)", #"{"quietHours":null}"#).json
            #expect(none["quietHours"] == nil)
            for (body, pointer) in [
                (#"{"quietHours":"on"}"#, "/quietHours"), (#"{"quietHours":{"from":"22:00"}}"#, "/quietHours/until"),
                (#"{"quietHours":{"from":"07:00","until":"07:00"}}"#, "/quietHours"),
                (#"{"quietHours":{"from":"25:00","until":"07:00"}}"#, "/quietHours/from"),
                (#"{"reminders":[{"offset":"PT0S","catchUp":"PT1S"}]}"#, "/reminders/0/catchUp"),
                (#"{"reminders":[{"offset":"PT0S","keepOnCompletion":1}]}"#, "/reminders/0/keepOnCompletion"),
            ] {
                let refused = try await api.request(.patch, "/v1/tasks/\(task.id)", body)
                #expect(refused.status == 422 && refused.pointers == [pointer], "\(body): \(refused.json)")
            }
        }
    }

    @Test
    func `a reminder's id that belongs to another task is a conflict, and changes nothing`() async throws {
        try await API.run { api async throws in
            let id = "0198c5a0-0000-7000-8000-000000000001"
            let reminders = #""due":"2026-11-21T10:00:00","reminders":[{"id":"\#(id)","offset":"PT0S"}]"#
            let first = try await api.create(#"{"title":"first",\#(reminders)}"#)
            let second = try await api.create(#"{"title":"second"}"#)
            let created = try await api.request(.post, "/v1/tasks", #"{"title":"third",\#(reminders)}"#)
            #expect(created.status == 409 && created.json["detail"]?.string?.contains(id) == true)
            #expect(try await api.request(.patch, "/v1/tasks/\(second.id)", "{\(reminders)}").status == 409)
            #expect(try await api.request(.get, "/v1/tasks/\(second.id)").json == second)
            #expect(try await api.request(.get, "/v1/tasks/\(first.id)").json == first)
            #expect(try await api.request(.get, "/v1/tasks").json["items"]?.array?.count == 2)
        }
    }
}
