import Basics
import Foundation
import Recurrence
import Storage
import TestSupport
import Testing

/// How often something is done to nodes and their servers, and how many reminders go off meanwhile: a few, or as many as
/// `Scripts/test-postgres-chaos` says.
private enum Chaos {
    static let rounds = setting("TASKD_TEST_CHAOS_ROUNDS", default: 3)
    /// The first round, which follows from the seed and its number alone.
    static let first = setting("TASKD_TEST_CHAOS_FIRST", default: 1)
    static let reminders = setting("TASKD_TEST_CHAOS_REMINDERS", default: 300)
    static let seed = UInt64(setting("TASKD_TEST_CHAOS_SEED", default: 20_261_126))
    /// How long a round takes at the least, in which its share of the reminders is made.
    static let seconds = 5
    /// How long before it goes off a reminder is made.
    static let lead = Swift.Duration.seconds(rounds > 3 ? 20 : 12)
    /// How long after its time a reminder may go off while something is always wrong.
    static let patience = Swift.Duration.seconds(30)

    private static func setting(_ name: String, default value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }
}

/// Three nodes on a database, of which some is always killed, frozen, cut off or without its server.
@Suite(
    .serialized, .timeLimit(.minutes(Chaos.rounds > 3 ? 90 : 5)),
    .enabled(if: ProcessInfo.processInfo.environment["TASKD_POSTGRES"] == "1"))
struct DatabaseChaosTests {
    @Test
    func `whatever is done to nodes and servers, each reminder goes off once, and who follows the log misses nothing`()
        async throws
    {
        let field = try await ChaosField(megabytes: 300 + Chaos.reminders / 50)
        let receiver = try await WebhookReceiver.start()
        for path in Self.paths { _ = try await field.daemon().addWebhook(receiver.url + path) }
        let follower = LogFollower { field.daemons }
        let maker = ReminderMaker(asking: { field.daemons }, aheadBy: Chaos.lead)
        let rounds = Chaos.first..<(Chaos.first + Chaos.rounds)
        // A task of its own: it goes on whatever becomes of a round.
        let following = Task { await follower.run() }
        defer { following.cancel() }
        for round in rounds { try await run(round, on: field, follower, maker, receiver) }
        try await settle(follower, maker, receiver)
        try await field.group.check(field.daemon().log(), receiver, maker.count)
        #expect(follower.troubles == [] && maker.troubles == [])
        await field.end()
        try await receiver.stop()
    }

    /// Runs a round, of which all follows from the seed and its number, and checks what has come of it so far.
    private func run(
        _ round: Int, on field: ChaosField, _ follower: LogFollower, _ maker: ReminderMaker, _ receiver: WebhookReceiver
    ) async throws {
        var generator = SeededGenerator(seed: Chaos.seed &+ UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
        let faults = ChaosField.Fault.allCases
        // Each comes once before any comes again, in another order each time.
        var order = SeededGenerator(seed: Chaos.seed &+ UInt64((round - 1) / faults.count))
        let fault = faults.shuffled(using: &order)[(round - 1) % faults.count]
        let name = "round \(round), seed \(Chaos.seed): \(fault.rawValue)"
        async let making: Void = maker.make(Chaos.reminders / Chaos.rounds, over: Chaos.seconds)
        try await WallClock().steady.wait(for: .milliseconds(Int.random(in: 0..<1_000, using: &generator)))
        let begin = WallClock().steady.now
        do { try await field.suffer(fault, &generator) } catch {
            Issue.record(error, "\(name)")
            throw error
        }
        let took = begin.duration(to: WallClock().steady.now)
        try await making
        // What has waited for longer than it may is late, whatever happened.
        let line = WallClock().now.advanced(by: .zero - Chaos.patience)
        let (due, fired) = (maker.count(dueUntil: line), follower.count(plannedUntil: line))
        let figures = "\(maker.count) made, \(follower.count) fired, \(receiver.requests.count) requests"
        // At once, and not when a buffer is full: a run that hangs tells its round.
        try FileHandle.standardOutput.write(contentsOf: Data("\(name), \(took): \(figures)\n".utf8))
        try #require(follower.troubles == [] && maker.troubles == [] && fired >= due, "\(name): \(fired) of \(due)")
    }

    /// What the hooks' URLs end with.
    private static let paths = ["", "/second", "/third"]

    /// Returns when all have gone off, and each hook has been sent each of them.
    private func settle(_ follower: LogFollower, _ maker: ReminderMaker, _ receiver: WebhookReceiver) async throws {
        let end = WallClock().steady.now.advanced(by: Chaos.lead + Chaos.patience)
        while follower.count < maker.count {
            try #require(WallClock().steady.now < end, "\(follower.count) of \(maker.count) have gone off")
            try await WallClock().steady.wait(for: .milliseconds(100))
        }
        // What was left behind takes as long as it takes; lost is what does not come while nothing else does either.
        var (rest, delivered, last) = (Self.paths.map { "/hook" + $0 }, 0, WallClock().steady.now)
        while !rest.isEmpty {
            let ids = Dictionary(grouping: receiver.requests, by: \.path).mapValues {
                Set($0.compactMap { $0.headers["webhook-id"] })
            }
            rest.removeAll { follower.events.isSubset(of: ids[$0] ?? []) }
            let count = ids.values.reduce(0) { $0 + $1.count }
            if count > delivered { (delivered, last) = (count, WallClock().steady.now) }
            let lacking = rest.map { "\($0): \(follower.events.subtracting(ids[$0] ?? []).count)" }
            try #require(WallClock().steady.now < last.advanced(by: Chaos.patience), "lacking: \(lacking)")
            try await WallClock().steady.wait(for: .milliseconds(500))
        }
    }
}
