import Basics
import Recurrence
import Storage
import TestSupport
import Testing

@testable import Scheduler

@Suite struct RestartTests {
    @Test func `a restart neither repeats nor loses`() async throws {
        let harness = try Harness()
        for minute in 0..<30 {
            let due = harness.clock.now.advanced(by: .seconds(60 * (minute + 1)))
            _ = try await harness.create(.make("\(minute)", due: due.description, remind: ["PT0S", "PT30S"]))
        }
        for _ in 0..<10 {
            try await harness.run(until: harness.clock.now.advanced(by: .seconds(200)))
            try harness.restart()
            _ = try await harness.look()
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
            _ = try await harness.look()
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
            for _ in 0..<8 { group.addTask { _ = try await harness.look() } }
            try await group.waitForAll()
        }
        #expect(try await harness.events(.reminderDue).count == 50)
    }
}
