import Recurrence
import Storage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoorbellTests {
    @Test func `a ring before the wait is kept`() async {
        let bell = Doorbell()
        bell.ring()
        await bell.wait()
    }

    @Test func `many rings before the wait are kept as one`() {
        let bell = Doorbell()
        for _ in 0..<5 { bell.ring() }
        #expect(bell.takeRing())
        #expect(!bell.takeRing())
    }

    @Test func `a wait uses the ring up`() async {
        let bell = Doorbell()
        bell.ring()
        await bell.wait()
        #expect(!bell.takeRing())
    }

    @Test func `a ring wakes who waits`() async {
        let (bell, answer) = (Doorbell(), Doorbell())
        let waiter = Task {
            await bell.wait()
            answer.ring()
        }
        bell.ring()
        await answer.wait()
        await waiter.value
    }

    @Test func `a cancelled task waits no more`() async {
        let bell = Doorbell()
        let waiter = Task { await bell.wait() }
        waiter.cancel()
        await waiter.value
    }

    @Test func `no ring is lost, however rings and waits meet`() async {
        let (requests, answers) = (Doorbell(), Doorbell())
        let served = Locked(0)
        // A child, so that it ends too when the test is cancelled.
        async let server: Void = {
            for _ in 0..<10_000 {
                await requests.wait()
                served.withLock { $0 += 1 }
                answers.ring()
            }
        }()
        for _ in 0..<10_000 {
            requests.ring()
            await answers.wait()
        }
        await server
        #expect(served.withLock { $0 } == 10_000)
    }

    @Test func `what was put down before a ring is seen after a wait, with many ringing at once`() async {
        let bell = Doorbell()
        let put = Locked(0)
        let ringers = Task {
            await withTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<500 {
                            put.withLock { $0 += 1 }
                            bell.ring()
                        }
                    }
                }
            }
        }
        while put.withLock({ $0 }) < 4_000 { await bell.wait() }
        await ringers.value
        #expect(put.withLock { $0 } == 4_000)
    }

    @Test func `a wait with a deadline ends at the deadline on the clock passed`() async {
        let (bell, clock) = (Doorbell(), TestClock(.noon))
        let waiter = Task { await bell.wait(until: .noon(plus: 60), on: clock) }
        await clock.waitForSleeper(until: .noon(plus: 60))
        clock.advance(by: .seconds(60))
        await waiter.value
    }

    @Test func `a wait with a deadline ends at a ring before it`() async {
        let (bell, clock) = (Doorbell(), TestClock(.noon))
        let waiter = Task { await bell.wait(until: .noon(plus: 60), on: clock) }
        await clock.waitForSleeper(until: .noon(plus: 60))
        bell.ring()
        await waiter.value
        #expect(clock.now == .noon)
    }

    @Test func `a wait without a deadline ends at a ring`() async {
        let bell = Doorbell()
        bell.ring()
        await bell.wait(until: nil, on: TestClock(.noon))
    }
}
