import Foundation
import NIOCore

/// The server cannot listen: why, and what to do about it.
struct ListenError: Error, CustomStringConvertible {
    let description: String

    /// Nil for an error that is not about the address.
    init?(_ error: any Error, at address: ServeConfiguration.Address) {
        let reason: String
        switch error {
        case let error as SocketAddressError.UnknownHost:
            reason = """
                the name \(address.host) cannot be resolved (\(error.errorDescription)); give a name or an address of \
                this machine, such as 127.0.0.1:7373, with --listen
                """
        case let error as IOError: reason = Self.words(for: error.errnoCode, address)
        default: return nil
        }
        description = "cannot listen on \(address): \(reason)".withoutControls
    }

    private static func words(for code: Int32, _ address: ServeConfiguration.Address) -> String {
        let reason = String(cString: strerror(code))
        return switch code {
        case EADDRINUSE: "another process listens there; stop it, or choose another port with --listen"
        case EADDRNOTAVAIL:
            """
            \(address.host) is not an address of this machine; give one of its own, such as 127.0.0.1, or 0.0.0.0 for \
            all of them, with --listen
            """
        case EACCES: "\(reason); choose a port above 1023 with --listen"
        default: "\(reason); choose another address with --listen"
        }
    }
}
