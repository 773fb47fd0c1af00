import Basics
import Recurrence
import TaskdClient

extension TextFormatter {
    /// Everything about one task, a field a line; the tasks that it waits for by what people call them, and what holds its
    /// reminders, where that is known.
    func details(
        _ task: TaskView, blockers: [String: TaskView] = [:], firings: [FiringsView.Planned] = []
    ) -> String {
        text(ofDetails: fields(of: task, blockers, firings))
    }

    private func fields(
        of task: TaskView, _ blockers: [String: TaskView], _ firings: [FiringsView.Planned]
    ) -> [(name: String, value: String?)] {
        var fields: [(name: String, value: String?)] = []
        func add(_ name: String, _ value: String?) { fields.append((name, value)) }
        add("title", task.title)
        add(
            "handle",
            task.handle.map { handle in [task.shortHandle, handle].compactMap(\.self).joined(separator: "  ") })
        add("status", status(task))
        add("due", due(task))
        add("start", task.start.map { times.local($0, in: task.timeZone, at: task.startAt).sentence })
        add("repeats", rule(of: task))
        addRecurrence(of: task, add)
        for reminder in task.reminders {
            let firing = firings.first { $0.reminderId == reminder.id }
            add("reminder", words(reminder, of: task, hold: firing.flatMap(hold(of:))))
        }
        add("priority", task.priority == "none" ? nil : say(task.priority))
        add("project", task.projectId.map { projectNames[$0] ?? $0 })
        add("tags", task.tags.map { "#\($0)" }.joined(separator: " "))
        add("estimate", task.estimatedDuration.map(span))
        for part in task.subtasks { add("subtask", "[\(part.isCompleted ? "x" : " ")] \(part.title)") }
        for id in task.blockedBy {
            let words = blockers[id].map { "\($0.shownHandle)  \($0.title)" } ?? id
            add(task.isBlocked ? "blocked by" : "waited for", words)
        }
        for attachment in task.attachments ?? [] { add("attachment", words(attachment)) }
        for property in (task.properties ?? [:]).sorted(by: { $0.key < $1.key }) {
            add("property", "\(property.key)=\(words(property.value))")
        }
        for line in (task.description ?? "").lines { add("description", line) }
        add("created", times.moment(task.createdAt).sentence)
        add("completed", task.completedAt.map { times.moment($0).sentence })
        add("id", task.id)
        return fields
    }

    /// What is beside the rule: single dates, how it is followed, which occurrence this is.
    private func addRecurrence(of task: TaskView, _ add: (String, String?) -> Void) {
        guard let recurrence = task.recurrence else { return }
        func days(_ dates: [String]) -> String {
            dates.map { times.local($0, in: task.timeZone).absolute }.joined(separator: ", ")
        }
        add("repeats on", days(recurrence.rdate))
        add("except", days(recurrence.exdate))
        let isUsual = recurrence.anchor == "due" && recurrence.missed == "skip" && recurrence.respawn == "completion"
        add("counted from", isUsual ? nil : Self.words(recurrence))
        add("occurrence", task.occurrence.map { "\($0)" })
    }

    /// How a recurrence is followed, where that is not as usual.
    private static func words(_ recurrence: RecurrenceView) -> String {
        [
            recurrence.anchor == "completion" ? "when it was completed" : "when it was due",
            recurrence.missed == "keep" ? "missed ones are kept" : nil,
            recurrence.respawn == "schedule" ? "the next one appears at its time" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }

    private func status(_ task: TaskView) -> String {
        switch task.status {
        case "needsAction": say(task.isOverdue ? "late" : "open")
        case "inProcess": say("started") + (task.isOverdue ? ", \(say("late"))" : "")
        case "completed": say("done")
        default: say(task.status)
        }
    }

    func span(_ duration: String) -> String {
        guard let span = try? CalendarDuration(duration) else { return duration }
        return SpanWords.exact(span, language)
    }

    private func words(_ attachment: AttachmentView) -> String {
        let parts = [
            attachment.id, attachment.fileName ?? "", attachment.url ?? "",
            attachment.size.map { "\($0) bytes" } ?? "",
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A text bare, as it is typed; another value as JSON.
    private func words(_ value: PropertyValue) -> String {
        if case .text(let text) = value { return text }
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private func words(_ reminder: ReminderView, of task: TaskView, hold: String?) -> String {
        let next = reminder.nextFireAt.map { times.moment($0).sentence }
        let state = reminder.state == "scheduled" && next != nil ? nil : say(reminder.state)
        return [state, next, hold, trigger(of: reminder, task)].compactMap(\.self).joined(separator: " · ")
    }

    /// The instant at which a reminder at a time fires next, where that is its own time: it may be snoozed, or held.
    private func instant(of reminder: ReminderView, _ task: TaskView) -> String? {
        guard let text = reminder.nextFireAt, let instant = UTCInstant(text), let zone = times.rules(task.timeZone),
            zone.civilDateTime(at: instant).description == reminder.at
        else { return nil }
        return text
    }

    /// What a reminder counts from, in words: `30 min before it is due`.
    func trigger(of reminder: ReminderView, _ task: TaskView) -> String {
        guard let offset = reminder.offset, let span = try? CalendarDuration(offset) else {
            return reminder.at.map { times.local($0, in: task.timeZone, at: instant(of: reminder, task)).absolute }
                ?? reminder.trigger
        }
        let seconds = span.days * 86_400 + span.seconds
        let words = SpanWords.words(forSeconds: abs(seconds), language)
        let isStart = reminder.relativeTo == "start"
        switch language {
        case .english:
            let event = isStart ? "it starts" : "it is due"
            return words.map { "\($0) \(seconds < 0 ? "before" : "after") \(event)" } ?? "when \(event)"
        case .korean:
            let event = isStart ? "시작" : "기한"
            return words.map { "\(event) \($0) \(seconds < 0 ? "전" : "뒤")" } ?? "\(event)에"
        }
    }
}

extension ReminderView {
    /// What it counts from, as it was set.
    var trigger: String { at ?? "\(offset ?? "") from \(relativeTo ?? "due")" }
}

extension JSONWriter {
    /// Writes a value of another program, the members of objects in the order of their names.
    fileprivate mutating func value(_ value: PropertyValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let number): self.value(JSONValue.number(number))
        case .text(let text): string(text)
        case .list(let values): array(values) { $0.value($1) }
        case .object(let members):
            object { json in
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    json.field(named: name) { $0.value(member) }
                }
            }
        }
    }
}
