import CoreMetrics
import Storage

/// What the delivery loop counts and measures.
package struct DeliveryMetrics: Sendable {
    /// Counts deliveries that are done with, by `hook`, `sink` and `outcome`.
    package static let deliveries = "taskd_deliveries_total"
    /// Counts attempts, by `hook`, `sink` and `outcome`.
    package static let attempts = "taskd_delivery_attempts_total"
    /// Measures how long attempts take, by `sink`.
    package static let attemptSeconds = "taskd_delivery_attempt_seconds"
    /// Measures how long the parts of webhooks' attempts take, by `phase`.
    package static let phaseSeconds = "taskd_delivery_phase_seconds"

    private struct Series: Hashable {
        var name: String
        var hook: HookID
        var kind: Hook.Kind
        var outcome: String
    }

    let factory: any MetricsFactory

    /// Counts what was recorded: once for each series, however much there is of it.
    func count(_ batchResults: [BatchResult]) {
        var counts: [Series: Int] = [:]
        for batchResult in batchResults {
            let hook = batchResult.batch.hook
            for result in batchResult.results {
                if let attempt = result.attempt {
                    let series = Series(
                        name: Self.attempts, hook: hook.id, kind: hook.kind, outcome: attempt.outcome)
                    counts[series, default: 0] += 1
                }
                guard let end = result.verdict.end else { continue }
                counts[Series(name: Self.deliveries, hook: hook.id, kind: hook.kind, outcome: end), default: 0] += 1
            }
        }
        for (series, count) in counts {
            let dimensions = [
                ("hook", series.hook.description), ("sink", series.kind.rawValue), ("outcome", series.outcome),
            ]
            Counter(label: series.name, dimensions: dimensions, factory: factory).increment(by: count)
        }
        for (kind, batchResults) in Dictionary(grouping: batchResults, by: \.batch.hook.kind) {
            measure(batchResults, kind)
        }
    }

    private func measure(_ batchResults: [BatchResult], _ kind: Hook.Kind) {
        let attempts = batchResults.flatMap(\.results).compactMap(\.attempt)
        record(attempts.map(\.durationMilliseconds), Self.attemptSeconds, ("sink", kind.rawValue))
        guard kind == .webhook else { return }
        record(attempts.compactMap(\.phases.lookUp), Self.phaseSeconds, ("phase", "lookUp"))
        record(attempts.compactMap(\.phases.connection), Self.phaseSeconds, ("phase", "connection"))
        record(attempts.compactMap(\.phases.firstByte), Self.phaseSeconds, ("phase", "firstByte"))
    }

    private func record(_ milliseconds: [Int], _ name: String, _ label: (String, String)) {
        guard !milliseconds.isEmpty else { return }
        let timer = Timer(label: name, dimensions: [label], factory: factory)
        for value in milliseconds { timer.recordMilliseconds(value) }
    }
}

extension DeliveryResult.Verdict {
    /// What a delivery came to; nil while it is tried again.
    fileprivate var end: String? {
        switch self {
        case .delivered: Delivery.State.delivered.rawValue
        case .failed: Delivery.State.failed.rawValue
        case .expired: Delivery.State.expired.rawValue
        case .retry: nil
        }
    }
}
