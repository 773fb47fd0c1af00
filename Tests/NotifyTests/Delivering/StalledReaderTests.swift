import Basics
import Foundation
import Logging
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

/// Standard output is a pipe, and whoever reads it does not.
@Suite(.timeLimit(.minutes(10))) struct StalledReaderTests {
    private static let count = 1_500

    private let harness: LoopHarness
    private let stdout = Hook(id: Hook.stdoutID, kind: .stdout, now: .noon)

    init() throws {
        harness = try LoopHarness()
    }

    private func start(_ pipe: Pipe) -> Task<Void, Never> {
        let sinks: [Hook.Kind: any Sink] = [
            .stdout: StdoutSink(descriptor: pipe.fileHandleForWriting.fileDescriptor),
            .webhook: ScriptedSink(pace: SinkLimits(concurrency: 8, batchSize: 1)) { _ in .delivered },
        ]
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let loop = DeliveryLoop(store: harness.store, sinks: sinks, clock: harness.clock, logger: logger)
        return Task { await loop.run() }
    }

    /// Reads lines off a pipe, on a thread that may wait for them.
    private func lines(_ count: Int, of pipe: Pipe) async throws -> [String] {
        let file = pipe.fileHandleForReading
        return try await BlockingThreads(count: 1).run {
            var bytes = Data()
            while bytes.count(where: { $0 == 10 }) < count {
                let piece = file.availableData
                if piece.isEmpty { break }
                bytes += piece
            }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    private func sequences(_ lines: [String]) throws -> [Int] {
        try lines.map { try #require(try JSONValue(json: Data($0.utf8))["seq"]?.integer) }
    }

    @Test func `a reader that stalls holds nobody up, and gets every line in order`() async throws {
        try await harness.store.write { [stdout] in try $0.save(stdout) }
        let other = try await harness.addHook(1)
        try await harness.append(1...Self.count)
        let pipe = Pipe()
        let loop = start(pipe)
        _ = try await harness.allDelivered(Self.count, of: other)
        #expect(try await harness.store.read { try $0.backlog(of: Hook.stdoutID).count } > 0)
        let lines = try await lines(Self.count, of: pipe)
        #expect(try sequences(lines) == Array(1...Self.count))
        _ = try await harness.allDelivered(Self.count, of: stdout)
        loop.cancel()
        await loop.value
    }

    @Test func `what a reader that went away did not get, the next one gets`() async throws {
        try await harness.store.write { [stdout] in try $0.save(stdout) }
        let other = try await harness.addHook(1)
        try await harness.append(1...Self.count)
        let first = Pipe()
        let loop = start(first)
        _ = try await harness.allDelivered(Self.count, of: other)
        try first.fileHandleForReading.close()
        _ = try await harness.deliveries(of: stdout) { $0.contains { $0.attempts.last?.outcome == "output" } }
        loop.cancel()
        await loop.value
        let delivered = try await harness.deliveries(of: stdout) { _ in true }.count { $0.state == .delivered }
        let second = Pipe()
        let next = start(second)
        let lines = try await lines(Self.count - delivered, of: second)
        #expect(Set(try sequences(lines)) == Set((delivered + 1)...Self.count))
        _ = try await harness.allDelivered(Self.count, of: stdout)
        next.cancel()
        await next.value
    }
}
