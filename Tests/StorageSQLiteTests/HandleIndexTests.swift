import Basics
import GRDB
import Recurrence
import Storage
import StoreConformance
import TestSupport
import Testing

@testable import StorageSQLite

struct HandleIndexTests {
    @Test func `the shortest beginnings among 10000 open tasks are unique, and none could be shorter`() async throws {
        let kept = try TemporaryStore()
        let tasks = (1...10_000).map { TaskItem.fixture($0) }
        try await kept.store.write { transaction in for task in tasks { try transaction.save(task) } }
        let handles = tasks.map(\.handle)
        let near = try await kept.store.read { try $0.neighbours(of: handles, among: .task, within: nil) }
        let shorts = zip(handles, near).map { $0.beginning(between: $1.below, and: $1.above) }
        var counts: [String: Int] = [:]
        for handle in handles {
            for length in 3...12 { counts[String(handle.description.prefix(length)), default: 0] += 1 }
        }
        for (handle, short) in zip(handles, shorts) {
            #expect(handle.description.hasPrefix(short))
            #expect(counts[short] == 1)
            #expect(short.count == 3 || counts[String(short.dropLast())] ?? 0 > 1)
        }
        #expect(shorts.map(\.count).max() ?? 12 <= 7)
        try kept.store.close()
    }

    @Test func `an older store gets the handles of all that it has`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try await withStore(at: path) { store async throws in
            try await store.write { transaction in
                try transaction.save(.project(1))
                try transaction.saveFixture(.filledFixture(1))
                try transaction.save(.fixture(2) { ($0.status, $0.completedAt) = (.completed, .noon) })
                try transaction.save(Hook(id: .numbered(1), kind: .webhook, now: .noon))
            }
        }
        let tables = ["series", "task", "reminder", "project", "hook", "trash"]
        let indexes = ["task_open", "task_closed"] + tables.filter { $0 != "task" && $0 != "hook" }
        let asBefore =
            "DROP TRIGGER task_handle;" + indexes.map { "DROP INDEX \($0)_handle;" }.joined()
            + tables.map { "ALTER TABLE \($0) DROP COLUMN handle;" }.joined()
            + "DELETE FROM grdb_migrations WHERE identifier = '0036-handles';"
        try execute(asBefore, onFileAt: path)
        try await withStore(at: path) { store async throws in
            let wrong = try await store.read { reader in
                try tables.map { table in
                    let id = table == "task" ? "coalesce((SELECT id FROM series WHERE key = series_key), id)" : "id"
                    guard table != "trash" else { return 0 }
                    return try Int.fetchOne(
                        reader.connection, sql: "SELECT count(*) FROM \(table) WHERE handle <> handle_of(\(id))") ?? -1
                }
            }
            #expect(wrong == [0, 0, 0, 0, 0, 0])
            let task = try #require(try await store.read { try $0.task(.numbered(1)) })
            let found = try await store.read {
                try $0.holders(of: .task, in: task.handle...task.handle, areOpen: true, within: nil, limit: 2)
            }
            #expect(found.map(\.id) == [task.id.uuid])
        }
    }
}
