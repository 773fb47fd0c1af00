import Basics
import Storage
import StorageSQLite
import TestSupport
import Testing

@Suite struct WriterWatchTests {
    private struct Refusal: Error {}

    /// What a watch was told.
    private final class Notes: Sendable {
        let uptime = Locked(Swift.Duration.zero)
        let holds = Locked<[String: [Swift.Duration]]>([:])
        let commits = Locked<[Int]>([])

        var watch: WriterWatch {
            WriterWatch { [uptime] in
                uptime.withLock { $0 }
            } held: { [holds] name, duration in
                holds.withLock { $0[name, default: []].append(duration) }
            } committed: { [commits] count in
                commits.withLock { $0.append(count) }
            }
        }
    }

    @Test func `each closure is timed under its name, one that throws too`() async throws {
        let folder = try TemporaryFolder()
        let notes = Notes()
        let store = try SQLiteStore(path: folder.path("taskd.db"), watch: notes.watch)
        try await store.write(named: "GET /slow") { transaction in
            notes.uptime.withLock { $0 += .milliseconds(120) }
            try transaction.save(.fixture(1))
        }
        try await store.write { _ in notes.uptime.withLock { $0 += .milliseconds(3) } }
        await #expect(throws: Refusal.self) {
            try await store.write(named: "failing") { _ in
                notes.uptime.withLock { $0 += .milliseconds(7) }
                throw Refusal()
            }
        }
        let holds = notes.holds.withLock { $0 }
        #expect(holds["GET /slow"] == [.milliseconds(120)])
        #expect(holds["StorageSQLiteTests/WriterWatchTests.swift"] == [.milliseconds(3)])
        #expect(holds["failing"] == [.milliseconds(7)])
        #expect(notes.commits.withLock { $0 } == [1, 1])
        try store.close()
        withExtendedLifetime(folder) {}
    }
}
