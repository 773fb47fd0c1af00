import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite(.timeLimit(.minutes(10))) struct RunningLoopTests {
    @Test func `it sleeps until the earliest, fires, and sleeps again`() async throws {
        let harness = try Harness()
        let (first, second) = (try instant("2026-03-01T13:00:00Z"), try instant("2026-03-01T13:30:00Z"))
        for due in [second, first] {
            _ = try await harness.create(.make(due: due.description, remind: ["PT0S"]))
        }
        let running = Task { await harness.loop.run() }
        for due in [first, second] {
            await harness.clock.waitForSleeper(until: due)
            harness.clock.set(to: due)
        }
        _ = try await harness.create(.make(due: "2026-03-01T16:00:00Z", remind: ["PT0S"]))
        await harness.clock.waitForSleeper(until: try instant("2026-03-01T16:00:00Z"))
        running.cancel()
        await running.value
        #expect(try await harness.events(.reminderDue).map(\.timestamp) == [first, second])
    }

    @Test func `what it waited for may be gone when its instant comes`() async throws {
        let harness = try Harness()
        let (gone, second) = (try instant("2026-03-01T13:00:00Z"), try instant("2026-03-01T13:30:00Z"))
        let task = try await harness.create(.make(due: gone.description, remind: ["PT0S"]))
        _ = try await harness.create(.make(due: second.description, remind: ["PT0S"]))
        let running = Task { await harness.loop.run() }
        await harness.clock.waitForSleeper(until: gone)
        try await harness.store.write { try $0.deleteTask(task.id) }
        for due in [gone, second] {
            harness.clock.set(to: due)
            await harness.clock.waitForSleeper(until: due == gone ? second : second.advanced(by: .seconds(5)))
        }
        running.cancel()
        await running.value
        #expect(try await harness.events(.reminderDue).map(\.timestamp) == [second])
    }

    @Test func `an earlier reminder wakes it`() async throws {
        let harness = try Harness()
        let running = Task { await harness.loop.run() }
        for due in ["2026-03-01T18:00:00Z", "2026-03-01T17:00:00Z", "2026-03-01T16:00:00Z"] {
            _ = try await harness.create(.make(due: due, remind: ["PT0S"]))
            await harness.clock.waitForSleeper(until: try instant(due))
        }
        running.cancel()
        await running.value
        #expect(try await harness.events(.reminderDue).isEmpty)
    }

    @Test func `it ends when it is cancelled, with nothing planned too`() async throws {
        let harness = try Harness()
        let running = Task { await harness.loop.run() }
        running.cancel()
        await running.value
        #expect(running.isCancelled)
    }
}
