import Storage

/// The store as the node has it that leads: what it writes is refused once another node does.
struct LedStore: Store {
    let store: PostgresStore
    /// The how manieth leader the node is.
    let term: Int64

    var changes: StoreChangeFeed { store.changes }
    var claimOwner: ClaimOwner { store.claimOwner }
    var canHoldCommits: Bool { store.canHoldCommits }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await store.read(body)
    }

    func readFirst<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await store.readFirst(body)
    }

    func readList<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await store.readList(body)
    }

    func write<Value: Sendable>(
        named name: String, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await store.write(named: name, goesFirst: false, term: term, body)
    }

    func writeFirst<Value: Sendable>(
        named name: String, _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await store.write(named: name, goesFirst: true, term: term, body)
    }
}
