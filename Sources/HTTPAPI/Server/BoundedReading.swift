import Basics

/// Waits for reads of the store, which cannot be taken back, for no longer than somebody has patience.
///
/// A read that was given up goes on. Until it ends no other one is begun, so that they do not pile up before a store that
/// does not answer.
final class BoundedReading: Sendable {
    private let begun = Locked<[SteadyInstant]>([])

    /// Reads, and waits for that.
    ///
    /// - Parameters:
    ///   - limit: How long to wait.
    ///   - clock: The clock by which that is measured.
    ///   - body: Reads.
    /// - Returns: What was read; nil where that takes longer.
    /// - Throws: What `body` throws.
    func value<Value: Sendable>(
        within limit: Swift.Duration, by clock: some SteadyClock, of body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let begin = clock.now
        let mayBegin = begun.withLock { begun in
            guard begun.allSatisfy({ $0.duration(to: begin) < limit }) else { return false }
            begun.append(begin)
            return true
        }
        guard mayBegin else { return nil }
        let (outcomes, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
        let alarm = Task {
            // Cancelled once there is an answer.
            try await clock.wait(for: limit)
            continuation.yield(nil)
        }
        // A task of its own, since it may outlive who waits for it.
        Task { [begun] in
            do { continuation.yield(.success(try await body())) } catch { continuation.yield(.failure(error)) }
            alarm.cancel()
            begun.withLock { begun in
                if let place = begun.firstIndex(of: begin) { begun.remove(at: place) }
            }
        }
        for await outcome in outcomes { return try outcome?.get() }
        throw CancellationError()
    }
}
