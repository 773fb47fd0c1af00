/// Korean numbers, lists and names.
enum KoreanWords {
    static func name(of weekday: Weekday) -> String {
        ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"][weekday.rawValue]
    }

    static func each(_ frequency: Frequency) -> String {
        ["매초", "매분", "매시간", "매일", "매주", "매월", "매년"][frequency.rawValue]
    }

    /// The unit that a number of periods is counted in.
    static func counter(_ frequency: Frequency) -> String {
        ["초", "분", "시간", "일", "주", "개월", "년"][frequency.rawValue]
    }

    /// `3번째`, `마지막`, `끝에서 2번째`.
    static func place(_ number: Int) -> String {
        if number > 0 { return "\(number)번째" }
        return number == -1 ? "마지막" : "끝에서 \(-number)번째"
    }

    /// From the beginning first, then from the end, the last one last.
    static func inReadingOrder(_ numbers: [Int]) -> [Int] { numbers.filter { $0 > 0 } + numbers.filter { $0 < 0 } }

    static func date(_ date: CivilDate) -> String { "\(date.year)년 \(date.month)월 \(date.day)일" }

    static func time(_ time: CivilTime) -> String {
        switch time {
        case .date(let day): date(day)
        case .dateTime(let local): "\(date(local.date)) \(EnglishWords.clock(local.secondOfDay))"
        }
    }

    static func time(_ time: RecurrenceTime) -> String {
        switch time {
        case .date(let day): date(day)
        case .local(let local): Self.time(.dateTime(local))
        case .utc(let instant):
            Self.time(.dateTime(CivilDateTime(secondsSinceEpoch: instant.wholeSeconds))) + "(UTC)"
        }
    }
}
