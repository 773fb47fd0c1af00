import Foundation
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite(.timeLimit(.minutes(10))) struct StdoutSinkTests {
    private let pipe = Pipe()
    private let threads = BlockingThreads(count: 1)

    /// Reads from the pipe without holding up one of the threads that the sink's caller needs.
    private func read(upTo count: Int) async throws -> [UInt8] {
        let file = pipe.fileHandleForReading
        return try await threads.run { Array(try file.read(upToCount: count) ?? Data()) }
    }

    private var sink: StdoutSink { StdoutSink(descriptor: pipe.fileHandleForWriting.fileDescriptor) }

    private func message(_ event: Event) -> OutgoingMessage {
        OutgoingMessage(hook: Hook(id: Hook.stdoutID, kind: .stdout, now: .noon), event: event, attempt: 1)
    }

    private func event(ofBytes count: Int) -> Event {
        let data = Array("\"\(String(repeating: "x", count: count))\"".utf8)
        return Event(
            sequence: 1, id: EventID(TaskID.numbered(1).uuid), type: .taskCreated, timestamp: .noon, data: data)
    }

    @Test func `each event is one line of JSON, there as soon as it is delivered`() async throws {
        let sink = sink
        for number in 1...3 {
            #expect(await sink.deliver(message(.numbered(number))) == .delivered)
            let line = pipe.fileHandleForReading.availableData
            #expect(Array(line) == Event.numbered(number).body + [UInt8(ascii: "\n")])
        }
    }

    @Test func `a reader that went away is a failed attempt`() async throws {
        let sink = sink
        try pipe.fileHandleForReading.close()
        for _ in 1...2 {
            let outcome = await sink.deliver(message(.numbered(1)))
            #expect(outcome.kind == .output)
            #expect(outcome.detail?.contains("Broken pipe") == true)
        }
    }

    @Test func `a full disk is a failed attempt`() async throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let outcome = await StdoutSink(descriptor: full.fileDescriptor).deliver(message(.numbered(1)))
        try full.close()
        #expect(outcome.kind == .output)
        #expect(outcome.detail?.contains("No space left") == true)
    }

    @Test func `a line that was cut off is not continued by the next`() async throws {
        let sink = sink
        let long = message(event(ofBytes: 200_000))
        async let cutOff = sink.deliver(long)
        let first = try await read(upTo: 1_000)
        try pipe.fileHandleForReading.close()
        #expect(await cutOff.kind == .output)
        #expect(first.first == UInt8(ascii: "{"))
        let second = Pipe()
        dup2(second.fileHandleForWriting.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
        #expect(await sink.deliver(message(.numbered(2))) == .delivered)
        let lines = second.fileHandleForReading.availableData.split(separator: 10, omittingEmptySubsequences: false)
        #expect(lines.map { Array($0) } == [[], Event.numbered(2).body, []])
    }

    @Test func `a reader that stalls holds up nobody who is cancelled`() async throws {
        let sink = sink
        let long = message(event(ofBytes: 200_000))
        let sending = Task { await sink.deliver(long) }
        _ = try await read(upTo: 1)
        sending.cancel()
        #expect(await sending.value.kind == .output)
        let rest = try await read(upTo: long.event.body.count)
        #expect(rest.last == UInt8(ascii: "\n"))
    }
}
