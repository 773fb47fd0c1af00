import Basics
import Foundation
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// The store from before series had a table, and what the taskd of that time said of it (`Fixtures/README.md`).
struct OldStore {
    private let file: URL
    /// When it was asked.
    let now: UTCInstant
    /// Until when it told what was to come.
    let upcomingEnd: UTCInstant
    /// Each task as it was told.
    let tasks: [TaskID: JSONObject]
    /// The tasks of each series in the order of their numbers.
    let series: [SeriesID: [JSONObject]]
    /// What tasks that there were were to fire: reminder, instant and number.
    let planned: [String]
    /// All that stood in the file.
    let dump: [String]

    init() throws {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        file = folder.appendingPathComponent("before-series.db")
        let notes = try JSONValue(json: Data(contentsOf: folder.appendingPathComponent("before-series.json")))
        now = try #require(notes["now"]?.string.flatMap { UTCInstant($0) })
        upcomingEnd = try #require(notes["upcomingUntil"]?.string.flatMap { UTCInstant($0) })
        guard case .object(let told)? = notes["tasks"] else { throw StoreError(.unreadable, "the notes have no tasks") }
        var tasks: [TaskID: JSONObject] = [:]
        for field in told.fields {
            if case .object(let task) = field.value { tasks[try #require(TaskID(field.name))] = task }
        }
        self.tasks = tasks
        let recurring = tasks.values.filter { $0["seriesId"] != .null }
        series = Dictionary(grouping: recurring) { $0.seriesID }.reduce(into: [:]) { series, group in
            guard let id = group.key else { return }
            series[id] = group.value.sorted { $0.number < $1.number }
        }
        planned = (notes["upcoming"]?.array ?? []).filter { $0["projected"] == .bool(false) }.map { item in
            let (reminder, at) = (item["reminderId"]?.string ?? "", item["fireAt"]?.string ?? "")
            return "\(reminder) \(at) \(item["occurrence"]?.integer ?? 0)"
        }
        dump = try StorageSQLiteTests.dump(file.path)
    }

    /// Puts a copy where nobody but its owner can reach it.
    func copy(to path: String) throws {
        guard let descriptor = try PrivateFile(path).create() else { throw StoreError(.conflict, "\(path) is there") }
        let handle = FileHandle(fileDescriptor: descriptor)
        try handle.write(contentsOf: Data(contentsOf: file))
        try handle.close()
    }

    /// The recurrence of the last task of a task's series.
    func lastRecurrence(of task: JSONObject) -> JSONValue? {
        task.seriesID.flatMap { series[$0]?.last?["recurrence"] }
    }
}

extension JSONObject {
    fileprivate var seriesID: SeriesID? { self["seriesId"]?.string.flatMap { SeriesID($0) } }
    fileprivate var number: Int { self["occurrence"]?.integer ?? 0 }
}

/// The schema of a file, and its rows.
func dump(_ path: String) throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { db in
        let schema = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_master ORDER BY name").map(\.description)
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%fts5%' ORDER BY name")
        return schema
            + (try tables.flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table): \($0)" }
            })
    }
}

extension DatabaseMigrator {
    /// The migrations up to that which gives series a table, with another body for it.
    static func upToSeries(_ migrate: @escaping @Sendable (Database) throws -> Void) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("0001-initial") { try $0.execute(sql: Migrations.initialSchema) }
        migrator.registerMigration("0002-suspects") { try $0.execute(sql: Migrations.suspects) }
        migrator.registerMigration("0003-set-aside") { try $0.execute(sql: Migrations.setAsideSchema) }
        migrator.registerMigration("0004-ledger", migrate: Migrations.makeLedger)
        migrator.registerMigration("0005-normal-form", migrate: Migrations.normalizeTags)
        migrator.registerMigration("0006-keeping") { try $0.execute(sql: Migrations.keepingSchema) }
        migrator.registerMigration("0007-series", migrate: migrate)
        return migrator
    }
}

extension Migrations {
    /// The migration, which ends with an error at one of its statements.
    static func makeSeries(_ db: Database, brokenOffAfter count: Int) throws {
        try brokenOff(db, after: count) { try makeSeries(db) }
    }
}

/// A copy of the old store in a folder of its own.
struct OldStoreFile {
    private let folder: TemporaryFolder
    let old: OldStore
    var path: String { folder.path("store.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        old = try OldStore()
        try old.copy(to: path)
    }
}
