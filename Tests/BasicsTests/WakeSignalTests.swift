import Basics
import Recurrence
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct WakeSignalTests {
    @Test func `a signal before the wait is kept`() async {
        let wakeSignal = WakeSignal()
        wakeSignal.signal()
        await wakeSignal.wait()
    }

    @Test func `many signals before the wait are kept as one`() {
        let wakeSignal = WakeSignal()
        for _ in 0..<5 { wakeSignal.signal() }
        #expect(wakeSignal.takeSignal())
        #expect(!wakeSignal.takeSignal())
    }

    @Test func `a wait uses the signal up`() async {
        let wakeSignal = WakeSignal()
        wakeSignal.signal()
        await wakeSignal.wait()
        #expect(!wakeSignal.takeSignal())
    }

    @Test func `a signal wakes who waits`() async {
        let (wakeSignal, answer) = (WakeSignal(), WakeSignal())
        let waiter = Task {
            await wakeSignal.wait()
            answer.signal()
        }
        wakeSignal.signal()
        await answer.wait()
        await waiter.value
    }

    @Test func `a cancelled task waits no more`() async {
        let wakeSignal = WakeSignal()
        let waiter = Task { await wakeSignal.wait() }
        waiter.cancel()
        await waiter.value
    }

    @Test func `no signal is lost, however signals and waits meet`() async {
        let (requests, answers) = (WakeSignal(), WakeSignal())
        let served = Locked(0)
        // A child, so that it ends too when the test is cancelled.
        async let server: Void = {
            for _ in 0..<10_000 {
                await requests.wait()
                served.withLock { $0 += 1 }
                answers.signal()
            }
        }()
        for _ in 0..<10_000 {
            requests.signal()
            await answers.wait()
        }
        await server
        #expect(served.withLock { $0 } == 10_000)
    }

    @Test func `what was put down before a signal is seen after a wait, with many signalling at once`() async {
        let wakeSignal = WakeSignal()
        let put = Locked(0)
        let ringers = Task {
            await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<500 {
                            put.withLock { $0 += 1 }
                            wakeSignal.signal()
                        }
                    }
                }
            }
        }
        while put.withLock({ $0 }) < 4_000 { await wakeSignal.wait() }
        await ringers.value
        #expect(put.withLock { $0 } == 4_000)
    }

    @Test func `a wait with a deadline ends at the deadline on the clock passed`() async {
        let (wakeSignal, clock) = (WakeSignal(), TestClock(.noon))
        let waiter = Task { await wakeSignal.wait(until: .noon(plus: 60), on: clock) }
        await clock.waitForSleeper(until: .noon(plus: 60))
        clock.advance(by: .seconds(60))
        await waiter.value
    }

    @Test func `a wait with a deadline ends at a signal before it`() async {
        let (wakeSignal, clock) = (WakeSignal(), TestClock(.noon))
        let waiter = Task { await wakeSignal.wait(until: .noon(plus: 60), on: clock) }
        await clock.waitForSleeper(until: .noon(plus: 60))
        wakeSignal.signal()
        await waiter.value
        #expect(clock.now == .noon)
    }

    @Test func `a wait without a deadline ends at a signal`() async {
        let wakeSignal = WakeSignal()
        wakeSignal.signal()
        await wakeSignal.wait(until: nil, on: TestClock(.noon))
    }
}
