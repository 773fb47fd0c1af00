import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

@Suite(.timeLimit(.minutes(10))) struct DueGapTests {
    private static let due = "2026-03-01T13:00:00Z"
    private static let look = DueGap<TestClock>.look

    /// A gap beside a reminder that is due so long after now.
    private func gap(_ harness: Harness, dueIn time: Swift.Duration) async throws -> DueGap<TestClock> {
        _ = try await harness.create(.make(due: Self.due, remind: ["PT0S"]))
        harness.clock.set(to: try instant(Self.due).advanced(by: .zero - time))
        return DueGap(store: harness.store, clock: harness.clock, heartbeat: harness.heartbeat)
    }

    @Test(arguments: [DueGap<TestClock>.length, .seconds(3_000)])
    func `where nothing is due soon, a change is made at once`(time: Swift.Duration) async throws {
        let harness = try Harness()
        let gap = try await gap(harness, dueIn: time)
        #expect(try await gap.run { 7 } == 7)
    }

    @Test(arguments: [0, 1, 349]) func `a change waits until what is due soon has been recorded`(
        milliseconds: Int
    ) async throws {
        let harness = try Harness()
        let gap = try await gap(harness, dueIn: .milliseconds(milliseconds))
        let recorded = Task { [clock = harness.clock, store = harness.store] in
            try await gap.run { (clock.now, try await store.read { try $0.nextDueInstant() }) }
        }
        let begin = harness.clock.steady.now
        await harness.clock.waitForSteadySleeper(until: begin.advanced(by: .milliseconds(milliseconds) + Self.look))
        harness.clock.set(to: try instant(Self.due))
        var course = harness.loop.makeState()
        _ = try await harness.loop.fireDue(&course)
        harness.clock.advance(by: Self.look)
        let (time, next) = try await recorded.value
        #expect(try time == instant(Self.due).advanced(by: Self.look) && next == nil)
    }

    @Test func `a change waits until what has just gone off is on its way`() async throws {
        let harness = try Harness()
        let gap = try await gap(harness, dueIn: .zero)
        let begin = harness.clock.steady.now
        var course = harness.loop.makeState()
        _ = try await harness.loop.fireDue(&course)
        async let end = gap.run { [clock = harness.clock] in clock.steady.now }
        await harness.clock.waitForSteadySleeper(until: begin.advanced(by: Self.look))
        harness.clock.advance(by: Self.look)
        #expect(try await end == begin.advanced(by: Self.look))
    }

    @Test func `a change does not wait for what has been due for long, nor for a series that is far behind`()
        async throws
    {
        let harness = try Harness()
        let gap = try await gap(harness, dueIn: .seconds(-2))
        _ = try await harness.create(
            .make(due: "2026-01-01T09:00:00Z", rule: "FREQ=DAILY") { $0.recurrence?.respawn = .schedule })
        #expect(try await harness.store.read { try $0.nextDueInstant() }.map { $0 < harness.clock.now } == true)
        #expect(try await gap.run { 7 } == 7)
    }

    @Test func `a change does not wait without end for what stays due`() async throws {
        let harness = try Harness()
        let gap = try await gap(harness, dueIn: .zero)
        let begin = harness.clock.steady.now
        async let end = gap.run { [clock = harness.clock] in clock.steady.now }
        for look in 1...Int(DueGap<TestClock>.maxWait / Self.look) {
            await harness.clock.waitForSteadySleeper(until: begin.advanced(by: Self.look * look))
            harness.clock.advance(by: Self.look)
        }
        #expect(try await end == begin.advanced(by: DueGap<TestClock>.maxWait))
    }

    @Test func `changes are made one after the other, and one that fails lets the next go`() async throws {
        struct Refusal: Error {}
        let harness = try Harness()
        let gap = DueGap(store: harness.store, clock: harness.clock, heartbeat: harness.heartbeat)
        let (running, most) = (Locked(0), Locked(0))
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    do {
                        try await gap.run {
                            let now = running.withLock { count in
                                count += 1
                                return count
                            }
                            most.withLock { $0 = max($0, now) }
                            _ = try await harness.store.read { try $0.nextDueInstant() }
                            running.withLock { $0 -= 1 }
                            if number.isMultiple(of: 3) { throw Refusal() }
                        }
                        #expect(!number.isMultiple(of: 3))
                    } catch is Refusal {
                        #expect(number.isMultiple(of: 3))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.withLock { $0 } == 1)
    }
}
