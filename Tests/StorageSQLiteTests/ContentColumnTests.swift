import GRDB
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StorageSQLite

/// Each field that ``TaskContent`` declares has its column, in new stores and in those that were migrated.
struct ContentColumnTests {
    @Test func `a store of each schema before has every column after its migration, and keeps every field`()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path("store.sqlite")
        try OldStore().copy(to: path)
        try await withStore(at: path) { store async throws in
            for table in ["task", "series", "task_before", "series_before"] {
                let columns = try await store.read { try $0.connection.columns(in: table).map(\.name) }
                #expect(Set(ContentRow.columns).isSubset(of: columns), "\(table)")
            }
            let old = try #require(try await store.read { try $0.tasks(matching: TaskQuery()).items.first })
            try await store.write { transaction in
                var task = try #require(try transaction.task(old.id))
                task.content = .filledFixture
                try transaction.saveProject(of: task.content)
                try transaction.save(task)
            }
            #expect(try await store.read { try $0.task(old.id) }?.content == .filledFixture)
        }
    }

    @Test func `a row of the schema before keeps its fields, and has none of the new ones`() throws {
        let queue = try DatabaseQueue()
        try DatabaseMigrator.upToSeries(Migrations.makeSeries).migrate(queue)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO task (id, version, title, details, status, priority, time_zone, is_overdue_told, location,
                    quiet_hours, own_progress, created_at, updated_at)
                    VALUES (zeroblob(16), 1, 'a', 'b', 0, 4, 'UTC', 0, '{"placeName":"Bank"}', 'off', 0, 0, 0)
                    """)
        }
        try Migrations.migrator.migrate(queue)
        try queue.read { db in
            let columns = ContentRow.columns.joined(separator: ", ")
            let row = try #require(try Row.fetchOne(db, sql: "SELECT \(columns) FROM task"))
            let (title, details, priority): (String, String?, Int) = (row["title"], row["details"], row["priority"])
            #expect(title == "a" && details == "b" && priority == 4)
            let (location, quietHours): (String?, String?) = (row["location"], row["quiet_hours"])
            #expect(location == #"{"placeName":"Bank"}"# && quietHours == "off")
            #expect(row["estimated_duration"] == nil as String? && row["properties"] == nil as String?)
        }
    }

    @Test func `as many columns as fields, but for the tags`() {
        #expect(ContentRow.columns.count == TaskContent.fieldList.count - 1)
        #expect(ContentRow.values(of: .filledFixture).allSatisfy { $0 != nil })
    }
}
