import Basics
import Recurrence
import Storage

/// An event in a few words, for services that show messages to people.
struct EventSummary {
    /// What it is about: the task's title, or the kind of event.
    var title: String
    /// What happened, in a sentence or two.
    var text: String
    /// 1 to 5; 3 where nobody has said.
    var priority: Int
    /// When it happened.
    var timestamp: UTCInstant

    init(_ event: Event) {
        let data = (try? JSONValue(json: event.data)) ?? .null
        let task = data["task"]
        let words = Self.words[event.type.rawValue] ?? event.type.rawValue
        title =
            task?["title"]?.string ?? data["project"]?["name"]?.string
            ?? data["tag"]?["name"]?.string ?? words
        priority = Self.priorities[task?["priority"]?.string ?? ""] ?? 3
        timestamp = event.timestamp
        text = ([words] + Self.details(data, task)).joined(separator: "\n")
    }

    /// The title within a bound of bytes or characters that a service sets.
    func title(atMost limit: Int) -> String { Self.cut(title, atMost: limit) }

    /// The text within a bound.
    func text(atMost limit: Int) -> String { Self.cut(text, atMost: limit) }

    private static let priorities = ["low": 2, "medium": 3, "high": 4, "urgent": 5]

    private static let words = [
        "reminder.due": "Reminder", "reminder.missed": "Missed reminder", "reminder.snoozed": "Reminder snoozed",
        "reminder.acknowledged": "Reminder acknowledged", "task.created": "Task created",
        "task.updated": "Task changed", "task.completed": "Task completed", "task.reopened": "Task reopened",
        "task.skipped": "Occurrence skipped", "task.respawned": "Next occurrence", "task.overdue": "Task overdue",
        "task.deleted": "Task deleted", "task.unblocked": "Task no longer blocked", "series.created": "Series created",
        "series.updated": "Series changed",
        "series.split": "Series split", "series.ended": "Series ended", "series.resumed": "Series resumed",
        "series.finished": "Series finished", "series.stalled": "Series stalled", "hook.disabled": "Hook disabled",
        "delivery.crashed": "Delivery set aside", "task.failed": "Task set aside", "series.failed": "Series set aside",
        "pause.failed": "Pause set aside", "zone.failed": "Unknown time zone", "pause.started": "Reminders paused",
        "project.created": "Project created", "project.updated": "Project changed",
        "project.deleted": "Project deleted", "tag.created": "Tag created",
        "tag.updated": "Tag changed", "tag.deleted": "Tag deleted", "pause.ended": "Reminders resumed",
        "zone.changed": "Time zone changed",
    ]

    private static func details(_ data: JSONValue, _ task: JSONValue?) -> [String] {
        var lines: [String] = []
        if let due = task?["due"]?.string {
            lines.append(
                "Due "
                    + [due.replacing("T", with: " "), task?["timeZone"]?.string].compactMap(\.self)
                    .joined(separator: " "))
        }
        if case .number(let late)? = data["lateBySeconds"], late >= 60 {
            lines.append("Late by \(Int(min(late, 1e9) / 60)) min")
        }
        if let description = task?["description"]?.string, !description.isEmpty { lines.append(description) }
        if let reason = data["reason"]?.string ?? data["hook"]?["disabledReason"]?.string { lines.append(reason) }
        return lines
    }

    /// The beginning of a text, of so many UTF-16 units or bytes of UTF-8 at most, whichever is counted.
    private static func cut(_ text: String, atMost limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = ""
        for character in text {
            guard kept.utf8.count + character.utf8.count + 3 <= limit else { break }
            kept.append(character)
        }
        return kept + "…"
    }
}
