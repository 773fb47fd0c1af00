import Basics
import Storage
import TaskdClient

/// What is not a task, or is meant by one of its tasks.
extension IdentifierLookup {
    /// How many characters of an id or a handle mean what is not a task.
    private static let wholeEnough = 8

    /// The id of a reminder, typed as itself or as its task, of which then the one that matters now is taken; with the task,
    /// where that was typed.
    func reminderAndTask(
        _ typed: String, for use: CurrentReminder.Use
    ) async throws -> (id: String, task: TaskView?) {
        guard let task = try await viewUnlessOther(typed) else { return (typed, nil) }
        return (try CurrentReminder.id(of: task, typed: typed, for: use), task)
    }

    /// The id of a series, typed as itself or as one of its tasks.
    func series(_ typed: String) async throws -> String {
        guard let task = try await viewUnlessOther(typed) else { return typed }
        guard let id = task.seriesId else {
            throw CommandFailure.failed(
                "\"\(task.title.withoutControls)\" does not recur",
                "Make it recur with taskd edit --repeat, or name a recurring task.")
        }
        return id
    }

    /// A task; nil where there is none and what was typed may be the id of something else.
    private func viewUnlessOther(_ typed: String) async throws -> TaskView? {
        do { return try await view(typed) } catch let failure as CommandFailure {
            // The beginning of a handle is that of a task, which may be gone: it must not mean what merely begins alike.
            guard Self.isReference(typed), typed.count >= Self.wholeEnough, failure.isMissing else { throw failure }
            return nil
        }
    }

    /// The id of a task in the trash; of several occurrences of one series that are there the one that was deleted last,
    /// or the one whose time stands behind the handle.
    func trashedTask(_ typed: String) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        if typed.contains(":"), Self.isReference(typed), let found = try await readTrashed(typed) { return found.id }
        var (found, cursor): ([TaskView], String?) = ([], nil)
        repeat {
            let query = [QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor)
            let page: ListPage<TrashedTaskView> = try await daemon.get("trash", query).decode()
            found += page.items.map(\.task).filter { Self.fits(typed, $0.id, $0.handle, $0.title) }
            cursor = page.nextCursor
        } while cursor != nil
        // The latest come first.
        var seen: Set<String> = []
        let candidates = found.filter { seen.insert($0.handle ?? $0.id).inserted }
            .map { Candidate(id: $0.id, handle: $0.handle ?? $0.id, words: $0.title) }
        return try Self.only(candidates, typed, "deleted task")
    }

    private func readTrashed(_ reference: String) async throws -> TaskView? {
        do {
            return try await (daemon.get("trash/\(reference.percentEncoded)").decode() as TrashedTaskView).task
        } catch DaemonError.refused(let problem) where problem.status == 404 {
            return nil
        }
    }

    /// The id of a hook, typed as its handle, its id, its kind, or a part of its address or of its command.
    func hook(_ typed: String) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        let page: ListPage<HookView> = try await daemon.get("hooks", [.shortHandles]).decode()
        let found = page.items.filter { Self.fits(typed, $0.id, $0.handle, $0.target) || $0.kind == typed }
            .map { Candidate(id: $0.id, handle: $0.shownHandle, words: $0.target.isEmpty ? $0.kind : $0.target) }
        return try Self.only(found, typed, "hook")
    }

    /// The id of a project, typed as its name, its handle or its id.
    ///
    /// - Parameters:
    ///   - typed: What was typed.
    ///   - creating: Whether one of that name is made where there is none; on a terminal that is asked else.
    ///   - name: What one is called that is made; nil for what was typed.
    /// - Returns: The id.
    /// - Throws: ``CommandFailure`` where there is none, or several; `DaemonError`.
    func project(_ typed: String, creating: Bool = false, named name: String? = nil) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        var found: [ProjectView] = []
        if !typed.isEmpty {
            found = try await daemon.projects([QueryItem("name", typed), QueryItem("limit", "1000"), .shortHandles])
                .items
        }
        var nearest: String?
        if found.isEmpty {
            let all = try await projects()
            found = all.filter { $0.name.folded == typed.folded }
            if found.isEmpty { found = all.filter { Self.fits(typed, $0.id, $0.handle, "") } }
            nearest = ProjectName.nearest(to: typed, in: all.map(\.name))
        }
        guard !found.isEmpty else {
            let prompts = (context?.prompts ?? .none).asking(unless: prompting?.isSilent ?? false)
            if creating
                || prompting != nil
                    && prompts.confirm(
                        .makingProject(name: (name ?? typed).shown, nearest: nearest?.shown), standard: false)
                        == true
            {
                var json = JSONWriter()
                json.object { $0.field("name", name ?? typed) }
                return (try await daemon.post("projects", json.bytes).decode() as ProjectView).id
            }
            guard !typed.isEmpty else { throw CommandFailure.usage("the project's name is empty", "Give its name.") }
            if typed.lowercased() == TaskFields.nothing {
                throw CommandFailure.failed(
                    "there is no project \"\(typed.shown)\"", "taskd list --where no:project finds what is in none.")
            }
            // Those who may be asked whether to make it have the option for it, too.
            let making = prompting == nil && !offersCreate ? "" : " Give --create to make it."
            throw CommandFailure.failed(
                "there is no project \"\(typed.shown)\"",
                (nearest.map { "Did you mean \"\($0.shown)\"?" } ?? "Run taskd project list to see the projects.")
                    + making)
        }
        let candidates = found.map { Candidate(id: $0.id, handle: $0.shortHandle ?? $0.id, words: $0.name) }
        return try Self.only(candidates, typed, "project")
    }

    /// Every project, archived ones too.
    func projects() async throws -> [ProjectView] {
        var (found, cursor): ([ProjectView], String?) = ([], nil)
        repeat {
            let page = try await daemon.projects(
                [QueryItem("limit", "1000"), .shortHandles] + QueryItem.optional("cursor", cursor))
            found += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return found
    }

    /// Whether what was typed is the beginning of a handle or an id, or a part of what something is called.
    private static func fits(_ typed: String, _ id: String, _ handle: String?, _ name: String) -> Bool {
        let text = typed.lowercased()
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        return text.count >= 3 && (handle?.hasPrefix(text) == true || name.lowercased().contains(text))
            || text.count >= 4 && id.hasPrefix(text) || words.contains { $0 == text }
    }

    private static func only(_ found: [Candidate], _ typed: String, _ kind: String) throws -> String {
        guard let first = found.first else {
            let isShort =
                typed.count < 3 ? ": it is too short for a handle, and none is called so" : ""
            throw CommandFailure.failed(
                "there is no \(kind) \"\(typed.shown)\"\(isShort)",
                "Run \(kind == "hook" ? "taskd hook list" : "taskd trash list") to see them.")
        }
        guard found.count > 1 else { return first.id }
        let lines = found.prefix(maxHits).map { "  \($0.handle)  \($0.words.withoutControls)" }
        let more = found.count > maxHits ? ["  and \(found.count - maxHits) more"] : []
        throw CommandFailure.failed(
            (["\"\(typed.shown)\" fits \(found.count) \(kind)s; give more of the handle or id"] + lines + more)
                .joined(separator: "\n"))
    }
}

private struct Candidate {
    var id: String
    var handle: String
    var words: String
}
