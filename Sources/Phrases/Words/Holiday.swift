import Recurrence

/// Holidays that people name, and the day to say instead.
enum Holiday: Int {
    case christmas, newYear, halloween, valentine, thanksgiving, easter
    case chuseok, seollal, childrensDay, liberation, foundation, hangul, independence, memorial, buddha, fullMoon
    /// Those of calendars that are not known here.
    case moving

    /// Which day is meant by a holiday with a word behind it, such as "christmas eve": the word, and how many days later it is;
    /// nil where the word does not belong to it.
    func shift(behind text: String) -> (word: Substring, days: Int)? {
        guard let word = text.split(separator: " ", maxSplits: 1).first else { return nil }
        switch word.lowercased() {
        case "eve", "이브": return (word, -1)
        case "day": return (word, 0)
        case "sunday" where self == .easter: return (word, 0)
        case "monday" where self == .easter: return (word, 1)
        default: return nil
        }
    }

    /// The day to say instead; one that moves has the year of the next such day, so that it is said of no other.
    func date(in language: PhraseLanguage, from today: CivilDate, shift: Int) -> String? {
        switch self {
        case .thanksgiving: return shift == 0 ? "fourth thursday of november" : nil
        case .easter: return nextEaster(from: today, shift: shift).map { Self.text($0, in: language, withYear: true) }
        case .moving: return nil
        default: break
        }
        if let (month, day) = lunarDay {
            if language == .korean, shift == 0 { return "음력 \(month)월 \(day)일" }
            let place = RulePlaces.Lunar(month: RuleMonth(month), day: day)
            return place.first(from: today.daysSinceEpoch - shift).map {
                Self.text(CivilDate(daysSinceEpoch: $0 + shift), in: language, withYear: true)
            }
        }
        let (month, day) = fixedDay(in: language)
        return CivilDate(year: 2_027, month: month, day: day).map {
            Self.text($0.adding(days: shift), in: language, withYear: false)
        }
    }

    private func fixedDay(in language: PhraseLanguage) -> (month: Int, day: Int) {
        switch self {
        case .newYear: language == .korean ? (1, 1) : (12, 31)
        case .halloween: (10, 31)
        case .valentine: (2, 14)
        case .childrensDay: (5, 5)
        case .liberation: (8, 15)
        case .foundation: (10, 3)
        case .hangul: (10, 9)
        case .independence: (3, 1)
        case .memorial: (6, 6)
        default: (12, 25)
        }
    }

    private var lunarDay: (month: Int, day: Int)? {
        switch self {
        case .chuseok: (8, 15)
        case .seollal: (1, 1)
        case .buddha: (4, 8)
        case .fullMoon: (1, 15)
        default: nil
        }
    }

    private static func text(_ date: CivilDate, in language: PhraseLanguage, withYear: Bool) -> String {
        switch language {
        case .english:
            "\(CalendarNames.shortName(ofMonth: date.month)) \(date.day)" + (withYear ? " \(date.year)" : "")
        case .korean: (withYear ? "\(date.year)년 " : "") + "\(date.month)월 \(date.day)일"
        }
    }

    private func nextEaster(from today: CivilDate, shift: Int) -> CivilDate? {
        [today.year, today.year + 1].lazy.compactMap(Self.easter).map { $0.adding(days: shift) }.first { $0 >= today }
    }

    /// Easter Sunday of a year of the Gregorian calendar, by the rule of Meeus, Jones and Butcher.
    private static func easter(of year: Int) -> CivilDate? {
        let (golden, century, rest) = (year % 19, year / 100, year % 100)
        let correction = (century - (century + 8) / 25 + 1) / 3
        let moon = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - moon - rest % 4) % 7
        let late = (golden + 11 * moon + 22 * weekday) / 451
        let day = moon + weekday - 7 * late + 114
        return CivilDate(year: year, month: day / 31, day: day % 31 + 1)
    }
}
