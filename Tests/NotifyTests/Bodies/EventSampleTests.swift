import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite struct EventSampleTests {
    @Test(arguments: EventType.known)
    func `there is a trial of every type, which says so and is no event of the log`(type: EventType) throws {
        let trial = try #require(EventSample.trial(of: type, at: .noon))
        #expect(trial.type == type && trial.timestamp == .noon && trial.sequence == 0)
        #expect(try JSONValue(json: trial.data)["test"] == .bool(true))
        #expect(EventSample.samples(of: type).count == 2)
    }

    @Test func `of a type that taskd does not have there is none`() {
        #expect(EventSample.trial(of: EventType(rawValue: "dragon.born"), at: .noon) == nil)
    }

    @Test(arguments: EventType.known)
    func `every type has a summary in words of its own`(type: EventType) throws {
        for sample in EventSample.samples(of: type) {
            let summary = EventSummary(sample)
            #expect(!summary.title.isEmpty && (1...5).contains(summary.priority))
            #expect(summary.text.split(separator: "\n").first.map(String.init) != type.rawValue)
        }
    }

    private func summary(_ data: String, _ type: EventType = .reminderDue) -> EventSummary {
        EventSummary(
            Event(
                sequence: 1, id: EventID(TaskID.numbered(1).uuid), type: type, timestamp: .noon, data: Array(data.utf8))
        )
    }

    @Test func `a summary has the title, the due time, the delay, the description and the reason`() {
        let task = #"{"title":"Rent","due":"2026-03-01T09:00:00","timeZone":"Europe/Berlin","description":"Pay"}"#
        let late = summary(#"{"task":\#(task),"lateBySeconds":150,"reason":"downtime"}"#)
        #expect(late.title == "Rent")
        #expect(late.text == "Reminder\nDue 2026-03-01 09:00:00 Europe/Berlin\nLate by 2 min\nPay\ndowntime")
        #expect(late.priority == 3)
        #expect(summary(#"{"task":{"title":"Rent","priority":"urgent"},"lateBySeconds":59}"#).text == "Reminder")
        #expect(summary(#"{"task":{"priority":"urgent"}}"#).priority == 5)
        #expect(summary(#"{"hook":{"disabledReason":"gone"}}"#, .hookDisabled).text == "Hook disabled\ngone")
        let project = summary(#"{"project":{"name":"Home"}}"#, .projectCreated)
        #expect(project.title == "Home" && project.text == "Project created")
        #expect(summary("no JSON").title == "Reminder")
    }

    @Test func `a long text is cut within its bound, at a character`() {
        let summary = summary(#"{"task":{"title":"ééééé"}}"#)
        #expect(summary.title(atMost: 10) == "ééééé")
        #expect(summary.title(atMost: 9) == "ééé…")
        #expect(summary.text(atMost: 5) == "Re…")
    }
}
