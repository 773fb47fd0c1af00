import Basics

extension DaemonClient {
    /// Lists tags in the order of their names.
    ///
    /// - Parameter query: `limit`, `cursor`.
    /// - Returns: One page.
    /// - Throws: ``DaemonError``.
    public func tags(_ query: [QueryItem] = []) async throws -> ListPage<TagView> {
        try await get("tags", query).decode()
    }

    /// Reads a tag.
    ///
    /// - Parameter name: The tag's name.
    /// - Returns: The tag.
    /// - Throws: ``DaemonError``; `refused` with status 404 where there is none.
    public func tag(_ name: String) async throws -> TagView {
        try await get(path(ofTag: name)).decode()
    }

    /// Where a tag is found.
    package func path(ofTag name: String) -> String { "tags/\(name.percentEncoded)" }
}
