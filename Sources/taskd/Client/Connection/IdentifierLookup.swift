import Basics
import Storage
import TaskdClient

/// Finds what a person means who types a handle, an id, words of a title, or `.` for what this terminal touched last.
struct IdentifierLookup {
    /// How many tasks with certain words are told apart.
    static let maxHits = 10

    /// How many characters of an id or a handle mean what is not a task.
    private static let wholeEnough = 8

    let daemon: DaemonClient
    /// Nil where nobody is asked, and nothing was touched before.
    var context: CommandContext?
    /// What is to be done with a task, which is asked before where words alone tell which; nil for what changes nothing.
    var verb: String?
    /// Answers what would be asked.
    var prompting: PromptOptions?
    /// Whether words are those of a closed task.
    private var isOfClosed: Bool { verb == "reopen" }

    init(
        daemon: DaemonClient, context: CommandContext? = nil, verb: String? = nil, prompting: PromptOptions? = nil
    ) {
        (self.daemon, self.context, self.verb, self.prompting) = (daemon, context, verb, prompting)
    }

    // MARK: - Tasks

    /// The id of a task.
    func task(_ typed: String) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        return try await view(typed).id
    }

    /// The ids of several tasks, each once, in the order in which they were typed.
    ///
    /// Words that name no task each are looked for as words of one title.
    func views(_ typed: [String]) async throws -> [TaskView] {
        if typed.count > 1, !typed.contains(where: Self.isReference),
            let view = try await only(open(with: typed.joined(separator: " ")), typed.joined(separator: " "))
        {
            return [view]
        }
        var views: [TaskView] = []
        for text in typed {
            let view = try await view(text)
            if !views.contains(where: { $0.id == view.id }) { views.append(view) }
        }
        return views
    }

    /// A task.
    func view(_ typed: String) async throws -> TaskView {
        if let mark = typed.first, "+@#".contains(mark), typed.count > 1 {
            let (kind, field) = mark == "@" ? ("project", "project") : ("tag", "tag")
            let name = String(typed.dropFirst())
            throw CommandFailure.usage(
                "\"\(typed.shown)\" is a \(kind), and no task",
                "taskd list '\(mark == "#" ? "+" : String(mark))\(name.shown)' shows its tasks; taskd bulk --where "
                    + "'\(field):\(name.shown)' changes them.")
        }
        if typed == "." {
            if let view = try await read(lastTouched()) { return view }
            throw CommandFailure.failed(
                "the task that was touched last is gone", "Give a handle, as taskd list shows it.")
        }
        if Self.isReference(typed), let view = try await read(typed) { return view }
        let isWhole = UUIDValue(typed) != nil
        if !isWhole, let view = try await only(open(with: typed), typed) { return view }
        if let latin = HangulKeys.latin(typed), Self.isReference(latin), let view = try await read(latin) {
            return view
        }
        throw CommandFailure.noTask(typed, closed: isOfClosed)
    }

    private func lastTouched() throws -> String {
        guard let id = context?.lastTouched.id else {
            throw CommandFailure.failed(
                ". is the task that you touched last in this terminal, and there is none yet",
                "Give a handle, as taskd list shows it.")
        }
        return id
    }

    private func read(_ reference: String) async throws -> TaskView? {
        do {
            return try await daemon.get("tasks/\(reference.percentEncoded)", [.shortHandles]).decode()
        } catch DaemonError.refused(let problem) where problem.status == 404 {
            return nil
        }
    }

    /// Open tasks whose titles have certain words, one of each series; or closed ones, the latest first.
    private func open(with words: String) async throws -> [TaskView] {
        guard words.contains(where: { $0.isLetter || $0.isNumber }), words.utf8.count <= 1_000 else { return [] }
        let quoted = words.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let query = [
            QueryItem("filter", "title:\"\(quoted)\""),
            QueryItem("status", isOfClosed ? "completed,cancelled" : "needsAction,inProcess"),
            QueryItem("sort", isOfClosed ? "-completedAt" : "due"), QueryItem("limit", "\(Self.maxHits + 1)"),
            .shortHandles,
        ]
        let page: ListPage<TaskView> = try await daemon.get("tasks", query).decode()
        var seen: Set<String> = []
        return page.items.filter { seen.insert($0.seriesId ?? $0.id).inserted }
    }

    /// The one that is meant; nil where there is none.
    private func only(_ hits: [TaskView], _ typed: String) async throws -> TaskView? {
        // Who typed a whole title means the task that has it, also where others have its words among theirs.
        let whole = hits.filter { $0.title.folded == typed.folded }
        let hits = whole.count == 1 ? whole : hits
        guard let first = hits.first else { return nil }
        guard verb != nil || hits.count > 1 else { return first }
        let prompts = (context?.prompts ?? .none).asking(unless: prompting?.isSilent ?? false)
        guard hits.count > 1 else {
            if prompting?.yes == true { return first }
            guard prompts.confirm("\(line(first)) - \(verb ?? "")?") ?? true else {
                throw CommandFailure.failed("nothing was done")
            }
            return first
        }
        let lines = hits.prefix(Self.maxHits).map(line)
        guard prompts.isInteractive else {
            let more = hits.count > Self.maxHits ? "\n  and more" : ""
            throw CommandFailure.failed(
                "\"\(typed.shown)\" fits \(hits.count > Self.maxHits ? "more than \(Self.maxHits)" : "\(hits.count)") "
                    + "\(isOfClosed ? "closed" : "open") tasks; give a handle or more words\n"
                    + lines.map { "  \($0)" }.joined(separator: "\n")
                    + more)
        }
        guard let choice = prompts.choose("Which one?", among: lines) else {
            throw CommandFailure.failed("nothing was done")
        }
        return hits[choice]
    }

    private func line(_ task: TaskView) -> String {
        let due = context.flatMap { TextFormatter(context: $0).due(task) }
        return [task.shownHandle, task.title.withoutControls, due].compactMap(\.self).joined(separator: "  ")
    }

    /// Whether a text has the form of a handle, of its beginning, or of an id or the beginning of one.
    static func isReference(_ typed: String) -> Bool {
        if typed == "." { return true }
        let text = typed.lowercased()
        let isHexadecimal = text.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit || $0 == UInt8(ascii: "-") }
        if isHexadecimal, (8...36).contains(text.count) { return true }
        let handle = text.prefix { $0 != ":" }
        guard (3...12).contains(handle.count), let first = handle.first, handleLetters.contains(first) else {
            return false
        }
        return handle.allSatisfy { handleLetters.contains($0) || ("2"..."9").contains($0) }
    }

    private static let handleLetters: Set<Character> = Set("bcdfghjkmnpqrstvwxyz")

    fileprivate static func isHandleLetter(_ character: Character) -> Bool { handleLetters.contains(character) }

    // MARK: - Other things

    /// The id of a reminder, typed as itself or as its task, of which then the one that matters now is taken.
    func reminder(_ typed: String) async throws -> String {
        do {
            return try CurrentReminder.id(of: await view(typed))
        } catch let failure as CommandFailure {
            // The beginning of a handle is that of a task, which may be gone: it must not mean what merely begins alike.
            guard Self.isReference(typed), typed.count >= Self.wholeEnough, failure.isMissing else { throw failure }
            return typed
        }
    }

    /// The id of a series, typed as itself or as one of its tasks.
    func series(_ typed: String) async throws -> String {
        do {
            let task = try await view(typed)
            guard let id = task.seriesId else {
                throw CommandFailure.failed(
                    "\"\(task.title.withoutControls)\" does not recur",
                    "Make it recur with taskd edit --repeat, or name a recurring task.")
            }
            return id
        } catch let failure as CommandFailure {
            // The beginning of a handle is that of a task, which may be gone: it must not mean what merely begins alike.
            guard Self.isReference(typed), typed.count >= Self.wholeEnough, failure.isMissing else { throw failure }
            return typed
        }
    }

    /// The id of a task in the trash.
    func trashedTask(_ typed: String) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        var (found, cursor): ([Candidate], String?) = ([], nil)
        repeat {
            let query = [QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor)
            let page: ListPage<TrashedTaskView> = try await daemon.get("trash", query).decode()
            found += page.items.map(\.task).filter { Self.fits(typed, $0.id, $0.handle, $0.title) }
                .map { Candidate(id: $0.id, handle: $0.shownHandle, words: $0.title) }
            cursor = page.nextCursor
        } while cursor != nil
        return try Self.only(found, typed, "deleted task")
    }

    /// The id of a hook, typed as its handle, its id, its kind, or a part of its address.
    func hook(_ typed: String) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        let page: ListPage<HookView> = try await daemon.get("hooks", [.shortHandles]).decode()
        let found = page.items.filter { Self.fits(typed, $0.id, $0.handle, $0.url ?? "") || $0.kind == typed }
            .map { Candidate(id: $0.id, handle: $0.shortHandle ?? $0.id, words: $0.url ?? $0.kind) }
        return try Self.only(found, typed, "hook")
    }

    /// The id of a project, typed as its name, its handle or its id.
    ///
    /// - Parameters:
    ///   - typed: What was typed.
    ///   - creating: Whether one of that name is made where there is none; on a terminal that is asked else.
    /// - Returns: The id.
    /// - Throws: ``CommandFailure`` where there is none, or several; `DaemonError`.
    func project(_ typed: String, creating: Bool = false) async throws -> String {
        if let whole = UUIDValue(typed) { return whole.description }
        var found: [ProjectView] = []
        if !typed.isEmpty {
            found = try await daemon.projects([QueryItem("name", typed), QueryItem("limit", "1000")]).items
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
            let hint = nearest.map { " (there is \"\($0.shown)\")" } ?? ""
            if creating
                || prompting != nil
                    && prompts.confirm("There is no project \"\(typed.shown)\"\(hint). Make it?", standard: false)
                        == true
            {
                var json = JSONWriter()
                json.object { $0.field("name", typed) }
                return (try await daemon.post("projects", json.bytes).decode() as ProjectView).id
            }
            guard !typed.isEmpty else { throw CommandFailure.failed("the project's name is empty", "Give its name.") }
            // Those who may be asked whether to make it have the option for it, too.
            let making = prompting == nil ? "" : " Give --create to make it."
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
            let page = try await daemon.projects([QueryItem("limit", "1000")] + QueryItem.optional("cursor", cursor))
            found += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return found
    }

    /// Whether what was typed is the beginning of a handle or an id, or a part of what something is called.
    private static func fits(_ typed: String, _ id: String, _ handle: String?, _ name: String) -> Bool {
        let text = typed.lowercased()
        return text.count >= 3 && (handle?.hasPrefix(text) == true || name.lowercased().contains(text))
            || text.count >= 4 && id.hasPrefix(text)
    }

    private static func only(_ found: [Candidate], _ typed: String, _ kind: String) throws -> String {
        guard let first = found.first else {
            throw CommandFailure.failed(
                "there is no \(kind) \"\(typed.shown)\"",
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

extension CommandFailure {
    /// There is no task of a handle, an id, or words of its title.
    fileprivate static func noTask(_ typed: String, closed isClosed: Bool) -> CommandFailure {
        guard !typed.isEmpty else {
            return .failed("which task?", "Give a handle, as taskd list shows it, or words of a title.")
        }
        let isShort = typed.count < 3 && typed.allSatisfy { $0.isNumber || IdentifierLookup.isHandleLetter($0) }
        var failure =
            isShort
            ? failed(
                "there is no task \"\(typed.shown)\": it is too short for a handle, and no open title has it",
                "Give at least 3 characters of a handle, or words of a title.")
            : failed(
                "there is no task \"\(typed.shown)\": no handle begins with it, and no \(isClosed ? "closed" : "open") "
                    + "title has these words",
                "Run taskd list to see the open ones, taskd list --all for all, taskd trash list for deleted ones.")
        failure.isMissing = true
        return failure
    }
}

extension QueryItem {
    /// Asks for the shortest beginning of each handle that means one thing.
    static let shortHandles = QueryItem("short", "true")
}

extension HookView {
    /// What a person types to mean it.
    var shownHandle: String { shortHandle ?? handle.map { String($0.prefix(6)) } ?? id }
}

extension TaskView {
    /// What a person types to mean it.
    var shownHandle: String { shortHandle ?? handle.map { String($0.prefix(6)) } ?? id }
}
