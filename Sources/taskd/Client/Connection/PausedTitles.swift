import TaskdClient

/// The titles of what is paused, which a pause has only the ids of.
struct PausedTitles {
    /// How many are asked for one by one.
    private static let maxAsked = 20

    let daemon: DaemonClient

    /// The titles, by the ids of the pauses, as far as they are found.
    ///
    /// - Throws: `DaemonError` where the daemon does not answer.
    func of(_ pauses: [PauseView]) async throws -> [String: String] {
        var titles: [String: String] = [:]
        let named = pauses.filter { $0.taskId != nil || $0.seriesId != nil }
        for pause in named.prefix(Self.maxAsked) { titles[pause.id] = try await title(of: pause) }
        let reminders = pauses.filter { $0.reminderId != nil }
        guard !reminders.isEmpty else { return titles }
        // Nothing is asked by a reminder's id alone, so that it is known by what will go off.
        let coming: ListPage<ComingReminder> = try await daemon.get("upcoming", [QueryItem("limit", "1000")]).decode()
        for pause in reminders {
            titles[pause.id] = coming.items.first { $0.reminderId == pause.reminderId }?.title
        }
        return titles
    }

    private func title(of pause: PauseView) async throws -> String? {
        do {
            if let id = pause.taskId { return try await daemon.task(id).title }
            return try await pause.seriesId.asyncMap(daemon.series)?.title
        } catch DaemonError.refused {
            // It is gone, or not for this token: the pause is shown all the same.
            return nil
        }
    }
}

/// What goes off, as far as it is needed to name a reminder.
private struct ComingReminder: Decodable, Sendable {
    var reminderId: String
    var title: String
}
