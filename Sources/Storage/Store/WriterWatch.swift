/// Is called with how long each closure holds a store's one writer, and how many closures share a commit.
public struct WriterWatch: Sendable {
    /// The time on a continuous clock, from any start.
    package let uptime: @Sendable () -> Swift.Duration
    private let held: @Sendable (_ name: String, _ duration: Swift.Duration) -> Void
    private let committed: @Sendable (_ closures: Int) -> Void

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - uptime: Gives the time on a continuous clock, from any start.
    ///   - held: Gets the name that a closure was handed over with, and for how long it ran.
    ///   - committed: Gets how many closures shared a commit.
    public init(
        uptime: @escaping @Sendable () -> Swift.Duration,
        held: @escaping @Sendable (_ name: String, _ duration: Swift.Duration) -> Void,
        committed: @escaping @Sendable (_ closures: Int) -> Void
    ) {
        (self.uptime, self.held, self.committed) = (uptime, held, committed)
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
