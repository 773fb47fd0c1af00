package import Storage

/// Removes contents that no attachment has any more, neither of a task nor of a change that could be undone, and files
/// that were never named.
///
/// Nothing that an upload holds is removed. Each step is short, and others come in between.
package struct ContentSweep: Sendable {
    /// How many contents a step looks at, and how many it removes.
    private static let (lookSize, removeSize) = (500, 50)

    private let store: any Store
    private let folder: ContentFolder

    package init(store: any Store, folder: ContentFolder) {
        (self.store, self.folder) = (store, folder)
    }

    /// Looks through all contents once.
    ///
    /// - Parameter pause: Lets others come in between two steps.
    /// - Returns: How many files were removed.
    /// - Throws: What the store and `pause` throw.
    package func pass(_ pause: () async throws -> Void = {}) async throws -> Int {
        try await removeUnused(pause) + removeUnnamed(pause)
    }

    /// Forgets what nothing uses, and then removes its files.
    private func removeUnused(_ pause: () async throws -> Void) async throws -> Int {
        var (removed, last): (Int, ContentDigest?) = (0, nil)
        repeat {
            let page = try await store.read { [last] in
                try $0.contents(after: last, limit: Self.lookSize, unused: true)
            }
            var rest = page.contents.map(\.digest)[...]
            while !rest.isEmpty {
                removed += try await remove(Array(rest.prefix(Self.removeSize)))
                rest = rest.dropFirst(Self.removeSize)
                try await pause()
            }
            last = page.last
        } while last != nil
        return removed
    }

    private func remove(_ digests: [ContentDigest]) async throws -> Int {
        let condemned = folder.condemn(digests)
        defer { folder.spare(condemned) }
        guard !condemned.isEmpty else { return 0 }
        let forgotten = try await store.write { try $0.forget(condemned) }
        return forgotten.count { folder.remove($0) }
    }

    /// Removes the files of which the store knows nothing.
    private func removeUnnamed(_ pause: () async throws -> Void) async throws -> Int {
        var removed = 0
        for shard in folder.shards() {
            let unnamed = try await self.unnamed(of: folder.digests(in: shard))
            if !unnamed.isEmpty {
                let condemned = folder.condemn(unnamed)
                defer { folder.spare(condemned) }
                // An upload may have named it before it could not any more.
                removed += try await self.unnamed(of: condemned).count { folder.remove($0) }
            }
            try await pause()
        }
        return removed
    }

    private func unnamed(of digests: [ContentDigest]) async throws -> [ContentDigest] {
        try await store.read { reader in try digests.filter { try !reader.hasContent($0) } }
    }
}
