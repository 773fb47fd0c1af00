import Basics
import Recurrence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct PeriodicLoopTests {
    private struct Failure: Error {}

    private let clock = TestClock(.noon)

    private var loop: PeriodicLoop<TestSteadyClock> {
        PeriodicLoop(every: .seconds(3_600), afterFailure: .seconds(60), on: clock.steady)
    }

    @Test func `it waits for the interval after a pass, and for less after a failure`() async {
        let (passes, failures) = (Locked(0), Locked(0))
        let running = Task { [loop] in
            await loop.run {
                let number = passes.withLock { passes in
                    passes += 1
                    return passes
                }
                if number == 2 || number == 3 { throw Failure() }
            } onFailure: { _ in
                failures.withLock { $0 += 1 }
            }
        }
        var now = 0
        for (number, wait) in [3_600, 60, 60, 3_600].enumerated() {
            now += wait
            await clock.waitForSteadySleeper(until: .noon(plus: now))
            #expect(passes.withLock { $0 } == number + 1)
            #expect(failures.withLock { $0 } == max(0, min(number, 2)))
            clock.advanceSteady(by: .seconds(wait))
        }
        await clock.waitForSteadySleeper(until: .noon(plus: now + 3_600))
        running.cancel()
        await running.value
        #expect(passes.withLock { $0 } == 5)
    }

    @Test func `what a cancelled pass throws is no failure`() async {
        let (failures, wakeSignal) = (Locked(0), WakeSignal())
        let running = Task { [loop] in
            await loop.run {
                wakeSignal.signal()
                try await clock.steady.wait(for: .seconds(5))
            } onFailure: { _ in
                failures.withLock { $0 += 1 }
            }
        }
        await wakeSignal.wait()
        running.cancel()
        await running.value
        #expect(failures.withLock { $0 } == 0)
    }
}
