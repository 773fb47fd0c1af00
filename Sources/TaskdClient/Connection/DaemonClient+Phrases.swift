import Basics
import Foundation

extension DaemonClient {
    /// Reads a task in one line, or a date in words; nothing is written.
    ///
    /// - Parameter request: The text, and when and where it is said.
    /// - Returns: What it means; ``PhraseView/task`` is the task to create.
    /// - Throws: ``DaemonError``; `refused` with status 422 for what is not understood or has two readings, whose
    ///   ``DaemonProblem/attempt`` is a text to try.
    public func phrase(_ request: PhraseRequest) async throws -> PhraseView {
        try await post("phrases", Array(try JSONEncoder().encode(request))).decode()
    }

    /// Suggests what a new task may have, counted from the latest tasks with a word of its title.
    ///
    /// - Parameters:
    ///   - title: The title of the new task.
    ///   - limit: How many suggestions at most, 1 to 50; nil for the daemon's default.
    /// - Returns: The suggestions, the surest first.
    /// - Throws: ``DaemonError``.
    public func suggestions(forTitle title: String, limit: Int? = nil) async throws -> [SuggestionView] {
        let query = [QueryItem("title", title)] + QueryItem.optional("limit", limit)
        return try await get("suggestions", query).decode(ListPage<SuggestionView>.self).items
    }

    /// Stops a reminder that went off, and its repetitions.
    ///
    /// - Parameter id: The reminder's id.
    /// - Returns: The task with it.
    /// - Throws: ``DaemonError``.
    @discardableResult
    public func acknowledge(reminder id: String) async throws -> TaskView {
        try await post("reminders/\(id.percentEncoded)/acknowledge").decode()
    }

    /// Puts a reminder off.
    ///
    /// - Parameters:
    ///   - id: The reminder's id.
    ///   - duration: For how long, a duration of RFC 5545 such as `PT10M`.
    /// - Returns: The task with it.
    /// - Throws: ``DaemonError``.
    @discardableResult
    public func snooze(reminder id: String, for duration: String) async throws -> TaskView {
        let body = try JSONEncoder().encode(["for": duration])
        return try await post("reminders/\(id.percentEncoded)/snooze", Array(body)).decode()
    }
}
