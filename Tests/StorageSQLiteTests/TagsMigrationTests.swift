import Foundation
import GRDB
import Recurrence
import Storage
import StoreFixtures
import TestSupport
import Testing

@testable import StorageSQLite

/// A store from when tags were texts that stood wherever something had them.
@Suite struct TagsMigrationTests {
    private static let pause = Pause(.tag("home"), since: .noon, until: .noon(plus: 60))

    private static let asBefore = """
        CREATE TABLE old_tag (
            tag TEXT NOT NULL,
            task_key INTEGER NOT NULL REFERENCES task (key) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            PRIMARY KEY (tag, task_key)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO old_tag VALUES
            ('Home', 1, 0), ('b', 1, 1), ('CAF\u{C9}', 1, 2), ('home', 2, 1), ('HOME', 2, 2), ('z', 2, 0), ('caf\u{E9}', 2, 3);
        DROP TRIGGER task_tag_order;
        DROP TRIGGER task_tag_priority;
        DROP TRIGGER series_tags_insert;
        DROP TRIGGER series_tags_update;
        DROP TRIGGER series_tags_delete;
        DROP TABLE task_tag;
        ALTER TABLE old_tag RENAME TO task_tag;
        CREATE INDEX task_tag_task ON task_tag (task_key, position);
        DROP TABLE tag;
        DROP TABLE tag_before;
        UPDATE series SET tags = '["b","hOME","Home","of the series"]';
        UPDATE series_before SET tags = '["HOME"]';
        UPDATE task_before SET tags = '["z","HOME","gone"]';
        DELETE FROM grdb_migrations WHERE identifier IN ('0027-tags', '0034-tag-priority');
        """

    private func storeAsBefore(in folder: TemporaryFolder) async throws -> String {
        let path = folder.path("store.sqlite")
        try await withStore(at: path) { store async throws in
            try await store.write { transaction in
                for number in 1...3 { try transaction.save(.fixture(number)) }
                try transaction.save(.plain(1))
                try transaction.save(Self.pause)
                try transaction.recording(Change(.update, id: .numbered(1), at: .noon)) {
                    try transaction.save(.fixture(2) { $0.title = "changed" })
                    try transaction.save(.plain(1) { $0.title = "changed" })
                }
            }
        }
        try execute(Self.asBefore, onFileAt: path)
        return path
    }

    private func tags(of number: Int, in store: any Store) async throws -> [String]? {
        try await store.read { try $0.task(.numbered(number))?.tags }
    }

    @Test func `each tag becomes one, whatever its case, and all that had it has it`() async throws {
        let folder = try TemporaryFolder()
        let path = try await storeAsBefore(in: folder)
        try await withStore(at: path) { store async throws in
            #expect(try await tags(of: 1, in: store) == ["home", "b", "CAFÉ"])
            #expect(try await tags(of: 2, in: store) == ["z", "home", "CAFÉ"])
            #expect(try await tags(of: 3, in: store) == [])
            try await store.read { reader in
                #expect(try reader.series(.numbered(1))?.tags == ["b", "home", "of the series"])
                #expect(try reader.series(.numbered(1), before: .numbered(1))?.tags == ["home"])
                #expect(try reader.task(.numbered(2), before: .numbered(1))?.tags == ["z", "home", "gone"])
                let tags = try reader.tags(after: nil, limit: 99).items
                #expect(
                    tags.map { "\($0.name) \($0.taskCount)" } == ["b 1", "CAFÉ 2", "home 2", "of the series 0", "z 1"])
            }
        }
        #expect(try StoreSnapshot(path: path).faults() == [])
    }

    @Test(arguments: [1, 3, 6, 9, 12, 20, 30])
    func `a migration that is broken off leaves the store as it was, and can be done again`(statements: Int)
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try await storeAsBefore(in: folder)
        var broken = DatabaseMigrator()
        for name in Migrations.migrator.migrations where name != "0027-tags" {
            broken.registerMigration(name) { _ in }
        }
        broken.registerMigration("0027-tags") { db in
            try brokenOff(db, after: statements) { try Migrations.makeTags(db) }
        }
        #expect(throws: (any Error).self) { try SQLiteStore(path: path, migrator: broken) }
        try await withStore(at: path) { store async throws in
            #expect(try await tags(of: 2, in: store) == ["z", "home", "CAFÉ"])
        }
    }
}
