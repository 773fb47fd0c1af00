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
    package func takeAll() throws {
        while let socket = try take() { sockets.withLock { $0.append(socket) } }
    }

    /// Gives some of them back.
    package func giveBack(_ count: Int = .max) {
        let given = sockets.withLock { sockets in
            defer { sockets = sockets.dropLast(count) }
            return sockets.suffix(count)
        }
        for socket in given { close(socket) }
    }

    /// Begins a session (https://www.postgresql.org/docs/current/protocol-flow.html); nil where the server refuses.
    private func take() throws -> Int32? {
        let made = try UnixSocket.make()
        let words = [UInt8]("user\0taskd\0database\0postgres\0\0".utf8)
        let message = [0, 0, 0, UInt8(words.count + 8), 0, 3, 0, 0] + words
        var answer: UInt8 = 0
        let isTaken =
            UnixSocket.withAddress("\(folder)/.s.PGSQL.5432") { connect(made, $0, $1) } == 0
            && send(made, message, message.count, Int32(MSG_NOSIGNAL)) == message.count
            && read(made, &answer, 1) == 1 && answer == UInt8(ascii: "R")
        if isTaken { return made }
        close(made)
        return nil
    }
}

extension PostgresServer {
    /// Ends the nodes' sessions and takes all there are, so that hardly one gets any again.
    package func crowd(with held: HeldSessions) throws {
        try held.takeAll()
        for _ in 0..<5 {
            // The administrator needs one, which a node may get as well.
            held.giveBack(1)
            _ = try? query(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'taskd/%'")
            try held.takeAll()
        }
    }
}
