public import Basics
public import Recurrence

/// What tasks belong together for: a list that people name, colour, nest and put in an order of their own.
///
/// A project that was deleted is kept, so that its tasks are in it again when the deletion is undone; nobody sees it or is
/// in it meanwhile.
public struct Project: Hashable, Sendable {
    /// Its id; a client may choose it.
    public package(set) var id: ProjectID
    /// Rises with each change of the project itself.
    public var version = 1
    /// What people call it, 1 to 200 characters; several may have the same name.
    public var name: String
    /// More about it, as plain text.
    @Verbatim public var details: String? = nil
    /// The colour that it is shown in, such as `#2f80ed`, as the client wrote it.
    @Verbatim public var color: String? = nil
    /// A sign that it is shown with, such as an emoji, as the client wrote it.
    @Verbatim public var icon: String? = nil
    /// The project that it stands in; nil at the top.
    public var parent: ProjectID?
    /// Whether it is put away; its tasks remind as before.
    public var isArchived = false
    /// Its place among others: the least comes first.
    public var sortOrder: Double = 0
    /// When it was made.
    public package(set) var createdAt: UTCInstant
    /// When it was last changed.
    public var updatedAt: UTCInstant
    /// When it was deleted; nil for one that is there.
    public var deletedAt: UTCInstant?

    /// How deep projects stand in each other, the outermost one included.
    public static let maxDepth = 8
    /// How many there may be.
    public static let maxCount = 10_000

    /// Makes a project with nothing but a name.
    public init(id: ProjectID, name: String, now: UTCInstant) {
        (self.id, self.name, createdAt, updatedAt) = (id, name, now, now)
    }

    /// Whether it is there.
    public var isDeleted: Bool { deletedAt != nil }
}

/// The id of a project.
public typealias ProjectID = Identifier<Project>

/// How many tasks a project has, without those of the projects in it.
public struct ProjectCounts: Hashable, Sendable {
    /// Open tasks.
    public var open: Int
    /// Completed tasks; cancelled ones are neither.
    public var completed: Int
    /// Open tasks whose time has passed.
    public var overdue: Int

    /// Makes counts.
    public init(open: Int = 0, completed: Int = 0, overdue: Int = 0) {
        (self.open, self.completed, self.overdue) = (open, completed, overdue)
    }

    /// How much of it is done, in percent, rounded down; 0 where there is nothing to do.
    public var progress: Int { open + completed == 0 ? 0 : 100 * completed / (open + completed) }
}

/// That a task is in a project, or was in one that is deleted.
///
/// Who deletes a project writes none of its tasks: they count as being in none as long as it is deleted.
public struct ProjectMembership: Hashable, Sendable {
    /// The project.
    public let id: ProjectID
    /// Whether it is deleted.
    public let isDeleted: Bool

    /// Says that a task is in a project.
    public init(_ id: ProjectID, isDeleted: Bool = false) {
        (self.id, self.isDeleted) = (id, isDeleted)
    }
}

extension TaskContent {
    /// The project that it is in; nil for none.
    public var projectID: ProjectID? {
        get { project.flatMap { $0.isDeleted ? nil : $0.id } }
        set { project = newValue.map { ProjectMembership($0) } }
    }
}
