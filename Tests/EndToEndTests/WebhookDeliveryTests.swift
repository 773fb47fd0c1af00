import Foundation
import NIOHTTP1
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct WebhookDeliveryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `a receiver of another make verifies the signature`() async throws {
        let receiver = try PythonReceiver()
        let daemon = try await RunningDaemon(store: folder.path("taskd.db"))
        let hook = try await daemon.addWebhook(try await receiver.url)
        try receiver.expect(secret: try #require(hook["secret"]?.string))
        let soon = RunningDaemon.soon
        try await daemon.addTask("Zahnärztin ☎ 予約", remindingAt: soon)
        let line = try #require(await receiver.output.line(containing: "verified"))
        #expect(line.text.contains("Zahnärztin ☎ 予約"))
        #expect(line.cameAt >= soon)
    }

    @Test
    func `killed between firing and delivery, it delivers the same event once it is back`() async throws {
        let store = folder.path("taskd.db")
        let receiver = try await WebhookReceiver.start(answers: [.hang])
        let first = try await RunningDaemon(store: store)
        _ = try await first.addWebhook(receiver.url)
        try await first.addTask("once", remindingAt: RunningDaemon.soon)
        let before = await receiver.requests(atLeast: 1)
        await first.end(by: SIGKILL)
        let second = try await RunningDaemon(store: store)
        let after = await receiver.requests(atLeast: 2)
        #expect(after[1].headers["webhook-id"] == before[0].headers["webhook-id"])
        #expect(after[1].body == before[0].body)
        let fired = try await second.log().filter { $0["type"]?.string == "reminder.due" }
        #expect(fired.map { $0["id"]?.string } == [before[0].headers["webhook-id"]])
        try await receiver.stop()
    }

    @Test
    func `killed after delivery, it makes no second firing`() async throws {
        let store = folder.path("taskd.db")
        let receiver = try await WebhookReceiver.start()
        let first = try await RunningDaemon(store: store)
        let hook = try #require(try await first.addWebhook(receiver.url)["id"]?.string)
        try await first.addTask("once", remindingAt: RunningDaemon.soon)
        _ = await receiver.requests(atLeast: 1)
        await first.end(by: SIGKILL)
        let second = try await RunningDaemon(store: store)
        try await second.addTask("another", remindingAt: RunningDaemon.soon)
        _ = try await second.events("reminder.due", atLeast: 1)
        let ids = Set(receiver.requests.compactMap { $0.headers["webhook-id"] })
        let fired = try await second.log().filter { $0["type"]?.string == "reminder.due" }
        #expect(fired.count == 2)
        #expect(ids.isSubset(of: Set(fired.compactMap { $0["id"]?.string })))
        let deliveries = try await second.request(.GET, "/v1/hooks/\(hook)/deliveries").json["items"]?.array
        #expect(deliveries?.count == 2)
        try await receiver.stop()
    }

    @Test
    func `killed again and again while many reminders fire, it loses none and makes none twice`() async throws {
        let store = folder.path("taskd.db")
        let receiver = try await WebhookReceiver.start()
        var daemon = try await RunningDaemon(store: store)
        _ = try await daemon.addWebhook(receiver.url)
        let soon = RunningDaemon.soon.advanced(by: .seconds(1))
        try await daemon.addTasks(400, remindingAt: soon)
        var generator = SeededGenerator(seed: 20_261_121)
        for _ in 0..<8 {
            let pause = Int.random(in: 0..<120, using: &generator)
            let moment = max(WallClock().now, soon).advanced(by: .milliseconds(pause))
            try await WallClock().sleep(until: moment, tolerance: nil)
            await daemon.end(by: SIGKILL)
            daemon = try await RunningDaemon(store: store)
        }
        _ = await receiver.distinct(atLeast: 400)
        let fired = try await daemon.log().filter { $0["type"]?.string == "reminder.due" }
        #expect(fired.count == 400)
        let firings = Set(fired.compactMap { $0["data"]?["firingId"]?.string })
        #expect(firings.count == 400)
        let received = Set(receiver.requests.compactMap { $0.headers["webhook-id"] })
        #expect(received == Set(fired.compactMap { $0["id"]?.string }))
        try await receiver.stop()
    }
}

extension RunningDaemon {
    /// Makes many tasks in one request.
    func addTasks(_ count: Int, remindingAt instant: UTCInstant) async throws {
        let operations = (0..<count).map { number in
            #"{"op":"create","task":{"title":"task \#(number)","due":"\#(instant)","reminders":[{"offset":"PT0S"}]}}"#
        }
        let answer = try await request(.POST, "/v1/batch", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
        try #require(answer.status == 200, "\(answer.json)")
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
            wanted = requests.count + 1
        }
    }
}
