import Basics
import Foundation
import NIOHTTP1
import Recurrence
import Storage
import TestSupport
import Testing

/// How often the daemon is killed and how many reminders fire meanwhile: a few, or as many as `Scripts/test-kills` says.
private enum Ordeal {
    static let kills = setting("TASKD_TEST_KILLS", default: 8)
    static let reminders = setting("TASKD_TEST_REMINDERS", default: 400)
    /// The reminders come due over this time, so that each kill finds some to be fired and some on their way.
    static let seconds = max(1, kills / 4)

    /// Each event is looked at in the end, however many there are.
    static let flags = ["--keep-events", "forever"]

    private static func setting(_ name: String, default value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }
}

@Suite(.serialized, .timeLimit(.minutes(Ordeal.kills > 8 ? 60 : 5)))
struct KillingTests {
    @Test
    func `killed again and again while many reminders fire, it loses none and makes none twice`() async throws {
        let folder = try TemporaryFolder()
        let receiver = try await WebhookReceiver.start()
        var daemon = try await RunningDaemon(store: folder.path("taskd.db"), flags: Ordeal.flags)
        _ = try await daemon.addWebhook(receiver.url)
        // Making them takes its time.
        let begin = RunningDaemon.soon.advanced(by: .seconds(1 + Ordeal.reminders / 250))
        try await daemon.addTasks(Ordeal.reminders, remindingFrom: begin, for: Ordeal.seconds)
        try #require(WallClock().now < begin)
        var generator = SeededGenerator(seed: 20_261_121)
        for _ in 0..<Ordeal.kills {
            let pause = Int.random(in: 0..<250, using: &generator)
            let moment = max(WallClock().now, begin).advanced(by: .milliseconds(pause))
            try await WallClock().sleep(until: moment, tolerance: nil)
            await daemon.end(by: SIGKILL)
            daemon = try await RunningDaemon(store: daemon.store, flags: Ordeal.flags)
        }
        let received = await receiver.distinct(atLeast: Ordeal.reminders)
        let log = try await daemon.log()
        // Whoever is killed has not crashed.
        #expect(log.allSatisfy { $0["type"]?.string != "delivery.crashed" })
        let fired = log.filter { $0["type"]?.string == "reminder.due" }
        #expect(fired.count == Ordeal.reminders)
        #expect(Set(fired.compactMap { $0["data"]?["firingId"]?.string }).count == Ordeal.reminders)
        #expect(received == Set(fired.compactMap { $0["id"]?.string }))
        let bodies = Dictionary(grouping: receiver.requests) { $0.headers["webhook-id"] }.mapValues {
            Set($0.map(\.body))
        }
        #expect(bodies.values.allSatisfy { $0.count == 1 })
        try await receiver.stop()
    }
}

extension RunningDaemon {
    /// Makes many tasks, the most in one request that it may have, that are due evenly over some seconds.
    func addTasks(_ count: Int, remindingFrom begin: UTCInstant, for seconds: Int = 0) async throws {
        for first in stride(from: 0, to: count, by: 1_000) {
            let operations = (first..<min(first + 1_000, count)).map { number in
                let due = begin.advanced(by: .seconds(number * seconds / count))
                return
                    #"{"op":"create","task":{"title":"task \#(number)","due":"\#(due)","reminders":[{"offset":"PT0S"}]}}"#
            }
            let body = #"{"operations":[\#(operations.joined(separator: ","))]}"#
            let answer = try await request(.POST, "/v1/batch", body)
            try #require(answer.status == 200, "\(answer.json)")
        }
    }
}

extension WebhookReceiver {
    /// Returns once so many different events have come.
    func distinct(atLeast count: Int) async -> Set<String> {
        var wanted = count
        while true {
            let requests = await requests(atLeast: wanted)
            let ids = Set(requests.compactMap { $0.headers["webhook-id"] })
            if ids.count >= count { return ids }
            wanted = requests.count + count - ids.count
        }
    }
}
