import Basics
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// Rows of an older store that cannot be read, or contradict each other: none of them keeps a store from being opened.
@Suite struct SeriesMigrationFaultTests {
    private let folder: TemporaryFolder
    private let old: OldStore
    private var path: String { folder.path("store.sqlite") }
    private let kept = "title = 'late, keeping' AND occurrence"

    init() throws {
        folder = try TemporaryFolder()
        old = try OldStore()
        try old.copy(to: folder.path("store.sqlite"))
    }

    @Test func `a series whose rules cannot be read is stopped and set aside, and its tasks stay`() async throws {
        try await withDamage(#"UPDATE task SET recurrence = '{"rrule":7}' WHERE \#(kept) = 3"#) {
            store, id async throws in
            let (series, ledger) = try await read(id, in: store)
            #expect(series.end?.reason == .stopped && series.rules.isEmpty && series.shown == nil)
            #expect(ledger.map(\.state) == [.completed, .completed, .open])
            let listed = try await store.read { try $0.setAside(after: nil, limit: 9) }
            #expect(listed.map(\.unit) == [.series(of: ledger[2].task)])
            #expect(listed[0].reason.contains("recurrence"))
            let task = try await store.read { try $0.task(ledger[2].task) }
            #expect(task?.occurrence?.number == 3 && task?.setAside?.unreadableFields == [])
        }
    }

    @Test func `a start that cannot be read is taken from another task`() async throws {
        try await withDamage("UPDATE task SET series_start = 'soon' WHERE \(kept) = 3") { store, id async throws in
            let (series, ledger) = try await read(id, in: store)
            #expect(series.start == ledger[0].recurrenceID && series.projectedAt == nil)
            #expect(try await store.read { try $0.setAsideCounts() } == [.series: 1])
        }
    }

    @Test func `a template that cannot be read gives way to the task itself`() async throws {
        try await withDamage(
            #"UPDATE task SET template = '{"title":1}', details = 'own' WHERE \#(kept) = 3"#
        ) { store, id async throws in
            #expect(try await read(id, in: store).series.details == "own")
            #expect(try await store.read { try $0.setAsideCounts() } == [.series: 1])
        }
    }

    @Test func `a task without a place that can be read does not recur any more`() async throws {
        try await withDamage("UPDATE task SET recurrence_id = '', due = NULL WHERE \(kept) = 2") {
            store, id async throws in
            let ledger = try await read(id, in: store).ledger
            #expect(ledger.map(\.number) == [1, 3])
            let listed = try await store.read { try $0.setAside(after: nil, limit: 9).map(\.unit) }
            let task = try #require(listed.first?.task)
            #expect(listed == [.task(task)])
            #expect(try await store.read { try $0.task(task)?.title } == "late, keeping")
            #expect(try await store.read { try $0.task(task)?.occurrence } == nil)
        }
    }

    @Test func `of tasks at one slot the last stays, and the others are what it was split from`() async throws {
        let slot = "(SELECT recurrence_id FROM task WHERE \(kept) = 3)"
        try await withDamage("UPDATE task SET recurrence_id = \(slot) WHERE \(kept) < 3") { store, id async throws in
            var (found, place): ([Int?], SeriesID?) = ([], id)
            while let here = place {
                let (series, ledger) = try await read(here, in: store)
                #expect(ledger.count == 1 && series.end?.reason == (here == id ? nil : .split))
                found += ledger.map(\.number)
                if let before = series.splitFrom {
                    #expect(try await store.read { try $0.series(splitFrom: before) } == [here])
                }
                place = series.splitFrom
            }
            #expect(found == [3, 2, 1])
        }
    }

    @Test func `a series that went on although nothing followed its last task had been ended by deleting`() async throws
    {
        let deleted = "DELETE FROM task WHERE \(kept) = 3; DELETE FROM event"
        try await withDamage(deleted) { store, id async throws in
            #expect(try await read(id, in: store).series.end == Series.End(.deleted))
        }
    }

    /// Damages the file, and reads the series of late tasks that were all kept.
    private func withDamage(
        _ sql: String, _ body: (SQLiteStore, SeriesID) async throws -> Void
    ) async throws {
        try execute(sql, onFileAt: path)
        let id = try #require(old.series.first { $0.value.last?["title"]?.string == "late, keeping" }?.key)
        try await withStore(at: path) { store async throws in
            try await body(store, id)
            let count = try await store.read { try $0.tasks(matching: TaskQuery(limit: 999)).items.count }
            #expect(count >= old.tasks.count - 1)
            let violations = try await store.read { reader in
                try Row.fetchAll(reader.connection, sql: "PRAGMA foreign_key_check").count
            }
            #expect(violations == 0)
        }
    }

    private func read(_ id: SeriesID, in store: SQLiteStore) async throws -> (series: Series, ledger: [LedgerEntry]) {
        try await store.read { reader in
            (try #require(try reader.series(id)), try reader.entries(of: id, in: nil, from: nil, limit: 99))
        }
    }
}
