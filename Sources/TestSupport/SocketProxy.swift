import Basics
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Stands between stores and a server of PostgreSQL, on a socket of its own, and does to what passes through it what
/// networks do.
package final class SocketProxy: Sendable {
    /// What becomes of one of the connections that there are.
    package enum Trouble: Hashable, Sendable {
        /// Bytes go both ways.
        case none
        /// What the server says from now on never arrives; the first of it ends the connection.
        case swallowsAnswers
        /// What is sent next does not arrive, and ends the connection.
        case cutsBeforeSending
        /// From something that holds a text on, nothing that is sent arrives, and nobody is told.
        case fallsSilent(before: String)
    }

    /// What all connections go through.
    private struct Weather {
        var trouble = Trouble.none
        /// Whether nothing passes, in either direction, nor that an end was closed.
        var isStalled = false
        /// How long bytes are on their way.
        var delay = Swift.Duration.zero
        /// How often all connections were cut.
        var cuts = 0
        var isClosed = false
    }

    /// Where the socket is.
    package let folder: String
    private let listener: Int32
    private let target: String
    private let weather = Locked(Weather())
    private let clock = ContinuousTime()

    /// For how long a connection does not see that the weather has changed.
    private static let look: Int32 = 20

    /// Starts one before a server whose socket is in a folder.
    package init(to server: String) throws {
        target = "\(server)/.s.PGSQL.5432"
        folder = NSTemporaryDirectory() + "taskd-proxy-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        listener = try Self.withAddress("\(folder)/.s.PGSQL.5432") { socket, address, length in
            bind(socket, address, length) == 0 && listen(socket, 32) == 0
        }
        Thread { [self] in accept() }.start()
    }

    /// Ends it and its connections.
    package func close() {
        // Before the thread that accepts may close it, behind which the number is of another socket.
        weather.withLock { weather in
            if !weather.isClosed { _ = shutdown(listener, Int32(SHUT_RDWR)) }
            weather.isClosed = true
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Has the next connection that something is sent on, or answered on, meet trouble; those that come later are well.
    package func lose(_ next: Trouble) {
        weather.withLock { $0.trouble = next }
    }

    /// Accepts connections and passes nothing on; what is sent meanwhile arrives afterwards, as it may in a network.
    package func stall() {
        weather.withLock { $0.isStalled = true }
    }

    /// Passes on what waits, and what comes.
    package func resume() {
        weather.withLock { $0.isStalled = false }
    }

    /// Ends all connections that there are.
    package func cut() {
        weather.withLock { $0.cuts += 1 }
    }

    /// Has bytes be on their way for a while, in each direction.
    package func delay(by duration: Swift.Duration) {
        weather.withLock { $0.delay = duration }
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            if weather.withLock({ $0.isClosed }) {
                if client >= 0 { Glibc.close(client) }
                break
            }
            guard client >= 0 else {
                // It was interrupted, or there is no descriptor at the moment.
                _ = poll(nil, 0, Self.look)
                continue
            }
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
        defer {
            Glibc.close(client)
            Glibc.close(server)
        }
        let cuts = weather.withLock { $0.cuts }
        var ways = [Way(from: client, to: server), Way(from: server, to: client)]
        var isSilent = false
        while true {
            let now = weather.withLock { $0 }
            guard now.cuts == cuts, !now.isClosed else { return }
            guard !now.isStalled, !isSilent else {
                _ = poll(nil, 0, Self.look)
                continue
            }
            var sockets = ways.map { pollfd(fd: $0.hasRoom ? $0.from : -1, events: Int16(POLLIN), revents: 0) }
            let wait = ways.compactMap { $0.wait(at: clock.now) }.min() ?? Self.look
            guard poll(&sockets, 2, min(wait, Self.look)) >= 0 || errno == EINTR else { return }
            // What came in the moment in which it was stalled waits where it is.
            if weather.withLock({ $0.isStalled }) { continue }
            for place in ways.indices {
                if sockets[place].revents != 0, let bytes = ways[place].read(due: clock.now.advanced(by: now.delay)) {
                    switch fate(of: bytes, fromServer: place == 1) {
                    case .arrives: break
                    case .isLost: return
                    case .silences: isSilent = true
                    }
                }
                guard isSilent || ways[place].write(at: clock.now) else { return }
            }
        }
    }

    private enum Fate { case arrives, isLost, silences }

    /// What becomes of bytes; only one connection meets trouble.
    private func fate(of bytes: [UInt8], fromServer: Bool) -> Fate {
        weather.withLock { weather in
            let fate: Fate
            switch weather.trouble {
            case .swallowsAnswers where fromServer: fate = .isLost
            case .cutsBeforeSending where !fromServer: fate = .isLost
            case .fallsSilent(let text) where !fromServer && Data(bytes).range(of: Data(text.utf8)) != nil:
                fate = .silences
            default: return .arrives
            }
            weather.trouble = .none
            return fate
        }
    }

    private static func withAddress(
        _ path: String, _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws -> Int32 {
        let made = try UnixSocket.make()
        guard UnixSocket.withAddress(path, { body(made, $0, $1) }) else {
            let code = errno
            Glibc.close(made)
            throw ServerFailure(description: "the socket \(path): \(String(cString: strerror(code)))")
        }
        return made
    }
}

/// One direction of a connection through a proxy: what is on its way.
private struct Way {
    /// How many bytes may be on their way; more stay with their sender.
    private static let room = 1 << 20

    let from: Int32
    let to: Int32
    private var waiting: [(bytes: [UInt8], due: SteadyInstant)] = []
    private var isEnded = false

    init(from: Int32, to: Int32) {
        (self.from, self.to) = (from, to)
    }

    var hasRoom: Bool { !isEnded && waiting.reduce(0) { $0 + $1.bytes.count } < Self.room }

    /// How many milliseconds there are until something arrives; nil where nothing is on its way.
    func wait(at now: SteadyInstant) -> Int32? {
        waiting.first.map { Int32(max(0, now.duration(to: $0.due) / .milliseconds(1)).rounded(.up)) }
    }

    /// Takes what was sent.
    mutating func read(due: SteadyInstant) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(from, &buffer, buffer.count)
        guard count > 0 else {
            isEnded = true
            return nil
        }
        let bytes = [UInt8](buffer[..<count])
        waiting.append((bytes, due))
        return bytes
    }

    /// Hands over what has arrived; false where an end was closed and nothing is left.
    mutating func write(at now: SteadyInstant) -> Bool {
        while let first = waiting.first, first.due <= now {
            waiting.removeFirst()
            var sent = 0
            while sent < first.bytes.count {
                let more = first.bytes[sent...].withUnsafeBytes {
                    send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { return false }
                sent += more
            }
        }
        return !isEnded || !waiting.isEmpty
    }
}
