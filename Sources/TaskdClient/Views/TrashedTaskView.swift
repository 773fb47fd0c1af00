/// A task in the trash.
public struct TrashedTaskView: Decodable, Hashable, Sendable {
    /// When it was deleted.
    public var deletedAt: String
    /// The change that deleted it.
    public var changeId: String
    /// The name of the token that deleted it; nil when nobody is known.
    public var author: String?
    /// The task as it was before.
    public var task: TaskView
}
