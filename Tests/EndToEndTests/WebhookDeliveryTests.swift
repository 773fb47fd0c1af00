import Basics
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
    func `a hook with a filter gets the reminders of the tasks that it selects, also after a restart`() async throws {
        let store = folder.path("taskd.db")
        let receiver = try await WebhookReceiver.start()
        let first = try await RunningDaemon(store: store)
        let body =
            #"{"url":"\#(receiver.url)","events":["reminder.due"],"filter":"priority >= high and due <= today+1d"}"#
        #expect(try await first.request(.POST, "/v1/hooks", body).status == 201)
        let urgent = #","priority":"urgent""#
        try await first.addTask("first dull", remindingAt: RunningDaemon.soon)
        try await first.addTask("first urgent", remindingAt: RunningDaemon.soon, more: urgent)
        _ = await receiver.requests(atLeast: 1)
        await first.end(by: SIGKILL)
        let second = try await RunningDaemon(store: store)
        try await second.addTask("second dull", remindingAt: RunningDaemon.soon)
        try await second.addTask("second urgent", remindingAt: RunningDaemon.soon, more: urgent)
        _ = try await second.events("reminder.due", titled: "second urgent", atLeast: 1)
        let requests = await receiver.requests(atLeast: 2)
        for request in requests { #expect(String(decoding: request.body, as: UTF8.self).contains("urgent")) }
        #expect(try await second.log().count { $0["type"]?.string == "reminder.due" } == 4)
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
        // Standard output may be told of the first firing again: it was killed before it could note that it had been.
        _ = try await second.events("reminder.due", titled: "another", atLeast: 1)
        let ids = Set(receiver.requests.compactMap { $0.headers["webhook-id"] })
        let fired = try await second.log().filter { $0["type"]?.string == "reminder.due" }
        #expect(fired.count == 2)
        #expect(ids.isSubset(of: Set(fired.compactMap { $0["id"]?.string })))
        let deliveries = try await second.request(.GET, "/v1/hooks/\(hook)/deliveries").json["items"]?.array
        #expect(deliveries?.count == 2)
        try await receiver.stop()
    }
}
