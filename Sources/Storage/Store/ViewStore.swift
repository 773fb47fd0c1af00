/// Reads views of tasks.
public protocol ViewReader {
    /// The view with an id; nil when there is none.
    func view(_ id: SavedViewID) throws -> SavedView?

    /// The view of a name, by its UTF-8 bytes; nil when there is none.
    func view(named name: String) throws -> SavedView?

    /// Every view, in the order of the UTF-8 bytes of their names.
    func views() throws -> [SavedView]
}

/// Writes views of tasks.
public protocol ViewWriter {
    /// Writes a view whole, new or not.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` when another view has its name.
    func save(_ view: SavedView) throws

    /// Removes a view; does nothing when there is none.
    func deleteView(_ id: SavedViewID) throws
}
