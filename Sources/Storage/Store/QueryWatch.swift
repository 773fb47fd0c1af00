/// Bounds how long a list of tasks may take, and is told of each that takes long, with how it is served.
///
/// What was asked for by it, such as the text that was searched, is not told.
public struct QueryWatch: Sendable {
    /// The time on a continuous clock, from any start.
    package let uptime: @Sendable () -> Swift.Duration
    /// How long a list may take before it is broken off with a ``StoreError`` of the code `.tooSlow`.
    package let limit: Swift.Duration
    /// How long a list may take before it is told of.
    package let threshold: Swift.Duration
    private let slow: @Sendable (_ plan: TaskQueryPlan, _ duration: Swift.Duration) -> Void

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - uptime: Gives the time on a continuous clock, from any start.
    ///   - limit: How long a list may take before it is broken off.
    ///   - threshold: How long a list may take before `slow` is called.
    ///   - slow: Gets how a list is served that took longer, and how long it took.
    public init(
        uptime: @escaping @Sendable () -> Swift.Duration,
        limit: Swift.Duration = .seconds(2),
        threshold: Swift.Duration = .milliseconds(100),
        slow: @escaping @Sendable (_ plan: TaskQueryPlan, _ duration: Swift.Duration) -> Void
    ) {
        (self.uptime, self.limit, self.threshold, self.slow) = (uptime, limit, threshold, slow)
    }

    /// Reports a list that took longer than the threshold.
    package func report(_ plan: TaskQueryPlan, _ duration: Swift.Duration) { slow(plan, duration) }
}
