public import Dispatch

/// Is called with how long each closure holds a store's one writer, and how many closures share a commit.
public struct WriterWatch: Sendable {
    /// The time on a continuous clock, from any start.
    package let uptime: @Sendable () -> Swift.Duration
    /// Blocks until a semaphore is signalled or a time is over, and returns whether it was signalled.
    package let wait: @Sendable (DispatchSemaphore, Swift.Duration) -> Bool
    private let held: @Sendable (_ name: String, _ duration: Swift.Duration) -> Void
    private let committed: @Sendable (_ closures: Int) -> Void

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - uptime: Gives the time on a continuous clock, from any start.
    ///   - wait: Blocks its thread until a semaphore is signalled or a time is over on that clock, and returns whether it
    ///     was signalled. Where a sync of the disk takes long, the writer waits for clients that come back at once, so that
    ///     they share the next one. By default nobody is waited for.
    ///   - held: Gets the name that a closure was handed over with, and for how long it ran.
    ///   - committed: Gets how many closures shared a commit.
    public init(
        uptime: @escaping @Sendable () -> Swift.Duration,
        wait: @escaping @Sendable (DispatchSemaphore, Swift.Duration) -> Bool = { _, _ in false },
        held: @escaping @Sendable (_ name: String, _ duration: Swift.Duration) -> Void,
        committed: @escaping @Sendable (_ closures: Int) -> Void
    ) {
        (self.uptime, self.wait, self.held, self.committed) = (uptime, wait, held, committed)
    }

    /// Runs a closure of a name, and reports how long it took, whether or not it throws.
    package func measure<Value>(_ name: String, _ body: () throws -> Value) rethrows -> Value {
        let start = uptime()
        defer { held(name, uptime() - start) }
        return try body()
    }

    /// Reports that closures were committed together.
    package func count(commitOf closures: Int) {
        committed(closures)
    }
}
