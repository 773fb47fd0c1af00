import Basics
import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

/// Three nodes, each behind proxies of its own, on a server with a synchronous standby; and what can be done to them.
final class ChaosField: Sendable {
    /// What is done in a round.
    enum Fault: String, CaseIterable {
        /// A node is killed, the one that leads or another one, and started again.
        case killed = "a node is killed"
        /// The one that leads is frozen for longer than its lease.
        case frozen = "the leader is frozen"
        /// The server crashes and is started again.
        case serverCrash = "the server crashes"
        /// The primary dies with its machine, and the standby takes over.
        case failOver = "the primary dies"
        /// Nothing passes between a node and the server, for longer than its lease.
        case partition = "the leader is cut off"
        /// The connections of a node are cut again and again.
        case cuts = "connections are cut"
        /// What passes between a node and the server takes a while.
        case slowness = "connections are slow"
        /// A node is stopped, and started again where the clock is wrong.
        case wrongClock = "a clock is wrong"
        /// The server has no connection left.
        case crowd = "no connection is left"
        /// The disk of the server has no room left.
        case fullDisk = "the disk is full"
    }

    private struct State {
        var daemons: [String: RunningDaemon] = [:]
        var primary: PostgresServer
        var standby: PostgresServer
    }

    static let names = ["a", "b", "c"]

    let group: DatabaseNodes
    private let state: Locked<State>

    /// Starts all, with disks of so many megabytes for the servers where such can be made.
    init(megabytes: Int) async throws {
        func disk() throws -> SmallDisk? { SmallDisk.isPossible ? try SmallDisk(megabytes: megabytes) : nil }
        let primary = try PostgresServer(maxConnections: 60, on: disk())
        let standby = try primary.makeStandby(on: disk())
        group = try DatabaseNodes(on: primary, or: standby)
        state = Locked(State(primary: primary, standby: standby))
        for name in Self.names {
            _ = try group.proxies(of: name)
            try await start(name)
        }
    }

    /// The nodes that run, or are frozen.
    var daemons: [RunningDaemon] { state.withLock { [RunningDaemon]($0.daemons.values) } }

    /// A node that is neither killed nor frozen.
    func daemon(besides name: String = "") throws -> RunningDaemon {
        try #require(state.withLock { $0.daemons.first { $0.key != name }?.value })
    }

    private func start(_ name: String, clockAheadBy clock: Swift.Duration = .zero) async throws {
        let daemon = try await group.start(name, clockAheadBy: clock)
        state.withLock { $0.daemons[name] = daemon }
    }

    private func end(_ name: String, by signal: Int32) async {
        await state.withLock { $0.daemons[name] }?.end(by: signal)
    }

    /// Does something to them, and returns when it is over, for who is to look whether all go on.
    func suffer(_ fault: Fault, _ generator: inout SeededGenerator) async throws {
        let name = Self.names[Int.random(in: 0..<Self.names.count, using: &generator)]
        let number = Int.random(in: 0..<1_000, using: &generator)
        switch fault {
        case .killed:
            await end(name, by: SIGKILL)
            try await start(name)
        case .frozen: try await freezeLeader()
        case .serverCrash: try state.withLock { $0.primary }.crash()
        case .failOver: try failOver()
        case .partition: try await cutLeaderOff()
        case .cuts:
            for _ in 0..<5 {
                for proxy in try group.proxies(of: name) { proxy.cut() }
                try await pause(100 + number / 2)
            }
        case .slowness:
            for proxy in try group.proxies(of: name) { proxy.delay(by: .milliseconds(1 + number / 250)) }
            try await pause(4_000)
            for proxy in try group.proxies(of: name) { proxy.delay(by: .zero) }
        case .wrongClock:
            await end(name, by: SIGTERM)
            let lead = number % 2 == 0 ? 300 : -300
            try await start(name, clockAheadBy: .seconds(WrongClock.library == nil ? 0 : lead))
        case .crowd:
            let held = HeldSessions(of: state.withLock { $0.primary })
            try held.takeAllFromOthers()
            try await pause(1_000 + number)
            held.giveBack()
        case .fullDisk:
            guard let disk = state.withLock({ $0.primary.disk }) else { return }
            try disk.fill()
            try await pause(1_000 + number)
            try disk.clear()
        }
    }

    private func pause(_ milliseconds: Int) async throws {
        try await WallClock().steady.wait(for: .milliseconds(milliseconds))
    }

    private func freezeLeader() async throws {
        let name = try await group.leader(try daemon())
        let asleep = state.withLock { $0.daemons[name] }
        asleep?.signal(SIGSTOP)
        let awake = try daemon(besides: name)
        while try await group.leader(awake) == name { try await pause(200) }
        asleep?.signal(SIGCONT)
    }

    private func cutLeaderOff() async throws {
        let name = try await group.leader(try daemon())
        for proxy in try group.proxies(of: name) { proxy.stall() }
        let other = try daemon(besides: name)
        while try await group.leader(other) == name { try await pause(200) }
        for proxy in try group.proxies(of: name) { proxy.resume() }
    }

    /// The standby takes over, and the former primary becomes its standby.
    private func failOver() throws {
        let (primary, standby) = state.withLock { ($0.primary, $0.standby) }
        try primary.die()
        try standby.promote()
        try primary.follow(standby)
        state.withLock { ($0.primary, $0.standby) = (standby, primary) }
    }

    /// Ends all nodes in good order.
    func end() async {
        for daemon in daemons { #expect(await daemon.end(by: SIGTERM) == 0, "\(daemon.warnings())") }
    }
}
