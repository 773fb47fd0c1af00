import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// How often something is done to nodes and their server, and how many reminders go off meanwhile: a few, or as many as
/// `Scripts/test-postgres-chaos` says.
private enum Chaos {
    static let rounds = setting("TASKD_TEST_CHAOS_ROUNDS", default: 3)
    static let reminders = setting("TASKD_TEST_CHAOS_REMINDERS", default: 300)
    static let seed = UInt64(setting("TASKD_TEST_CHAOS_SEED", default: 20_261_126))
    /// How long a round takes at the most, in which its share of the reminders comes due.
    static let seconds = 6

    private static func setting(_ name: String, default value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }
}

/// Three nodes on a database, of which some is always killed, frozen or without its server.
@Suite(
    .serialized, .timeLimit(.minutes(Chaos.rounds > 3 ? 60 : 5)),
    .enabled(if: ProcessInfo.processInfo.environment["TASKD_POSTGRES"] == "1"))
struct DatabaseChaosTests {
    private enum Fault: CaseIterable {
        /// A node is killed, the one that leads or another one, and started again.
        case killed
        /// The one that leads is frozen for longer than its lease.
        case frozen
        /// The server crashes and is started again.
        case serverCrash
    }

    @Test
    func `whatever is killed or frozen, each reminder goes off once, and who follows the log misses nothing`()
        async throws
    {
        var generator = SeededGenerator(seed: Chaos.seed)
        let server = try PostgresServer()
        let group = try DatabaseNodes(on: server)
        let receiver = try await WebhookReceiver.start()
        let names = ["a", "b", "c"]
        var daemons: [String: RunningDaemon] = [:]
        for name in names { daemons[name] = try await group.start(name) }
        let first = try #require(daemons["a"])
        _ = try await first.addWebhook(receiver.url)
        _ = try await first.addWebhook(receiver.url + "/second")
        let begin = RunningDaemon.soon.advanced(by: .seconds(2 + Chaos.reminders / 250))
        try await first.addTasks(Chaos.reminders, remindingFrom: begin, for: Chaos.rounds * Chaos.seconds)
        try await WallClock().sleep(until: begin, tolerance: nil)
        let faults = Fault.allCases.shuffled(using: &generator)
        for round in 0..<Chaos.rounds {
            let end = WallClock().now.advanced(by: .seconds(Chaos.seconds))
            let pause = Int.random(in: 0..<1_000, using: &generator)
            try await WallClock().steady.wait(for: .milliseconds(pause))
            switch faults[round % faults.count] {
            case .killed:
                let name = names[Int.random(in: 0..<names.count, using: &generator)]
                await daemons[name]?.end(by: SIGKILL)
                daemons[name] = try await group.start(name)
            case .frozen:
                let name = try await group.leader(try #require(daemons.values.first))
                let awake = try #require(daemons.first { $0.key != name }?.value)
                daemons[name]?.signal(SIGSTOP)
                while try await group.leader(awake) == name {
                    try await WallClock().steady.wait(for: .milliseconds(200))
                }
                daemons[name]?.signal(SIGCONT)
            case .serverCrash: try server.crash()
            }
            try await WallClock().sleep(until: end, tolerance: nil)
        }
        let daemon = try #require(daemons.values.first)
        try await group.check(daemon.log(atLeast: Chaos.reminders), receiver, Chaos.reminders)
        for daemon in daemons.values { #expect(await daemon.end(by: SIGTERM) == 0) }
        try await receiver.stop()
    }
}

extension RunningDaemon {
    /// The event log, once so many reminders have gone off.
    fileprivate func log(atLeast count: Int) async throws -> [JSONValue] {
        while true {
            let log = try await log()
            if log.count(where: { $0["type"]?.string == "reminder.due" }) >= count { return log }
            try await WallClock().steady.wait(for: .milliseconds(200))
        }
    }
}
