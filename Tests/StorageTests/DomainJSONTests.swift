import Basics
import Foundation
import Storage
import TestSupport
import Testing

@Suite struct DomainJSONTests {
    @Test func `a task is written with each of its fields as clients see them`() throws {
        let task = TaskItem.filledFixture(1)
        let json = try JSONValue(json: Data(task.json(now: .noon(plus: 7_200))))
        #expect(json["id"]?.string == task.id.description)
        #expect(json["title"]?.string == task.title)
        #expect(json["description"]?.string == task.details)
        #expect(json["status"]?.string == "inProcess")
        #expect(json["isOverdue"] == .bool(true))
        #expect(json["recurrence"]?["rrule"] == .array([.string("FREQ=DAILY;COUNT=10")]))
        #expect(json["reminders"]?.array?.first?["repeat"]?["count"]?.integer == 4)
        #expect(json["tags"]?.array?.compactMap(\.string) == task.tags)
        #expect(json["subtasks"]?.array?.count == 2)
        #expect(json["location"]?["latitude"] == .number(37.5665))
        #expect(json["progress"]?.integer == 50)
    }

    @Test func `a bare task is written with null for what it lacks`() throws {
        let json = try JSONValue(json: Data(TaskItem.fixture(1).json(now: .noon)))
        for name in [
            "description", "start", "due", "startAt", "dueAt", "recurrence", "seriesId", "occurrence", "location",
        ] {
            #expect(json[name] == .null, "\(name)")
        }
        #expect(json["isOverdue"] == .bool(false))
    }

    @Test func `a hook is written without its secrets`() throws {
        let hook = Hook.webhook(1) { hook in
            hook.sealedSecrets = [Array("sealed-secret".utf8)]
            hook.headers = [HookHeader(name: "X-Key", value: .sealed(Array("sealed-secret".utf8)))]
        }
        var json = JSONWriter()
        hook.write(to: &json)
        #expect(!String(decoding: json.bytes, as: UTF8.self).contains("sealed"))
        guard case .object(let fields) = try JSONValue(json: json.bytes) else { return #expect(Bool(false)) }
        let expected = [
            "concurrency", "createdAt", "disabledReason", "enabled", "events", "expires", "filter", "handle", "headers",
            "id", "kind", "maxBodyBytes", "ordering", "payload", "preset", "priorities", "rateLimit", "retrySchedule",
            "tags",
            "template", "timeZone", "tls", "updatedAt", "url", "version",
        ]
        #expect(fields.fields.map(\.name).sorted() == expected)
    }
}
