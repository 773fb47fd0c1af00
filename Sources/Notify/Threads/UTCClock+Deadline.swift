import Recurrence
import Storage

extension UTCClock {
    /// Runs a closure until it returns or an instant is reached; then it is cancelled, and awaited.
    ///
    /// - Returns: What the closure returned; nil when it did not in time.
    /// - Throws: What `body` throws in time; `CancellationError` when the task is cancelled.
    func run<Value: Sendable>(
        until deadline: UTCInstant,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await sleep(until: deadline, tolerance: nil)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
