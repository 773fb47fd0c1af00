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

    /// What tells the file at a path from another one that takes its place.
    struct Identity: Hashable, Sendable {
        fileprivate let path: String
        fileprivate let device: UInt64
        fileprivate let number: UInt64
    }

    /// The file that is there now; nil where there is none.
    var identity: Identity? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Identity(path: path, device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }

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

    /// Removes a file, unless another one is there now.
    static func remove(_ file: Identity) {
        if UnixSocketFile(path: file.path).identity == file { unlink(file.path) }
    }

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
