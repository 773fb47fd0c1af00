/// What to say instead of so many times in a unit, as "twice a month" says it: as often, and when.
struct CountPhrase {
    let count: Int
    /// The unit; nil where none is said.
    let unit: SpanUnit?

    /// A phrase that repeats just as often; nil where there is none.
    func text(in language: PhraseLanguage) -> String? {
        let isKorean = language == .korean
        switch unit {
        case .hour where count > 1 && 60 % count == 0:
            return isKorean ? "\(60 / count)분마다" : "every \(60 / count) minutes"
        case .day: return hours.map { isKorean ? "매일 \($0.korean)" : "every day at \($0.english)" }
        case .week: return weekdays.map { isKorean ? "\($0.korean)" : "every \($0.english)" }
        case .month:
            return monthDays.map { days in
                if isKorean { return "매월 " + days.map { "\($0)일" }.joined(separator: ", ") }
                return days == [1]
                    ? "every month on the 1st" : "every " + RulePhrase.list(days.map(CalendarNames.ordinal), " and ")
            }
        case .year where count == 1: return isKorean ? "매년 1월 1일" : "every year on jan 1"
        case .year where count > 1 && 12 % count == 0:
            let months = 12 / count
            return isKorean
                ? (months == 1 ? "매월" : "\(months)개월마다") : months == 1 ? "every month" : "every \(months) months"
        default: return nil
        }
    }

    private var hours: (english: String, korean: String)? {
        switch count {
        case 1: ("9am", "오전 9시")
        case 2: ("9 and 21", "9시와 21시")
        case 3: ("8, 14 and 20", "8시, 14시와 20시")
        default: nil
        }
    }

    private var weekdays: (english: String, korean: String)? {
        switch count {
        case 1: ("mon", "매주 월요일")
        case 2: ("mon and thu", "매주 월, 목")
        case 3: ("mon, wed and fri", "매주 월수금")
        case 4: ("mon, tue, thu and fri", "매주 월, 화, 목, 금")
        case 5: ("weekday", "평일마다")
        case 7: ("day", "매일")
        default: nil
        }
    }

    private var monthDays: [Int]? {
        switch count {
        case 1: [1]
        case 2: [1, 15]
        case 3: [1, 11, 21]
        case 4: [1, 8, 15, 22]
        default: nil
        }
    }
}
