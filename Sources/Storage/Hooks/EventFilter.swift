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

    /// Makes a filter that lets everything pass.
    public init() {}

    /// Whether an event about a task passes, or with nil one that is about none.
    public func admits(_ subject: EventSubject?) -> Bool {
        guard let subject else { return true }
        guard priorities.isEmpty || priorities.contains(subject.priority) else { return false }
        return tags.isEmpty || tags.contains { subject.tags.contains($0) }
    }
}
