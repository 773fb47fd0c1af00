import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The file of a Unix socket.
///
/// One outlives the process that made it where that was killed, and is in the way of the next one.
struct UnixSocketFile {
    let path: String

    /// Removes what a process left that is gone.
    ///
    /// - Throws: `IOError` with `EADDRINUSE` where somebody listens there, or the file is no socket.
    func makeRoom() throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK, !hasListener else {
            throw IOError(errnoCode: EADDRINUSE, reason: "bind")
        }
        unlink(path)
    }

    /// Lets the owner and the group of the file connect, and nobody else.
    func openToGroup() { chmod(path, 0o660) }

    func remove() { unlink(path) }

    private var hasListener: Bool {
        let descriptor = socket(AF_UNIX, Self.stream, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8.prefix(MemoryLayout.size(ofValue: address.sun_path) - 1))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
    #else
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif
}
