/// What has an attachment.
public enum AttachmentHolder: Hashable, Sendable {
    /// A task.
    case task(TaskID)
    /// A series, whose further occurrences get it.
    case series(SeriesID)
}

/// Content that is stored beside the store.
public struct StoredContent: Hashable, Sendable {
    /// Its digest.
    public let digest: ContentDigest
    /// Its size in bytes.
    public let size: Int

    /// Names content.
    public init(_ digest: ContentDigest, size: Int) {
        (self.digest, self.size) = (digest, size)
    }
}

/// Reads which contents there are, and what has attachments.
///
/// A task and a series name their attachments; the store knows of each, and of each that a change could bring back, which
/// content it has, and refuses one whose content it was not told of.
public protocol AttachmentReader {
    /// What has an attachment now: tasks first, each in the order of its id.
    func holders(of attachment: AttachmentID, limit: Int) throws -> [AttachmentHolder]

    /// The contents there are, in the order of their digests.
    ///
    /// - Parameters:
    ///   - digest: Where an earlier call ended; nil for the first.
    ///   - limit: How many to look at.
    ///   - unused: Whether only those that no attachment has are returned; where fewer are, more may follow.
    /// - Returns: The contents, and the last that was looked at; nil when there are no more.
    /// - Throws: ``StoreError``.
    func contents(
        after digest: ContentDigest?, limit: Int, unused: Bool
    ) throws -> (contents: [StoredContent], last: ContentDigest?)

    /// Whether there is content of a digest.
    func hasContent(_ digest: ContentDigest) throws -> Bool
}

/// Writes which contents there are.
public protocol AttachmentWriter {
    /// Notes content, whose file is durable; does nothing where it is known.
    ///
    /// - Throws: ``StoreError`` with code `.conflict` where it is known with another size.
    func keep(_ content: StoredContent) throws

    /// Forgets contents that no attachment has; leaves out the others.
    ///
    /// - Returns: Those that are not known any more, or never were.
    func forget(_ contents: [ContentDigest]) throws -> [ContentDigest]
}
