import Basics
import Foundation
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct MessageBodyTests {
    private func event(_ data: String, _ type: EventType = .reminderDue) -> Event {
        Event(sequence: 42, id: Event.numbered(7).id, type: type, timestamp: .noon, data: Array(data.utf8))
    }

    private func text(_ event: Event, _ change: (inout Hook) -> Void) throws -> String {
        String(decoding: try MessageBody(of: event, for: .webhook(1, change: change)).bytes, as: UTF8.self)
    }

    @Test func `a hook that asks for nothing gets the whole event`() throws {
        let body = try MessageBody(of: .numbered(7), for: .webhook(1))
        #expect(body.bytes == Event.numbered(7).body)
        #expect(body.mediaType == "application/json")
    }

    @Test func `a thin body has the ids and nothing that anybody wrote`() throws {
        let event = event(
            #"{"firingId":"f1","previousTaskId":"p1","missedCount":2,"reminder":{"id":"r1"},"task":{"id":"t1","title":"secret"}}"#
        )
        let body = try JSONValue(json: Data(text(event) { $0.shape.payload = .thin }.utf8))
        #expect(body["id"]?.string == event.id.description)
        #expect(body["type"]?.string == "reminder.due")
        #expect(body["timestamp"]?.string == event.timestamp.description)
        #expect(body["href"]?.string == "/v1/events?after=41&limit=1")
        #expect(body["truncated"] == nil)
        let ids: JSONObject = [
            "firingId": .string("f1"), "previousTaskId": .string("p1"), "reminderId": .string("r1"),
            "taskId": .string("t1"),
        ]
        #expect(body["data"] == .object(ids))
    }

    @Test func `a body beyond the hook's limit becomes thin and says so`() throws {
        let long = String(repeating: "a", count: 2_000)
        let large = event(#"{"task":{"id":"t1","description":"\#(long)"}}"#)
        #expect(
            try text(large) { $0.shape.sizeLimit = large.body.count } == String(decoding: large.body, as: UTF8.self))
        let cut = try text(large) { $0.shape.sizeLimit = large.body.count - 1 }
        #expect(try JSONValue(json: Data(cut.utf8))["truncated"] == .bool(true))
        #expect(cut.utf8.count < 1_024)
    }

    @Test func `the same event gives the same bytes each time`() throws {
        for preset in Hook.Preset.allCases.map(Optional.some) + [nil] {
            let hook = Hook.webhook(1) { $0.shape.preset = preset }
            let sample = event(#"{"b":1,"task":{"id":"t","title":"x","tags":["q"]},"a":{"id":"2"},"c":{"id":"3"}}"#)
            #expect(try MessageBody(of: sample, for: hook) == MessageBody(of: sample, for: hook))
        }
    }

    @Test(arguments: ["", "[]", "{", "null", #"{"task":7,"reminder":[]}"#])
    func `data of an unforeseen form makes a thin body all the same`(data: String) throws {
        let body = try JSONValue(json: Data(text(event(data)) { $0.shape.payload = .thin }.utf8))
        #expect(body["data"] == .object([:]))
    }
}
