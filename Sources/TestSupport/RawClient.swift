import Basics
import Recurrence
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client of a loopback server that sends what bytes it likes, and reads or does not.
package final class RawClient: Sendable {
    private let descriptor: Locked<Int32?>
    private let clock = WallClock()

    /// How many seconds connecting or sending holds a thread at most.
    private static let longestWait = 10

    /// Connects to a port of this machine.
    package init(port: Int) throws {
        let descriptor = Self.streamSocket()
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // A thread that connects or sends is one that the server in this process lacks, which may be what it waits for.
        var limit = timeval(tv_sec: Self.longestWait, tv_usec: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, code == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw StoreError(.unavailable, "cannot connect to port \(port): \(reason)")
        }
        self.descriptor = Locked(descriptor)
    }

    deinit {
        end()
    }

    private static func streamSocket() -> Int32 {
        #if canImport(Darwin)
            socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    /// Sends a text; what the other end no longer takes is lost.
    ///
    /// - Returns: Whether the system took all of it.
    @discardableResult
    package func write(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return descriptor.withLock { socket in
            guard let open = socket else { return false }
            return send(open, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }

    /// Sends a text that the system may not take at once, and holds no thread until it does: the server in this process may
    /// need each of them to read it.
    ///
    /// - Returns: Whether the system took all of it; not, where it took nothing for some seconds, or the other end is gone.
    @discardableResult
    package func writeAll(_ text: String) async throws -> Bool {
        var rest = Array(text.utf8)[...]
        var end = clock.now.advanced(by: .seconds(Self.longestWait))
        while !rest.isEmpty {
            switch sendNow(rest) {
            case nil: return false
            case 0?:
                if clock.now >= end { return false }
                try await clock.sleep(until: clock.now.advanced(by: .milliseconds(5)), tolerance: nil)
            case let count?:
                rest = rest.dropFirst(count)
                end = clock.now.advanced(by: .seconds(Self.longestWait))
            }
        }
        return true
    }

    /// How many bytes the system takes now; nil where it takes none any more.
    private func sendNow(_ bytes: ArraySlice<UInt8>) -> Int? {
        descriptor.withLock { socket in
            guard let socket else { return nil }
            let count = bytes.withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
            return count
        }
    }

    /// Sends the head of a GET request, with a token if there is one.
    package func get(_ path: String, token: String? = nil) {
        let access = token.map { "authorization: Bearer \($0)\r\n" } ?? ""
        write("GET \(path) HTTP/1.1\r\nhost: localhost\r\n\(access)\r\n")
    }

    /// Makes what is not read fill up the other end's buffers soon.
    package func shrinkBuffer() {
        descriptor.withLock { socket in
            var size: Int32 = 4_096
            _ = setsockopt(socket ?? -1, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    /// Closes the one end, as a client does that has nothing more to send and still reads.
    package func finishSending() {
        descriptor.withLock { _ = shutdown($0 ?? -1, Int32(SHUT_WR)) }
    }

    /// Closes by a reset, as a client does that dies.
    package func reset() {
        descriptor.withLock { socket in
            var now = linger(l_onoff: 1, l_linger: 0)
            _ = setsockopt(socket ?? -1, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        end()
    }

    /// Closes as a client does that is done.
    package func end() {
        descriptor.withLock { socket in
            if let open = socket { close(open) }
            socket = nil
        }
    }

    /// What comes until a text is in it, or the other end closes, or the time is over.
    package func receive(until text: String? = nil, within time: Duration) async throws -> (
        text: String, isClosed: Bool
    ) {
        let end = clock.now.advanced(by: time)
        var received: [UInt8] = []
        while true {
            switch readNow() {
            case let bytes? where bytes.isEmpty: return (String(decoding: received, as: UTF8.self), true)
            case let bytes?: received += bytes
            case nil:
                if clock.now >= end { return (String(decoding: received, as: UTF8.self), false) }
                try await clock.sleep(until: clock.now.advanced(by: .milliseconds(5)), tolerance: nil)
            }
            if let text, String(decoding: received, as: UTF8.self).contains(text) {
                return (String(decoding: received, as: UTF8.self), false)
            }
        }
    }

    /// The bytes that are there; none at the end, nil when nothing has come.
    private func readNow() -> [UInt8]? {
        descriptor.withLock { socket in
            guard let socket else { return [] }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
            return Array(bytes.prefix(count))
        }
    }
}
