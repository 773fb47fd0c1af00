import Recurrence
import Storage
import TaskdClient

/// Finds what a typed id means: a whole UUID, or a beginning that only one thing has.
struct IdentifierLookup {
    /// How few characters a beginning may have.
    static let fewestCharacters = 4
    /// How many pages of a thousand tasks are looked through.
    static let maxPages = 100

    let daemon: DaemonClient

    /// The id of a task.
    func task(_ typed: String) async throws -> String {
        let beginning = try Beginning(typed)
        if let whole = beginning.whole { return whole }
        var found: [Candidate] = []
        try await eachPage { page in
            found += page.items.filter { beginning.fits($0.id) }.map { Candidate(id: $0.id, words: $0.title) }
        }
        return try Self.only(found, typed, "task")
    }

    /// The id of a reminder, typed as itself or as its task's, of which then the one that matters now is taken.
    func reminder(_ typed: String) async throws -> String {
        let beginning = try Beginning(typed)
        if let whole = beginning.whole, let task = try await self.wholeTask(whole) {
            return try CurrentReminder.id(of: task)
        } else if let whole = beginning.whole {
            return whole
        }
        var found: [Candidate] = []
        try await eachPage { page in
            for task in page.items {
                if beginning.fits(task.id) {
                    // Its reminders were often made in the same millisecond, and so begin alike.
                    found.append(Candidate(id: task.id, words: task.title, task: task))
                } else {
                    found += task.reminders.filter { beginning.fits($0.id) }
                        .map { Candidate(id: $0.id, words: "reminder of \(task.title)") }
                }
            }
        }
        let id = try Self.only(found, typed, "task or reminder")
        guard let task = found.first?.task else { return id }
        return try CurrentReminder.id(of: task)
    }

    /// The id of a series, typed as itself or as that of one of its tasks.
    func series(_ typed: String) async throws -> String {
        let beginning = try Beginning(typed)
        if let whole = beginning.whole {
            guard let task = try await wholeTask(whole) else { return whole }
            return try Self.series(of: task)
        }
        var found: [Candidate] = []
        try await eachPage { page in
            for task in page.items {
                if beginning.fits(task.id) {
                    found.append(Candidate(id: task.id, words: task.title, task: task))
                } else if let id = task.seriesId, beginning.fits(id), !found.contains(where: { $0.id == id }) {
                    found.append(Candidate(id: id, words: "series of \(task.title)"))
                }
            }
        }
        // An id of a series is often that of its first task, too.
        if let first = found.first(where: { $0.task == nil }) { found.removeAll { $0.task?.seriesId == first.id } }
        let id = try Self.only(found, typed, "task or series")
        guard let task = found.first?.task else { return id }
        return try Self.series(of: task)
    }

    /// The id of a task in the trash.
    func trashedTask(_ typed: String) async throws -> String {
        let beginning = try Beginning(typed)
        if let whole = beginning.whole { return whole }
        var (found, cursor): ([Candidate], String?) = ([], nil)
        repeat {
            let query = [QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor)
            let page: ListPage<TrashedTaskView> = try await daemon.get("trash", query).decode()
            found += page.items.filter { beginning.fits($0.task.id) }
                .map { Candidate(id: $0.task.id, words: $0.task.title) }
            cursor = page.nextCursor
        } while cursor != nil
        return try Self.only(found, typed, "deleted task")
    }

    /// The id of a hook.
    func hook(_ typed: String) async throws -> String {
        let beginning = try Beginning(typed)
        if let whole = beginning.whole { return whole }
        let page: ListPage<HookView> = try await daemon.get("hooks").decode()
        let found = page.items.filter { beginning.fits($0.id) }.map { Candidate(id: $0.id, words: $0.url ?? $0.kind) }
        return try Self.only(found, typed, "hook")
    }

    /// The id of a project, typed as its name or its id.
    func project(_ typed: String) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        var found: [Candidate] = []
        if !typed.isEmpty {
            found = try await daemon.projects([QueryItem("name", typed), QueryItem("limit", "1000")]).items
                .map { Candidate(id: $0.id, words: $0.name) }
        }
        if found.isEmpty, let beginning = try? Beginning(typed) {
            try await eachProject { project in
                if beginning.fits(project.id) { found.append(Candidate(id: project.id, words: project.name)) }
            }
        }
        guard !found.isEmpty else {
            throw CommandFailure.failed(
                "there is no project \"\(typed.prefix(100).description.withoutControls)\"",
                "Run taskd project list --all to see them; names must match exactly, case included.")
        }
        return try Self.only(found, typed, "project")
    }

    private func eachProject(_ body: (ProjectView) -> Void) async throws {
        var cursor: String?
        repeat {
            let page = try await daemon.projects([QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor))
            page.items.forEach(body)
            cursor = page.nextCursor
        } while cursor != nil
    }

    private static func series(of task: TaskView) throws -> String {
        guard let id = task.seriesId else {
            throw CommandFailure.failed(
                "\"\(task.title.withoutControls)\" does not recur",
                "Make it recur with taskd edit --repeat, or name a recurring task.")
        }
        return id
    }

    private func wholeTask(_ id: String) async throws -> TaskView? {
        do {
            return try await daemon.get("tasks/\(id)").decode()
        } catch DaemonError.refused(let problem) where problem.status == 404 {
            return nil
        }
    }

    private func eachPage(_ body: (ListPage<TaskView>) -> Void) async throws {
        var cursor: String?
        for _ in 0..<Self.maxPages {
            let query = [QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor)
            let page: ListPage<TaskView> = try await daemon.get("tasks", query).decode()
            body(page)
            guard let next = page.nextCursor else { return }
            cursor = next
        }
        throw CommandFailure.failed("too many tasks to search", "Give the whole id.")
    }

    private static func only(_ found: [Candidate], _ typed: String, _ kind: String) throws -> String {
        guard let first = found.first else {
            throw CommandFailure.failed(
                "there is no \(kind) whose id begins with \(typed)", "Run \(Self.listing(kind)) to see them.")
        }
        guard found.count > 1 else { return first.id }
        let lines = found.prefix(10).map { "  \($0.id)  \($0.words.withoutControls)" }
        let more = found.count > 10 ? ["  and \(found.count - 10) more"] : []
        throw CommandFailure.failed(
            (["\(typed.withoutControls) is ambiguous:"] + lines + more).joined(separator: "\n"),
            kind == "project" ? "Give the id." : "Give more characters.")
    }

    private static func listing(_ kind: String) -> String {
        switch kind {
        case "hook": "taskd hook list"
        case "deleted task": "taskd trash list"
        default: "taskd list --all"
        }
    }
}

private struct Candidate {
    var id: String
    var words: String
    var task: TaskView?
}

/// The beginning of an id as it was typed.
private struct Beginning {
    /// The id, when all of it was typed.
    let whole: String?
    private let text: String

    init(_ typed: String) throws {
        text = typed.lowercased()
        whole = UUIDValue(text)?.description
        guard text.count >= IdentifierLookup.fewestCharacters, text.count <= 36,
            text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit || $0 == UInt8(ascii: "-") })
        else {
            throw CommandFailure.usage(
                "\"\(String(typed.prefix(64)).withoutControls)\" is not an id",
                "Give a UUID, or at least its first \(IdentifierLookup.fewestCharacters) characters.")
        }
    }

    func fits(_ id: String) -> Bool {
        id.hasPrefix(text)
    }
}

/// The reminder of a task that somebody means who names the task only.
private enum CurrentReminder {
    /// The one that went off last, or else the one that goes off next.
    ///
    /// - Throws: ``CommandFailure`` when the task has none of either.
    static func id(of task: TaskView) throws -> String {
        let fired = task.reminders.filter { $0.state == "fired" }
        if let last = fired.max(by: { moment($0, of: task) < moment($1, of: task) }) { return last.id }
        let coming = task.reminders.filter { $0.nextFireAt != nil }
        if let next = coming.min(by: { firing($0) < firing($1) }) { return next.id }
        throw CommandFailure.failed(
            "\"\(task.title.withoutControls)\" has no reminder to snooze or acknowledge",
            "Run taskd why \(task.id) to see its reminders.")
    }

    private static func firing(_ reminder: ReminderView) -> UTCInstant {
        reminder.nextFireAt.flatMap { UTCInstant($0) } ?? UTCInstant(millisecondsSinceEpoch: .max)
    }

    /// When a reminder first goes off, on the time line of its task: enough to put several in order.
    private static func moment(_ reminder: ReminderView, of task: TaskView) -> Int {
        if let at = reminder.at.flatMap({ CivilTime($0) }) { return at.startOfDayOrTime.secondsSinceEpoch }
        let base = reminder.relativeTo == "start" ? task.start : task.due
        let offset = reminder.offset.flatMap { try? CalendarDuration($0) } ?? CalendarDuration()
        let seconds = base.flatMap { CivilTime($0) }?.startOfDayOrTime.secondsSinceEpoch ?? 0
        return seconds + offset.days * 86_400 + offset.seconds
    }
}
