import Recurrence
import Storage
import TestSupport

/// Why a reminder whose time has come is not told yet.
enum ExpectedHold: Hashable {
    /// Until the quiet hours end.
    case quietHours(until: UTCInstant)
    /// Until a pause ends.
    case pause(PauseTarget)
    /// No more: a pause has let it go, to go off or to be reported as missed.
    case over(since: UTCInstant, isSkipped: Bool)
}

extension ExpectedReminder {
    /// When there is something to do about it; nil while it waits for somebody.
    var wake: UTCInstant? {
        switch hold {
        case nil: next
        case .quietHours(let end): end
        case .pause: nil
        case .over(let instant, _): instant
        }
    }

    /// The latest of its times that have come.
    func latestTime(by now: UTCInstant) -> UTCInstant? {
        var copy = self
        return copy.goOff(at: now)?.scheduledAt
    }
}
