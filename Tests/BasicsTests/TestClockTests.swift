import Basics
import Recurrence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct TestClockTests {
    @Test func `the clock stands still until it is moved`() {
        let clock = TestClock("2026-03-01T12:00:00Z")
        #expect(clock.now == .noon)
        clock.advance(by: .milliseconds(1_500))
        #expect(clock.now.description == "2026-03-01T12:00:01.500Z")
        clock.set(to: .noon(plus: -5))
        #expect(clock.now == .noon(plus: -5))
    }

    @Test func `a sleep until a time that has come returns at once`() async throws {
        let clock = TestClock(.noon)
        try await clock.sleep(until: .noon, tolerance: nil)
        try await clock.sleep(until: .noon(plus: -1), tolerance: nil)
    }

    @Test func `a sleeper wakes when its time comes, and not before`() async throws {
        let clock = TestClock(.noon)
        let wokenAt = Locked<UTCInstant?>(nil)
        let sleeper = Task {
            try await clock.sleep(until: .noon(plus: 10), tolerance: nil)
            wokenAt.withLock { $0 = clock.now }
        }
        await clock.waitForSleeper(until: .noon(plus: 10))
        clock.advance(by: .seconds(9))
        await clock.waitForSleeper(until: .noon(plus: 10))
        #expect(wokenAt.withLock { $0 } == nil)
        clock.advance(by: .seconds(1))
        try await sleeper.value
        #expect(wokenAt.withLock { $0 } == .noon(plus: 10))
    }

    @Test func `a cancelled sleeper throws`() async {
        let clock = TestClock(.noon)
        let sleeper = Task { try await clock.sleep(until: .noon(plus: 10), tolerance: nil) }
        await clock.waitForSleeper(until: .noon(plus: 10))
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func `a task that was cancelled before does not sleep`() async {
        let clock = TestClock(.noon)
        let sleeper = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: .noon(plus: 10), tolerance: nil)
        }
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func `the machine's clock does not sleep for a time that has come`() async throws {
        let clock = WallClock()
        let before = clock.now
        try await clock.sleep(until: before, tolerance: nil)
        #expect(clock.now >= before)
        #expect(before > .noon(plus: -86_400 * 365))
    }
}
