import GRDB
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// The index agrees with the tasks whatever is written, and where it does not, that is seen.
@Suite struct SearchIndexTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("store.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `after random changes the index has what the tasks have`() async throws {
        var generator = SeededGenerator(seed: 11)
        let tasks = TaskItem.randomFixtures(120, using: &generator)
        let texts = TaskItem.randomFixtures(120, using: &generator)
        try await withStore(at: path) { store async throws in
            try await store.write { for task in tasks { try $0.saveFixture(task) } }
            try await store.write { transaction in
                for (index, (task, text)) in zip(tasks, texts).enumerated() {
                    var changed = task
                    switch index % 4 {
                    case 0: try transaction.deleteTask(task.id)
                    case 1:
                        changed.content = text.content
                        try transaction.saveFixture(changed)
                    case 2:
                        changed.subtasks = [Subtask(id: .numbered(1), title: text.title)]
                        try transaction.saveFixture(changed)
                    default: try transaction.saveFixture(changed)
                    }
                }
            }
        }
        #expect(try StoreSnapshot(path: path).searchFaults() == [])
        let tables = try StoreSnapshot(path: path).counts().keys
        #expect(tables.allSatisfy { !$0.hasPrefix("task_words") })
    }

    @Test(arguments: [
        ("UPDATE task SET title = 'else' WHERE key = 2", "it is not found by its words; it is in the wrong place"),
        ("UPDATE task SET details = 'else' WHERE key = 2", "it is not found by its words"),
        ("DELETE FROM task_search WHERE key = 2", "it is not found by its words; it is in the wrong place"),
        ("UPDATE task_search SET title_key = x'00' WHERE key = 2", "it is in the wrong place when sorted by title"),
        ("DROP TRIGGER task_words_update; UPDATE task_search SET words = 'else' WHERE key = 2", "does not agree"),
        ("INSERT INTO task_words (task_words) VALUES ('delete-all')", "does not agree with task_search"),
    ])
    func `an index that does not agree is seen`(damage: String, detail: String) async throws {
        try await withStore(at: path) { store async throws in
            try await store.write {
                for number in 1...3 { try $0.save(.fixture(number) { $0.title = "task \(number)" }) }
            }
        }
        #expect(try StoreSnapshot(path: path).searchFaults() == [])
        try execute(damage, onFileAt: path)
        let faults = try StoreSnapshot(path: path).searchFaults()
        #expect(faults.contains { $0.detail.contains(detail) }, "\(faults)")
    }

    @Test func `what goes by itself leaves the index, and a save puts right what is wrong`() async throws {
        try await withStore(at: path) { store async throws in
            try await store.write {
                for number in 1...3 { try $0.save(.fixture(number) { $0.title = "task \(number)" }) }
            }
        }
        try execute("PRAGMA foreign_keys = ON; DELETE FROM task WHERE key = 1", onFileAt: path)
        #expect(try StoreSnapshot(path: path).searchFaults() == [])
        try execute("DELETE FROM task_search; UPDATE task SET title = 'else'", onFileAt: path)
        #expect(try StoreSnapshot(path: path).searchFaults().count == 2)
        try await withStore(at: path) { store async throws in
            try await store.write { for number in 2...3 { try $0.save(.fixture(number)) } }
        }
        #expect(try StoreSnapshot(path: path).searchFaults() == [])
    }
}
