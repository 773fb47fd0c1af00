import Basics
import Foundation
import GRDB
import Recurrence
import Storage
import TestSupport
import Testing

@testable import StorageSQLite

/// A store that was written before series had a table of their own, when each task had a copy of rule and template.
@Suite struct SeriesMigrationTests {
    private let file: OldStoreFile

    init() throws { file = try OldStoreFile() }

    @Test func `every task is what it was, and recurs as the last one of its series did`() async throws {
        try await withStore(at: file.path) { store async throws in
            for (id, task) in file.old.tasks {
                let found = try #require(try await store.read { try $0.task(id) })
                // On purpose: of copies that disagreed on the rule that of the last task holds.
                let expected = task.fields.map { field in
                    field.name == "recurrence"
                        ? ("recurrence", file.old.lastRecurrence(of: task) ?? .null) : (field.name, field.value)
                }
                let shown = try JSONValue(json: found.json(now: file.old.now)).withoutHandles
                for (name, value) in expected { #expect(shown[name] == value, "\(name) of \(id)") }
            }
            #expect(
                try await store.read { try $0.tasks(matching: TaskQuery(limit: 999)) }.items.count
                    == file.old.tasks.count)
        }
    }

    @Test func `what will go off is what would have gone off`() async throws {
        try await withStore(at: file.path) { store async throws in
            let found = try await store.read { reader in
                try reader.upcomingFirings(
                    from: file.old.now, before: file.old.upcomingEnd, tag: nil, project: nil, after: nil, limit: 999)
            }
            #expect(found.map { "\($0.firing.reminder) \($0.firing.fireAt) \($0.occurrence ?? 0)" } == file.old.planned)
        }
    }

    @Test func `each series is read, and its ledger has each of its tasks once`() async throws {
        try await withStore(at: file.path) { store async throws in
            for (id, tasks) in file.old.series {
                let (series, ledger) = try await store.read { reader in
                    (try reader.series(id), try reader.entries(of: id, in: nil, from: nil, limit: 999))
                }
                #expect(series?.projectedAt == nil || series?.isActive == true)
                let entries = Dictionary(uniqueKeysWithValues: ledger.filter(\.state.hasTask).map { ($0.task, $0) })
                #expect(entries.count == tasks.count)
                for task in tasks {
                    let entry = try #require(task["id"]?.string.flatMap { TaskID($0) }.flatMap { entries[$0] })
                    #expect(entry.number == task["occurrence"]?.integer)
                    #expect(entry.recurrenceID.description == task["recurrenceId"]?.string)
                    #expect((entry.state == .open) == (task["completedAt"] == .null))
                    #expect(entry.closedAt?.description == task["completedAt"]?.string)
                }
            }
            try await store.read { reader in
                let db = try reader.connection
                #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
                #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM task_words WHERE task_words MATCH '빨래방*'") == 0)
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM task_words WHERE task_words MATCH '빨래*'") == 2)
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM set_aside") == 0)
            }
        }
    }

    @Test(arguments: [
        SeriesFate("daily, on completion, skipping", "open"), SeriesFate("late, keeping", "completed completed open"),
        SeriesFate("counted, and all done", "completed completed"),
        SeriesFate("newest deleted", "completed deleted", end: .deleted),
        SeriesFate("middle deleted, all renamed", "open deleted open open"),
        SeriesFate("newest deleted, by schedule", "open open open deleted", end: .stopped),
        SeriesFate("given up", "completed cancelled", end: .cancelled), SeriesFate("skipped", "skipped open"),
        SeriesFate("skipped, and no more", "skipped"), SeriesFate("reopened", "open"),
        SeriesFate("touched", "open open"), SeriesFate("stopped", "completed open", end: .stopped),
        SeriesFate("split", "completed completed"), SeriesFate("split off", "open"),
        SeriesFate("moved whole, later", "completed open"),
    ])
    fileprivate func `what became of each slot is known, and why a series ended`(fate: SeriesFate) async throws {
        try await withStore(at: file.path) { store async throws in
            let (series, ledger) = try await read(fate.title, in: store)
            #expect(ledger.map(\.state.rawValue).joined(separator: " ") == fate.states)
            #expect(series.end?.reason == fate.end)
        }
    }

    private static let changedAlone: [(String, [TaskFields])] = [
        ("moved alone", [.times]), ("moved and done", [.times, []]),
        ("times for this alone", [.times]), ("다른 제목", [[.title, .priority, .tags]]),
        ("all for this alone, and done", [[.details, .location, .quietHours, .reminders, .times], []]),
        ("late, skipping", [[], []]),
    ]

    @Test(arguments: changedAlone)
    func `what was changed for one occurrence alone is known`(title: String, overrides: [TaskFields]) async throws {
        try await withStore(at: file.path) { store async throws in
            #expect(try await read(title, in: store).ledger.map(\.overrides) == overrides)
        }
    }

    @Test func `an occurrence is made from what it was to be made from`() async throws {
        try await withStore(at: file.path) { store async throws in
            let alone = try await read("다른 제목", in: store).series
            #expect(
                alone.priority == .none && alone.tags == ["home", "집"] && alone.subtasks.map(\.title) == ["a", "b"])
            #expect(alone.rules.map(\.start) == [alone.start] && alone.shown?.rules == ["FREQ=DAILY"])
            let times = try await read("times for this alone", in: store).series
            #expect(times.span == Series.Span(hasStart: true, hasDue: true, seconds: 7_200))
            let absolute = try await read("absolute reminders", in: store)
            #expect(
                absolute.series.reminders.map(\.trigger) == [
                    .distance(-46_800), .offset(CalendarDuration(days: -1), from: .due), .distance(-2_700),
                ])
            #expect(absolute.series.reminders[1].repetition?.count == 3)
            #expect(absolute.series.reminders[2].catchUpWindow == .seconds(7_200))
            #expect(absolute.series.reminders.map(\.isKeptOnCompletion) == [false, false, true])
            let first = try #require(absolute.ledger.first?.task)
            let task = try #require(try await store.read { try $0.task(first) })
            #expect(absolute.series.reminders.map(\.id) == task.reminders.map(\.id))
            #expect(absolute.ledger.map(\.cause) == [nil, first])
            let days = try await read("the last Friday", in: store).series
            #expect(days.start.isDate && days.span == Series.Span(hasStart: true, hasDue: true, seconds: 172_800))
        }
    }

    @Test func `the store is backed up before, with all that it had`() async throws {
        try await withStore(at: file.path) { _ in }
        #expect(try dump(file.path + ".before-0007-series") == file.old.dump)
    }

    @Test(arguments: [1, 2, 5, 20, 60, 120, 200, 280])
    func `a migration that is broken off leaves the store as it was, and can be done again`(statements: Int)
        async throws
    {
        #expect(throws: (any Error).self) {
            try SQLiteStore(
                path: file.path, migrator: .upToSeries { try Migrations.makeSeries($0, brokenOffAfter: statements) })
        }
        #expect(try dump(file.path) == file.old.dump)
        try await withStore(at: file.path) { store async throws in
            #expect(
                try await store.read { try $0.tasks(matching: TaskQuery(limit: 999)) }.items.count
                    == file.old.tasks.count)
        }
    }

    /// The series of the last task with a title, and its ledger.
    private func read(_ title: String, in store: SQLiteStore) async throws -> (series: Series, ledger: [LedgerEntry]) {
        let id = try #require(file.old.series.first { $0.value.last?["title"]?.string == title }?.key)
        return try await store.read { reader in
            let ledger = try reader.entries(of: id, in: nil, from: nil, limit: 99)
            return (try #require(try reader.series(id)), ledger)
        }
    }
}

/// What is to become of a series.
private struct SeriesFate: Sendable, CustomTestStringConvertible {
    let title: String
    let states: String
    let end: Series.End.Reason?
    var testDescription: String { title }

    init(_ title: String, _ states: String, end: Series.End.Reason? = nil) {
        (self.title, self.states, self.end) = (title, states, end)
    }
}

extension JSONValue {
    /// The value without the handles, which nothing had then.
    fileprivate var withoutHandles: JSONValue {
        switch self {
        case .array(let values): .array(values.map(\.withoutHandles))
        case .object(let object): .object(object.filter { $0.name != "handle" }.mapValues { $1.withoutHandles })
        default: self
        }
    }
}
