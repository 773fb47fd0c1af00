package import Storage

/// Removes contents that no attachment has any more, neither of a task nor of a change that could be undone, and what was
/// written and never named.
///
/// Nothing that an upload holds is removed. Each step is short, and others come in between.
package struct ContentSweep: Sendable {
    /// How many contents a step looks at, and how many it removes.
    private static let (lookSize, removeSize) = (500, 50)

    private let store: any Store
    private let contents: any ContentStore

    package init(store: any Store, contents: any ContentStore) {
        (self.store, self.contents) = (store, contents)
    }

    /// Looks through all contents once.
    ///
    /// - Parameter pause: Lets others come in between two steps.
    /// - Returns: How many contents were removed.
    /// - Throws: What the store and `pause` throw.
    package func pass(_ pause: () async throws -> Void = {}) async throws -> Int {
        try await removeUnused(pause) + contents.removeUnnamed({ try await unnamed(of: $0) }, pause)
    }

    /// Has the store forget what nothing uses, and then removes it.
    private func removeUnused(_ pause: () async throws -> Void) async throws -> Int {
        var (removed, last): (Int, ContentDigest?) = (0, nil)
        repeat {
            let page = try await store.read { [last] in
                try $0.contents(after: last, limit: Self.lookSize, unused: true)
            }
            var rest = page.contents.map(\.digest)[...]
            while !rest.isEmpty {
                removed += try await contents.remove(Array(rest.prefix(Self.removeSize))) { digests in
                    try await store.write { try $0.forget(digests) }
                }
                rest = rest.dropFirst(Self.removeSize)
                try await pause()
            }
            last = page.last
        } while last != nil
        return removed
    }

    private func unnamed(of digests: [ContentDigest]) async throws -> [ContentDigest] {
        try await store.read { reader in try digests.filter { try !reader.hasContent($0) } }
    }
}
