import Foundation
import Testing

@testable import StoragePostgres

/// A PostgreSQL server of its own, on a socket in a folder of its own, that ends with the process.
final class PostgresServer: Sendable {
    /// The one that tests share, each with a database of its own.
    static let shared = Result { try PostgresServer() }

    /// Where the socket is.
    let folder: String
    private let programs: String
    private let process: pid_t

    /// Makes a server and starts it.
    init() throws {
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
        let options = ["listen_addresses=", "fsync=off", "max_connections=300", "log_min_messages=log"]
        let log = Pipe()
        try Self.start(
            Self.prefix + ["\(programs)/postgres", "-D", "\(folder)/data", "-k", folder]
                + options.flatMap { ["-c", $0] },
            log: log)
        try Self.waitUntilReady(log.fileHandleForReading)
        let file = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        process = try #require(file.split(separator: "\n").first.flatMap { pid_t($0) })
        ServersToEnd.add(process, folder)
    }

    /// How to reach one of its databases.
    func conninfo(_ database: String) -> String { "postgresql:///\(database)?host=\(folder)&user=taskd" }

    /// Makes a database.
    func makeDatabase() throws -> String {
        let name = "t\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        try Self.run(Self.prefix + ["\(programs)/createdb", "-h", folder, "-U", "taskd", name])
        return name
    }

    private static func programs() throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = try FileManager.default.contentsOfDirectory(atPath: root).compactMap { Int($0) }
        return "\(root)/\(try #require(versions.max()))/bin"
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

struct ServerFailure: Error, CustomStringConvertible {
    let description: String
}

/// The servers that end with the process.
private enum ServersToEnd {
    nonisolated(unsafe) private static var all: [(pid_t, String)] = []

    static func add(_ process: pid_t, _ folder: String) {
        if all.isEmpty {
            atexit {
                for (process, folder) in ServersToEnd.all {
                    kill(process, SIGQUIT)
                    try? FileManager.default.removeItem(atPath: folder)
                }
            }
        }
        all.append((process, folder))
    }
}
