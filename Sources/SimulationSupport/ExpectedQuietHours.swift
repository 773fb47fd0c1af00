import Recurrence
import Scheduler
import Storage
import TestSupport

extension ExpectedTask {
    /// When the quiet hours end that hold its reminders now; nil when none do.
    ///
    /// They are the spans of time from each day's beginning of the window to its end.
    ///
    /// - Parameters:
    ///   - serverHours: The window of tasks that say nothing of theirs.
    ///   - now: The current time.
    ///   - zones: The zones of the windows that name one.
    /// - Returns: The end of the span that holds now.
    /// - Throws: What the zones say of a name that there is not.
    func quietHoursEnd(_ serverHours: QuietHours?, at now: UTCInstant, in zones: ZoneDatabase) throws -> UTCInstant? {
        let hours: QuietHours? =
            switch quietHours {
            case .off: nil
            case .window(let own): own
            case nil: serverHours
            }
        guard let hours else { return nil }
        if let least = hours.lettingThrough, priority >= least { return nil }
        let zone = try hours.timeZone.map { try zones.rules(for: $0) } ?? zone
        let today = zone.civilDateTime(at: now).date
        let end = [-1, 0].map { hours.span(on: today.adding(days: $0), in: zone) }.first { $0.contains(now) }?
            .upperBound
        // Nothing waits for what never comes.
        return end.flatMap { ExpectedRange.contains($0) ? $0 : nil }
    }
}

extension QuietHours {
    /// The span of time that begins on a day.
    fileprivate func span(on day: CivilDate, in zone: ZoneRules) -> Range<UTCInstant> {
        let lastDay = end < start ? day.adding(days: 1) : day
        let begin = zone.instant(of: CivilDateTime(date: day, secondOfDay: start), adding: CalendarDuration())
        return begin..<zone.instant(of: CivilDateTime(date: lastDay, secondOfDay: end), adding: CalendarDuration())
    }
}
