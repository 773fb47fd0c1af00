import Basics
import Foundation

/// What servers of which one follows the other can do.
extension PostgresServer {
    /// Makes a server that follows this one, which answers no commit from then on that its standby does not have; it has its
    /// databases on a disk where this one has.
    package func makeStandby(on disk: SmallDisk? = nil) throws -> PostgresServer {
        let standby = try PostgresServer(emptyFor: maxConnections, on: disk)
        try standby.follow(self)
        return standby
    }

    /// Becomes the synchronous standby of another server, whatever it was before; it is not to run.
    package func follow(_ primary: PostgresServer) throws {
        try? FileManager.default.removeItem(atPath: data)
        var mapping: [String] = []
        if let space, let former = primary.space {
            try? FileManager.default.removeItem(atPath: space)
            mapping = ["-T", "\(former)=\(space)"]
        }
        let options = ["-R", "-X", "stream", "-c", "fast", "--no-sync"] + mapping
        try run(["\(programs)/pg_basebackup", "-h", primary.folder, "-U", "taskd", "-D", data] + options)
        try start()
        try primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.query("SELECT pg_reload_conf()")
        try Self.eventually("no synchronous standby") {
            try primary.query("SELECT sync_state FROM pg_stat_replication") == "sync"
        }
    }

    /// Dies with its machine: none of its processes does anything any more.
    package func die() throws {
        let first = firstProcess
        let children = try String(contentsOfFile: "/proc/\(first)/task/\(first)/children", encoding: .utf8)
            .split(separator: " ").compactMap { pid_t($0) }
        // The last line but one tells the key and the number of the segment that would stay behind.
        let segment = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8).split(separator: "\n")
            .dropFirst(6).first?.split(separator: " ").last
        end(by: SIGKILL)
        for child in children { kill(child, SIGKILL) }
        for child in children { for _ in 0..<500 where kill(child, 0) == 0 { poll(nil, 0, 10) } }
        if let segment { try? run(["ipcrm", "-m", String(segment)]) }
    }

    /// Becomes a primary, and returns once it takes writes.
    package func promote() throws {
        try query("SELECT pg_promote(true, 60)")
        try Self.eventually("the standby was not promoted") {
            try query("SELECT pg_is_in_recovery()") == "f"
        }
    }

    static func eventually(_ failure: String, _ condition: () throws -> Bool) throws {
        for _ in 0..<1_000 {
            if try condition() { return }
            poll(nil, 0, 20)
        }
        throw ServerFailure(description: failure)
    }
}
