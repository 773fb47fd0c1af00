import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension WebhookFailure {
    /// What the system says of a connection, in words.
    static func reason(_ error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "the receiver refused it, nothing listens there"
        case ECONNRESET, EPIPE, ECONNABORTED: "the receiver broke it off"
        case EHOSTUNREACH, EHOSTDOWN: "there is no way to the receiver's address"
        case ENETUNREACH, ENETDOWN: "there is no way to the receiver's network"
        case ETIMEDOUT: "the receiver does not respond any more"
        case EADDRNOTAVAIL, EMFILE, ENFILE, ENOBUFS, ENOMEM: "this machine has no room for it (\(message(error)))"
        case EACCES, EPERM: "this machine does not permit it (\(message(error)))"
        default: message(error)
        }
    }

    private static func message(_ error: IOError) -> String { String(cString: strerror(error.errnoCode)) }
}
