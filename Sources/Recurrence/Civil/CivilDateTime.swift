/// A local time without a zone, in whole seconds.
public struct CivilDateTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The day.
    public var date: CivilDate
    /// Seconds since local midnight, `0..<86400`.
    public var secondOfDay: Int

    /// Makes a local time from a day and the seconds since its midnight; seconds beyond the day move the day.
    public init(date: CivilDate, secondOfDay: Int) {
        self.init(secondsSinceEpoch: date.daysSinceEpoch * 86_400 + secondOfDay)
    }

    /// Makes a local time from the seconds since 1970-01-01T00:00:00, counted as if it were UTC.
    public init(secondsSinceEpoch: Int) {
        let day = floorDivide(secondsSinceEpoch, 86_400)
        date = CivilDate(daysSinceEpoch: day)
        secondOfDay = secondsSinceEpoch - day * 86_400
    }

    /// Makes a local time from its fields, or nil where no such time exists.
    ///
    /// A leap second, 60, is read as 59 (RFC 5545 §3.3.5).
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard let date = CivilDate(year: year, month: month, day: day), (0..<24).contains(hour),
            (0..<60).contains(minute), (0...60).contains(second)
        else { return nil }
        self.date = date
        secondOfDay = hour * 3_600 + minute * 60 + min(second, 59)
    }

    /// Seconds since 1970-01-01T00:00:00, counted as if it were UTC.
    public var secondsSinceEpoch: Int { date.daysSinceEpoch * 86_400 + secondOfDay }
    /// The hour, `0..<24`.
    public var hour: Int { secondOfDay / 3_600 }
    /// The minute, `0..<60`.
    public var minute: Int { secondOfDay / 60 % 60 }
    /// The second, `0..<60`.
    public var second: Int { secondOfDay % 60 }

    /// Whether `lhs` is the earlier local time.
    public static func < (lhs: CivilDateTime, rhs: CivilDateTime) -> Bool {
        (lhs.date.daysSinceEpoch, lhs.secondOfDay) < (rhs.date.daysSinceEpoch, rhs.secondOfDay)
    }

    /// The extended ISO 8601 form without a zone, `2026-11-21T09:00:00`.
    public var description: String {
        var text = DigitText()
        text.append(self, separator: true)
        return text.string
    }
}
