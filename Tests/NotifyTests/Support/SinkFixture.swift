import NIOSSL
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// A webhook sink on a clock that stands still, with a hook whose secret it can open.
struct SinkFixture {
    static let key: [UInt8] = Array(repeating: 9, count: SecretBox.keyLength)

    let clock: TestClock
    let box = SecretBox(key: key)
    let secret = SigningSecret.make()
    let sink: WebhookSink<TestClock>

    /// Makes a sink that finds hosts in a way of its own.
    init(
        _ targets: TargetGuard,
        on clock: TestClock = TestClock(.noon),
        authorities: String? = nil,
        timeouts: WebhookTimeouts = WebhookTimeouts()
    ) {
        self.clock = clock
        sink = WebhookSink(
            targets: targets,
            secrets: box,
            clock: clock,
            userAgent: "taskd/test",
            timeouts: timeouts,
            certificateAuthorities: authorities
        )
    }

    /// Makes a sink that may reach this machine.
    ///
    /// - Parameters:
    ///   - list: What is opened.
    ///   - names: The addresses of names, in the resolver's order.
    ///   - authorities: A PEM file of further authorities.
    ///   - timeouts: How long the parts of an attempt may take.
    /// - Throws: What is wrong with the list.
    init(
        allowing list: String = "127.0.0.0/8",
        names: [String: [String]] = [:],
        authorities: String? = nil,
        timeouts: WebhookTimeouts = WebhookTimeouts()
    ) throws {
        let addresses = names.mapValues { $0.compactMap { IPAddress($0) } }
        let targets = TargetGuard(policy: AddressPolicy(allowing: try HookAllowList(list))) { addresses[$0] ?? [] }
        self.init(targets, authorities: authorities, timeouts: timeouts)
    }

    func hook(_ url: String) throws -> Hook {
        let sealed = try box.seal(secret, for: .numbered(1))
        return .webhook(1) { hook in
            hook.url = url
            hook.sealedSecrets = [sealed]
        }
    }

    func message(to url: String, attempt: Int = 1) throws -> OutgoingMessage {
        OutgoingMessage(hook: try hook(url), event: .numbered(7), attempt: attempt)
    }

    /// Sends one event to a receiver.
    func deliver(to receiver: WebhookReceiver) async throws -> DeliveryOutcome {
        try await deliver(to: receiver.url)
    }

    /// Sends one event to a URL.
    func deliver(to url: String) async throws -> DeliveryOutcome {
        await sink.deliver(try message(to: url))
    }
}

extension Event {
    static func numbered(_ number: Int) -> Event {
        let draft = EventDraft.fixture(number)
        return Event(
            sequence: Int64(number),
            id: draft.id,
            type: draft.type,
            timestamp: draft.timestamp,
            data: draft.data
        )
    }
}

extension WebhookReceiver.Request {
    /// The three headers of Standard Webhooks.
    func webhookHeaders() throws -> WebhookHeaders {
        try WebhookHeaders { headers[$0] }
    }
}
