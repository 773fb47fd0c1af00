/// The task that an event is about, as far as it decides which hooks want the event, and in what order.
public struct EventSubject: Hashable, Sendable {
    /// The task.
    public var task: TaskID
    /// Its tags when it happened.
    public var tags: [String]
    /// Its priority when it happened.
    public var priority: TaskPriority
    /// The whole task when it happened; nil where nothing but the members above is known.
    public var item: TaskItem? { items.first }
    /// In a buffer of its own, so that passing the subject on copies no task.
    private var items: [TaskItem] = []

    /// Makes a subject from its parts.
    public init(task: TaskID, tags: [String] = [], priority: TaskPriority = .none) {
        self.task = task
        self.tags = tags
        self.priority = priority
    }

    /// Takes what counts from a task.
    public init(_ task: TaskItem) {
        self.init(task: task.id, tags: task.tags, priority: task.priority)
        items = [task]
    }
}
