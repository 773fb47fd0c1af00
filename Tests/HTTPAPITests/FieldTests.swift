import Basics
import Foundation
import HTTPTypes
import Recurrence
import Scheduler
import Storage
import StorageSQLite
import StoreFixtures
import TestSupport
import Testing

/// Each field that ``TaskContent`` declares, wherever a field of a task can be lost.
///
/// The fields are enumerated, so that one that is forgotten somewhere fails here.
struct FieldTests {
    /// Every field of a content with a value, as JSON.
    private static let samples: [(name: String, json: String)] = {
        var json = JSONWriter()
        json.object { TaskContent.filledFixture.write(fieldsTo: &$0) }
        let object = try? JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any]
        return TaskContent.fieldList.map { field in
            let data = object?[field.name].flatMap {
                try? JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed)
            }
            return (field.name, data.map { String(decoding: $0, as: UTF8.self) } ?? "")
        }
    }()

    private static var members: String {
        samples.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",")
    }

    private static func value(_ json: String) throws -> JSONValue { try JSONValue(json: Data(json.utf8)) }

    @Test func `each survives creation, reading, the store and the event`() async throws {
        try await API.run { api async throws in
            try await api.store.write { try $0.saveProject(of: .filledFixture) }
            #expect(Self.samples.count == TaskContent.fieldList.count && Self.samples.allSatisfy { !$0.json.isEmpty })
            let created = try await api.create("{\(Self.members)}")
            let read = try await api.request(.get, "/v1/tasks/\(created.id)").json
            let log = try await api.request(.get, "/v1/events").json["items"]?.array
            let told = try #require(log?.last?["data"]?["task"])
            for (name, json) in Self.samples {
                for task in [created, read, told] { #expect(try task[name] == Self.value(json), "\(name)") }
            }
            let id = try #require(TaskID(created.id))
            let task = try #require(try await api.store.read { try $0.task(id) })
            #expect(task.content == .filledFixture)
        }
    }

    @Test func `each is set, kept and cleared by a PATCH`() async throws {
        try await API.run { api async throws in
            try await api.store.write { try $0.saveProject(of: .filledFixture) }
            let plain = try await api.create(#"{"title":"plain"}"#)
            for (name, json) in Self.samples {
                let patched = try await api.request(.patch, "/v1/tasks/\(plain.id)", #"{"\#(name)":\#(json)}"#)
                #expect(patched.status == 200, "\(name): \(patched.json)")
                let read = try await api.request(.get, "/v1/tasks/\(plain.id)").json
                #expect(try read[name] == Self.value(json), "\(name)")
                let kept = try await api.request(.patch, "/v1/tasks/\(plain.id)", #"{"progress":1}"#).json
                #expect(try kept[name] == Self.value(json), "\(name)")
                let cleared = try await api.request(.patch, "/v1/tasks/\(plain.id)", #"{"\#(name)":null}"#)
                if name == "title" {
                    #expect(cleared.status == 422 && cleared.pointers == ["/title"])
                } else {
                    #expect(cleared.json[name] == plain[name], "\(name)")
                }
            }
        }
    }

    @Test func `each is a part of a series, of its next occurrence and of an override`() async throws {
        try await API.run { api async throws in
            try await api.store.write { try $0.saveProject(of: .filledFixture) }
            let first = try await api.createDaily("plain")
            let patched = try await api.request(.patch, "/v1/series/\(first.series)", "{\(Self.members)}").json
            let series = try await api.request(.get, "/v1/series/\(first.series)").json
            let next = try await api.request(.post, "/v1/tasks/\(first.id)/complete").json["next"]
            for (name, json) in Self.samples {
                let value = try Self.value(json)
                #expect(patched[name] == value && series[name] == value && next?[name] == value, "\(name)")
            }
            let id = try #require(next?.id)
            for (name, json) in Self.samples {
                let body = #"{"\#(name)":\#(json)}"#
                #expect(try await api.request(.patch, "/v1/tasks/\(id)?scope=this", body).status == 200)
            }
            let items = try await api.request(.get, "/v1/series/\(first.series)/occurrences?limit=2").json["items"]
            let overrides = (items?.array?.last?["overrides"]?.array ?? []).compactMap(\.string)
            #expect(Set(overrides) == Set(Self.samples.map(\.name)))
        }
    }

    @Test func `the members of a task are the fields of a draft and what the server writes`() throws {
        let json = try JSONValue(json: TaskItem.filledFixture(1).json(now: .noon))
        guard case .object(let object) = json else { throw StoreError(.unreadable, "a task is an object") }
        let names = object.fields.map(\.name)
        #expect(Set(names).count == names.count)
        let writable = Set(TaskDraft.fieldList.map(\.name))
        #expect(writable.isDisjoint(with: TaskItem.readOnlyMembers))
        // Nothing of the fixture is set aside, and nobody asked for short handles.
        #expect(Set(names).union(["setAside", "shortHandle"]) == writable.union(TaskItem.readOnlyMembers))
    }

    @Test func `a patch reports each problem of its body at once`() async throws {
        try await API.run { api async throws in
            let task = try await api.create(#"{"title":"x"}"#)
            let body = """
                {"title":null,"priority":7,"tags":["a","a"],"location":{"latitude":91,"moon":1},"quietHours":{"from":"22:00"},\
                "estimatedDuration":"PT0S","reminders":[{"offset":"x"}],"version":3,"colour":1}
                """
            let response = try await api.request(.patch, "/v1/tasks/\(task.id)", body)
            #expect(response.status == 422)
            #expect(
                Set(response.pointers) == [
                    "/title", "/priority", "/tags/1", "/location/latitude", "/location/moon", "/quietHours/until",
                    "/estimatedDuration", "/reminders/0/offset", "/version", "/colour",
                ])
            #expect(try await api.request(.get, "/v1/tasks/\(task.id)").json == task)
        }
    }

    @Test func `the text of a duration is canonical`() async throws {
        try await API.run { api async throws in
            for (text, canonical) in [("PT90M", "PT1H30M"), ("P14D", "P2W"), ("P1DT0H", "P1D"), ("P3660D", "P3660D")] {
                let task = try await api.create(#"{"title":"x","estimatedDuration":"\#(text)"}"#)
                #expect(task["estimatedDuration"]?.string == canonical)
            }
        }
    }
}
