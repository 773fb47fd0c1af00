import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Notify

@Suite(.timeLimit(.minutes(10))) struct DeadlinesTests {
    private let clock = TestClock(.noon)
    private let deadlines: Deadlines<TestSteadyClock>

    init() {
        deadlines = Deadlines(clock: clock.steady)
    }

    /// Ends when its task is cancelled.
    private static func hang() async throws {
        await WakeSignal().wait()
        try Task.checkCancellation()
    }

    private struct Fault: Error {}

    @Test func `what ends in time is left alone`() async throws {
        #expect(try await deadlines.run(until: .noon(plus: 5)) { _ in 7 } == 7)
        await #expect(throws: Fault.self) {
            try await deadlines.run(until: .noon(plus: 5)) { _ in throw Fault() }
        }
    }

    @Test func `what does not is broken off at its own instant, whichever was begun first`() async throws {
        async let late: Void? = deadlines.run(until: .noon(plus: 20)) { _ in try await Self.hang() }
        await clock.waitForSleeper(until: .noon(plus: 20))
        async let early: Void? = deadlines.run(until: .noon(plus: 5)) { _ in try await Self.hang() }
        await clock.waitForSleeper(until: .noon(plus: 5))
        clock.set(to: .noon(plus: 5))
        #expect(try await early == nil)
        clock.set(to: .noon(plus: 20))
        #expect(try await late == nil)
    }

    @Test func `a deadline that is put off holds at its new instant`() async throws {
        let isPutOff = WakeSignal()
        async let work: Void? = deadlines.run(until: .noon(plus: 5)) { deadline in
            deadline.putOff(to: .noon(plus: 9))
            deadline.putOff(to: .noon(plus: 7))
            isPutOff.signal()
            try await Self.hang()
        }
        await isPutOff.wait()
        for second in [5, 9] {
            await clock.waitForSleeper(until: .noon(plus: second))
            clock.set(to: .noon(plus: second))
        }
        #expect(try await work == nil)
    }

    @Test func `one who is cancelled breaks off what he waits for`() async throws {
        let hasBegun = WakeSignal()
        let task = Task {
            try await deadlines.run(until: .noon(plus: 5)) { _ in
                hasBegun.signal()
                try await Self.hang()
            }
        }
        await hasBegun.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
