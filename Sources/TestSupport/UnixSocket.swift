import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Sockets that are reached by a path.
enum UnixSocket {
    /// Makes one that is connected to nothing.
    static func make() throws -> Int32 {
        let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard made >= 0 else { throw ServerFailure(description: "no socket: \(String(cString: strerror(errno)))") }
        return made
    }

    /// Calls a closure with the address of a path.
    static func withAddress<Value>(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value
    ) -> Value {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
