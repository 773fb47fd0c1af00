import Basics
import CoreMetrics
package import Logging
package import Storage

/// Counts how often keeping the event log in parts has failed, and says so in the log: once, and again when it is mended.
package struct LogPartsMetrics: Sendable {
    /// Counts failures, by what failed.
    static let failures = "taskd_log_parts_failed_total"

    private let registry: MetricsRegistry
    private let logger: Logger
    private let troubled = Locked<Set<LogPartsWatch.Work>>([])

    /// Makes one that writes to a log, in which nothing was counted yet.
    package init(registry: MetricsRegistry, logger: Logger) {
        (self.registry, self.logger) = (registry, logger)
    }

    /// The watch to open a store with.
    package var watch: LogPartsWatch {
        LogPartsWatch { work, trouble in
            guard let trouble else {
                guard troubled.withLock({ $0.remove(work) }) != nil else { return }
                return logger.notice("the event log's parts are kept again", metadata: ["work": "\(work)"])
            }
            Counter(label: Self.failures, dimensions: [("work", work.rawValue)], factory: registry).increment()
            guard troubled.withLock({ $0.insert(work).inserted }) else { return }
            logger.error(
                "cannot keep the event log's parts; it is tried again and again",
                metadata: ["work": "\(work)", "error": "\(trouble)"])
        }
    }
}
