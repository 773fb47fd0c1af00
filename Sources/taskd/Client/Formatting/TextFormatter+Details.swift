import Basics
import TaskdClient

extension TextFormatter {
    /// Everything about one task, a field a line.
    func details(_ task: TaskView) -> String {
        var table = TextTable()
        for (name, value) in fields(of: task) { table.append([.init(name, .faint), .init(value)]) }
        return table.text(context.style)
    }

    private func fields(of task: TaskView) -> [(String, String)] {
        var fields = [("id", task.id), ("title", task.title), ("status", status(task).text)]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { fields.append((name, value)) }
        }
        add("priority", task.priority == "none" ? nil : task.priority)
        add("estimate", task.estimatedDuration)
        add("start", task.start.map { "\($0) \(task.timeZone)" })
        add("due", due(task))
        for rule in task.recurrence?.rrule ?? [] { add("repeats", rule) }
        add("repeats on", task.recurrence?.rdate.joined(separator: " "))
        add("except", task.recurrence?.exdate.joined(separator: " "))
        add("counted from", task.recurrence.map { "\($0.anchor), missed \($0.missed), next on \($0.respawn)" })
        add("occurrence", task.occurrence?.description)
        add("series", task.seriesId)
        for reminder in task.reminders { add("reminder", words(reminder, of: task)) }
        add("project", task.projectId)
        add("tags", task.tags.joined(separator: ", "))
        for part in task.subtasks { add("subtask", "[\(part.isCompleted ? "x" : " ")] \(part.title)") }
        for id in task.blockedBy { add(task.isBlocked ? "blocked by" : "waited for", id) }
        for attachment in task.attachments ?? [] { add("attachment", words(attachment)) }
        for property in (task.properties ?? [:]).sorted(by: { $0.key < $1.key }) {
            add("property", "\(property.key)=\(words(property.value))")
        }
        for line in (task.description ?? "").lines { add("description", line) }
        add("created", moment(task.createdAt, in: task.timeZone))
        add("completed", task.completedAt.map { moment($0, in: task.timeZone) })
        return fields
    }

    private func words(_ attachment: AttachmentView) -> String {
        let parts = [
            attachment.id, attachment.fileName ?? attachment.url ?? "", attachment.size.map { "\($0) bytes" } ?? "",
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

    private func words(_ reminder: ReminderView, of task: TaskView) -> String {
        let next = reminder.nextFireAt.map { ", \(moment($0, in: task.timeZone))" } ?? ""
        return "\(reminder.id) \(reminder.trigger): \(reminder.state)\(next)"
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
