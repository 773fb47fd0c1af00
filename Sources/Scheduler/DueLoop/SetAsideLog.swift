import CoreMetrics
import Logging
import Storage

/// Tells the operator what was set aside: a line for each, once, and a count.
struct SetAsideLog: Sendable {
    private let logger: Logger
    private let metrics: any MetricsFactory

    init(logger: Logger, metrics: any MetricsFactory) {
        (self.logger, self.metrics) = (logger, metrics)
    }

    func tell(_ noted: [SetAsideEntry]) {
        guard !noted.isEmpty else { return }
        Counter(label: DueMetrics.setAside, factory: metrics).increment(by: noted.count)
        for entry in noted {
            logger.error(
                "something cannot be read or worked out, and is set aside",
                metadata: [
                    "unit": "\(entry.unit.kind.rawValue)", "id": "\(entry.unit.subject)", "reason": "\(entry.reason)",
                ]
            )
        }
    }
}
