import CoreMetrics
package import Logging
package import Storage

/// Measures how lists of tasks wait for each other, and says in the log which took long, and how they are served; not what
/// was asked for.
package struct QueryMetrics: Sendable {
    /// How many lists wait for others that take long.
    static let waiting = "taskd_lists_waiting"
    /// Counts lists that were refused, since too many waited.
    static let refused = "taskd_lists_refused_total"

    private let registry: MetricsRegistry
    private let logger: Logger

    /// Makes one that writes to a log, in which nothing was measured yet.
    package init(registry: MetricsRegistry, logger: Logger) {
        (self.registry, self.logger) = (registry, logger)
    }

    /// The watch to open a store with.
    ///
    /// - Parameter uptime: Gives the time on a continuous clock, from any start.
    /// - Returns: The watch.
    package func watch(uptime: @escaping @Sendable () -> Swift.Duration) -> QueryWatch {
        let waiting = Meter(label: Self.waiting, factory: registry)
        let refused = Counter(label: Self.refused, factory: registry)
        return QueryWatch(uptime: uptime) { change in
            waiting.increment(by: Double(change))
        } refused: {
            refused.increment()
        } slow: { [logger] plan, duration in
            logger.warning(
                "a list of tasks took more than 100 ms",
                metadata: ["plan": "\(plan.words)", "milliseconds": "\(Int(duration / .milliseconds(1)))"]
            )
        }
    }
}
