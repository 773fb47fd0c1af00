/// A task that was deleted and can be brought back: the trash has it as long as the change that deleted it is kept.
public struct TrashedTask: Hashable, Sendable {
    /// The task as it was before that change, also of which series it was an occurrence; not how that recurs.
    public var task: TaskItem
    /// The change that deleted it.
    public var change: Change

    /// Makes one from its parts.
    public init(_ task: TaskItem, deletedBy change: Change) {
        (self.task, self.change) = (task, change)
    }
}
