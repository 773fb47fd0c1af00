import Basics
import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// A store that was written before tasks were found by folded words and ordered by title.
@Suite struct SearchMigrationTests {
    private let file: OldStoreFile

    init() throws { file = try OldStoreFile() }

    @Test func `every task is found by its words, and in its place among titles`() async throws {
        try await withStore(at: file.path) { store async throws in
            let tasks = try await store.read { try $0.tasks(matching: TaskQuery(limit: 999)).items }
            #expect(tasks.count == file.old.tasks.count)
            for task in tasks {
                var query = TaskQuery(limit: 999)
                query.text = ([task.title] + task.tags).map { "\"\($0)\"" }.joined(separator: " ")
                let found = try await store.read { [query] in try $0.tasks(matching: query).items }
                #expect(found.contains(task))
            }
            var query = TaskQuery(limit: 999)
            query.sort = [TaskQuery.Sort(.title)]
            let titles = try await store.read { [query] in try $0.tasks(matching: query).items.map(\.title) }
            let sorted = titles.sorted { TitleOrder.key(of: $0).lexicographicallyPrecedes(TitleOrder.key(of: $1)) }
            #expect(titles == sorted && titles.count == tasks.count)
        }
        #expect(try StoreSnapshot(path: file.path).searchFaults() == [])
    }

    @Test(arguments: [1, 4, 8, 20, 60, 150, 300])
    func `a migration that is broken off leaves the store as it was, and can be done again`(statements: Int)
        async throws
    {
        var before = DatabaseMigrator.upToSeries(Migrations.makeSeries)
        before.registerMigration("0008-estimated-duration") { try $0.execute(sql: Migrations.estimatedDurationSchema) }
        try await withStore(at: file.path, migrator: before) { _ in }
        let stood = try dump(file.path)
        var broken = before
        broken.registerMigration("0015-search") { db in
            try brokenOff(db, after: statements) { try Migrations.makeSearch(db) }
        }
        #expect(throws: (any Error).self) { try SQLiteStore(path: file.path, migrator: broken) }
        #expect(try dump(file.path) == stood)
        try await withStore(at: file.path) { store async throws in
            let count = try await store.read { try $0.tasks(matching: TaskQuery(limit: 999)).items.count }
            #expect(count == file.old.tasks.count)
        }
        #expect(try StoreSnapshot(path: file.path).searchFaults() == [])
    }

    @Test func `what cannot be read of a task keeps no store from being opened`() async throws {
        try execute(
            "UPDATE task SET subtasks = '{\"a\":1}' WHERE key = (SELECT min(key) FROM task)", onFileAt: file.path)
        try await withStore(at: file.path) { store async throws in
            #expect(try await store.read { try $0.connection.tableExists("task_words") })
        }
    }
}
