import Recurrence

/// How long a span of time is, in words of a language: `1 h 20 min`, `2 days`, `3 weeks`.
enum SpanWords {
    /// Words for so many seconds: exact below a week, seconds only under a minute; nil for none.
    static func words(forSeconds seconds: Int, _ language: ExplanationLanguage) -> String? {
        if seconds <= 0 { return nil }
        if seconds < 60 { return unit(seconds, .second, language) }
        let minutes = (seconds + 30) / 60
        if minutes < 24 * 60 {
            let parts = [(minutes / 60, Unit.hour), (minutes % 60, .minute)].filter { $0.0 > 0 }
            return parts.map { unit($0.0, $0.1, language) }.joined(separator: " ")
        }
        return words(forDays: (seconds + 43_200) / 86_400, language)
    }

    /// Words for a whole duration, nothing of it rounded.
    static func exact(_ duration: CalendarDuration, _ language: ExplanationLanguage) -> String {
        let (days, seconds) = (abs(duration.days), abs(duration.seconds))
        let parts = [
            (days, Unit.day), (seconds / 3_600, .hour), (seconds / 60 % 60, .minute), (seconds % 60, .second),
        ].filter { $0.0 > 0 }
        return parts.isEmpty
            ? unit(0, .second, language) : parts.map { unit($0.0, $0.1, language) }.joined(separator: " ")
    }

    /// Words for so many days, two weeks of them or more in the unit that suits.
    static func words(forDays days: Int, _ language: ExplanationLanguage) -> String {
        switch days {
        case ..<14: unit(days, .day, language)
        case ..<60: unit((days + 3) / 7, .week, language)
        case ..<730: unit((days * 100 + 1_522) / 3_044, .month, language)
        default: unit((days * 100 + 18_262) / 36_525, .year, language)
        }
    }

    /// What is still to come or over, by that much.
    static func words(_ span: String, isPast: Bool, _ language: ExplanationLanguage) -> String {
        switch (language, isPast) {
        case (.english, false): "in \(span)"
        case (.english, true): "\(span) ago"
        case (.korean, false): "\(span) 뒤"
        case (.korean, true): "\(span) 전"
        }
    }

    private enum Unit {
        case second, minute, hour, day, week, month, year
    }

    private static func unit(_ count: Int, _ unit: Unit, _ language: ExplanationLanguage) -> String {
        if language == .korean { return "\(count)\(korean(unit))" }
        switch unit {
        case .second: return "\(count) s"
        case .minute: return "\(count) min"
        case .hour: return "\(count) h"
        case .day: return count.counted("day")
        case .week: return count.counted("week")
        case .month: return count.counted("month")
        case .year: return count.counted("year")
        }
    }

    private static func korean(_ unit: Unit) -> String {
        switch unit {
        case .second: "초"
        case .minute: "분"
        case .hour: "시간"
        case .day: "일"
        case .week: "주"
        case .month: "개월"
        case .year: "년"
        }
    }
}
