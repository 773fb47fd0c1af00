import Basics
import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

@Suite struct EventTests {
    @Test func `an event id is written as evt_ and 32 digits, and read back`() {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<200 {
            let id = EventID(UUIDValue(high: generator.next(), low: generator.next()))
            #expect(id.description.utf8.count == 36)
            #expect(id.description.hasPrefix("evt_"))
            #expect(!id.description.contains("-"))
            #expect(EventID(id.description) == id)
        }
    }

    @Test(arguments: [
        "", "evt_", "evt_886313e13b8a53729b900c9aee199e5", "evt_886313e13b8a53729b900c9aee199e5d0",
        "evt_886313e1-3b8a-5372-9b90-0c9aee199e5d", "EVT_886313e13b8a53729b900c9aee199e5d",
        "evt_éééééééééééééééé", "evt_----------------886313e13b8a5372", "evt_886313e13b8a53729b900c9aee199e5g",
        "evt_\u{1F4C5}\u{1F4C5}\u{1F4C5}\u{1F4C5}\u{1F4C5}\u{1F4C5}\u{1F4C5}\u{1F4C5}",
    ])
    func `text that is no event id is not read`(text: String) {
        #expect(EventID(text) == nil)
    }

    @Test func `the event of a firing has the firing's UUID`() {
        let firing = FiringID(reminder: .numbered(1), scheduledAt: .noon)
        #expect(EventID(firing: firing).uuid == firing.uuid)
    }

    @Test func `the body is one line of JSON with the event's fields and its data as it is`() throws {
        let draft = EventDraft.fixture(3, type: .reminderDue, at: .noon(plus: 1))
        let event = Event(sequence: 42, id: draft.id, type: draft.type, timestamp: draft.timestamp, data: draft.data)
        let text = String(decoding: event.body, as: UTF8.self)
        #expect(
            text == """
                {"id":"\(draft.id)","seq":42,"type":"reminder.due","timestamp":"2026-03-01T12:00:01Z","data":{"number":3}}
                """
        )
        let json = try JSONValue(json: Data(event.body))
        #expect(json["data"]?["number"]?.integer == 3)
    }

    @Test func `every known type is told once`() {
        #expect(Set(EventType.known).count == EventType.known.count)
        #expect(EventType.known.allSatisfy { EventPattern($0.rawValue) != nil })
    }

    @Test func `a delivery id is read from its text`() {
        #expect(DeliveryID("dlv_42") == DeliveryID(number: 42))
        #expect(DeliveryID(number: 42).description == "dlv_42")
        #expect(DeliveryID("dlv_9223372036854775807")?.number == .max)
    }

    @Test(arguments: [
        "", "42", "dlv_", "dlv_0", "dlv_-1", "dlv_+1", "dlv_01", "dlv_1 ", "dlv_9223372036854775808", "DLV_1",
    ])
    func `text that is no delivery id is not read`(text: String) {
        #expect(DeliveryID(text) == nil)
    }
}
