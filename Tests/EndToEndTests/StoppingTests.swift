import Basics
import Foundation
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)))
struct StoppingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test
    func `stopped under load it loses nothing and leaves no claim`() async throws {
        let store = folder.path("taskd.db")
        let receiver = try await WebhookReceiver.start()
        let first = try await RunningDaemon(store: store)
        _ = try await first.addWebhook(receiver.url)
        let soon = RunningDaemon.soon
        try await first.addTasks(500, remindingFrom: soon)
        _ = await receiver.requests(atLeast: 5)
        let began = WallClock().now
        #expect(await first.end(by: SIGTERM) == 0)
        #expect(began.duration(to: WallClock().now) < .seconds(10))
        let wal = try? FileManager.default.attributesOfItem(atPath: store + "-wal")[.size] as? Int
        #expect((wal ?? 0) == 0)
        try await expectNoClaims(in: store)
        let second = try await RunningDaemon(store: store)
        let received = await receiver.distinct(atLeast: 500)
        let fired = try await second.log().filter { $0["type"]?.string == "reminder.due" }
        #expect(Set(fired.compactMap { $0["id"]?.string }) == received)
        #expect(fired.count == 500)
        #expect(receiver.requests.count == 500)
        try await receiver.stop()
    }

    @Test
    func `a receiver that hangs does not hold up the stop, nor leave a claim`() async throws {
        let store = folder.path("taskd.db")
        let receiver = try await WebhookReceiver.start(otherwise: .hang)
        let daemon = try await RunningDaemon(store: store)
        _ = try await daemon.addWebhook(receiver.url)
        try await daemon.addTasks(20, remindingFrom: RunningDaemon.soon)
        _ = await receiver.requests(atLeast: 1)
        let began = WallClock().now
        #expect(await daemon.end(by: SIGTERM) == 0)
        #expect(began.duration(to: WallClock().now) < .seconds(10))
        try await expectNoClaims(in: store)
        try await receiver.stop()
    }

    private func expectNoClaims(in path: String) async throws {
        let store = try SQLiteStore(path: path)
        let claims = try await store.write { try $0.releaseAbandonedClaims(at: WallClock().now, afterCrash: false) }
        #expect(claims.count == 0)
        try store.close()
    }

    @Test
    func `a log of every detail has nothing of the environment in it`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await RunningDaemon(
            store: folder.path("taskd.db"), flags: ["--log-level", "debug"],
            environment: ["CLOUD_KEY": "not-for-the-log"])
        #expect(await daemon.end(by: SIGTERM) == 0)
        // The log has ended, so that this looks at all of it.
        #expect(await daemon.logLine(containing: "Triggering graceful shutdown") != nil)
        #expect(await daemon.logLine(containing: "not-for-the-log") == nil)
    }
}
