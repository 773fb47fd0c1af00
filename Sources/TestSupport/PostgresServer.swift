import Basics
import Foundation

/// A PostgreSQL server of its own, on a socket in a folder of its own, that ends with the process.
package final class PostgresServer: Sendable {
    /// The one that tests share, each with a database of its own.
    package static let shared = Result { try PostgresServer() }

    /// Where the socket is.
    package let folder: String
    private let programs: String
    private let process: Locked<pid_t>

    /// Makes a server and starts it.
    package init() throws {
        programs = try Self.programs()
        let folder = NSTemporaryDirectory() + "taskd-postgres-\(UUID().uuidString)"
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if geteuid() == 0 { try Self.run(["chown", "postgres", folder]) }
        try Self.run(
            Self.prefix + [
                "\(programs)/initdb", "-D", "\(folder)/data", "-A", "trust", "-U", "taskd", "--no-sync", "-E", "UTF8",
                "--locale", "C",
            ])
        process = Locked(try Self.serve(programs, folder))
        ServersToEnd.add(self)
    }

    /// Starts the program.
    ///
    /// - Returns: Its process, once it takes connections.
    private static func serve(_ programs: String, _ folder: String) throws -> pid_t {
        let options = ["listen_addresses=", "fsync=off", "max_connections=300", "log_min_messages=log"]
        let log = Pipe()
        try start(
            prefix + ["\(programs)/postgres", "-D", "\(folder)/data", "-k", folder] + options.flatMap { ["-c", $0] },
            log: log)
        try waitUntilReady(log.fileHandleForReading)
        let file = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        guard let process = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
            throw ServerFailure(description: "the server has no process: \(file)")
        }
        return process
    }

    /// Ends it as a crash does, and starts it again.
    package func crash() throws {
        end()
        process.withLock { $0 = 0 }
        let started = try Self.serve(programs, folder)
        process.withLock { $0 = started }
    }

    /// Ends it at once, and returns when it has ended.
    fileprivate func end() {
        let process = process.withLock { $0 }
        guard process != 0 else { return }
        kill(process, SIGQUIT)
        for _ in 0..<500 where kill(process, 0) == 0 { poll(nil, 0, 20) }
    }

    /// How to reach one of its databases.
    package func conninfo(_ database: String) -> String { "postgresql:///\(database)?host=\(folder)&user=taskd" }

    /// Makes a database.
    package func makeDatabase() throws -> String {
        let name = "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try Self.run(Self.prefix + ["\(programs)/createdb", "-h", folder, "-U", "taskd", name])
        return name
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
        while !text.contains("ready to accept connections") {
            let piece = log.availableData
            guard !piece.isEmpty else { throw ServerFailure(description: "the server did not start: \(text)") }
            text += String(decoding: piece, as: UTF8.self)
        }
        log.readabilityHandler = { _ = $0.availableData }
    }

    @discardableResult
    private static func start(_ command: [String], log: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = log ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func run(_ command: [String]) throws {
        let process = try start(command)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ServerFailure(
                description: "\(command.joined(separator: " ")) ended with \(process.terminationStatus)")
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
