public import Recurrence

/// The time that a person meant: a date or a local time, whose zone stands beside it.
public struct MeantTime: Hashable, Sendable {
    /// The date or local time as written.
    public var civil: CivilTime
    /// True for the second of two equal local times, where a DST overlap makes the local time occur twice.
    ///
    /// A person who writes local time means the first (RFC 5545 §3.3.5); an input with `Z` or an offset may mean the
    /// second, and must not fire an hour early for it.
    public var isSecondOfOverlap: Bool

    /// Makes the time from its parts.
    public init(_ civil: CivilTime, isSecondOfOverlap: Bool = false) {
        self.civil = civil
        self.isSecondOfOverlap = isSecondOfOverlap
    }

    /// The local time that an instant has in a zone.
    public init(_ instant: UTCInstant, in zone: ZoneRules) {
        let local = zone.civilDateTime(at: instant)
        let second = UTCInstant(secondsSinceEpoch: instant.millisecondsSinceEpoch.flooredSeconds)
        self.init(.dateTime(local), isSecondOfOverlap: zone.instant(of: local) < second)
    }

    /// The instant in a zone; a date begins at its local midnight.
    public func instant(in zone: ZoneRules) -> UTCInstant {
        instant(in: zone, adding: CalendarDuration())
    }

    /// The instant in a zone, moved by a duration: first its nominal days on local time, then its exact seconds.
    ///
    /// - Parameters:
    ///   - zone: The zone that the local time is in.
    ///   - duration: How far to move, backwards when negative.
    ///   - dayStart: Where a date-only time counts from, in seconds after local midnight.
    /// - Returns: The instant.
    public func instant(in zone: ZoneRules, adding duration: CalendarDuration, dayStart: Int = 0) -> UTCInstant {
        switch civil {
        case .date(let date):
            return zone.instant(of: CivilDateTime(date: date, secondOfDay: dayStart), adding: duration)
        case .dateTime(let local):
            guard isSecondOfOverlap, duration.days == 0, case .overlap(_, let second) = zone.resolve(local) else {
                return zone.instant(of: local, adding: duration)
            }
            return second.advanced(by: .seconds(duration.seconds))
        }
    }
}

extension MeantTime: LosslessStringConvertible {
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

extension Int64 {
    fileprivate var flooredSeconds: Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: 1_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
