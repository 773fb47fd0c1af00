import Recurrence
import Storage

extension UTCClock {
    /// Runs a closure until it returns or an instant is reached; then it is cancelled, and awaited.
    ///
    /// - Returns: Whether the closure returned in time.
    /// - Throws: What `body` throws in time; `CancellationError` when the task is cancelled.
    func run(until deadline: UTCInstant, _ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                try await sleep(until: deadline, tolerance: nil)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}
