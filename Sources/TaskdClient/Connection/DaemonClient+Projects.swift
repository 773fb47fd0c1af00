import Basics

extension DaemonClient {
    /// Lists projects in the order of their places.
    ///
    /// - Parameter query: `parentId`, `name`, `isArchived`, `limit`, `cursor`.
    /// - Returns: One page.
    /// - Throws: ``DaemonError``.
    public func projects(_ query: [QueryItem] = []) async throws -> ListPage<ProjectView> {
        try await get("projects", query).decode()
    }

    /// Reads a project.
    ///
    /// - Parameter id: The project's id.
    /// - Returns: The project.
    /// - Throws: ``DaemonError``; `refused` with status 404 where there is none.
    public func project(_ id: String) async throws -> ProjectView {
        try await get("projects/\(id.percentEncoded)").decode()
    }
}
