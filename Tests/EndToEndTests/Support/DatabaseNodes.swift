import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// Daemons on one database, each with files of its own.
final class DatabaseNodes: Sendable {
    let folder: TemporaryFolder
    let uri: String
    let database: String
    private let servers: [PostgresServer]
    private let proxies = Locked<[String: [SocketProxy]]>([:])

    /// Makes a database on a server, which others may take the place of.
    init(on server: PostgresServer, or standby: PostgresServer? = nil) throws {
        folder = try TemporaryFolder()
        database = try server.makeDatabase()
        servers = [server] + (standby.map { [$0] } ?? [])
        uri = Self.uri(of: database, at: servers.map(\.folder))
    }

    deinit {
        for proxy in proxies.withLock({ $0 }).values.joined() { proxy.close() }
    }

    private static func uri(of database: String, at folders: [String]) -> String {
        "postgresql:///\(database)?host=\(folders.joined(separator: ","))&user=taskd"
    }

    /// What stands between a node and the servers; a node that is started afterwards goes through it.
    func proxies(of name: String) throws -> [SocketProxy] {
        try proxies.withLock { proxies in
            if let made = proxies[name] { return made }
            let made = try servers.map { try SocketProxy(to: $0.folder) }
            proxies[name] = made
            return made
        }
    }

    /// Where a node has its own files.
    func environment(_ name: String) -> [String: String] { ["XDG_DATA_HOME": folder.path(name)] }

    /// Starts a node, which is given the key of the first one, `a`, as an administrator does; the clock of its machine may be
    /// wrong.
    func start(_ name: String, clockAheadBy clock: Swift.Duration = .zero) async throws -> RunningDaemon {
        let (own, first) = (folder.path("\(name)/taskd"), folder.path("a/taskd/postgres"))
        let key = "\(own)/postgres.key"
        if name != "a", !FileManager.default.fileExists(atPath: key) {
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: "\(first).key", toPath: key)
        }
        let folders = proxies.withLock { $0[name]?.map(\.folder) } ?? servers.map(\.folder)
        let environment = environment(name).merging(clock == .zero ? [:] : WrongClock.environment(clock)) { $1 }
        return try await RunningDaemon(
            store: Self.uri(of: database, at: folders), flags: ["--node", name, "--keep-events", "forever"],
            environment: environment, tokenFile: "\(first).token")
    }

    /// What the nodes are, and who leads, as one of them tells it.
    func nodes(_ daemon: RunningDaemon) async throws -> [(name: String, isLeader: Bool)] {
        let items = try await daemon.request(.GET, "/v1/nodes").json["items"]?.array ?? []
        return items.compactMap { item in
            guard let name = item["name"]?.string, let leader = item["leader"] else { return nil }
            return (name, leader == .bool(true))
        }
    }

    /// How many hooks a node has; nil where it is not there.
    func hookCount(of name: String, _ daemon: RunningDaemon) async throws -> Int? {
        let items = try await daemon.request(.GET, "/v1/nodes").json["items"]?.array ?? []
        return items.first { $0["name"]?.string == name }?["hooks"]?.array?.count
    }

    /// The name of the node that leads, once there is one.
    func leader(_ daemon: RunningDaemon) async throws -> String {
        while true {
            if let leader = try await nodes(daemon).first(where: \.isLeader) { return leader.name }
            try await WallClock().steady.wait(for: .milliseconds(50))
        }
    }

    /// Checks that each reminder has gone off once and not early, that the log has no gap, and that each was sent.
    func check(_ log: [JSONValue], _ receiver: WebhookReceiver, _ count: Int) async throws {
        let fired = log.filter { $0["type"]?.string == "reminder.due" }
        #expect(fired.count == count && Set(fired.compactMap { $0["data"]?["firingId"]?.string }).count == count)
        for event in fired {
            let (planned, happened) = (event["data"]?["scheduledAt"]?.string, event["data"]?["firedAt"]?.string)
            let instants = [planned, happened].compactMap { $0.flatMap { UTCInstant($0) } }
            #expect(instants.count == 2 && instants[0] <= instants[1])
        }
        #expect(log.compactMap { $0["seq"]?.integer } == Array(1...log.count))
        #expect(await receiver.distinct(atLeast: count) == Set(fired.compactMap { $0["id"]?.string }))
        let bodies = Dictionary(grouping: receiver.requests) { $0.headers["webhook-id"] }.mapValues {
            Set($0.map(\.body))
        }
        #expect(bodies.values.allSatisfy { $0.count == 1 })
    }
}
