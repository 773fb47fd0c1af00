import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// Counts that a recount does not confirm are seen.
@Suite struct StatisticsInspectionTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("store.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [
        ("UPDATE statistic SET created = created + 1 WHERE group_key = 0", "1 more than are recorded for tasks"),
        ("UPDATE statistic SET created = created - 1 WHERE group_key > 0", "1 fewer than are recorded for tasks"),
        ("UPDATE statistic SET completed = 1 WHERE group_key = 0", "1 more than are recorded for tasks"),
        ("DELETE FROM statistic WHERE group_key > 0", "1 fewer than are recorded for tasks"),
        ("DELETE FROM statistic_task", "1 more than are recorded for tasks"),
        ("UPDATE statistic SET fired = fired - 1 WHERE group_key = 0", "1 fewer than there are events in the log"),
        ("UPDATE statistic SET overdue = 7 WHERE group_key = 0", "7 more than there are events in the log"),
        ("UPDATE statistic_progress SET sequence = 99", "after the end of the log"),
    ])
    func `a wrong count is seen`(damage: String, detail: String) async throws {
        try await withStore(at: path) { store async throws in
            let task = TaskItem.fixture(1) { $0.content.tags = ["a"] }
            let json = String(decoding: task.json(now: .noon), as: UTF8.self)
            try await store.write { transaction in
                for type in [EventType.taskCreated, .reminderDue] {
                    try transaction.append([
                        EventDraft(
                            id: EventID(madeAt: .noon), type: type, timestamp: .noon,
                            data: Array(#"{"task":\#(json)}"#.utf8))
                    ])
                }
                try transaction.countEvents(limit: 10)
            }
        }
        #expect(try StoreSnapshot(path: path).statisticsFaults() == [])
        try execute(damage, onFileAt: path)
        let faults = try StoreSnapshot(path: path).statisticsFaults()
        #expect(faults.contains { $0.kind == .statistics && $0.detail.contains(detail) }, "\(faults)")
    }

    @Test func `what an older store has of its log is counted when it is opened by this one`() async throws {
        try await withStore(at: path) { store async throws in
            try await store.write { transaction in
                try transaction.append((1...5).map { .fixture($0) })
                _ = try transaction.trimEvents(RetentionBounds(RetentionLimit(count: 2), at: .noon), limit: 10)
            }
        }
        // As it was before there were statistics.
        try execute(
            """
            DROP TABLE statistic; DROP TABLE statistic_group; DROP TABLE statistic_task; DROP TABLE statistic_progress;
            DELETE FROM grdb_migrations WHERE identifier = '0018-statistics'
            """, onFileAt: path)
        try await withStore(at: path) { store async throws in
            #expect(try await store.read { try $0.statisticsProgress().sequence } == 3)
            try await store.write { try $0.countEvents(limit: 10) }
            #expect(try await store.read { try $0.statisticsProgress().sequence } == 5)
        }
        #expect(try StoreSnapshot(path: path).statisticsFaults() == [])
    }
}
