/// Which tasks' events a hook wants; what is about no task passes.
public struct EventFilter: Hashable, Sendable {
    /// Lets every event pass.
    public static let all = EventFilter()
    /// How many tags a filter may name.
    public static let maxTags = 50

    /// The task must have one of these; empty for no such condition.
    public var tags: [String] = []
    /// The task must have one of these priorities; empty for no such condition.
    public var priorities: [TaskPriority] = []
    /// A filter that must select the task, as it was written; nil for no such condition.
    public var text: String?
    /// The IANA name of the zone of days and local times in the text; nil for the server's.
    public var timeZone: String?

    /// Makes a filter that lets everything pass.
    public init() {}

    /// Whether an event about a task passes, or with nil one that is about none, as far as tags and priorities tell; what
    /// the text asks for is the store's to answer.
    public func admits(_ subject: EventSubject?) -> Bool {
        guard let subject else { return true }
        guard priorities.isEmpty || priorities.contains(subject.priority) else { return false }
        return tags.isEmpty || tags.contains { wanted in subject.tags.contains { $0.isSameTag(as: wanted) } }
    }
}

/// Which event types are meant: one (`task.completed`), a family (`reminder.*`), or all (`*`).
public struct EventPattern: Hashable, Sendable, LosslessStringConvertible {
    /// Every event.
    public static let all = EventPattern(unchecked: "*")

    /// The pattern's text.
    public let description: String

    /// Reads a pattern; nil unless it is `*`, or lower-case words joined by dots of which the last may be `*`.
    public init?(_ text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(words.count), text.utf8.count <= 100 else { return nil }
        for (index, word) in words.enumerated() {
            if word == "*", index == words.count - 1 { continue }
            guard !word.isEmpty, word.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
                return nil
            }
        }
        description = text
    }

    /// Reads a pattern that some event matches; nil for another, which is a mistake in a name.
    package init?(known text: String) {
        guard let pattern = Self(text), EventType.known.contains(where: pattern.matches) else { return nil }
        self = pattern
    }

    private init(unchecked text: String) {
        description = text
    }

    /// Whether a type is meant.
    public func matches(_ type: EventType) -> Bool {
        guard description.hasSuffix("*") else { return description == type.rawValue }
        return type.rawValue.hasPrefix(description.dropLast())
    }
}
