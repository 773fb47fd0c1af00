import Phrases
import Recurrence
import TaskdClient

/// What a person types behind `taskd edit`: tasks, and terms such as `due:fri +home -old @flat p:none`.
struct EditTerms {
    /// The tasks, as typed.
    private(set) var tasks: [String] = []
    /// What is changed of each alike.
    private(set) var options: TaskOptions
    private(set) var title: String?
    private(set) var addedTags: [String] = []
    private(set) var removedTags: [String] = []
    /// What a project is called that is made for a term; nil where none names one.
    private(set) var newProject: String?
    /// How far the due time moves from where it is.
    private(set) var shift: CalendarDuration?
    /// How far the start moves from where it is.
    private(set) var startShift: CalendarDuration?

    /// Parts what was typed into tasks and terms.
    ///
    /// - Parameters:
    ///   - typed: The arguments.
    ///   - options: What was said by options, which terms must not say again.
    ///   - title: What `--title` said.
    /// - Throws: ``CommandFailure`` for what was said twice, and for a term that cannot be read.
    init(_ typed: [String], _ options: TaskOptions, title: String?) throws {
        (self.options, self.title) = (options, title)
        try takeShifts()
        for term in typed { try read(term) }
        if let both = addedTags.first(where: removedTags.contains) {
            throw CommandFailure.usage("-\(both.shown) contradicts +\(both.shown)", "Leave one of them away.")
        }
    }

    /// `--due +1h` moves the due time as `due:+1h` does.
    private mutating func takeShifts() throws {
        if let typed = options.due, let distance = try Self.shift(typed, "--due \(typed)") {
            (options.due, shift) = (nil, distance)
        }
        if let typed = options.start, let distance = try Self.shift(typed, "--start \(typed)") {
            (options.start, startShift) = (nil, distance)
        }
    }

    /// What terms said, by the options for the same.
    private var saidByTerms: Set<String> = []

    /// How many terms say what is changed.
    private var changeCount = 0

    /// Whether anything is changed by terms.
    var hasChanges: Bool { changeCount > 0 }

    /// Whether there are terms that depend on what a task is.
    var isRelative: Bool {
        shift != nil || startShift != nil || !addedTags.isEmpty || !removedTags.isEmpty || clearsDue
    }

    /// Whether the due time goes, and with it the reminders that count from it.
    private var clearsDue: Bool { options.due == TaskFields.nothing && options.content.reminders.isEmpty }

    /// Whether a task is to repeat no more, and to be due no more: then there is nothing left that a scope would reach.
    func endsWithoutDue(_ task: TaskView) -> Bool {
        options.content.rules == [TaskFields.nothing] && options.due == TaskFields.nothing && task.start == nil
    }

    private mutating func read(_ term: String) throws {
        changeCount += 1
        if term.dropFirst().first == "@", [TermArguments.minus, "-"].contains(term.first) {
            throw CommandFailure.usage(
                "\"-\(String(term.dropFirst()).shown)\" is no change: a task is in one project",
                "Write @none to take it out.")
        }
        if let (name, isAdded) = TermArguments.tag(term) {
            if isAdded { addedTags.append(name) } else { removedTags.append(name) }
        } else if term.hasPrefix("@"), term.count > 1 {
            try setProject(TermArguments.unquoted(term.dropFirst()), term)
        } else if let priority = TermArguments.priority(term) {
            try set(\.options.content.priority, priority, "--priority", term)
        } else if let (name, value) = TermArguments.field(term), try read(field: name, value, term) {
            return noteChange(term)
        } else {
            if let change = changeBehindTasks {
                throw CommandFailure.usage(
                    "\"\(term.shown)\" stands behind the change \"\(change.shown)\", and names a task only before it",
                    "Where both are one value, quote them: '\(change) \(term)'.".withoutControls)
            }
            tasks.append(term)
            changeCount -= 1
            return
        }
        noteChange(term)
    }

    /// The first change that stands behind a task; what is behind it is likelier a part of its value than another task.
    private var changeBehindTasks: String?

    /// Notes a change whose value may have several words, and was not quoted.
    private mutating func noteChange(_ term: String) {
        guard !tasks.isEmpty, changeBehindTasks == nil, !term.contains(where: \.isWhitespace),
            let field = TermArguments.field(term)?.name, Self.wordyFields.contains(field)
        else { return }
        changeBehindTasks = term
    }

    private static let wordyFields: Set<String> = [
        "due", "마감", "start", "title", "repeat", "repeats", "every", "반복", "remind", "알림", "note", "description",
    ]

    private mutating func read(field: String, _ value: String, _ term: String) throws -> Bool {
        switch field {
        case "due", "마감":
            guard shift == nil, options.due == nil else { throw twice("--due", term) }
            saidByTerms.insert("--due")
            shift = try Self.shift(value, term)
            if shift == nil { options.due = value }
        case "start":
            guard startShift == nil, options.start == nil else { throw twice("--start", term) }
            saidByTerms.insert("--start")
            startShift = try Self.shift(value, term)
            if startShift == nil { options.start = value }
        case "tag", "tags":
            if value == TaskFields.nothing {
                guard options.content.tags.isEmpty else { throw twice("--tag", term) }
                options.content.tags = [value]
            } else {
                addedTags.append(value)
            }
        case "zone": try set(\.options.zone, value, "--zone", term)
        case "p", "priority":
            let named = PriorityArgument(rawValue: value.lowercased()) ?? TermArguments.priority("p" + value)
            guard let named else {
                let names = PriorityArgument.allValueStrings.joined(separator: ", ")
                throw CommandFailure.usage("\"\(term.shown)\" is no priority", "Priorities are \(names).")
            }
            try set(\.options.content.priority, named, "--priority", term)
        case "project": try setProject(value, term)
        case "title": try set(\.title, value, "--title", term)
        case "repeat", "repeats", "every", "반복":
            options.content.rules.append(field == "every" ? "every \(value)" : value)
        case "remind", "r", "알림":
            options.content.reminders += value.split(separator: ",").map { String($0).trimmingSpaces }
        case "for", "estimate": try set(\.options.content.estimate, value, "--estimate", term)
        case "note", "description": try set(\.options.content.description, value, "--description", term)
        default: return false
        }
        return true
    }

    private mutating func set<Value>(
        _ place: WritableKeyPath<EditTerms, Value?>, _ value: Value, _ option: String, _ term: String
    ) throws {
        guard self[keyPath: place] == nil else { throw twice(option, term) }
        saidByTerms.insert(option)
        self[keyPath: place] = value
    }

    private mutating func setProject(_ name: String, _ term: String) throws {
        try set(\.options.content.project, name, "--project", term)
        newProject = ProjectName.ofWord(name)
    }

    private func twice(_ option: String, _ term: String) -> CommandFailure {
        // Without its dashes, as it may have been a term both times.
        let name = option.drop { $0 == "-" }
        return .usage(
            saidByTerms.contains(option)
                ? "\(name) is given twice: \"\(term.shown)\" is the second"
                : "\(name) is given twice, by \"\(term.shown)\" and by \(option)",
            "Leave one of them away.")
    }

    /// Whether a time is said by how far it moves: `+30m` and `-1d`; without a sign it is when the task is due.
    static func moves(_ typed: String) -> Bool {
        typed.first.map { $0 == "+" || $0 == "-" || $0 == TermArguments.minus } ?? false
    }

    private static func shift(_ value: String, _ term: String) throws -> CalendarDuration? {
        guard moves(value), let sign = value.first else { return nil }
        let typed = String(value.dropFirst())
        guard let length = TypedDuration(typed)?.duration else {
            if let failure = TypedDuration.tooLong(typed, "\"\(term.shown)\"") { throw failure }
            let name = term.hasPrefix("--") ? "\(term.prefix { $0 != " " })=" : "\(term.prefix { $0 != ":" }):"
            throw CommandFailure.usage(
                "\"\(term.shown)\" is no distance to move a time by",
                "Write it as \(name)+30m, \(name)-1d or \(name)+2w.")
        }
        let factor = sign == "+" ? 1 : -1
        return CalendarDuration(days: length.days * factor, seconds: length.seconds * factor)
    }

    /// The options for one task: what depends on it is worked out.
    ///
    /// - Throws: ``CommandFailure`` for a due time that cannot be moved.
    func options(
        for task: TaskView, _ scope: ScopeArgument? = nil, _ zones: (String) throws -> ZoneRules
    ) throws -> TaskOptions {
        var options = options
        guard !clearsDue || task.recurrence == nil || task.start != nil || options.content.rules == [TaskFields.nothing]
        else {
            throw CommandFailure.failed(
                "\"\(task.title.withoutControls)\" repeats, so that it needs its due time",
                "Take the rule away, too: \(saidByTerms.contains("--due") ? "repeat:none" : "--repeat none").")
        }
        if clearsDue, !task.reminders.isEmpty,
            task.reminders.allSatisfy({ $0.offset != nil && $0.relativeTo != "start" })
        {
            options.content.reminders = [TaskFields.nothing]
        }
        if !addedTags.isEmpty || !removedTags.isEmpty {
            let typed = options.content.tags
            let kept = typed.isEmpty ? task.tags : typed == [TaskFields.nothing] ? [] : typed
            let tags = kept.filter { !removedTags.contains($0) }
            let all = tags + addedTags.filter { !tags.contains($0) }
            options.content.tags = all.isEmpty ? [TaskFields.nothing] : all
        }
        if let shift {
            options.due = try Self.moved(task, by: shift, scope, isTerm: saidByTerms.contains("--due"), zones)
        }
        if let startShift { options.start = try Self.movedStart(of: task, by: startShift, zones) }
        return options
    }

    private static func movedStart(
        of task: TaskView, by shift: CalendarDuration, _ zones: (String) throws -> ZoneRules
    ) throws -> String {
        guard let start = task.start.flatMap({ CivilTime($0) }) else {
            throw CommandFailure.failed(
                "\"\(task.title.withoutControls)\" has no start that could be moved",
                "Give it one, such as start:fri; +1d counts from the start that it has.")
        }
        return try shifted(start, told: task.startAt, by: shift, of: task, ("begins", "start", ""), zones)
    }

    private static func moved(
        _ task: TaskView, by shift: CalendarDuration, _ scope: ScopeArgument?, isTerm: Bool,
        _ zones: (String) throws -> ZoneRules
    ) throws -> String {
        guard let due = task.due.flatMap({ CivilTime($0) }) else {
            throw CommandFailure.failed(
                "\"\(task.title.withoutControls)\" (\(task.shownHandle)) has no due time that could be moved; nothing was changed",
                isTerm
                    ? "Give it one, such as due:fri, or leave it out, as --where with 'and has:due' does."
                    : "Give it one, such as --due fri."
            )
        }
        let more = scope.map { $0 == .this ? "" : ", with --scope \($0.rawValue)" } ?? ""
        let moved = try shifted(due, told: task.dueAt, by: shift, of: task, ("is due", "due", more), zones)
        guard let scope, scope != .this, task.start == nil, let slot = task.recurrenceId.flatMap({ CivilTime($0) }),
            slot != due
        else { return moved }
        if case .date = slot, shift.seconds != 0 {
            throw CommandFailure.failed(
                "the others of \"\(task.title.withoutControls)\" are due on days, without a time that could be moved by hours",
                "Say when it is to be due with them, with --scope \(scope.rawValue): due:\(withoutSeconds(moved)).")
        }
        let others = try shifted(slot, by: shift, of: task, ("is due", "due", more), zones)
        throw CommandFailure.failed(
            "\"\(task.title.withoutControls)\" was moved from \(slot.withoutSeconds) to \(due.withoutSeconds), so that it "
                + "is not clear from which of them it and the others move",
            whereMoved(task, moved, others, from: slot.date, scope))
    }

    /// How to say where an occurrence moves that was moved before, with the others; on other days they need another rule.
    private static func whereMoved(
        _ task: TaskView, _ moved: String, _ others: String, from slot: CivilDate, _ scope: ScopeArgument
    ) -> String {
        let namesDays = task.recurrence?.rrule.contains { $0.contains("BY") } ?? false
        guard namesDays, let day = CivilTime(moved)?.date, day != slot else {
            return
                "Say when it is to be due with them, with --scope \(scope.rawValue): due:\(withoutSeconds(moved)) or "
                + "due:\(withoutSeconds(others))."
        }
        let rule = task.rule(on: day).map { "due:\(withoutSeconds(moved)) --repeat '\($0)'" }
        return "Say when it is to be due with them, and on which days: "
            + (rule ?? "due:\(withoutSeconds(moved)), with --repeat") + "."
    }

    private static func withoutSeconds(_ text: String) -> String {
        CivilTime(text)?.withoutSeconds ?? text
    }

    /// A time moved, as it goes to the daemon.
    private static func shifted(
        _ base: CivilTime, told: String? = nil, by shift: CalendarDuration, of task: TaskView,
        _ words: (verb: String, term: String, more: String), _ zones: (String) throws -> ZoneRules
    ) throws -> String {
        switch base {
        case .date(let date):
            guard shift.seconds == 0 else {
                throw CommandFailure.failed(
                    "\"\(task.title.withoutControls)\" \(words.verb) on a day, without a time that could be moved by hours",
                    "Move it by days, or give a time, such as \(words.term):'\(date) 9am'\(words.more).")
            }
            return date.adding(days: shift.days).description
        case .dateTime(let local):
            let zone = try zones(task.timeZone)
            // Hours count from the instant, days from the local time.
            let end =
                shift.days == 0
                ? zone.instant(of: local, told: told).advanced(by: .seconds(shift.seconds))
                : zone.instant(of: local, adding: shift)
            let moved = zone.civilDateTime(at: end)
            // The daemon takes a local time that the task has already for no change.
            guard case .overlap = zone.resolve(moved) else { return moved.description }
            return end.description
        }
    }
}

extension CivilTime {
    /// As a person types it, `2026-12-01T09:00`.
    var withoutSeconds: String {
        description.hasSuffix(":00") ? String(description.dropLast(3)) : description
    }
}

extension TaskView {
    /// The rule that a day of its own gives, in words: on the same weekday, day of the month or of the year; nil where it is
    /// not one rule of each week, month or year.
    func rule(on day: CivilDate) -> String? {
        guard let rules = recurrence?.rrule, rules.count == 1, let rule = try? RecurrenceRule(rules[0]),
            rule.interval == 1
        else { return nil }
        let words = PhraseTime(.date(day)).phrase(in: .english).split(separator: " ").map { $0.lowercased() }
        guard words.count == 4 else { return nil }
        switch rule.frequency {
        case .weekly: return "every \(words[0])"
        case .monthly: return "every \(CalendarNames.ordinal(day.day))"
        case .yearly: return "every \(words[2]) \(words[1])"
        default: return nil
        }
    }
}
