/// A token as the daemon writes it: who is let in, what they may do, and how far they reach.
public struct TokenView: Decodable, Hashable, Sendable {
    /// A UUID.
    public var id: String
    /// Counts the changes, from 1.
    public var version: Int
    /// What it is called.
    public var name: String
    /// What it may do: `read`, `write`, `hooks`, `admin`.
    public var scopes: [String]
    /// The project whose tasks it reaches; nil where it is for no project.
    public var projectId: String?
    /// The tag whose tasks it reaches; nil where it is for no tag.
    public var tag: String?
    /// The hook that it reaches; nil where it is for no hook.
    public var hookId: String?
    /// From when on it lets nobody in, in UTC; nil for no end.
    public var expiresAt: String?
    /// When it was made, in UTC.
    public var createdAt: String
    /// The minute in which it last let somebody in, in UTC; nil for never.
    public var lastUsedAt: String?
    /// Until when the secrets before the last one let in, in UTC; nil where none does.
    public var oldSecretsUntil: String?
    /// The secret; only in the response that made it.
    public var secret: String?

    /// What it reaches, in words.
    public var reach: String {
        if let projectId { return "project \(projectId)" }
        if let tag { return "tag \(tag)" }
        return hookId.map { "hook \($0)" } ?? "everything"
    }
}
