public import Recurrence

/// Reads projects.
public protocol ProjectReader {
    /// The project with an id, also one that was deleted; nil when there never was one.
    func project(_ id: ProjectID) throws -> Project?

    /// Projects that are there, in the order of their places, those at the same place in the order they were made.
    ///
    /// - Parameters:
    ///   - query: Which.
    ///   - cursor: Where an earlier page of the same query ended; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The projects, and where the next page begins; nil when this is the last.
    /// - Throws: ``StoreError``.
    func projects(
        matching query: ProjectQuery, after cursor: StoreCursor?, limit: Int
    ) throws -> Page<Project, StoreCursor>

    /// How many projects are there.
    func projectCount() throws -> Int

    /// How many tasks projects have, those that are there and others; it costs a look-up each, and the overdue tasks are
    /// counted one by one in an index.
    ///
    /// - Parameters:
    ///   - projects: The projects.
    ///   - now: The instant at which tasks are overdue.
    /// - Returns: The counts, by project.
    /// - Throws: ``StoreError``.
    func counts(of projects: [ProjectID], at now: UTCInstant) throws -> [ProjectID: ProjectCounts]

    /// The place behind every project that stands in another one, or at the top.
    func lastSortOrder(in parent: ProjectID?) throws -> Double?

    /// Those tasks of a project that the ids order first, whatever their status.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - limit: How many at most.
    /// - Returns: Their ids.
    /// - Throws: ``StoreError``.
    func tasks(of project: ProjectID, limit: Int) throws -> [TaskID]
}

/// Which projects a list shows.
public struct ProjectQuery: Hashable, Sendable {
    /// Those that stand in this one; nil for all, wherever they stand.
    public var parent: ProjectID?
    /// Those at the top alone.
    public var isAtTop = false
    /// Those with this name, letter by letter.
    public var name: String?
    /// Those that are archived, or those that are not; nil for both.
    public var isArchived: Bool?

    /// Asks for every project.
    public init() {}
}

/// Writes projects.
public protocol ProjectWriter {
    /// Writes a project whole, new or not; a deleted one is written with the time of its deletion.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where it would stand in itself, or too deep.
    func save(_ project: Project) throws
}
