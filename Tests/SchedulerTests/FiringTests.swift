import Basics
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
        #expect(try await harness.look() == due)
        #expect(try await harness.events(.reminderDue).isEmpty)
        harness.clock.set(to: due)
        #expect(try await harness.look() == nil)
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
        let task = try await harness.create(
            .make(due: "2026-03-01T14:00:00", remind: ["-PT2M", "-PT1M", "PT0S", "PT1H"]))
        try await harness.fire(at: "2026-03-01T13:00:00Z")
        let after = try #require(try await harness.task(task.id))
        #expect(after.reminders.map(\.state) == [.fired, .fired, .fired, .scheduled])
        // The third comes at the due time, which is told overdue as well: that counts no change.
        #expect(after.version == 4)
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
        #expect(
            try await harness.events(.reminderDue).map(\.scheduledAt) == [
                "2026-03-01T13:00:00Z", "2026-03-01T13:10:00Z",
            ])
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
}
