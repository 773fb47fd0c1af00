import CoreMetrics
import Recurrence

/// What the due loop counts and measures.
package struct DueMetrics: Sendable {
    /// Counts reminders that went off.
    package static let firings = "taskd_firings_total"
    /// Counts reminders that were reported as missed.
    package static let missed = "taskd_reminders_missed_total"
    /// Measures how long after their time reminders went off.
    package static let lagSeconds = "taskd_due_lag_seconds"

    /// Counts what was set aside because it cannot be read or worked out.
    package static let setAside = "taskd_set_aside_total"

    private let fired: Counter
    private let told: Counter
    private let lag: Timer

    init(factory: any MetricsFactory) {
        fired = Counter(label: Self.firings, factory: factory)
        told = Counter(label: Self.missed, factory: factory)
        lag = Timer(label: Self.lagSeconds, factory: factory)
    }

    func count(_ report: DueTransaction.Report) {
        if report.fired > 0 { fired.increment(by: report.fired) }
        if report.missed > 0 { told.increment(by: report.missed) }
        for lag in report.lags { self.lag.recordMilliseconds(Int64(lag / .milliseconds(1))) }
    }
}
