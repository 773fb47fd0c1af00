/// Calendars and their months in Korean.
extension KoreanWords {
    static func name(of calendar: RuleCalendar) -> String {
        switch calendar {
        case .gregorian: "그레고리력"
        case .buddhist: "불교력"
        case .japanese: "일본력"
        case .roc: "중화민국력"
        case .ethiopic: "에티오피아력"
        case .coptic: "콥트력"
        case .islamicCivil: "이슬람 상용력"
        case .islamicTabular: "이슬람 천문력"
        case .persian: "페르시아력"
        case .indian: "인도 국력"
        case .hebrew: "히브리력"
        case .chinese: "중국 음력"
        case .dangi: "음력"
        }
    }

    /// `3월, 5월`; by the moon `음력 4월, 윤4월`.
    static func names(of months: [RuleMonth], in calendar: RuleCalendar) -> String {
        guard !months.isEmpty else { return "" }
        let names = months.map { month in
            guard month.isLeap else { return "\(month.number)월" }
            return calendar.isLunisolar ? "윤\(month.number)월" : "\(month.number)월 다음 윤달"
        }
        return (calendar.isLunisolar ? name(of: calendar) + " " : "") + names.joined(separator: ", ")
    }

    /// `음력 윤4월 15일`.
    static func date(_ day: CalendarDay, in calendar: RuleCalendar) -> String {
        "\(names(of: [day.month], in: calendar)) \(day.day)일"
    }

    static func missingDays(_ skip: RuleSkip) -> String {
        switch skip {
        case .omit: ""
        case .backward: "없는 날짜는 그 앞의 마지막 날로"
        case .forward: "없는 날짜는 그 뒤의 첫날로"
        }
    }
}
