public import Recurrence

/// The time that a person meant: a date or a local time, whose zone stands beside it.
///
/// It lies in the ``TimeRange``, so that its text can always be read back. It has whole seconds, as local times of
/// RFC 5545 have: an instant with a fraction of a second counts as the next whole second, so that nothing fires
/// early.
public struct LocalTime: Hashable, Sendable {
    /// The date or local time as written.
    public let civil: CivilTime
    /// True for the second of two equal local times, where a DST overlap makes the local time occur twice.
    ///
    /// A person who writes local time means the first (RFC 5545 §3.3.5); an input with `Z` or an offset may mean the
    /// second, and must not fire an hour early for it.
    public let isSecondOfOverlap: Bool

    /// Makes the time from its parts; nil where it lies beyond the ``TimeRange``.
    public init?(_ civil: CivilTime, isSecondOfOverlap: Bool = false) {
        guard TimeRange.contains(civil) else { return nil }
        self.civil = civil
        self.isSecondOfOverlap = isSecondOfOverlap
    }

    /// The local time that an instant has in a zone; nil where either lies beyond the ``TimeRange``.
    public init?(_ instant: UTCInstant, in zone: ZoneRules) {
        let second = instant.roundedUpToSecond
        guard TimeRange.contains(second) else { return nil }
        let local = zone.civilDateTime(at: second)
        self.init(.dateTime(local), isSecondOfOverlap: zone.instant(of: local) < second)
    }

    /// The instant in a zone; nil where it lies beyond the ``TimeRange``.
    ///
    /// A date begins at its local midnight.
    public func instant(in zone: ZoneRules) -> UTCInstant? {
        instant(in: zone, adding: CalendarDuration())
    }

    /// The instant in a zone, moved by a duration: first its nominal days on local time, then its exact seconds.
    ///
    /// - Parameters:
    ///   - zone: The zone that the local time is in.
    ///   - duration: How far to move, backwards when negative.
    ///   - dayStart: Where a date-only time counts from, in seconds after local midnight.
    /// - Returns: The instant; nil where it, or the local time with the days, lies beyond the ``TimeRange``.
    public func instant(in zone: ZoneRules, adding duration: CalendarDuration, dayStart: Int = 0) -> UTCInstant? {
        let (shift, overflow) = duration.days.multipliedReportingOverflow(by: 86_400)
        guard !overflow, let day = civil.advanced(bySeconds: shift) else { return nil }
        let local = CivilDateTime(secondsSinceEpoch: day.localSeconds + (civil.isDate ? dayStart : 0))
        var instant = zone.instant(of: local)
        if isSecondOfOverlap, !civil.isDate, duration.days == 0, case .overlap(_, let second) = zone.resolve(local) {
            instant = second
        }
        return TimeRange.instant(instant, advancedBy: .seconds(duration.seconds))
    }
}

extension LocalTime: LosslessStringConvertible {
    /// The text it is kept as: the local time, with `/2` behind it for the second of two.
    public var description: String {
        isSecondOfOverlap ? "\(civil)/2" : "\(civil)"
    }

    /// Reads what `description` writes.
    public init?(_ text: String) {
        let isSecond = text.hasSuffix("/2")
        guard let civil = CivilTime(isSecond ? text.dropLast(2) : text[...]) else { return nil }
        self.init(civil, isSecondOfOverlap: isSecond)
    }
}
