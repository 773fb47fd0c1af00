public import Recurrence

/// The times that can be represented: the years 1 to 9999, as an instant and as a local time in its zone.
///
/// Every time that is kept lies in it, and its text is read back as it was written. What would lie beyond is refused
/// where it comes from outside, and is nothing where it follows from something else: a reminder without a time, a
/// series that has ended.
public enum TimeRange {
    /// The first instant, 0001-01-01T00:00:00Z.
    public static let earliest = UTCInstant(secondsSinceEpoch: Int64(localSeconds.lowerBound))
    /// The last instant, 9999-12-31T23:59:59Z.
    public static let latest = UTCInstant(secondsSinceEpoch: Int64(localSeconds.upperBound))

    /// How it is said to whoever goes beyond it.
    public static let requirement = "must be in the years 1 to 9999, both in UTC and in its time zone"

    /// The local times, in seconds since 1970, counted as if they were UTC.
    package static let localSeconds =
        CivilDate.earliest.daysSinceEpoch * 86_400...CivilDate.latest.daysSinceEpoch * 86_400 + 86_399

    /// Whether the instant can be represented.
    public static func contains(_ instant: UTCInstant) -> Bool {
        earliest <= instant && instant <= latest
    }

    /// Whether the date or local time can be represented.
    public static func contains(_ time: CivilTime) -> Bool {
        (CivilDate.earliest...CivilDate.latest).contains(time.date)
    }

    /// The instant that much later; nil where it, or the way there, lies beyond the range.
    public static func instant(_ instant: UTCInstant, advancedBy duration: Duration) -> UTCInstant? {
        let moved = instant.advanced(by: duration)
        return contains(moved) ? moved : nil
    }
}

extension CivilTime {
    /// The seconds of local time since 1970, counted as if they were UTC; a date's at midnight.
    package var localSeconds: Int { startOfDayOrTime.secondsSinceEpoch }

    /// The time that many seconds of local time later, whole days for a date; nil beyond the range.
    package func advanced(bySeconds seconds: Int) -> CivilTime? {
        let (sum, overflow) = localSeconds.addingReportingOverflow(seconds)
        guard !overflow, TimeRange.localSeconds.contains(sum) else { return nil }
        let local = CivilDateTime(secondsSinceEpoch: sum)
        return isDate ? .date(local.date) : .dateTime(local)
    }
}
