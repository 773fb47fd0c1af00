package import Storage

/// Counts what the log has that is not counted yet, in steps: each works out from a snapshot what is to be added, and
/// holds the writer for no longer than it takes to add that.
package struct StatisticsCounter: Sendable {
    /// How many events a step looks at where somebody waits for the answer.
    private static let stepSize = 1_000
    /// How many events whoever waits for an answer waits for.
    package static let maxAwaited: Int64 = 200_000

    let store: any Store

    /// Counts in a store.
    package init(store: any Store) {
        self.store = store
    }

    /// Counts all that is in the log by now.
    ///
    /// - Returns: Whether it was counted; else there was too much of it for anybody to wait for.
    /// - Throws: What the store throws.
    package func catchUp() async throws -> Bool {
        let (last, counted) = try await store.read { reader in
            (try reader.lastEventSequence(), try reader.statisticsProgress().sequence)
        }
        guard last - counted <= Self.maxAwaited else { return false }
        var sequence = counted
        while sequence < last {
            try Task.checkCancellation()
            guard let next = try await step(Self.stepSize) else { break }
            sequence = next
        }
        return true
    }

    /// Takes a step.
    ///
    /// - Parameter limit: How many events it looks at.
    /// - Returns: Up to where the log is counted then; nil where there was nothing to count.
    /// - Throws: What the store throws.
    func step(_ limit: Int) async throws -> Int64? {
        let fold = try await store.read { try StatisticsFold($0, limit: limit) }
        guard !fold.isEmpty else { return nil }
        return try await store.write { transaction in
            try transaction.add(fold)
            return try transaction.statisticsProgress().sequence
        }
    }
}
