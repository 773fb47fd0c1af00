import Basics
import Foundation
import TestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Stands between stores and a server, on a socket of its own, and loses what it is told to.
final class SocketProxy: Sendable {
    /// What becomes of the connections that there are.
    enum Trouble: Sendable {
        /// Bytes go both ways.
        case none
        /// What the server says from now on never arrives; the first of it ends the connection.
        case swallowsAnswers
        /// What is sent next does not arrive, and ends the connection.
        case cutsBeforeSending
    }

    /// Where the socket is.
    let folder: String
    private let listener: Int32
    private let target: String
    private let trouble = Locked(Trouble.none)

    /// Starts one before a server whose socket is in a folder.
    init(to server: String) throws {
        target = "\(server)/.s.PGSQL.5432"
        folder = NSTemporaryDirectory() + "taskd-proxy-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        listener = try Self.withAddress("\(folder)/.s.PGSQL.5432") { socket, address, length in
            bind(socket, address, length) == 0 && listen(socket, 32) == 0
        }
        Thread { [self] in accept() }.start()
    }

    /// Ends it, with a connection that it takes no more.
    func close() {
        _ = shutdown(listener, Int32(SHUT_RDWR))
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Has the next connection that something is sent on, or answered on, end; those that come later are well.
    func lose(_ next: Trouble) {
        trouble.withLock { $0 = next }
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { break }
            let server = try? Self.withAddress(target) { socket, address, length in
                connect(socket, address, length) == 0
            }
            guard let server else {
                Glibc.close(client)
                continue
            }
            Thread { [self] in forward(client, server) }.start()
        }
        Glibc.close(listener)
    }

    private func forward(_ client: Int32, _ server: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        defer {
            Glibc.close(client)
            Glibc.close(server)
        }
        while true {
            var sockets = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sockets, 2, -1) > 0 else { return }
            for (from, to) in [(client, server), (server, client)] {
                guard sockets[from == client ? 0 : 1].revents != 0 else { continue }
                let count = read(from, &buffer, buffer.count)
                guard count > 0, !isLost(fromServer: from == server) else { return }
                var sent = 0
                while sent < count {
                    let more = buffer[sent..<count].withUnsafeBytes {
                        send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard more > 0 else { return }
                    sent += more
                }
            }
        }
    }

    /// Whether bytes are lost now; only one connection is.
    private func isLost(fromServer: Bool) -> Bool {
        trouble.withLock { trouble in
            let isNow = fromServer ? trouble == .swallowsAnswers : trouble == .cutsBeforeSending
            if isNow { trouble = .none }
            return isNow
        }
    }

    private static func withAddress(
        _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws -> Int32 {
        let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let isDone = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard isDone else {
            throw ServerFailure(description: "the socket \(path): \(String(cString: strerror(errno)))")
        }
        return made
    }
}
