import Foundation
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DeliveryLoopTests {
    private let harness: LoopHarness

    init() throws {
        harness = try LoopHarness()
    }

    @Test func `every event is delivered once and its attempt is logged`() async throws {
        let receiver = try await WebhookReceiver.start(otherwise: .status(200, body: Array("thanks".utf8)))
        let hook = try await harness.addHook(1, url: receiver.url)
        try await harness.append(1...2)
        let loop = harness.start(try harness.webhookSink())
        _ = try await harness.allDelivered(2, of: hook)
        try await harness.append(3...40)
        let deliveries = try await harness.allDelivered(40, of: hook)
        var expected = DeliveryAttempt(
            number: 1,
            startedAt: .noon,
            durationMilliseconds: 0,
            outcome: "delivered",
            statusCode: 200,
            responseExcerpt: "thanks"
        )
        expected.address = "127.0.0.1"
        for delivery in deliveries {
            // Which of them found a connection, and which made one, is not to be foretold.
            expected.phases = delivery.attempts.first?.phases ?? expected.phases
            #expect(delivery.attempts == [expected] && delivery.nextAttemptAt == nil)
        }
        #expect(deliveries.allSatisfy { $0.attempts.first?.phases.firstByte == 0 })
        let ids = receiver.requests.compactMap { $0.headers["webhook-id"] }
        #expect(ids.count == 40)
        #expect(Set(ids) == Set(deliveries.map(\.eventID.description)))
        loop.cancel()
        await loop.value
        try await receiver.stop()
    }

    @Test func `a failed delivery is tried again on the schedule, under the same id`() async throws {
        let receiver = try await WebhookReceiver.start(answers: [.status(500), .close])
        let hook = try await harness.addHook(1, url: receiver.url)
        try await harness.append(1...1)
        let loop = harness.start(try harness.webhookSink())
        for attempt in 1...2 {
            let next = try #require(try await harness.delivery(of: hook, attempts: attempt)?.nextAttemptAt)
            let wait = harness.clock.now.duration(to: next)
            let least = RetrySchedule.standard.waits[attempt]
            #expect((least...least * 11 / 10).contains(wait))
            await harness.sleep(until: next)
        }
        let delivery = try #require(try await harness.allDelivered(1, of: hook).first)
        #expect(delivery.attempts.map(\.outcome) == ["status", "connection", "delivered"])
        #expect(delivery.attempts.map(\.statusCode) == [500, nil, 204])
        let headers = try receiver.requests.map { try $0.webhookHeaders() }
        #expect(Set(headers.map(\.id)).count == 1)
        #expect(Set(headers.map(\.timestamp)).count == 3)
        loop.cancel()
        await loop.value
        try await receiver.stop()
    }

    @Test func `after ten attempts a delivery has failed`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...1)
        let loop = harness.start(ScriptedSink { _ in DeliveryOutcome(statusCode: 500) })
        for attempt in 1...9 {
            let next = try #require(try await harness.delivery(of: hook, attempts: attempt)?.nextAttemptAt)
            await harness.sleep(until: next)
        }
        let delivery = try await harness.delivery(of: hook, attempts: 10)
        #expect(delivery?.state == .failed)
        #expect(delivery?.nextAttemptAt == nil)
        let hours = UTCInstant.noon.duration(to: harness.clock.now) / .seconds(3_600)
        #expect((75.5...83.2).contains(hours))
        loop.cancel()
        await loop.value
    }

    @Test func `Retry-After is obeyed where it asks for more than the schedule`() async throws {
        let hook = try await harness.addHook(1)
        try await harness.append(1...1)
        let loop = harness.start(
            ScriptedSink { message in
                let wait = Swift.Duration.seconds(message.attempt == 1 ? 120 : 1)
                return DeliveryOutcome(.status, statusCode: 429, retryAfter: wait)
            }
        )
        let first = try #require(try await harness.delivery(of: hook, attempts: 1)?.nextAttemptAt)
        #expect(first == .noon(plus: 120))
        await harness.sleep(until: first)
        let second = try #require(try await harness.delivery(of: hook, attempts: 2)?.nextAttemptAt)
        #expect(second >= first.advanced(by: .seconds(300)))
        loop.cancel()
        await loop.value
    }

    @Test func `the lines of standard output come in the order of the log`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("out.jsonl")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try #require(FileHandle(forWritingAtPath: path))
        let sink = StdoutSink(descriptor: file.fileDescriptor)
        let stdout = Hook(id: Hook.stdoutID, kind: .stdout, now: .noon)
        try await harness.store.write { try $0.save(stdout) }
        try await harness.append(1...600)
        let loop = harness.start(sink, kind: .stdout)
        _ = try await harness.allDelivered(600, of: stdout)
        loop.cancel()
        await loop.value
        try file.close()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.map { Array($0.utf8) } == (1...600).map { Event.numbered($0).body })
    }
}
