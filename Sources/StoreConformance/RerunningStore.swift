import Foundation
public import Storage

/// A store that runs each closure twice in the transaction of another one and keeps nothing of the first run, as a back
/// end may that has lost a transaction: what is right over it has no effect outside its transactions.
public struct RerunningStore: Store {
    private struct Rollback: Error {}

    private let base: any Store

    /// Makes one over a store.
    public init(_ base: any Store) {
        self.base = base
    }

    /// The store itself, or one over it where the environment has `TASKD_RERUN_CLOSURES=1`: what the fixtures of all tests
    /// use, so that they can be run over both.
    package static func ifAsked(_ store: any Store) -> any Store {
        ProcessInfo.processInfo.environment["TASKD_RERUN_CLOSURES"] == "1" ? RerunningStore(store) : store
    }

    /// The feed of the store below.
    public var changes: StoreChangeFeed { base.changes }
    /// The owner of the store below.
    public var claimOwner: ClaimOwner { base.claimOwner }

    /// Reads as the store below does, by a closure that is run twice.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await base.read { try Self.readTwice($0, body) }
    }

    /// Reads as the store below does, by a closure that is run twice.
    public func readFirst<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await base.readFirst { try Self.readTwice($0, body) }
    }

    /// Reads as the store below does, by a closure that is run twice.
    public func readList<Value: Sendable>(
        _ body: @escaping @Sendable (any StoreReader) throws -> Value
    ) async throws -> Value {
        try await base.readList { try Self.readTwice($0, body) }
    }

    /// Writes as the store below does, by a closure that is run twice; nothing is kept of the first run.
    public func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await base.write(named: name) { try Self.writeTwice($0, body) }
    }

    /// Writes as the store below does, by a closure that is run twice; nothing is kept of the first run.
    public func writeFirst<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        try await base.writeFirst(named: name) { try Self.writeTwice($0, body) }
    }

    private static func readTwice<Value>(
        _ reader: any StoreReader, _ body: (any StoreReader) throws -> Value
    ) throws -> Value {
        _ = try? body(reader)
        return try body(reader)
    }

    private static func writeTwice<Value>(
        _ transaction: any StoreTransaction, _ body: (any StoreTransaction) throws -> Value
    ) throws -> Value {
        do {
            try transaction.asUnit {
                _ = try body(transaction)
                throw Rollback()
            }
        } catch let error as StoreError where error.isOfWholeStore {
            throw error
        } catch {
            // The second run throws what the first has thrown, unless it is the rollback.
        }
        return try body(transaction)
    }
}
