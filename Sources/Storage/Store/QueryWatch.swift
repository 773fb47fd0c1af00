/// Bounds how long lists of tasks may take, and how long they may wait for each other, and is told of each that takes long,
/// with how it is served.
///
/// What was asked for by it, such as the text that was searched, is not told.
public struct QueryWatch: Sendable {
    /// The time on a continuous clock, from any start.
    package let uptime: @Sendable () -> Swift.Duration
    /// How long a list may take before it is broken off with a ``StoreError`` of the code `.tooSlow`.
    package let limit: Swift.Duration
    /// How long a list may take before it is told of.
    package let threshold: Swift.Duration
    /// How long a list may take before it begins again among those that take long, so that none waits for longer ones.
    package let moment: Swift.Duration
    /// For how long a list that took more than a moment is known to, so that it goes to those that take long at once.
    package let memory: Swift.Duration
    /// How long a list may wait for others before it is refused with a ``StoreError`` of the code `.crowded`.
    package let maxWait: Swift.Duration
    /// Gets 1 when a list begins to wait for others, and -1 when it no longer does.
    package let waiting: @Sendable (_ change: Int) -> Void
    /// Is called for each list that is refused, since too many wait or it has waited for too long.
    package let refused: @Sendable () -> Void
    private let slow: @Sendable (_ plan: TaskQueryPlan, _ duration: Swift.Duration) -> Void

    /// Makes a watch.
    ///
    /// - Parameters:
    ///   - uptime: Gives the time on a continuous clock, from any start.
    ///   - limit: How long a list may take before it is broken off.
    ///   - threshold: How long a list may take before `slow` is called.
    ///   - moment: How long a list may take without waiting for those that take longer.
    ///   - memory: For how long a list is known to take longer than that.
    ///   - maxWait: How long a list may wait for others that take long.
    ///   - waiting: Gets 1 when a list begins to wait, and -1 when it no longer does.
    ///   - refused: Is called for each list that is refused.
    ///   - slow: Gets how a list is served that took longer, and how long it took.
    public init(
        uptime: @escaping @Sendable () -> Swift.Duration,
        limit: Swift.Duration = .seconds(2),
        threshold: Swift.Duration = .milliseconds(100),
        moment: Swift.Duration = .milliseconds(50),
        memory: Swift.Duration = .seconds(10),
        maxWait: Swift.Duration = .seconds(4),
        waiting: @escaping @Sendable (_ change: Int) -> Void = { _ in },
        refused: @escaping @Sendable () -> Void = {},
        slow: @escaping @Sendable (_ plan: TaskQueryPlan, _ duration: Swift.Duration) -> Void
    ) {
        (self.uptime, self.limit, self.threshold, self.slow) = (uptime, limit, threshold, slow)
        (self.moment, self.memory, self.maxWait) = (moment, memory, maxWait)
        (self.waiting, self.refused) = (waiting, refused)
    }

    /// Reports a list that took longer than the threshold.
    package func report(_ plan: TaskQueryPlan, _ duration: Swift.Duration) { slow(plan, duration) }
}
