import Recurrence

extension TimeWords {
    /// Words for a day: `today`, `Tue 1 Dec`, with the year where it is not this one; or in ISO 8601.
    func day(_ date: CivilDate, today: CivilDate? = nil) -> String {
        if isISO { return date.description }
        let today = today ?? self.today
        let distance = date.daysSinceEpoch - today.daysSinceEpoch
        let isThisYear = date.year == today.year
        switch language {
        case .english:
            if (-1...1).contains(distance) { return ["yesterday", "today", "tomorrow"][distance + 1] }
            return weekdayAndDay(date) + (isThisYear ? "" : " \(date.year)")
        case .korean:
            if (-1...1).contains(distance) { return ["어제", "오늘", "내일"][distance + 1] }
            return (isThisYear ? "" : "\(date.year)년 ") + weekdayAndDay(date)
        }
    }

    /// A day where there is little room: `today`, `1 Dec`, `1 Jan 2020`.
    func shortDay(_ date: CivilDate, today: CivilDate) -> String {
        guard abs(date.daysSinceEpoch - today.daysSinceEpoch) > 1 else { return day(date, today: today) }
        let isThisYear = date.year == today.year
        switch language {
        case .english: return "\(date.day) \(Self.months[date.month - 1])" + (isThisYear ? "" : " \(date.year)")
        case .korean: return (isThisYear ? "" : "\(date.year).") + "\(date.month).\(date.day)."
        }
    }

    /// A day as the heading of what happens on it: `today, Sat 21 Nov`.
    func heading(_ date: CivilDate) -> String {
        let words = day(date)
        return abs(date.daysSinceEpoch - today.daysSinceEpoch) > 1 ? words : "\(words), \(weekdayAndDay(date))"
    }

    /// The short name of a day of the week, from 0, Monday.
    func weekday(_ index: Int) -> String {
        language == .korean ? Self.koreanWeekdays[index] : String(WeekdayName.all[index].prefix(3))
    }

    /// The short name of a month, from 1.
    func month(_ number: Int) -> String { language == .korean ? "\(number)월" : Self.months[number - 1] }

    private func weekdayAndDay(_ date: CivilDate) -> String {
        switch language {
        case .english: "\(WeekdayName.short(date)) \(date.day) \(Self.months[date.month - 1])"
        case .korean: "\(date.month)월 \(date.day)일 (\(Self.koreanWeekdays[WeekdayName.index(of: date)]))"
        }
    }

    /// A time of day, without seconds: whoever needs them asks for ISO 8601.
    func clock(_ local: CivilDateTime) -> String {
        let minute = Self.twoDigits(local.minute)
        let isTwelve = (hours ?? (language == .korean ? .twelve : .twentyFour)) == .twelve
        guard isTwelve else { return "\(Self.twoDigits(local.hour)):\(minute)" }
        let hour = (local.hour + 11) % 12 + 1
        switch language {
        case .english: return "\(hour):\(minute) \(local.hour < 12 ? "am" : "pm")"
        case .korean: return "\(local.hour < 12 ? "오전" : "오후") \(hour):\(minute)"
        }
    }

    /// The reader's time of day at an instant; of two that are equal, with the offset that tells them apart.
    func clock(_ instant: UTCInstant) -> String {
        let local = zone.civilDateTime(at: instant)
        guard case .overlap = zone.resolve(local) else { return clock(local) }
        let words = clock(local)
        return words + (words.hasSuffix("m") ? " " : "") + Self.offset(zone.offset(at: instant))
    }

    func words(_ civil: CivilTime) -> String {
        guard case .dateTime(let local) = civil else { return day(civil.date) }
        return "\(day(local.date)) \(clock(local))"
    }

    /// An instant in ISO 8601, in the reader's zone with its offset, or in UTC.
    func iso(_ instant: UTCInstant) -> String {
        isUTC ? instant.description : iso(instant, in: zone)
    }

    /// An instant in ISO 8601, in a zone with its offset.
    func iso(_ instant: UTCInstant, in zone: ZoneRules) -> String {
        "\(zone.civilDateTime(at: instant))\(Self.offset(zone.offset(at: instant)))"
    }

    /// Seconds east of UTC as ISO 8601 has them, such as `+01:00`.
    private static func offset(_ seconds: Int) -> String {
        let (hours, minutes) = (abs(seconds) / 3_600, abs(seconds) / 60 % 60)
        return "\(seconds < 0 ? "-" : "+")\(twoDigits(hours)):\(twoDigits(minutes))"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let koreanWeekdays = ["월", "화", "수", "목", "금", "토", "일"]
}
