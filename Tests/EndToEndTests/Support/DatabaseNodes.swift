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

    /// Makes a database on a server.
    init(on server: PostgresServer) throws {
        folder = try TemporaryFolder()
        uri = server.conninfo(try server.makeDatabase())
    }

    /// Where a node has its own files.
    func environment(_ name: String) -> [String: String] { ["XDG_DATA_HOME": folder.path(name)] }

    /// Starts a node, which is given the key of the first one, `a`, as an administrator does.
    func start(_ name: String) async throws -> RunningDaemon {
        let (own, first) = (folder.path("\(name)/taskd"), folder.path("a/taskd/postgres"))
        let key = "\(own)/postgres.key"
        if name != "a", !FileManager.default.fileExists(atPath: key) {
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: "\(first).key", toPath: key)
        }
        return try await RunningDaemon(
            store: uri, flags: ["--node", name, "--keep-events", "forever"], environment: environment(name),
            tokenFile: "\(first).token")
    }

    /// What the nodes are, and who leads, as one of them tells it.
    func nodes(_ daemon: RunningDaemon) async throws -> [(name: String, isLeader: Bool)] {
        let items = try await daemon.request(.GET, "/v1/nodes").json["items"]?.array ?? []
        return items.compactMap { item in
            guard let name = item["name"]?.string, let leader = item["leader"] else { return nil }
            return (name, leader == .bool(true))
        }
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
