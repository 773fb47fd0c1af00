import Recurrence
import TestSupport

/// The times that there are: the years 1 to 9999, on local time and as instants.
enum ExpectedRange {
    static let first = UTCInstant(secondsSinceEpoch: Int64(CivilDate.earliest.daysSinceEpoch) * 86_400)
    static let last = UTCInstant(secondsSinceEpoch: Int64(CivilDate.latest.daysSinceEpoch) * 86_400 + 86_399)

    static func contains(_ instant: UTCInstant) -> Bool { first <= instant && instant <= last }

    static func contains(_ time: CivilTime) -> Bool { (CivilDate.earliest...CivilDate.latest).contains(time.date) }

    /// The instant of a local time, a date's at its midnight; nil where either lies beyond.
    static func instant(of time: CivilTime, in zone: ZoneRules) -> UTCInstant? {
        let instant = zone.instant(of: time.startOfDayOrTime, adding: CalendarDuration())
        return contains(time) && contains(instant) ? instant : nil
    }

    /// The nearest instant that there is.
    static func clamp(_ instant: UTCInstant) -> UTCInstant { min(max(instant, first), last) }
}
