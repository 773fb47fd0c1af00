import Recurrence
import TaskdClient

extension TextFormatter {
    /// A line for each task.
    func list(_ tasks: [TaskView]) -> String {
        let handles = HandleColumn(tasks)
        let isShown = taskColumns.map { $0.kind.map(isChosen) ?? true }
        func shown<Item>(_ items: [Item]) -> [Item] { zip(items, isShown).filter(\.1).map(\.0) }
        var table = TextTable(shown(taskColumns.map(\.column)))
        for task in tasks { table.append(shown(cells(of: task, handles))) }
        return text(ofList: table)
    }

    /// What a line about a task is made of; the order is a promise to programs, to which more may be added at the end.
    private var taskColumns: [(kind: ListColumn?, column: TextTable.Column)] {
        [
            (.handle, .init(title: say("handle"))),
            (nil, .init(title: "", isForPeople: true)),
            (.due, .init(title: say("due"))),
            (.due, .init(title: "", yielding: .dropped(.max, rank: 3), isForPeople: true)),
            (.title, .init(title: say("title"), yielding: .first(24))),
            (.repeats, .init(title: say("repeats"), yielding: .dropped(10, rank: 2))),
            (.project, .init(title: say("project"), yielding: .dropped(8, rank: 1))),
            (.tags, .init(title: say("tags"), yielding: .dropped(8, rank: 0))),
            (.priority, .init(title: say("priority"), yielding: .dropped(6, rank: 4))),
            (.status, .init(title: say("status"), isForPeople: false)),
        ]
    }

    /// Whether a column was chosen; programs get all of them, whatever a person likes to see.
    private func isChosen(_ column: ListColumn) -> Bool {
        guard let columns, context.terminal.hasOutput else { return true }
        return columns.contains(column)
    }

    private func cells(of task: TaskView, _ handles: HandleColumn) -> [TextTable.Cell] {
        let role = role(of: task)
        let due = task.due.map { times.local($0, in: task.timeZone, at: task.dueAt) }
        let isShown = context.terminal.hasOutput
        return [
            handles.cell(task),
            .init(sign(of: task), role),
            .init(
                due?.absolute ?? "", role,
                line: task.due.map { line(of: $0, in: task.timeZone, at: task.dueAt) }, short: due?.short),
            .init(due?.relative ?? "", role == .plain ? .faint : role),
            .init(task.title, isClosed(task) ? .faint : .plain),
            .init(rule(of: task) ?? "", .faint),
            .init(task.projectId.map { projectNames[$0] ?? String($0.prefix(13)) } ?? "", line: projectLine(of: task)),
            .init(task.tags.map { isShown ? "#\($0)" : $0 }.joined(separator: isShown ? " " : ",")),
            .init(task.priority == "none" ? "" : say(task.priority), .plain, line: task.priority),
            .init(
                columns?.contains(.status) == true ? status(of: task) : "",
                line: task.isOverdue && task.status == "needsAction" ? "overdue" : task.status),
        ]
    }

    /// The status in words, for who has chosen to see it; else the sign before the due time stands for it.
    private func status(of task: TaskView) -> String {
        switch task.status {
        case "needsAction": say(task.isOverdue ? "overdue" : "open")
        case "inProcess": say("started")
        default: say(task.status)
        }
    }

    private func projectLine(of task: TaskView) -> String? {
        task.projectId.map { projectNames[$0] ?? $0 }
    }

    /// A local time for programs: ISO 8601, with the offset that its zone has then.
    func line(of text: String, in zone: String, at told: String? = nil) -> String {
        var words = times
        words.isISO = true
        return words.local(text, in: zone, at: told).absolute
    }

    /// What a task's colour says: late, of today, or done.
    func role(of task: TaskView) -> TextStyle.Role {
        if task.status == "completed" { return .good }
        if isClosed(task) { return .faint }
        if task.isOverdue { return .late }
        guard let due = task.due.flatMap({ CivilTime($0) }) else { return .plain }
        let rules = times.rules(task.timeZone) ?? times.zone
        guard case .dateTime(let local) = due else { return due.date == times.today ? .soon : .plain }
        let date = times.zone.civilDateTime(at: rules.instant(of: local, told: task.dueAt)).date
        return date == times.today ? .soon : .plain
    }

    private func isClosed(_ task: TaskView) -> Bool { ["completed", "cancelled"].contains(task.status) }

    /// The sign of a state, or the word for it where signs are of no use.
    func sign(of task: TaskView) -> String {
        let (sign, word) =
            switch task.status {
            case "completed": ("✓", "done")
            case "cancelled": ("✗", "cancelled")
            case _ where task.isOverdue: ("!", "late")
            case "inProcess": ("▸", "started")
            default: ("", "")
            }
        return context.terminal.isAccessible || !context.terminal.hasOutput ? say(word) : sign
    }

    /// How a task recurs, in a few words; nil for one that does not.
    func rule(of task: TaskView) -> String? {
        guard let recurrence = task.recurrence else { return nil }
        let start = ruleTime(of: task)
        let zone = times.rules(task.timeZone)
        let rules = recurrence.rrule.map { rule in
            (try? RecurrenceRule(rule))?.shortExplanation(from: start, zone: zone, in: language) ?? rule
        }
        guard !rules.isEmpty else { return say("on set dates") }
        return Self.counted(
            rules.joined(separator: "; "), afterCompletion: recurrence.anchor == "completion", language == .korean)
    }

    /// The time that a task's rule is told with: of a task that begins and is due on one day, when it is due.
    private func ruleTime(of task: TaskView) -> CivilTime? {
        let due = task.due.flatMap { CivilTime($0) }
        // A moved occurrence has another time than the rule gives it.
        guard let slot = task.recurrenceId.flatMap({ CivilTime($0) }) else {
            return due ?? task.start.flatMap { CivilTime($0) }
        }
        let isStart = task.start != nil && task.start == task.recurrenceId
        return if isStart, let due, due.date == slot.date { due } else { slot }
    }

    /// A rule in words, with that it counts from when the last one was completed.
    static func counted(_ rule: String, afterCompletion: Bool, _ isKorean: Bool) -> String {
        guard afterCompletion else { return rule }
        return isKorean ? "완료 후 \(rule)" : "\(rule) after completion"
    }

    /// One line about one task: what was done to it, and what is known of it now.
    ///
    /// - Parameters:
    ///   - label: What was done.
    ///   - task: The task.
    ///   - isWhole: Whether all that a person can have typed of it is told.
    /// - Returns: The line.
    func line(_ label: String, _ task: TaskView, isWhole: Bool = false) -> String {
        let handle = HandleColumn([task]).short(task)
        var parts = [style(.plain, task.title)]
        if isWhole, let start = task.start {
            let words = times.local(start, in: task.timeZone, at: task.startAt).absolute
            parts.append(style(.plain, "\(say("starts")) \(words)"))
        }
        if let due = due(task) { parts.append(style(role(of: task), due)) }
        if let rule = rule(of: task) { parts.append(style(.plain, rule)) }
        if let project = task.projectId.flatMap({ projectNames[$0] }) { parts.append(style(.plain, "@\(project)")) }
        parts += task.tags.map { style(.plain, "#\($0)") }
        if task.priority != "none" { parts.append(style(.plain, say(task.priority))) }
        if let reminders = reminders(of: task) { parts.append(style(.plain, reminders)) }
        if isWhole {
            if !task.blockedBy.isEmpty { parts.append(waiting(for: task.blockedBy.count)) }
            if let estimate = task.estimatedDuration.map(span) {
                parts.append(style(.plain, "\(say("takes")) \(estimate)"))
            }
            if let note = task.description?.lines.first {
                parts.append(style(.faint, note.count > 40 ? "// \(note.prefix(40))…" : "// \(note)"))
            }
        }
        return "\(self.label(label)) \(style(.identifier, handle))  \(parts.joined(separator: " · "))\n"
    }

    private func waiting(for count: Int) -> String {
        switch language {
        case .english: "waits for \(count.counted("task"))"
        case .korean: "할 일 \(count)개를 기다림"
        }
    }

    /// When the reminders of an open task go off, with the day where it is not that of its due time.
    private func reminders(of task: TaskView) -> String? {
        let instants = Set(task.reminders.compactMap { $0.nextFireAt.flatMap { UTCInstant($0) } }).sorted()
        guard !isClosed(task), !instants.isEmpty else { return nil }
        let dueDate = task.dueAt.flatMap { UTCInstant($0) }.map { times.zone.civilDateTime(at: $0).date }
        let words = instants.prefix(3).map { instant in
            if times.isISO { return times.iso(instant) }
            let date = times.zone.civilDateTime(at: instant).date
            return date == dueDate ? times.clock(instant) : times.moment(instant).absolute
        }
        let all = words.joined(separator: ", ") + (instants.count > 3 ? " …" : "")
        switch language {
        case .english: return "\(instants.count == 1 ? "reminder" : "reminders") at \(all)"
        case .korean: return "\(all)에 알림"
        }
    }

    /// Lines about a task that was closed and the one that follows it.
    func closing(_ label: String, _ task: TaskView, next: TaskView?) -> String {
        line(label, task) + (next.map { line("next", $0) } ?? "")
    }

    /// Words for a due time, such as `tomorrow 09:00 (in 18 h 30 min)`.
    func due(_ task: TaskView) -> String? {
        task.due.map { times.local($0, in: task.timeZone, at: task.dueAt).sentence }
    }

    /// A task's title, with its tags.
    func caption(_ task: TaskView) -> String {
        ([task.title] + task.tags.map { "#\($0)" } + (task.recurrence == nil ? [] : ["↻"]))
            .joined(separator: " ").withoutControls
    }
}

extension TaskView: HandleBearing {}
extension HookView: HandleBearing {}
extension ProjectView: HandleBearing {}
