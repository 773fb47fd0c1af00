import Basics
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Sessions of a PostgreSQL server that do nothing but be there, so that others find no place.
package final class HeldSessions: Sendable {
    private let folder: String
    private let sockets = Locked<[Int32]>([])

    /// Holds none yet.
    package init(of server: PostgresServer) {
        folder = server.folder
    }

    /// Takes sessions until the server has none left, also those that are kept for administrators.
    ///
    /// - Returns: How many it took.
    @discardableResult
    package func takeAll() throws -> Int {
        var count = 0
        while let socket = try take() {
            sockets.withLock { $0.append(socket) }
            count += 1
        }
        return count
    }

    /// Ends all sessions but those that are held, from one of these, and takes their places, until nobody has got one
    /// meanwhile.
    package func takeAllFromOthers() throws {
        try takeAll()
        guard let own = sockets.withLock({ $0.first }) else { throw ServerFailure(description: "no session is free") }
        for _ in 0..<2_000 {
            let ended = try answer(of: own, to: Self.endOthers)
            guard try takeAll() > 0 || ended != "0" else { return }
        }
        throw ServerFailure(description: "others get sessions again and again")
    }

    /// Gives all back.
    package func giveBack() {
        for socket in sockets.withLock({ $0 }) { close(socket) }
        sockets.withLock { $0 = [] }
    }

    private static let name = "held"

    /// All at once: whoever waited for each would leave its place to those who come again in the meantime.
    private static let endOthers = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name <> '\(name)'
        """

    /// Begins a session (https://www.postgresql.org/docs/current/protocol-flow.html); nil where the server refuses.
    private func take() throws -> Int32? {
        let made = try UnixSocket.make()
        let words = [UInt8]("user\0taskd\0database\0postgres\0application_name\0\(Self.name)\0\0".utf8)
        guard UnixSocket.withAddress("\(folder)/.s.PGSQL.5432", { connect(made, $0, $1) }) == 0,
            Self.write(Self.length(of: words.count + 4) + [0, 3, 0, 0] + words, to: made),
            Self.valueBeforeReady(made) != nil
        else {
            close(made)
            return nil
        }
        return made
    }

    /// The first value that a session answers to a statement.
    private func answer(of session: Int32, to statement: String) throws -> String {
        let words = [UInt8](statement.utf8) + [0]
        guard Self.write([UInt8(ascii: "Q")] + Self.length(of: words.count) + words, to: session),
            let value = Self.valueBeforeReady(session)
        else { throw ServerFailure(description: "the server did not do: \(statement)") }
        return value
    }

    /// Reads the server's messages until it is ready for the next statement; nil where it refuses or goes away.
    ///
    /// - Returns: The first value of the last row, empty where there is none.
    private static func valueBeforeReady(_ session: Int32) -> String? {
        var value = ""
        while let head = read(5, from: session) {
            let length = head[1...].reduce(0) { $0 << 8 | Int($1) } - 4
            guard let body = read(length, from: session) else { return nil }
            switch head[0] {
            case UInt8(ascii: "Z"): return value
            case UInt8(ascii: "E"): return nil
            // The number of columns, then the length of the first.
            case UInt8(ascii: "D"): value = String(decoding: body.dropFirst(6), as: UTF8.self)
            default: break
            }
        }
        return nil
    }

    private static func read(_ count: Int, from session: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var piece = [UInt8](repeating: 0, count: count - bytes.count)
            let found = recv(session, &piece, piece.count, 0)
            guard found > 0 else { return nil }
            bytes += piece[..<found]
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to session: Int32) -> Bool {
        send(session, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// The length of a message, which counts itself.
    private static func length(of body: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(body + 4).bigEndian) { [UInt8]($0) }
    }
}
