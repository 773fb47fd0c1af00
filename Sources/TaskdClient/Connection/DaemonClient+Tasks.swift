import Basics
import Foundation

extension DaemonClient {
    /// Reads a task.
    ///
    /// - Parameter id: The task's id.
    /// - Returns: The task.
    /// - Throws: ``DaemonError``; `refused` with status 404 where there is none.
    public func task(_ id: String) async throws -> TaskView {
        try await get("tasks/\(id.percentEncoded)").decode()
    }

    /// Lists tasks.
    ///
    /// - Parameter query: `status`, `priority`, `tag`, `q`, `dueFrom`, `sort`, `limit`, `cursor` and the like.
    /// - Returns: One page.
    /// - Throws: ``DaemonError``.
    public func tasks(_ query: [QueryItem] = []) async throws -> ListPage<TaskView> {
        try await get("tasks", query).decode()
    }

    /// Makes a task.
    ///
    /// - Parameters:
    ///   - task: What it has; of what it leaves out the daemon takes the default.
    ///   - idempotencyKey: By which the daemon knows a repetition; see ``post(_:_:query:idempotencyKey:timeout:)``.
    /// - Returns: The task as it is kept.
    /// - Throws: ``DaemonError``; `refused` with status 422 names the fields at fault.
    public func create(_ task: NewTask, idempotencyKey: String? = nil) async throws -> TaskView {
        let encoder = JSONEncoder()
        // The daemon knows a repetition by its bytes, and the order of members is otherwise another each time.
        encoder.outputFormatting = .sortedKeys
        let body = try encoder.encode(task)
        return try await post("tasks", Array(body), idempotencyKey: idempotencyKey).decode()
    }

    /// Completes a task; of a recurring one the next occurrence appears.
    ///
    /// - Parameter id: The task's id.
    /// - Returns: The task, and the next occurrence where there is one; the same again for one that is completed.
    /// - Throws: ``DaemonError``.
    public func complete(_ id: String) async throws -> CompletionView {
        try await post("tasks/\(id.percentEncoded)/complete").decode()
    }

    /// Opens a completed task again.
    ///
    /// - Parameter id: The task's id.
    /// - Returns: The task, and the id of the next occurrence where that was withdrawn.
    /// - Throws: ``DaemonError``.
    public func reopen(_ id: String) async throws -> ReopeningView {
        try await post("tasks/\(id.percentEncoded)/reopen").decode()
    }

    /// Makes a copy of a task, open and with new ids; of a recurring one with its rules, as a new series.
    ///
    /// - Parameters:
    ///   - id: The task's id.
    ///   - idempotencyKey: Names the call, so that it makes one copy however often it is sent; nil for none.
    /// - Returns: The copy.
    /// - Throws: ``DaemonError``.
    public func duplicate(_ id: String, idempotencyKey: String? = nil) async throws -> TaskView {
        try await post("tasks/\(id.percentEncoded)/duplicate", idempotencyKey: idempotencyKey).decode()
    }

    /// Skips this occurrence of a recurring task.
    ///
    /// - Parameter id: The task's id.
    /// - Returns: The task, and the next occurrence where there is one.
    /// - Throws: ``DaemonError``.
    public func skip(_ id: String) async throws -> SkipView {
        try await post("tasks/\(id.percentEncoded)/skip").decode()
    }

    /// Deletes a task.
    ///
    /// - Parameter id: The task's id.
    /// - Throws: ``DaemonError``.
    public func deleteTask(_ id: String) async throws {
        try await delete("tasks/\(id.percentEncoded)")
    }

    /// Reads when and why the reminders of a task fire, and fired.
    ///
    /// - Parameters:
    ///   - id: The task's id.
    ///   - query: `limit`, `cursor`.
    /// - Returns: What is planned, and one page of the past, latest first.
    /// - Throws: ``DaemonError``.
    public func firings(ofTask id: String, _ query: [QueryItem] = []) async throws -> FiringsView {
        try await get("tasks/\(id.percentEncoded)/firings", query).decode()
    }

    /// Lists the reminders that will fire, soonest first, with those of occurrences that are still to appear.
    ///
    /// - Parameter query: `from`, `until`, `tag`, `limit`, `cursor`.
    /// - Returns: One page.
    /// - Throws: ``DaemonError``.
    public func upcoming(_ query: [QueryItem] = []) async throws -> ListPage<UpcomingView> {
        try await get("upcoming", query).decode()
    }

    /// Reads a series: a recurring task as a whole.
    ///
    /// - Parameter id: The series' id, which each of its tasks has as ``TaskView/seriesId``.
    /// - Returns: The series.
    /// - Throws: ``DaemonError``.
    public func series(_ id: String) async throws -> SeriesView {
        try await get("series/\(id.percentEncoded)").decode()
    }

    /// Lists past and coming occurrences of a series.
    ///
    /// - Parameters:
    ///   - id: The series' id.
    ///   - query: `from`, `until`, `limit`, `cursor`.
    /// - Returns: One page, in the order of time.
    /// - Throws: ``DaemonError``.
    public func occurrences(ofSeries id: String, _ query: [QueryItem] = []) async throws -> ListPage<OccurrenceView> {
        try await get("series/\(id.percentEncoded)/occurrences", query).decode()
    }

    /// Lists pauses.
    ///
    /// - Parameter query: `limit`, `cursor`.
    /// - Returns: One page.
    /// - Throws: ``DaemonError``.
    public func pauses(_ query: [QueryItem] = []) async throws -> ListPage<PauseView> {
        try await get("pauses", query).decode()
    }
}
