import Recurrence

/// The days that are near to one that there is not.
extension RefusalAdvice {
    /// The last day of the month in question, or the first for one below it, in the form of the words; without a month the last
    /// that any has.
    var nearestDays: [String] {
        guard let nearest = fault.c > 0 || lastDay == nil ? lastDay : 1 else {
            // The month and the day of 2026-13-01 are in the other order.
            if let swapped = CivilDate(year: fault.a, month: fault.c, day: fault.b) { return [swapped.description] }
            if isKorean, fault.b > 12 { return ["12월"] }
            if isInDigits, let date = nearestMonth { return [date.description] }
            guard fault.b == 0,
                fault.c > 31 || Int(words.filter { $0.isASCII && $0.isNumber }).map({ $0 > 31 }) ?? false
            else { return [] }
            return [isKorean ? "31일" : "31st"]
        }
        guard (1...9_999).contains(fault.a),
            let date = CivilDate(year: fault.a, month: fault.b, day: nearest)
        else {
            return isKorean
                ? ["\(fault.b)월 \(nearest)일", "\(nearest)일"] : [monthAndDay(fault.b, nearest), "\(nearest)"]
        }
        return [isInDigits ? date.description : day(date, withYear: true)]
    }

    /// Whether the words are a date with its year in digits alone.
    private var isInDigits: Bool {
        words.utf8.count >= 8 && words.utf8.allSatisfy { Lexer.isDigit($0) || "-./".utf8.contains($0) }
    }

    /// The day of the first or the last month where there is no such month.
    private var nearestMonth: CivilDate? {
        guard (1...9_999).contains(fault.a) else { return nil }
        return CivilDate(year: fault.a, month: fault.b < 1 ? 1 : 12, day: min(max(fault.c, 1), 31))
    }

    /// The last day of the month in question.
    private var lastDay: Int? {
        guard (1...12).contains(fault.b) else { return nil }
        let next = fault.b < now.date.month ? now.date.year + 1 : now.date.year
        let year = (1...9_999).contains(fault.a) ? fault.a : next
        return GregorianMonth.length(year: year, month: fault.b)
    }

    /// The lunar day without a year that the calendar does not reach, or with the last day that any month has.
    var lunarDay: String {
        guard fault.a == 0 || (1_900...2_150).contains(fault.a) else {
            return words.replacing("\(fault.a)년", with: "").split(separator: " ").joined(separator: " ")
        }
        let day = words.replacing("\(fault.c)일", with: "29일")
        return day == words ? "음력 \(min(max(fault.b, 1), 12))월 29일" : day
    }

    private func monthAndDay(_ month: Int, _ day: Int) -> String { "\(CalendarNames.shortName(ofMonth: month)) \(day)" }

    func day(_ date: CivilDate, withYear: Bool) -> String {
        isKorean
            ? (withYear ? "\(date.year)년 " : "") + "\(date.month)월 \(date.day)일"
            : monthAndDay(date.month, date.day) + (withYear ? " \(date.year)" : "")
    }
}
