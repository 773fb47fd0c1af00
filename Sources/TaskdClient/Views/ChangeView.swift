/// What one command did, as it is kept to be undone.
public struct ChangeView: Decodable, Hashable, Sendable {
    /// The change's id.
    public var id: String
    /// What kind of command it was, such as `create`, `complete` or `undo`.
    public var kind: String
    /// When it was made.
    public var at: String
    /// The name of the token that made it; nil when nobody is known.
    public var author: String?
    /// The change that it took back; nil unless it is an undo or a redo.
    public var undoes: String?
    /// What it was about, for people: the title of the first task, or a name; nil where the daemon does not tell.
    public var subject: String?
    /// How many tasks it was about, at most 1,000; nil where the daemon does not tell.
    public var taskCount: Int?
}

/// What an undo or a redo led to.
public struct UndoingView: Decodable, Hashable, Sendable {
    /// The change that was taken back.
    public var undone: ChangeView
    /// The command that is in force again; nil unless an undo was taken back.
    public var redone: ChangeView?
    /// How many tasks are there again, or as they were before.
    public var taskCount: Int
    /// The first of them.
    public var tasks: [TaskView]
    /// How many tasks went, since the change had made them.
    public var removedCount: Int
    /// The ids of the first of them.
    public var removed: [String]
    /// The same tasks, with what people call them; nil from a daemon that does not tell.
    public var removedTasks: [RemovedTask]?
    /// The first of the later changes that were passed over, as all that they wrote was deleted for good; nil from a daemon
    /// that does not tell.
    public var passedOver: [ChangeView]?
    /// How many there are of these in all.
    public var passedOverCount: Int?

    /// A task that went.
    public struct RemovedTask: Decodable, Hashable, Sendable {
        /// The task's id.
        public var id: String
        /// What people mean it by; nil from a daemon that does not tell.
        public var handle: String?
        /// The task's title.
        public var title: String
    }
}

/// What one change did to a task.
public struct TaskHistoryView: Decodable, Hashable, Sendable {
    /// The change.
    public var change: ChangeView
    /// What it did, a phrase each.
    public var words: [String]
}
