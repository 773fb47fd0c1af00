import Recurrence
import Storage
import TestSupport

/// What was reported of each reminder, for ever: a firing is reported once, whatever becomes of its reminder.
struct ExpectedLedger {
    private var told: [ReminderID: [UTCInstant: UTCInstant]] = [:]
    private var floors: [ReminderID: UTCInstant] = [:]

    /// Whether a reminder may be reported for an instant, which it then is.
    mutating func record(_ reminder: ReminderID, scheduledAt: UTCInstant, at now: UTCInstant) -> Bool {
        guard !holds(reminder, scheduledAt: scheduledAt) else { return false }
        told[reminder, default: [:]][scheduledAt] = now
        return true
    }

    /// Whether nothing is reported of a reminder for an instant any more.
    func holds(_ reminder: ReminderID, scheduledAt: UTCInstant) -> Bool {
        if let floor = floors[reminder], scheduledAt <= floor { return true }
        return told[reminder]?[scheduledAt] != nil
    }

    /// Forgets what was scheduled and reported before an instant; what lies at or before the latest of it stays untold.
    mutating func trim(before instant: UTCInstant) {
        for (reminder, firings) in told {
            let old = firings.filter { max($0.key, $0.value) < instant }.keys
            guard let latest = old.max() else { continue }
            floors[reminder] = max(latest, floors[reminder] ?? latest)
            for scheduledAt in old { told[reminder]?[scheduledAt] = nil }
        }
    }
}
