import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

extension Harness {
    /// The series of a task.
    func series(of task: TaskItem) async throws -> Series {
        try await series(try #require(task.occurrence).series)
    }

    func series(_ id: SeriesID) async throws -> Series {
        try #require(try await store.read { try $0.series(id) })
    }

    /// The ledger of a series, in the order of its slots.
    func ledger(_ id: SeriesID) async throws -> [LedgerEntry] {
        try await store.read { try $0.entries(of: id, in: nil, from: nil, limit: 10_000) }
    }

    /// The ledger of a task's series.
    func ledger(of task: TaskItem) async throws -> [LedgerEntry] {
        try await ledger(try #require(task.occurrence).series)
    }

    /// The task with a number in a series; nil when there is none.
    func task(_ number: Int, in series: SeriesID) async throws -> TaskItem? {
        guard let entry = try await ledger(series).first(where: { $0.number == number }) else { return nil }
        return try await task(entry.task)
    }

    /// The tasks of a task's series, in the order of their slots.
    func occurrences(of task: TaskItem) async throws -> [TaskItem] {
        var tasks: [TaskItem] = []
        for entry in try await ledger(of: task) where entry.state.hasTask {
            tasks.append(try #require(try await self.task(entry.task)))
        }
        return tasks
    }

    func update(_ id: TaskID, _ scope: EditScope? = nil, status: TaskStatus) async throws -> TaskItem {
        var draft = try #require(try await task(id)).draft
        draft.status = status
        let (commands, now, wanted) = (commands, clock.now, draft)
        return try await store.write {
            try commands.update(id, version: nil, to: wanted, scope: scope, in: $0, now: now)
        }
    }

    func update(_ task: TaskItem, _ scope: EditScope?, change: (inout TaskDraft) throws -> Void) async throws
        -> TaskItem
    {
        var draft = task.draft
        try change(&draft)
        let (commands, now, wanted) = (commands, clock.now, draft)
        return try await store.write {
            try commands.update(task.id, version: nil, to: wanted, scope: scope, in: $0, now: now)
        }
    }

    /// Does something to an occurrence alone, so that it stays when what bore it is opened again.
    func touch(_ task: TaskItem) async throws {
        _ = try await update(task, .this) { $0.priority = .high }
    }
}

extension LedgerEntry {
    /// As `2026-03-02T10:00:00 open`, for tables of what is expected.
    var line: String { "\(recurrenceID) \(state.rawValue)" }
}
