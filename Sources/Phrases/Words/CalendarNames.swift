import Recurrence

/// Names of weekdays and months, as phrases have them.
package enum CalendarNames {
    /// `Monday`; 월요일.
    static func name(of weekday: Weekday, in language: PhraseLanguage) -> String {
        switch language {
        case .english:
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday.rawValue]
        case .korean: ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"][weekday.rawValue]
        }
    }

    /// `December`; 12월.
    static func name(ofMonth month: Int, in language: PhraseLanguage) -> String {
        let number = min(max(month, 1), 12)
        guard language == .english else { return "\(number)월" }
        return [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ][number - 1]
    }

    /// `dec`.
    static func shortName(ofMonth month: Int) -> String {
        String(name(ofMonth: month, in: .english).lowercased().prefix(3))
    }

    /// `1st`, `22nd`, `13th`.
    package static func ordinal(_ number: Int) -> String {
        let isTeen = (11...13).contains(number % 100)
        return "\(number)" + (isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
    }
}
