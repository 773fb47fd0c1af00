/// Where the contents of attachments are kept, each by its digest: in a folder beside the store, or within it.
///
/// Content is whole and durable before the transaction commits that names it. What a crash leaves in between is content that
/// nothing names; `ContentSweep` has it removed.
package protocol ContentStore: Sendable {
    /// Begins to write content, which nobody can read yet.
    ///
    /// - Throws: ``ContentError/full``, or ``StoreError`` with code `.unavailable`.
    func draft() async throws -> any ContentDraft

    /// Opens content; nil where it is missing.
    ///
    /// - Throws: ``ContentError/damaged`` where not as many bytes are there as were stored; ``StoreError`` with code
    ///   `.unavailable`.
    func open(_ content: StoredContent) async throws -> (any ContentReader)?

    /// Removes contents that nothing uses, without those that are being published.
    ///
    /// - Parameters:
    ///   - digests: The contents.
    ///   - forget: Has the store forget those that it is passed; returns those that it knows no more.
    /// - Returns: How many were removed.
    /// - Throws: ``StoreError``; what `forget` throws.
    func remove(
        _ digests: [ContentDigest], forgetting forget: ([ContentDigest]) async throws -> [ContentDigest]
    ) async throws -> Int

    /// Removes what was written and that no transaction has named.
    ///
    /// - Parameters:
    ///   - unnamed: Returns those of some contents that the store does not know.
    ///   - pause: Lets others come in between two steps.
    /// - Returns: How many were removed.
    /// - Throws: ``StoreError``; what the closures throw.
    func removeUnnamed(
        _ unnamed: ([ContentDigest]) async throws -> [ContentDigest], _ pause: () async throws -> Void
    ) async throws -> Int
}

/// Content that is being written.
package protocol ContentDraft: Sendable {
    /// Writes further bytes.
    ///
    /// - Throws: ``ContentError/full``, or ``StoreError`` with code `.unavailable`.
    mutating func write(_ bytes: [UInt8]) async throws

    /// Makes it durable as what its bytes are, and carries out what names it before it could be removed again.
    ///
    /// - Parameters:
    ///   - content: The digest and the number of its bytes.
    ///   - body: What names it.
    /// - Returns: What `body` returns.
    /// - Throws: As ``write(_:)`` does; what `body` throws.
    mutating func publish<Value: Sendable>(
        as content: StoredContent, _ body: () async throws -> Value
    ) async throws -> Value

    /// Removes what nothing names of it; to be called in the end, whatever became of it.
    func remove() async
}

/// Content that is being read.
package protocol ContentReader: Sendable {
    /// The bytes at a place, at least one of them and at most so many; none behind the end.
    ///
    /// - Throws: ``StoreError`` with code `.unavailable`.
    func read(at offset: Int, atMost limit: Int) async throws -> [UInt8]
}

/// Why content is not stored, or cannot be read.
package enum ContentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk has no room for it.
    case full
    /// Nothing is there of it.
    case missing
    /// What is there is not what was stored.
    case damaged

    package var description: String {
        switch self {
        case .full: "the disk that holds the attachments is full; free some space and retry"
        case .missing: "the content is missing"
        case .damaged: "the content is damaged"
        }
    }
}

extension ContentReader {
    /// Reads all of it, a piece at a time.
    ///
    /// - Returns: The content that the bytes are.
    /// - Throws: ``StoreError``; what `body` throws.
    @discardableResult
    package func forEachPiece(_ body: ([UInt8]) async throws -> Void = { _ in }) async throws -> StoredContent {
        var (hasher, size) = (ContentHasher(), 0)
        while true {
            let bytes = try await read(at: size, atMost: 1 << 18)
            if bytes.isEmpty { return StoredContent(hasher.digest(), size: size) }
            bytes.withUnsafeBytes { hasher.update($0) }
            try await body(bytes)
            size += bytes.count
        }
    }
}
