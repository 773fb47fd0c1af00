import Basics
import Storage
import TaskdClient

/// Finds what a person means who types a handle, an id, words of a title, or `.` for what this terminal touched last.
struct IdentifierLookup {
    /// How many tasks with certain words are told apart.
    static let maxHits = 10

    let daemon: DaemonClient
    /// Nil where nobody is asked, and nothing was touched before.
    var context: CommandContext?
    /// What is to be done with a task, which is asked before where words alone tell which; nil for what changes nothing.
    var verb: String?
    /// Answers what would be asked.
    var prompting: PromptOptions?
    /// Whether `--create` is told of where there is no such project, although nobody is asked.
    var offersCreate = false
    /// Whether words may also be those of a closed task, where no open one has them.
    var takesClosed = false
    /// Whether words are those of a closed task.
    private var isOfClosed: Bool { verb == "reopen" }

    init(
        daemon: DaemonClient, context: CommandContext? = nil, verb: String? = nil, prompting: PromptOptions? = nil,
        takesClosed: Bool = false
    ) {
        (self.daemon, self.context, self.verb, self.prompting) = (daemon, context, verb, prompting)
        self.takesClosed = takesClosed
    }

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
            let view = try await only(titled(typed.joined(separator: " ")), typed.joined(separator: " "))
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
                (["taskd list '\(mark == "#" ? "+" : String(mark))\(name.shown)' shows its tasks"]
                    + [ofMany("'\(field):\(name.shown)'")].compactMap(\.self)).joined(separator: "; ") + ".")
        }
        if typed == "." {
            if let view = try await read(lastTouched()) { return view }
            throw CommandFailure.failed(
                "the task that was touched last is gone", "Give a handle, as taskd list shows it.")
        }
        if Self.isReference(typed), let view = try await read(typed) { return view }
        let isWhole = UUIDValue(typed) != nil
        if !isWhole, let view = try await only(titled(typed), typed) { return view }
        if let latin = HangulKeys.latin(typed), Self.isReference(latin), let view = try await read(latin) {
            return view
        }
        throw CommandFailure.noTask(typed, takesClosed ? "" : isOfClosed ? "closed " : "open ")
    }

    /// What does with all tasks of a filter what the command does with one; nil where nothing does.
    private func ofMany(_ filter: String) -> String? {
        switch context?.typed.command.first {
        case "done": "taskd bulk done --where \(filter) completes them"
        case "delete", "rm": "taskd bulk delete --where \(filter) deletes them"
        case "pause": "taskd pause --where \(filter) pauses them"
        case "edit": "taskd bulk edit --where \(filter) changes them"
        default: nil
        }
    }

    /// How many tasks are looked up that are told of by the way.
    private static let maxNamed = 20

    /// The first of some tasks by their ids, as far as they are there.
    func named(_ ids: [String]) async throws -> [String: TaskView] {
        var views: [String: TaskView] = [:]
        for id in ids.prefix(Self.maxNamed) { views[id] = try await read(id) }
        return views
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

    /// The tasks whose titles have certain words, one of each series; closed ones, the latest first, only where they are
    /// meant.
    private func titled(_ words: String) async throws -> [TaskView] {
        let found = try await titled(words, isClosed: isOfClosed)
        return found.isEmpty && takesClosed ? try await titled(words, isClosed: true) : found
    }

    private func titled(_ words: String, isClosed: Bool) async throws -> [TaskView] {
        guard words.contains(where: { $0.isLetter || $0.isNumber }), words.utf8.count <= 1_000 else { return [] }
        let quoted = words.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let query = [
            QueryItem("filter", "title:\"\(quoted)\""),
            QueryItem("status", isClosed ? "completed,cancelled" : "needsAction,inProcess"),
            QueryItem("sort", isClosed ? "-completedAt" : "due"), QueryItem("limit", "\(Self.maxHits + 1)"),
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
            if prompting?.yes == true || !prompts.isInteractive { return first }
            guard prompts.confirm(.isMeant(line: line(first), verb: verb ?? "")) == true else {
                throw CommandFailure.failed("nothing was done")
            }
            return first
        }
        let lines = hits.prefix(Self.maxHits).map(line)
        guard prompts.isInteractive, prompting?.yes != true else {
            let more = hits.count > Self.maxHits ? "\n  and more" : ""
            throw CommandFailure.failed(
                "\"\(typed.shown)\" fits \(hits.count > Self.maxHits ? "more than \(Self.maxHits)" : "\(hits.count)") "
                    + "\(hits.allSatisfy(\.isOpen) ? "open" : "closed") tasks; give a handle or more words\n"
                    + lines.map { "  \($0)" }.joined(separator: "\n")
                    + more)
        }
        guard let choice = prompts.choose(.which, among: lines, areAll: hits.count <= Self.maxHits) else {
            throw CommandFailure.failed("nothing was done")
        }
        return hits[choice]
    }

    private func line(_ task: TaskView) -> String {
        let due = context.flatMap { TextFormatter(context: $0).due(task) }
        return [task.typedHandle, task.title.withoutControls, due].compactMap(\.self).joined(separator: "  ")
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
}

extension CommandFailure {
    /// There is no task of a handle, an id, or words of its title.
    fileprivate static func noTask(_ typed: String, _ kind: String) -> CommandFailure {
        guard !typed.isEmpty else {
            return .usage("which task?", "Give a handle, as taskd list shows it, or words of a title.")
        }
        let isShort = typed.count < 3 && typed.allSatisfy { $0.isNumber || IdentifierLookup.isHandleLetter($0) }
        var failure =
            isShort
            ? failed(
                "there is no task \"\(typed.shown)\": it is too short for a handle, and no \(kind)title has it",
                "Give at least 3 characters of a handle, or words of a title.")
            : failed(
                "there is no task \"\(typed.shown)\": no handle begins with it, and no \(kind)title has "
                    + (typed.contains(where: \.isWhitespace) ? "these words in a row" : "this word"),
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
    /// Whether it is the standard output, which there is one of, so that its kind names it.
    var isStandardOutput: Bool { kind == "stdout" }

    /// What a person types to mean it.
    var shownHandle: String {
        isStandardOutput ? kind : shortHandle ?? handle.map { String($0.prefix(6)) } ?? id
    }
}

extension TaskView {
    /// What a person types to mean it.
    var shownHandle: String { shortHandle ?? handle.map { String($0.prefix(6)) } ?? id }

    /// What means it also beside closed and deleted tasks, which short forms of handles do not tell apart.
    var typedHandle: String { isOpen ? shownHandle : handle ?? id }

    /// What means it alone, and not the open one of the occurrences that have its handle: `kf3:2026-12-01`.
    var ownHandle: String {
        // Several may be on one day.
        recurrenceId.map { "\(shownHandle):\($0.hasSuffix(":00") ? String($0.dropLast(3)) : $0)" } ?? shownHandle
    }
}
