import Foundation
import HTTPAPI
import NIOCore

/// The server cannot listen: why, and what to do about it.
struct ListenError: Error, CustomStringConvertible {
    let description: String

    init(_ failure: ListenFailure) {
        let reason: String
        switch (failure.socket, failure.reason) {
        case (.address(.tcp(let host, _)), let error as SocketAddressError.UnknownHost):
            reason = """
                the name \(host) cannot be resolved (\(error.errorDescription)); give a name or an address of \
                this machine, such as 127.0.0.1:7373, with --listen
                """
        case (.address(let address), let error as IOError): reason = Self.words(for: error.errnoCode, address)
        case (.inherited, let error as IOError):
            reason = """
                \(String(cString: strerror(error.errnoCode))); give the unit's socket ListenStream=, as docs/listening.md \
                shows
                """
        case (_, let error): reason = "\(error)"
        }
        let place =
            switch failure.socket {
            case .address(let address): address.description
            case .inherited(let descriptor): "descriptor \(descriptor), a socket of systemd"
            }
        description = "cannot listen on \(place): \(reason)".withoutControls
    }

    private static func words(for code: Int32, _ address: ListenAddress) -> String {
        let reason = String(cString: strerror(code))
        return switch (code, address) {
        case (EADDRINUSE, .unix):
            "another process listens there, or it is a file of another kind; choose another path with --listen"
        case (_, .unix): "\(reason); choose another path with --listen"
        case (EADDRINUSE, _): "another process listens there; stop it, or choose another port with --listen"
        case (EADDRNOTAVAIL, .tcp(let host, _)):
            """
            \(host) is not an address of this machine; give one of its own, such as 127.0.0.1, or 0.0.0.0 for \
            all of them, with --listen
            """
        case (EACCES, _): "\(reason); choose a port above 1023 with --listen"
        default: "\(reason); choose another address with --listen"
        }
    }
}
