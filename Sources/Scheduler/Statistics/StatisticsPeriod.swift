package import Recurrence

/// What statistics over time are divided into: days, weeks or months of a zone.
package enum StatisticsPeriod: String, CaseIterable, Sendable {
    case day, week, month

    /// One of them, as far as it lies in the range that is asked for.
    package struct Part: Hashable, Sendable {
        /// Its name: `2026-11-21`, `2026-W47` (ISO 8601), `2026-11`.
        package let key: String
        /// Where it lies.
        package let range: Range<UTCInstant>
    }

    /// The parts of a range, in order and without gaps.
    package func parts(of range: Range<UTCInstant>, in zone: ZoneRules) -> [Part] {
        var parts: [Part] = []
        var date = begin(of: zone.civilDateTime(at: range.lowerBound).date)
        var start = range.lowerBound
        while start < range.upperBound {
            let next = following(date)
            // A day that a zone left out, and a change of clocks that leads back into a day that was over, have no part.
            let end = min(range.upperBound, max(start, zone.midnight(of: next)))
            if end > start { parts.append(Part(key: key(of: date), range: start..<end)) }
            (date, start) = (next, end)
        }
        return parts
    }

    private func begin(of date: CivilDate) -> CivilDate {
        switch self {
        case .day: date
        case .week: date.adding(days: -date.daysAfterMonday)
        case .month: date.adding(days: 1 - date.day)
        }
    }

    private func following(_ date: CivilDate) -> CivilDate {
        switch self {
        case .day: date.adding(days: 1)
        case .week: date.adding(days: 7)
        case .month: begin(of: date.adding(days: 31))
        }
    }

    private func key(of date: CivilDate) -> String {
        switch self {
        case .day: return date.description
        case .month: return String(date.description.prefix(7))
        case .week:
            // The week has the year of its Thursday.
            let thursday = date.adding(days: 3)
            let first = CivilDate(year: thursday.year, month: 1, day: 1) ?? thursday
            let number = (thursday.daysSinceEpoch - first.daysSinceEpoch) / 7 + 1
            return "\(thursday.description.prefix(4))-W\(number < 10 ? "0" : "")\(number)"
        }
    }
}

extension ZoneRules {
    /// The first instant of a day.
    package func midnight(of date: CivilDate) -> UTCInstant {
        instant(of: CivilDateTime(date: date, secondOfDay: 0), adding: CalendarDuration())
    }
}

extension CivilDate {
    /// How many days lie between it and the Monday before it, or on it.
    fileprivate var daysAfterMonday: Int {
        // 1970-01-01 was a Thursday.
        let days = (daysSinceEpoch + 3) % 7
        return days < 0 ? days + 7 : days
    }
}
