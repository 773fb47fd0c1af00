import Recurrence
import Storage
import StoreFixtures

/// One filter of a task query, beside what it means in plain Swift.
struct QueryFilter: Sendable {
    var name: String
    var set: @Sendable (inout TaskQuery) -> Void
    var matches: @Sendable (TaskItem) -> Bool

    /// At least one of every kind, over what random tasks hold.
    static let all: [QueryFilter] = choices + ranges + overdue + texts

    private static let choices = [
        QueryFilter(name: "one status", set: { $0.statuses = [.completed] }, matches: { $0.status == .completed }),
        QueryFilter(name: "two statuses", set: { $0.statuses = [.needsAction, .inProcess] }, matches: \.status.isOpen),
        QueryFilter(
            name: "two priorities",
            set: { $0.priorities = [.none, .high] },
            matches: { $0.priority == .none || $0.priority == .high }
        ),
        QueryFilter(name: "tag", set: { $0.tag = "일" }, matches: { $0.tags.contains("일") }),
        QueryFilter(name: "tag in capitals", set: { $0.tag = "Home" }, matches: { $0.tags.contains("home") }),
        QueryFilter(name: "unknown tag", set: { $0.tag = "homes" }, matches: { _ in false }),
    ]

    private static let ranges = [
        QueryFilter(name: "due from", set: { $0.dueFrom = .noon }, matches: { isSet($0.dueAt) { $0 >= .noon } }),
        QueryFilter(name: "due until", set: { $0.dueUntil = .noon }, matches: { isSet($0.dueAt) { $0 < .noon } }),
        QueryFilter(
            name: "completed from",
            set: { $0.completedFrom = .noon },
            matches: { isSet($0.completedAt) { $0 >= .noon } }
        ),
        QueryFilter(
            name: "completed until",
            set: { $0.completedUntil = .noon },
            matches: { isSet($0.completedAt) { $0 < .noon } }
        ),
    ]

    private static let overdue = [
        QueryFilter(name: "overdue", set: { $0.overdueAt = .noon }, matches: { $0.isOverdue(at: .noon) }),
        QueryFilter(name: "not overdue", set: { $0.notOverdueAt = .noon }, matches: { !$0.isOverdue(at: .noon) }),
    ]

    private static let texts = ["buy", "MIL rep", "세금", "zurich"].map { text in
        QueryFilter(name: "text '\(text)'", set: { $0.text = text }, matches: { $0.hasWords(beginningWith: text) })
    }

    private static func isSet(_ instant: UTCInstant?, _ condition: (UTCInstant) -> Bool) -> Bool {
        instant.map(condition) ?? false
    }
}

extension TaskItem {
    fileprivate func hasWords(beginningWith text: String) -> Bool {
        let texts = [content.title, content.details ?? ""] + subtasks.map(\.title) + content.tags
        let words = texts.joined(separator: " ").folded.split { !$0.isLetter && !$0.isNumber }
        return text.folded.split(separator: " ").allSatisfy { wanted in
            // Of Korean words any part is found.
            words.contains { wanted.allSatisfy(\.isASCII) ? $0.hasPrefix(wanted) : $0.contains(wanted) }
        }
    }
}

extension String {
    /// Lower case, and without the one diacritic that the vocabulary has.
    fileprivate var folded: String {
        String(lowercased().map { $0 == "ü" ? "u" : $0 })
    }
}
