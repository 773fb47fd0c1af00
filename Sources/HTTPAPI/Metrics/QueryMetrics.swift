package import Logging
package import Storage

/// Says in the log which lists of tasks took long, and how they are served; not what was asked for.
package struct QueryMetrics: Sendable {
    private let logger: Logger

    /// Makes one that writes to a log.
    package init(logger: Logger) {
        self.logger = logger
    }

    /// The watch to open a store with.
    ///
    /// - Parameter uptime: Gives the time on a continuous clock, from any start.
    /// - Returns: The watch.
    package func watch(uptime: @escaping @Sendable () -> Swift.Duration) -> QueryWatch {
        QueryWatch(uptime: uptime) { [logger] plan, duration in
            logger.warning(
                "a list of tasks took more than 100 ms",
                metadata: ["plan": "\(plan.words)", "milliseconds": "\(Int(duration / .milliseconds(1)))"]
            )
        }
    }
}
