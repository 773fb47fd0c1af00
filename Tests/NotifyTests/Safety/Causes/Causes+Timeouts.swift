import Basics
import Recurrence
import Storage
import TestSupport

@testable import Notify

extension Cause {
    /// What may take too long.
    static let timeouts = [
        Cause("the look-up", .unresolved) {
            let targets = TargetGuard(policy: AddressPolicy()) { _ in
                await WakeSignal().wait()
                throw CancellationError()
            }
            return try await late(SinkFixture(targets), "http://slow.example/", at: 5)
        },
        Cause("the connection", .timeout) {
            let port = try LoopbackPort()
            try port.fill()
            defer { withExtendedLifetime(port) {} }
            return try await SinkFixture(timeouts: .connecting).deliver(to: "http://127.0.0.1:\(port.number)/")
        },
        Cause("the connection with TLS", .timeout) {
            try await stalling("") { url in
                try await SinkFixture(timeouts: .connecting).deliver(to: url.replacing("http:", with: "https:"))
            }
        },
        Cause("the answer", .timeout) {
            try await stalling("") { try await late(SinkFixture(timeouts: .answering), $0, at: 10) }
        },
        Cause("the attempt as a whole", .timeout) {
            try await stalling("") { try await late(SinkFixture(timeouts: .slow), $0, at: 15) }
        },
        Cause("the body of the answer", .delivered) {
            try await stalling("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab") {
                try await late(SinkFixture(), $0, at: 15, hasBegun: true)
            }
        },
    ]

    /// Delivers to a server that keeps the connection open when it has sent a text.
    private static func stalling(
        _ text: String,
        _ deliver: (String) async throws -> DeliveryOutcome
    ) async throws -> DeliveryOutcome {
        let server = try await RawServer.start(text, .onReading, .stays)
        return try await deliver(server.url).after { try await server.stop() }
    }

    /// Delivers, and moves the clock on as soon as somebody waits for that second, or when the answer has begun too.
    private static func late(
        _ fixture: SinkFixture,
        _ url: String,
        at second: Int,
        hasBegun: Bool = false
    ) async throws -> DeliveryOutcome {
        let message = try fixture.message(to: url)
        let answer = WebhookAnswer()
        async let outcome = fixture.sink.deliver(message, noting: answer)
        while hasBegun, answer.beganAt == nil, !Task.isCancelled { await Task.yield() }
        await fixture.clock.waitForSleeper(until: .noon(plus: second))
        fixture.clock.set(to: .noon(plus: second))
        return await outcome
    }
}

extension WebhookTimeouts {
    fileprivate static var connecting: WebhookTimeouts { changing { $0.connection = .milliseconds(50) } }
    fileprivate static var answering: WebhookTimeouts { changing { $0.firstByte = .seconds(10) } }
    fileprivate static var slow: WebhookTimeouts { changing { $0.firstByte = .seconds(20) } }

    private static func changing(_ change: (inout WebhookTimeouts) -> Void) -> WebhookTimeouts {
        var timeouts = WebhookTimeouts()
        change(&timeouts)
        return timeouts
    }
}
