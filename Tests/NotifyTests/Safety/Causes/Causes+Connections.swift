import Glibc
import NIOCore
import Storage
import TestSupport

@testable import Notify

extension Cause {
    /// What becomes of a connection that brings no answer.
    static let connections = [
        Cause("nobody listens", .connection) {
            let port = try LoopbackPort()
            defer { withExtendedLifetime(port) {} }
            return try await SinkFixture().deliver(to: "http://127.0.0.1:\(port.number)/")
        },
        Cause("it is closed when the request has come", .connection) {
            let receiver = try await WebhookReceiver.start(answers: [.close])
            return try await SinkFixture().deliver(to: receiver.url).after { try await receiver.stop() }
        },
        Cause("it is reset", .connection) { try await answering("", .resets) },
        Cause("taskd stops", .connection) {
            let receiver = try await WebhookReceiver.start(answers: [.hang])
            let sending = Task { try await SinkFixture().deliver(to: receiver.url) }
            _ = await receiver.requests(atLeast: 1)
            sending.cancel()
            return try await sending.value.after { try await receiver.stop() }
        },
    ]

    /// Delivers to a server that sends a text whatever it is asked.
    static func answering(_ text: String, _ after: RawServer.After) async throws -> DeliveryOutcome {
        let server = try await RawServer.start(text, .onReading, after)
        return try await SinkFixture().deliver(to: server.url).after { try await server.stop() }
    }
}

extension DeliveryOutcome {
    /// Does what is to be done once it is known.
    func after(_ body: () async throws -> Void) async rethrows -> DeliveryOutcome {
        try await body()
        return self
    }
}

extension Cause {
    /// What no receiver of a test can bring about: what this machine and its network say.
    static let system =
        [
            ("no way to the address", EHOSTUNREACH), ("no way to the network", ENETUNREACH),
            ("no response any more", ETIMEDOUT), ("no descriptors", EMFILE), ("no permission", EACCES),
        ].map { name, code in
            Cause(name, .connection) { told(IOError(errnoCode: code, reason: "connect")) }
        } + [
            Cause("a connection that leads elsewhere", .denied) {
                do {
                    let peer = try SocketAddress(ipAddress: "127.0.0.1", port: 80)
                    try PeerCheck.check(peer, is: IPAddress(v4: 0x0101_0101))
                    return .delivered
                } catch { return told(error) }
            }
        ]

    private static func told(_ error: any Error) -> DeliveryOutcome {
        WebhookFailure.outcome(of: error, isSecure: false)
    }
}
