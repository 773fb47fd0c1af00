import Recurrence

/// How far away a time is, in words.
enum RelativeTime {
    /// Words such as `in 2 h` and `3 d ago`, rounded to the nearest of the unit that suits; `now` within half a second.
    static func words(for instant: UTCInstant, at now: UTCInstant) -> String {
        let milliseconds = now.duration(to: instant).components
        let exact = Int(milliseconds.seconds) * 1_000 + Int(milliseconds.attoseconds / 1_000_000_000_000_000)
        let span = words(forSeconds: (abs(exact) + 500) / 1_000)
        guard let span else { return "now" }
        return exact < 0 ? "\(span) ago" : "in \(span)"
    }

    /// Words such as `today`, `tomorrow` and `in 3 d` for a whole day.
    static func words(for date: CivilDate, today: CivilDate) -> String {
        let days = date.daysSinceEpoch - today.daysSinceEpoch
        return switch days {
        case 0: "today"
        case 1: "tomorrow"
        case -1: "yesterday"
        case 2...: "in \(days) d"
        default: "\(-days) d ago"
        }
    }

    /// Words such as `2 h` for so many seconds, rounded likewise; nil for none.
    static func words(forSeconds seconds: Int) -> String? {
        let minutes = (seconds + 30) / 60
        let hours = (seconds + 1_800) / 3_600
        let days = (seconds + 43_200) / 86_400
        if seconds == 0 { return nil }
        if seconds < 60 { return "\(seconds) s" }
        if minutes < 60 { return "\(minutes) min" }
        if hours < 24 { return "\(hours) h" }
        return "\(days) d"
    }
}
