import Glibc
import NIOCore
import Storage

@testable import Notify

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
