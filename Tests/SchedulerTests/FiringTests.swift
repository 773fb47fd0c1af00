import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct FiringTests {
    @Test(arguments: [1, 2, 3])
    func `reminders fire in order, each once, none before its time`(_ seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let harness = try Harness(batchSize: 7)
        let begin = harness.clock.now
        var expected: [UTCInstant] = []
        for number in 0..<60 {
            let due = begin.advanced(by: .seconds(Int.random(in: 60...7_200, using: &generator) / 60 * 60))
            _ = try await harness.create(.make("Task \(number)", due: due.description, remind: ["PT0S"]))
            expected.append(due)
        }
        try await harness.run(until: begin.advanced(by: .seconds(8_000)))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == expected.sorted().map(\.description))
        #expect(fired.allSatisfy { $0.timestamp.description == $0.scheduledAt })
        #expect(Set(fired.map(\.id)).count == 60)
        #expect(Set(fired.map(\.title)).count == 60)
    }

    @Test func `nothing fires a millisecond early`() async throws {
        let harness = try Harness()
        _ = try await harness.create(.make(due: "2026-03-01T14:00:00", remind: ["PT0S"]))
        let due = try instant("2026-03-01T13:00:00Z")
        harness.clock.set(to: due.advanced(by: .milliseconds(-1)))
        #expect(try await harness.loop.fireDue() == due)
        #expect(try await harness.events(.reminderDue).isEmpty)
        harness.clock.set(to: due)
        #expect(try await harness.loop.fireDue() == nil)
        #expect(try await harness.events(.reminderDue).count == 1)
    }

    @Test(arguments: [1, 9, 10, 11, 25, 40])
    func `many at one instant fire, however many batches they take`(_ count: Int) async throws {
        let harness = try Harness(batchSize: 10)
        for number in 0..<count {
            _ = try await harness.create(.make("\(number)", due: "2026-03-01T14:00:00", remind: ["PT0S"]))
        }
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        let fired = try await harness.events(.reminderDue)
        #expect(Set(fired.compactMap(\.title)) == Set((0..<count).map { "\($0)" }))
        #expect(fired.count == count)
        #expect(try await harness.events(.taskOverdue).count == count)
    }

    @Test func `several reminders of one task fire in one batch and all keep their state`() async throws {
        let harness = try Harness()
        let task = try await harness.create(.make(due: "2026-03-01T14:00:00", remind: ["-PT2M", "-PT1M", "PT0S", "PT1H"]))
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        let after = try #require(try await harness.task(task.id))
        #expect(after.reminders.map(\.state) == [.fired, .fired, .fired, .scheduled])
        // The third comes at the due time, which is told overdue as well.
        #expect(after.version == 5)
        let versions = try await harness.events(.reminderDue).map { $0.data["task"]?["version"]?.integer }
        #expect(versions == [2, 3, 4])
    }

    @Test func `a clock that is set back does not fire again`() async throws {
        let harness = try Harness()
        _ = try await harness.create(
            .make(due: "2026-03-01T14:00:00") { $0.reminders = [try .make("PT0S", every: "PT10M", count: 2)] })
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        for time in ["2026-03-01T12:30:00Z", "2026-03-01T13:00:00Z", "2026-03-01T13:09:59Z"] {
            try await harness.fire(at: time)
        }
        #expect(try await harness.events(.reminderDue).count == 1)
        #expect(try await harness.events(.taskOverdue).count == 1)
        try await harness.fire(at: "2026-03-01T13:10:00Z")
        #expect(try await harness.events(.reminderDue).map(\.scheduledAt) == ["2026-03-01T13:00:00Z", "2026-03-01T13:10:00Z"])
    }

    @Test func `completing, deleting and moving take a reminder out of the queue`() async throws {
        let harness = try Harness()
        let tasks = try await [
            harness.create(.make("done", due: "2026-03-01T14:00:00", remind: ["PT0S"])),
            harness.create(.make("deleted", due: "2026-03-01T14:00:00", remind: ["PT0S"])),
            harness.create(.make("moved", due: "2026-03-01T14:00:00", remind: ["PT0S"])),
        ]
        _ = try await harness.complete(tasks[0].id)
        try await harness.delete(tasks[1].id)
        var draft = tasks[2].draft
        draft.due = .civil(try civil("2026-03-01T15:00:00"))
        _ = try await harness.update(tasks[2].id, to: draft)
        try await harness.run(until: instant("2026-03-02T00:00:00Z"))
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.title) == ["moved"])
        #expect(fired.map(\.scheduledAt) == ["2026-03-01T14:00:00Z"])
        #expect(try await harness.task(tasks[0].id)?.reminders.map(\.state) == [.cancelled])
    }

    @Test func `a restart neither repeats nor loses`() async throws {
        let harness = try Harness()
        for minute in 0..<30 {
            let due = harness.clock.now.advanced(by: .seconds(60 * (minute + 1)))
            _ = try await harness.create(.make("\(minute)", due: due.description, remind: ["PT0S", "PT30S"]))
        }
        for _ in 0..<10 {
            try await harness.run(until: harness.clock.now.advanced(by: .seconds(200)))
            try harness.restart()
            _ = try await harness.loop.fireDue()
        }
        let fired = try await harness.events(.reminderDue)
        #expect(fired.count == 60)
        #expect(Set(fired.map(\.id)).count == 60)
        #expect(fired.map { $0.scheduledAt ?? "" } == fired.map { $0.scheduledAt ?? "" }.sorted())
        #expect(try await harness.events(.taskOverdue).count == 30)
    }

    @Test func `what came due while nothing ran fires after the restart, once`() async throws {
        let harness = try Harness()
        _ = try await harness.create(.make(due: "2026-03-01T14:00:00", remind: ["PT0S"]))
        harness.clock.set(to: try instant("2026-03-01T20:00:00Z"))
        for _ in 0..<3 {
            try harness.restart()
            _ = try await harness.loop.fireDue()
        }
        let fired = try await harness.events(.reminderDue)
        #expect(fired.map(\.scheduledAt) == ["2026-03-01T13:00:00Z"])
        #expect(fired.first?.data["lateBySeconds"] == .number(25_200))
    }

    @Test func `loops that run at the same time fire each reminder once`() async throws {
        let harness = try Harness(batchSize: 5)
        for number in 0..<50 {
            _ = try await harness.create(.make("\(number)", due: "2026-03-01T14:00:00", remind: ["PT0S"]))
        }
        harness.clock.set(to: try instant("2026-03-01T13:00:00Z"))
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = try await harness.loop.fireDue() } }
            try await group.waitForAll()
        }
        #expect(try await harness.events(.reminderDue).count == 50)
    }
}

@Suite(.timeLimit(.minutes(1))) struct RunningLoopTests {
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
