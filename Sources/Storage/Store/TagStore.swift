public import Recurrence

/// Reads tags.
public protocol TagReader {
    /// The tag with a name that is there; nil when there is none. Cost: an index look-up.
    ///
    /// - Parameter name: The name, in upper or lower case.
    /// - Returns: The tag.
    /// - Throws: ``StoreError``.
    func tag(named name: String) throws -> Tag?

    /// The tag with an id, also one that was deleted; nil when there never was one.
    func tag(_ id: TagID) throws -> Tag?

    /// Tags that tasks have or that are kept, in the order of their names in lower case.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier page ended; nil for the first page.
    ///   - limit: How many at most.
    /// - Returns: The tags, and where the next page begins; nil when this is the last.
    /// - Throws: ``StoreError``.
    func tags(after cursor: StoreCursor?, limit: Int) throws -> Page<Tag, StoreCursor>

    /// Names as the tags are written that there are; those of which there is none yet stay as they are.
    func tagNames(_ names: [String]) throws -> [String]

    /// Whether there are tasks that are still found by a name which a tag had before.
    func hasRenamedTags() throws -> Bool
}

/// Writes tags.
public protocol TagWriter {
    /// The tag with a name; it is made where there is none. That is no change that could be undone.
    func tag(making name: String, now: UTCInstant) throws -> Tag

    /// Writes a tag whole, new or not, but for its count; a deleted one is written with the time of its deletion.
    ///
    /// Whatever has the tag is written nowhere: it has the new name, or lacks the tag, from the same commit on, and has
    /// it again where the deletion is undone. By its words a task is found under the new name once
    /// ``indexRenamedTags(limit:)`` has come by.
    ///
    /// - Parameter tag: The tag.
    /// - Returns: The tag with its id.
    /// - Throws: ``StoreError`` with code `.conflict` where another tag has the name.
    @discardableResult
    func save(_ tag: Tag) throws -> Tag

    /// Indexes the words of some tasks whose tags were given other names, or deleted.
    ///
    /// - Parameter limit: Of how many at most.
    /// - Returns: Whether any are left.
    /// - Throws: ``StoreError``.
    func indexRenamedTags(limit: Int) throws -> Bool
}
