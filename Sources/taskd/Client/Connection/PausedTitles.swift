import TaskdClient

/// The titles of what is paused, which a pause has only the ids of.
struct PausedTitles {
    /// What people call what is paused.
    struct Name {
        var title: String
        /// The handle of a task of it, where its own means nothing any more.
        var handle: String?
    }

    /// How many are asked for one by one.
    private static let maxAsked = 20

    let daemon: DaemonClient

    /// The names, by the ids of the pauses, as far as they are found.
    ///
    /// - Throws: `DaemonError` where the daemon does not answer.
    func of(_ pauses: [PauseView]) async throws -> [String: Name] {
        var titles: [String: Name] = [:]
        let named = pauses.filter { $0.taskId != nil || $0.seriesId != nil }
        for pause in named.prefix(Self.maxAsked) { titles[pause.id] = try await name(of: pause) }
        let reminders = pauses.filter { $0.reminderId != nil }
        guard !reminders.isEmpty else { return titles }
        // Nothing is asked by a reminder's id alone, so that it is known by what will go off.
        let coming: ListPage<ComingReminder> = try await daemon.get("upcoming", [QueryItem("limit", "1000")]).decode()
        for pause in reminders {
            titles[pause.id] = coming.items.first { $0.reminderId == pause.reminderId }.map { Name(title: $0.title) }
        }
        return titles
    }

    private func name(of pause: PauseView) async throws -> Name? {
        do {
            if let id = pause.taskId { return Name(title: try await daemon.task(id).title) }
            guard let series = try await pause.seriesId.asyncMap(daemon.series) else { return nil }
            guard series.state != "active" else { return Name(title: series.title) }
            // Without an open task its handle means nothing; that of the last one does.
            let query = [QueryItem("seriesId", series.id), QueryItem("sort", "-due"), QueryItem("limit", "1")]
            let tasks: ListPage<TaskView> = try await daemon.get("tasks", query + [.shortHandles]).decode()
            return Name(title: series.title, handle: tasks.items.first?.shownHandle)
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
