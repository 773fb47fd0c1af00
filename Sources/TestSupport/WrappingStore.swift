package import Basics
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

/// A store whose next writes fail.
package struct FaultyStore: WrappingStore {
    package struct Fault: Error {
        package init() {}
    }

    package let base: any Store
    /// How many writes fail.
    package let faults: Locked<Int>
    /// How many writes succeed before.
    package let passes: Locked<Int>

    package init(base: any Store, faults: Locked<Int>, passes: Locked<Int> = Locked(0)) {
        (self.base, self.faults, self.passes) = (base, faults, passes)
    }

    package func write<Value: Sendable>(
        named name: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Value
    ) async throws -> Value {
        if !Self.take(from: passes), Self.take(from: faults) { throw Fault() }
        return try await base.write(named: name, body)
    }

    private static func take(from count: Locked<Int>) -> Bool {
        count.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
    }
}
