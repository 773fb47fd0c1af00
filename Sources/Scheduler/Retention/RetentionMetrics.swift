import CoreMetrics
package import Logging

/// What the retention loop counts.
package struct RetentionMetrics: Sendable {
    /// Counts rows of the history that were removed, by part.
    package static let removed = "taskd_retention_removed_total"

    private let counters: [RetentionReport.Part: Counter]

    init(factory: any MetricsFactory) {
        let parts = RetentionReport.Part.allCases.map { part in
            (part, Counter(label: Self.removed, dimensions: [("part", part.rawValue)], factory: factory))
        }
        counters = Dictionary(uniqueKeysWithValues: parts)
    }

    func count(_ removed: Int, of part: RetentionReport.Part) {
        if removed > 0 { counters[part]?.increment(by: removed) }
    }
}

extension RetentionReport {
    /// The counts, for a line of the log.
    package var metadata: Logger.Metadata {
        let removed = Part.allCases.filter { self[$0] > 0 }.map { ($0.rawValue, Logger.MetadataValue("\(self[$0])")) }
        return Dictionary(uniqueKeysWithValues: removed)
    }
}
