import Recurrence

/// A duration as people type it: ISO 8601, or numbers with units such as `90s`, `10m`, `1h30m`, `2d`.
struct TypedDuration: Hashable, Sendable {
    /// The duration; days and weeks are nominal, the rest is exact.
    let duration: CalendarDuration
    /// Whether it was typed in ISO 8601.
    let isISO: Bool

    init?(_ text: String) {
        let trimmed = text.filter { !$0.isWhitespace }
        if let duration = try? CalendarDuration(trimmed) {
            (self.duration, isISO) = (duration, true)
        } else if let duration = Self.units(trimmed.lowercased()) {
            (self.duration, isISO) = (duration, false)
        } else {
            return nil
        }
    }

    /// Reads how long an option says that something is to last.
    ///
    /// - Throws: ``CommandFailure`` for what is no duration, and for one that goes back.
    static func span(_ typed: String, _ option: String) throws -> String {
        guard let duration = TypedDuration(typed)?.duration, duration.days >= 0, duration.seconds >= 0 else {
            throw CommandFailure.usage(
                "\(option) \"\(typed.prefix(100))\" is not a duration".withoutControls,
                "Write it as PT10M, 10m or 2w, without a sign.")
        }
        return duration.description
    }

    private static func units(_ text: String) -> CalendarDuration? {
        var rest = Substring(text)
        var duration = CalendarDuration()
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard digits.count <= 9, let count = Int(digits), let (days, seconds) = size(of: unit) else { return nil }
            duration.days += count * days
            duration.seconds += count * seconds
            guard duration.days + duration.seconds / 86_400 <= CalendarDuration.maximumDays else { return nil }
        }
        return text.isEmpty ? nil : duration
    }

    private static func size(of unit: Substring) -> (days: Int, seconds: Int)? {
        switch unit {
        case "s", "sec", "second", "seconds": (0, 1)
        case "m", "min", "minute", "minutes": (0, 60)
        case "h", "hour", "hours": (0, 3_600)
        case "d", "day", "days": (1, 0)
        case "w", "week", "weeks": (7, 0)
        default: nil
        }
    }
}
