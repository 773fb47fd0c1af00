import Foundation
import Notify
import Recurrence
import Storage
import TestSupport
import Testing

/// Time limits of command hooks: real processes, on a clock that the test moves.
@Suite(.timeLimit(.minutes(10))) struct CommandTimeoutTests {
    private let clock = TestClock(.noon)
    private let folder: TemporaryFolder
    private let sink: CommandSink<TestClock>

    init() throws {
        signal(SIGPIPE, SIG_IGN)
        folder = try TemporaryFolder()
        var configuration = CommandConfiguration()
        configuration.allowed = try CommandAllowList("/bin/sh")
        configuration.concurrency = 1
        configuration.patience = .seconds(10)
        sink = CommandSink(configuration: configuration, clock: clock)
    }

    private func start(_ script: String) -> Task<DeliveryOutcome, Never> {
        var hook = Hook(id: .numbered(1), kind: .command, now: .noon)
        hook.command = ["/bin/sh", "-c", script]
        let message = OutgoingMessage(hook: hook, event: .numbered(1), attempt: 1)
        return Task { [sink] in await sink.deliver(message) }
    }

    /// What a script wrote to a named pipe of the test's, which says that it has come so far.
    ///
    /// Opening a pipe blocks until somebody writes to it, so a thread of its own does.
    private func word(from pipe: String) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() ?? Data()
                continuation.resume(returning: String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines))
            }
        }
    }

    private func pipe(_ name: String = "ready") throws -> String {
        let path = folder.path(name)
        try #require(mkfifo(path, 0o600) == 0)
        return path
    }

    private func isGone(_ identifier: Int32) -> Bool {
        if kill(identifier, 0) != 0 { return true }
        let status = (try? String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)) ?? ""
        return status.isEmpty || status.contains(") Z ")
    }

    @Test func `when its time is up a program is asked to end, and may say something`() async throws {
        let pipe = try pipe()
        let sending = start("trap 'echo bye; exit 0' TERM; echo up > \(pipe); while :; do sleep 0.01; done")
        #expect(await word(from: pipe) == "up")
        await clock.waitForSleeper(until: .noon(plus: 30))
        clock.set(to: .noon(plus: 30))
        let outcome = await sending.value
        #expect(outcome.kind == .timeout)
        #expect(outcome.responseExcerpt?.hasSuffix("bye\n") == true)
    }

    @Test func `one that does not end is killed, with all that it has started`() async throws {
        let (pipe, lifetime) = (try pipe(), try self.pipe("lifetime"))
        // Ends when nobody holds the pipe any more: what is killed takes a moment to go.
        async let end = word(from: lifetime)
        let child = "exec 9> \(lifetime); sleep 1000 & exec 9>&-"
        let sending = start("trap '' TERM; \(child); echo up > \(pipe); while :; do sleep 0.01; done")
        #expect(await word(from: pipe) == "up")
        await clock.waitForSleeper(until: .noon(plus: 30))
        clock.set(to: .noon(plus: 30))
        await clock.waitForSleeper(until: .noon(plus: 35))
        clock.set(to: .noon(plus: 35))
        #expect(await sending.value.kind == .timeout)
        #expect(await end == "")
    }

    @Test func `a program that has closed its output is watched to its end`() async throws {
        let pipe = try pipe()
        let sending = start("exec >&- 2>&-; echo $$ > \(pipe); exec sleep 1000")
        let process = try #require(Int32(await word(from: pipe)))
        await clock.waitForSleeper(until: .noon(plus: 30))
        clock.set(to: .noon(plus: 30))
        #expect(await sending.value.kind == .timeout)
        #expect(isGone(process))
    }

    @Test func `one beyond the number that may run waits, and is put off when no slot is free in time`() async throws {
        let pipe = try pipe()
        let running = start("echo up > \(pipe); exec sleep 1000")
        #expect(await word(from: pipe) == "up")
        await clock.waitForSleeper(until: .noon(plus: 30))
        clock.set(to: .noon(plus: 10))
        let waiting = start("echo never")
        await clock.waitForSleeper(until: .noon(plus: 20))
        clock.set(to: .noon(plus: 20))
        #expect(await waiting.value.kind == .later)
        clock.set(to: .noon(plus: 30))
        #expect(await running.value.kind == .timeout)
        #expect(await start("echo again").value.responseExcerpt == "again\n")
    }

    @Test func `a sink that is cancelled ends the program and comes back`() async throws {
        let pipe = try pipe()
        let sending = start("echo $$ > \(pipe); exec sleep 1000")
        let process = try #require(Int32(await word(from: pipe)))
        sending.cancel()
        #expect(await sending.value.kind != .delivered)
        #expect(isGone(process))
    }
}
