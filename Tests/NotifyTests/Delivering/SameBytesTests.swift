import Basics
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// Every attempt at a delivery sends the bytes of the first, whatever becomes of the hook meanwhile.
@Suite(.timeLimit(.minutes(10))) struct SameBytesTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (inout Hook.Shape) -> Void
    }

    static let forms = [
        Form(testDescription: "whole") { _ in },
        Form(testDescription: "thin") { $0.payload = .thin },
        Form(testDescription: "near the limit") { $0.sizeLimit = 1_024 },
        Form(testDescription: "text") { $0.template = Hook.Template(format: .text, text: "{{type}} {{data.number}}") },
        Form(testDescription: "JSON") { $0.template = Hook.Template(format: .json, text: #"{"t":"{{type}}"}"#) },
        Form(testDescription: "preset") { $0.preset = .slack },
    ]

    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    private func hook(_ form: Form, _ receiver: WebhookReceiver) async throws -> Hook {
        try await harness.addHook(1, url: receiver.url) { form.apply(&$0.shape) }
    }

    private func edit(_ hook: Hook, to form: Form) async throws -> Hook {
        var hook = hook
        hook.shape = .standard
        form.apply(&hook.shape)
        try await harness.store.write { [hook] in try $0.save(hook) }
        return hook
    }

    @Test(arguments: forms, forms)
    func `an edited hook changes what is to be sent, and nothing that was begun`(before: Form, after: Form) async throws
    {
        let receiver = try await WebhookReceiver.start(answers: [.status(500), .status(500)])
        let hook = try await hook(before, receiver)
        let loop = harness.start(try harness.webhookSink())
        try await harness.append(1...1)
        for attempt in 1...2 {
            let failed = try #require(try await harness.delivery(of: hook, attempts: attempt))
            let edited = try await edit(hook, to: after)
            #expect(edited.shape == hook.shape || before.testDescription != after.testDescription)
            await harness.sleep(until: try #require(failed.nextAttemptAt))
        }
        _ = try await harness.allDelivered(1, of: hook)
        try await harness.append(2...2)
        _ = try await harness.allDelivered(2, of: hook)
        let requests = receiver.requests
        #expect(requests.count == 4)
        #expect(Set(requests.prefix(3).map(\.body)).count == 1)
        #expect(Set(requests.prefix(3).map { $0.headers["content-type"] }).count == 1)
        #expect(Set(requests.prefix(3).map { $0.headers["webhook-id"] }).count == 1)
        let event = try #require(try await harness.store.read { try $0.events(after: 0, limit: 9) }.first)
        #expect(requests[0].body == (try MessageBody(of: event, for: hook).bytes))
        let next = try #require(try await harness.store.read { try $0.events(after: 1, limit: 9) }.first)
        let edited = try #require(try await harness.store.read { try $0.hook(hook.id) })
        #expect(requests[3].body == (try MessageBody(of: next, for: edited).bytes))
        loop.cancel()
        await loop.value
        try await receiver.stop()
    }

    @Test func `a replay is made as the hook then wants it`() async throws {
        let receiver = try await WebhookReceiver.start()
        let hook = try await hook(Self.forms[1], receiver)
        let loop = harness.start(try harness.webhookSink())
        try await harness.append(1...1)
        let sent = try await harness.allDelivered(1, of: hook)
        let edited = try await edit(hook, to: Self.forms[3])
        try await harness.store.write { _ = try $0.replay(sent.map(\.id), at: .noon, every: .zero) }
        let requests = await receiver.requests(atLeast: 2)
        let event = try #require(try await harness.store.read { try $0.events(after: 0, limit: 9) }.first)
        #expect(requests[1].body == (try MessageBody(of: event, for: edited).bytes))
        #expect(requests[1].headers["webhook-id"] == requests[0].headers["webhook-id"])
        loop.cancel()
        await loop.value
        try await receiver.stop()
    }

    @Test func `nothing is sent whose bytes could not be kept, and it is sent once they can`() async throws {
        let receiver = try await WebhookReceiver.start()
        let hook = try await hook(Self.forms[1], receiver)
        // The loop begins and claims; then the bytes cannot be kept, and the claim cannot be given back.
        let faulty = FaultyStore(base: harness.store, faults: Locked(2), passes: Locked(2))
        try await harness.append(1...1)
        let loop = harness.start(try harness.webhookSink(), on: faulty)
        await harness.sleep(until: .noon(plus: 1))
        _ = try await harness.allDelivered(1, of: hook)
        #expect(receiver.requests.count == 1)
        loop.cancel()
        await loop.value
        try await receiver.stop()
    }

    @Test func `the bytes around an event's data are for ever these`() {
        let event = Event(
            sequence: 42,
            id: EventID(TaskID.numbered(7).uuid),
            type: .reminderDue,
            timestamp: UTCInstant(millisecondsSinceEpoch: 1_800_000_000_123),
            data: Array(#"{"b":1,"a":[]}"#.utf8)
        )
        let id = "evt_" + TaskID.numbered(7).description.filter { $0 != "-" }
        let expected =
            #"{"id":"\#(id)","seq":42,"type":"reminder.due","timestamp":"2027-01-15T08:00:00.123Z","data":{"b":1,"a":[]}}"#
        #expect(String(decoding: event.body, as: UTF8.self) == expected)
        #expect(event.body.count - event.data.count < Event.maxFrame)
    }
}
