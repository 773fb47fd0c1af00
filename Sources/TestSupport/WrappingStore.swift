package import Storage

/// A store that does as another does, but for what it says itself.
package protocol WrappingStore: Store {
    /// The other.
    var base: any Store { get }
}

extension WrappingStore {
    package var changes: StoreChangeFeed { base.changes }
    package var claimOwner: ClaimOwner { base.claimOwner }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await base.read(body)
    }
}
