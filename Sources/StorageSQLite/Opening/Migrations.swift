import Foundation
import GRDB
import Storage

/// The schema's history: numbered, append-only, plain SQL.
///
/// A migration that was released is never edited.
enum Migrations {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-initial") { try $0.execute(sql: initialSchema) }
        migrator.registerMigration("0002-suspects") { try $0.execute(sql: suspects) }
        migrator.registerMigration("0003-set-aside") { try $0.execute(sql: setAsideSchema) }
        migrator.registerMigration("0004-ledger", migrate: makeLedger)
        migrator.registerMigration("0005-normal-form", migrate: normalizeTags)
        migrator.registerMigration("0006-keeping") { try $0.execute(sql: keepingSchema) }
        migrator.registerMigration("0007-series", migrate: makeSeries)
        migrator.registerMigration("0008-estimated-duration") { try $0.execute(sql: estimatedDurationSchema) }
        migrator.registerMigration("0009-claim-owner") { try $0.execute(sql: claimOwnerSchema) }
        migrator.registerMigration("0011-late-reason") { try $0.execute(sql: lateReasonSchema) }
        migrator.registerMigration("0012-pending-edit") { try $0.execute(sql: pendingEditSchema) }
        migrator.registerMigration("0013-changes") { try $0.execute(sql: changesSchema) }
        migrator.registerMigration("0015-search", migrate: makeSearch)
        migrator.registerMigration("0016-projects") { try $0.execute(sql: projectsSchema) }
        migrator.registerMigration("0018-statistics") { try $0.execute(sql: statisticsSchema) }
        migrator.registerMigration("0019-queries") { try $0.execute(sql: queriesSchema) }
        migrator.registerMigration("0020-pending-words") { try $0.execute(sql: pendingWordsSchema) }
        migrator.registerMigration("0021-trash") { try $0.execute(sql: trashSchema) }
        migrator.registerMigration("0022-dependencies") { try $0.execute(sql: dependenciesSchema) }
        migrator.registerMigration("0023-task-order") { try $0.execute(sql: taskOrderSchema) }
        migrator.registerMigration("0024-attachments") { try $0.execute(sql: attachmentsSchema) }
        migrator.registerMigration("0025-properties") { try $0.execute(sql: propertiesSchema) }
        migrator.registerMigration("0027-tags", migrate: makeTags)
        migrator.registerMigration("0028-lists") { try $0.execute(sql: listsSchema) }
        migrator.registerMigration("0029-hook-filter") { try $0.execute(sql: hookFilterSchema) }
        migrator.registerMigration("0030-statistics-of-tags", migrate: foldGroups)
        migrator.registerMigration("0031-tokens", migrate: makeTokens)
        migrator.registerMigration("0032-pending-undo") { try $0.execute(sql: pendingUndoSchema) }
        migrator.registerMigration("0033-event-trace") { try $0.execute(sql: eventTraceSchema) }
        migrator.registerMigration("0034-tag-priority") { try $0.execute(sql: tagPrioritySchema) }
        migrator.registerMigration("0035-loose-tasks") { try $0.execute(sql: looseTasksSchema) }
        migrator.registerMigration("0036-handles", migrate: makeHandles)
        return migrator
    }

    /// Brings a store up to date; one that holds data is copied to `STORE.before-NAME` first.
    static func run(_ migrator: DatabaseMigrator, on pool: DatabasePool, path: String) throws {
        let applied = try pool.read(migrator.appliedIdentifiers)
        if let next = migrator.migrations.first(where: { !applied.contains($0) }), !applied.isEmpty {
            try backUp(pool, to: "\(path).before-\(next)")
        }
        try migrator.migrate(pool)
    }

    private static func backUp(_ pool: DatabasePool, to path: String) throws {
        try? FileManager.default.removeItem(atPath: path)
        guard let descriptor = try PrivateFile(path).create() else {
            throw StoreError(
                .unavailable,
                """
                cannot back the store up to \(path) before migrating it; the store was not changed. Move any \
                file of that name away, or free some disk space, and start again
                """
            )
        }
        try FileHandle(fileDescriptor: descriptor).close()
        try pool.backup(to: DatabaseQueue(path: path))
    }
}
