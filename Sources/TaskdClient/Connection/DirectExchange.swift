import Basics
import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One request and its response over a connection of its own, by calls of the system on the caller's thread.
///
/// Event loops and a pool of connections take longer to start than the daemon takes to answer. So a program that asks, and
/// then ends, does without.
struct DirectExchange: ~Copyable {
    private static let pieceSize = 64 << 10

    private let address: DaemonAddress
    private let descriptor: Int32
    private let patience: Patience

    deinit { _ = close(descriptor) }

    /// Connects to a daemon.
    ///
    /// - Parameters:
    ///   - address: Where the daemon is.
    ///   - targets: The same for sockets, at least one; they are tried one after the other.
    ///   - patience: How long the whole exchange may take.
    /// - Throws: ``DaemonError``.
    init(with address: DaemonAddress, at targets: [SocketAddress], patience: Patience) throws(DaemonError) {
        self.address = address
        self.patience = patience
        var failure = DaemonError.unreachable(address, reason: "it has no address")
        for target in targets {
            do {
                descriptor = try Self.socket(to: target, of: address, patience)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Sends a request, and reads the response to it.
    ///
    /// A daemon may respond before it has read all, to say that it will not.
    ///
    /// - Parameters:
    ///   - request: The bytes of the request.
    ///   - mayAct: Whether it changes something, so that a connection that breaks leaves open whether it did.
    ///   - limit: How long the body of a response with a status may be.
    /// - Returns: The response.
    /// - Throws: ``DaemonError``.
    consuming func response(
        to request: [UInt8], mayAct: Bool, limit: @escaping @Sendable (Int) -> Int
    ) throws(DaemonError) -> (status: Int, response: DaemonResponse) {
        var reader = ResponseReader(limit: limit)
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        var unsent = request[...]
        try send(&unsent)
        while !reader.isComplete {
            let ready = try Self.wait(
                for: POLLIN | (unsent.isEmpty ? 0 : POLLOUT), on: descriptor, of: address, patience)
            if ready & POLLOUT != 0 { try send(&unsent) }
            guard ready & ~POLLOUT != 0 else { continue }
            do { try receive(&reader, &piece) } catch {
                switch error {
                case DaemonError.unreachable(_, let reason): throw broken(reason, mayAct)
                case let error as DaemonError: throw error
                case ResponseReader.Failure.tooLarge:
                    throw .invalidResponse("more than \(limit(reader.status)) bytes")
                case ResponseReader.Failure.cutOff: throw broken("the connection was closed", mayAct)
                default: throw broken("the response is not HTTP/1.1", mayAct)
                }
            }
        }
        return (
            reader.status, DaemonResponse(body: reader.body, entityTag: reader.entityTag, link: reader.link)
        )
    }

    private func broken(_ reason: String, _ mayAct: Bool) -> DaemonError {
        mayAct ? .brokenOff(address, reason: reason) : .unreachable(address, reason: reason)
    }

    /// Sends as much as the system takes; after that, whatever it is, only the response counts.
    private func send(_ unsent: inout ArraySlice<UInt8>) throws(DaemonError) {
        while !unsent.isEmpty {
            let count = unsent.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
                #else
                    Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                #endif
            }
            if count >= 0 {
                unsent = unsent.dropFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                unsent = []
            }
        }
    }

    private func receive(_ reader: inout ResponseReader, _ piece: inout [UInt8]) throws {
        let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            try reader.receive(piece[..<count])
        } else if count == 0 {
            try reader.end()
        } else if errno != EAGAIN, errno != EINTR {
            throw DaemonError.unreachable(address, reason: String(cString: strerror(errno)))
        }
    }

    private static func socket(
        to target: SocketAddress, of address: DaemonAddress, _ patience: Patience
    ) throws(DaemonError) -> Int32 {
        #if canImport(Darwin)
            let descriptor = Darwin.socket(target.protocol.rawValue, SOCK_STREAM, 0)
        #else
            let descriptor = Glibc.socket(target.protocol.rawValue, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var code = descriptor < 0 ? errno : 0
        if code == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0 { code = errno }
        #if canImport(Darwin)
            var isSilent: Int32 = 1
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isSilent, socklen_t(MemoryLayout<Int32>.size))
        #endif
        do throws(DaemonError) {
            if code == 0, target.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) != 0 { code = errno }
            if code == EINPROGRESS {
                _ = try wait(for: POLLOUT, on: descriptor, of: address, patience)
                var size = socklen_t(MemoryLayout<Int32>.size)
                if getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) != 0 { code = errno }
            }
            guard code == 0 else { throw .unreachable(address, reason: String(cString: strerror(code))) }
            return descriptor
        } catch {
            if descriptor >= 0 { close(descriptor) }
            throw error
        }
    }

    /// Waits until a descriptor is ready for one of some events, an error being one; returns those.
    private static func wait(
        for events: Int32, on descriptor: Int32, of address: DaemonAddress, _ patience: Patience
    ) throws(DaemonError) -> Int32 {
        while true {
            guard let rest = patience.nextWait() else { throw .timedOut(address) }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            // In pieces of a minute; rounded up, so that it is over when the call returns.
            let count = poll(&entry, 1, Int32(min(60_000, rest / .milliseconds(1) + 1)))
            if count > 0 { return Int32(entry.revents) }
            guard count == 0 || errno == EINTR else {
                throw .unreachable(address, reason: String(cString: strerror(errno)))
            }
        }
    }
}

/// How long an exchange may take, and what is done when it takes long.
struct Patience: Sendable {
    /// After how long somebody who waits wants to know what for.
    private static let unnoticed = Swift.Duration.seconds(2)

    private let clock = ContinuousTime()
    private let end: SteadyInstant
    private let slow: SteadyInstant
    private let whenSlow: (@Sendable () -> Void)?

    /// Begins to wait.
    init(timeout: Swift.Duration, whenSlow: (@Sendable () -> Void)? = nil) {
        let now = clock.now
        end = now.advanced(by: timeout)
        slow = now.advanced(by: Self.unnoticed)
        self.whenSlow = whenSlow
    }

    /// How long to wait before this is asked again; nil when there is no time left.
    func nextWait() -> Swift.Duration? {
        let now = clock.now
        let rest = now.duration(to: end)
        guard rest > .zero else { return nil }
        let unnoticed = now.duration(to: slow)
        guard let whenSlow, unnoticed <= .zero else { return min(rest, whenSlow == nil ? rest : unnoticed) }
        whenSlow()
        return rest
    }
}

extension DaemonAddress {
    /// The address for sockets, most likely first; none where it takes a name server, or encryption.
    var directTargets: [SocketAddress] {
        if let socketPath { return (try? SocketAddress(unixDomainSocketPath: socketPath)).map { [$0] } ?? [] }
        guard !isEncrypted else { return [] }
        let hosts = host.lowercased() == "localhost" ? ["::1", "127.0.0.1"] : [host]
        return hosts.compactMap { try? SocketAddress(ipAddress: $0, port: port) }
    }
}
