import Basics
import Foundation

/// A PostgreSQL server of its own, on a socket in a folder of its own, that ends with the process.
package final class PostgresServer: Sendable {
    /// The one that tests share, each with a database of its own.
    package static let shared = Result { try PostgresServer() }

    /// Where the socket is.
    package let folder: String
    let programs: String
    let maxConnections: Int
    /// Where its databases are, where they are not in its own folder.
    package let disk: SmallDisk?
    private let process = Locked(pid_t(0))

    /// Makes a server and starts it, in a folder that is still to be made.
    package convenience init(maxConnections: Int = 300, on disk: SmallDisk? = nil, in folder: String? = nil) throws {
        try self.init(emptyFor: maxConnections, on: disk, in: folder)
        try run([
            "\(programs)/initdb", "-D", data, "-A", "trust", "-U", "taskd", "--no-sync", "-E", "UTF8", "--locale", "C",
        ])
        try start()
        guard let space else { return }
        try run(["mkdir", space])
        try query("CREATE TABLESPACE small LOCATION '\(space)'")
    }

    /// Makes the folder of one that has no data yet.
    init(emptyFor maxConnections: Int, on disk: SmallDisk?, in folder: String? = nil) throws {
        (self.maxConnections, self.disk) = (maxConnections, disk)
        programs = try Self.programs()
        self.folder = folder ?? LeftBehind.newFolder(.postgres)
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        if geteuid() == 0 { try finish(["chown", "postgres", self.folder]) }
        ServersToEnd.add(self)
    }

    /// Where it has its databases on the disk that it was given.
    var space: String? { disk.map { "\($0.folder)/space" } }

    var data: String { "\(folder)/data" }

    /// Starts the program, and returns once it takes connections.
    func start() throws {
        let options = [
            "listen_addresses=", "fsync=off", "max_connections=\(maxConnections)", "log_min_messages=log",
            "wal_retrieve_retry_interval=200ms",
        ]
        let server = try ToolProcess(
            Self.prefix + ["\(programs)/postgres", "-D", data, "-k", folder] + options.flatMap { ["-c", $0] },
            reading: .error)
        if let log = server.output { try Self.waitUntilReady(log) }
        let file = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
        guard let started = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw ServerFailure(description: "the server has no process: \(file)")
        }
        process.withLock { $0 = started }
    }

    /// Ends it as a crash does, and starts it again.
    package func crash() throws {
        end()
        try start()
    }

    /// Kills one of the processes that serve sessions, by part of its application's name: the server ends all of them, and
    /// goes on from its log.
    package func crashInPlace(killing application: String) throws {
        let reset = "SELECT stats_reset FROM pg_stat_bgwriter"
        let before = try query(reset)
        let found = try query("SELECT pid FROM pg_stat_activity WHERE application_name LIKE '%\(application)' LIMIT 1")
        guard let process = pid_t(found) else { throw ServerFailure(description: "no session of \(application)") }
        kill(process, SIGKILL)
        try Self.eventually("the server did not go on") { (try? query(reset)).map { $0 != before } ?? false }
    }

    /// Ends it at once, and returns when it has ended.
    fileprivate func end() {
        end(by: SIGQUIT)
    }

    /// Ends its first process by a signal, and returns that once it has ended.
    @discardableResult
    func end(by signal: Int32) -> pid_t {
        let process = process.withLock { process in
            defer { process = 0 }
            return process
        }
        guard process != 0 else { return 0 }
        kill(process, signal)
        for _ in 0..<500 where kill(process, 0) == 0 { poll(nil, 0, 20) }
        return process
    }

    /// The first of its processes; 0 while it does not run.
    var firstProcess: pid_t { process.withLock { $0 } }

    /// How to reach one of its databases.
    package func conninfo(_ database: String) -> String { "postgresql:///\(database)?host=\(folder)&user=taskd" }

    /// Makes a database.
    package func makeDatabase() throws -> String {
        let name = "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try run(
            ["\(programs)/createdb", "-h", folder, "-U", "taskd"] + (disk == nil ? [] : ["-D", "small"]) + [name])
        return name
    }

    /// Runs statements in a database, as its administrator.
    ///
    /// - Returns: What they answer, the values of a row on a line with `|` between them.
    @discardableResult
    package func query(_ sql: String, in database: String = "postgres") throws -> String {
        let end = try ToolProcess.run([
            "\(programs)/psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "taskd", "-d", database, "-c",
            sql,
        ])
        guard end.status == 0 else { throw ServerFailure(description: "psql could not do: \(sql)") }
        return end.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Runs a program to its end as who owns the server.
    func run(_ command: [String]) throws {
        try finish(Self.prefix + command)
    }

    private static func programs() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = try FileManager.default.contentsOfDirectory(atPath: root).compactMap { Int($0) }
        guard let newest = versions.max() else { throw ServerFailure(description: "there is no server in \(root)") }
        return "\(root)/\(newest)/bin"
    }

    /// A server does not run as root.
    private static var prefix: [String] { geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : [] }

    /// Reads what the server logs until it takes connections; what it logs later is nobody's.
    private static func waitUntilReady(_ log: FileHandle) throws {
        var text = ""
        while !text.contains("ready to accept") {
            let piece = log.availableData
            guard !piece.isEmpty else { throw ServerFailure(description: "the server did not start: \(text)") }
            text += String(decoding: piece, as: UTF8.self)
        }
        log.readabilityHandler = { _ = $0.availableData }
    }

    private func finish(_ command: [String]) throws {
        let status = try ToolProcess.run(command).status
        guard status == 0 else {
            throw ServerFailure(description: "\(command.joined(separator: " ")) ended with \(status)")
        }
    }
}

package struct ServerFailure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}

/// The servers that end with the process.
private enum ServersToEnd {
    nonisolated(unsafe) private static var all: [PostgresServer] = []

    static func add(_ server: PostgresServer) {
        if all.isEmpty {
            atexit {
                for server in ServersToEnd.all {
                    server.end()
                    try? FileManager.default.removeItem(atPath: server.folder)
                }
            }
        }
        all.append(server)
    }
}
