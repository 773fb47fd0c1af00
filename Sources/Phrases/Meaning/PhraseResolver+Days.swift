import Recurrence

/// From the words for a day to its number.
extension PhraseResolver {
    /// The day that the words mean; what is the next one is so from `earliest` on, where a range begins, or from today.
    func day(_ words: DayWords, from earliest: Int? = nil) throws(Fault) -> Int {
        if words.parts.contains(.span), words.spanIsFromDay {
            var base = words
            base.parts.remove(.span)
            guard !base.isEmpty else { throw Fault(.incomplete, words.from, words.to) }
            return try shifted(day(base), words)
        }
        var parts = words.parts
        parts.remove(.weekdays)
        let (first, hasWeekday) = (earliest ?? today, words.parts.contains(.weekdays))
        guard !hasWeekday || words.weekdays.nonzeroBitCount == 1 else {
            throw Fault(.twoDays, words.from, words.to, a: parts.isEmpty ? Fault.isOfWeekdays : 0)
        }
        guard words.monthDays.nonzeroBitCount <= 1 else { throw Fault(.twoDays, words.from, words.to) }
        switch parts {
        case []: return weekday(words, after: earliest)
        case .week: return try week(words)
        case .span where hasWeekday && words.spanIsWeeks: return try weekdayInWeeks(words)
        case .nth, [.nth, .ofMonth], [.nth, .monthShift], [.nth, .month], [.nth, .month, .year],
            [.nth, .month, .yearShift]:
            return try nth(words, from: first)
        default: break
        }
        let day = try namedDay(words, parts, from: first)
        if hasWeekday { try check(weekdayOf: words, is: day) }
        return day
    }

    private func namedDay(_ words: DayWords, _ parts: DayWords.Parts, from first: Int) throws(Fault) -> Int {
        switch parts {
        case .date: return words.date
        case .relative: return today + words.relative
        case .span: return try shifted(today, words)
        case .weekend, [.weekend, .week]: return weekend(words)
        case .nextWorkday: return nextWorkday
        case .monthShift, .quarterShift, .yearShift: return try period(words, parts)
        case .monthDays, [.monthDays, .ofMonth], [.monthDays, .monthShift], [.monthDays, .month],
            [.monthDays, .month, .year], [.monthDays, .month, .yearShift]:
            return try monthDay(words, from: first)
        case .end, [.end, .month], [.end, .monthShift], [.end, .quarterShift], [.end, .yearShift], [.end, .year],
            [.end, .month, .year], [.end, .month, .yearShift]:
            return try end(words, from: first)
        case [.lunar, .month, .monthDays], [.lunar, .month, .monthDays, .year],
            [.lunar, .month, .monthDays, .yearShift]:
            return try lunarDay(words, from: first)
        case .month, [.month, .year], [.month, .yearShift], [.lunar, .month]:
            throw Fault(.monthAlone, words.from, words.to, a: words.month)
        case .year, .workday: throw Fault(.wholePeriod, words.from, words.to)
        default: throw Fault(.mixedParts, words.from, words.to)
        }
    }

    /// The day moved by the span of the words; the last day of a month that is shorter stands for the days it lacks.
    func shifted(_ day: Int, _ words: DayWords) throws(Fault) -> Int {
        var result = day
        if words.spanMonths != 0 {
            let date = CivilDate(daysSinceEpoch: day)
            let month = date.year * 12 + date.month - 1 + words.spanMonths
            let year = month >= 0 ? month / 12 : -1
            guard (1...9_999).contains(year) else { throw Fault(.beyondCalendar, words.from, words.to) }
            let length = GregorianMonth.length(year: year, month: month % 12 + 1)
            let moved = CivilDate(year: year, month: month % 12 + 1, day: min(date.day, length))
            result = moved?.daysSinceEpoch ?? day
        }
        return try civil(result + words.spanDays, words).daysSinceEpoch
    }

    // MARK: - Weeks

    private func startOfWeek(_ day: Int) -> Int {
        day - floorRemainder(CivilDate(daysSinceEpoch: day).weekday.rawValue - settings.weekStart.rawValue, 7)
    }

    /// A weekday of the week that is so many weeks on.
    private func weekday(_ weekday: Int, inWeek week: Int) -> Int {
        startOfWeek(today) + week * 7 + floorRemainder(weekday - settings.weekStart.rawValue, 7)
    }

    /// The first such weekday after a day.
    static func weekday(_ weekday: Int, after day: Int) -> Int {
        day + 1 + floorRemainder(weekday - CivilDate(daysSinceEpoch: day + 1).weekday.rawValue, 7)
    }

    private func weekday(_ words: DayWords, after earliest: Int?) -> Int {
        let weekday = words.weekdays.trailingZeroBitCount
        return switch words.selector {
        case .bare: Self.weekday(weekday, after: earliest ?? today)
        case .this: Self.weekday(weekday, after: today - 1)
        case .next: self.weekday(weekday, inWeek: 1)
        case .afterNext: self.weekday(weekday, inWeek: 2)
        case .last: Self.weekday(weekday, after: today - 8)
        }
    }

    /// A weekday of a week, or its Monday.
    private func week(_ words: DayWords) throws(Fault) -> Int {
        guard words.parts.contains(.weekdays) else {
            guard words.week != 0 else { throw Fault(.wholePeriod, words.from, words.to) }
            return weekday(0, inWeek: words.week)
        }
        guard words.selector == .bare else { throw Fault(.mixedParts, words.from, words.to) }
        let day = weekday(words.weekdays.trailingZeroBitCount, inWeek: words.week)
        guard words.week != 0 || day >= today else {
            throw Fault(.dayOver, words.from, words.to, a: words.weekdays.trailingZeroBitCount)
        }
        return day
    }

    /// "friday in 2 weeks" is that of the week in which today comes again, or two weeks after the next one.
    private func weekdayInWeeks(_ words: DayWords) throws(Fault) -> Int {
        let (said, day) = (words.weekdays.trailingZeroBitCount, try shifted(today, words))
        let isSameDay = CivilDate(daysSinceEpoch: day).weekday.rawValue == said
        guard !isSameDay, day > today, words.selector == .bare else {
            try check(weekdayOf: words, is: day)
            return day
        }
        let inWeek = try civil(weekday(said, inWeek: words.spanDays / 7), words).daysSinceEpoch
        let afterNext = try civil(Self.weekday(said, after: today) + words.spanDays, words).daysSinceEpoch
        guard inWeek == afterNext else {
            throw Fault(.weekdayInWeeks, words.from, words.to, a: inWeek, b: afterNext)
        }
        return inWeek
    }

    /// The Saturday of a week; this weekend is today where it has begun.
    private func weekend(_ words: DayWords) -> Int {
        let week = words.weekend + words.week
        if week == 0, CivilDate(daysSinceEpoch: today).weekday == .sunday { return today }
        return weekday(Weekday.saturday.rawValue, inWeek: week)
    }

    private var nextWorkday: Int {
        let tomorrow = today + 1
        let weekday = CivilDate(daysSinceEpoch: tomorrow).weekday
        return weekday < .saturday ? tomorrow : Self.weekday(Weekday.monday.rawValue, after: today)
    }

    private func check(weekdayOf words: DayWords, is day: Int) throws(Fault) {
        let said = words.weekdays.trailingZeroBitCount
        let isThat = CivilDate(daysSinceEpoch: day).weekday.rawValue == said
        guard isThat, words.selector == .bare || weekday(words, after: nil) == day else {
            throw Fault(.wrongWeekday, words.from, words.to, a: day, b: said)
        }
    }

    // MARK: - Periods

    /// The first day of a month, a quarter or a year to come or gone by.
    private func period(_ words: DayWords, _ parts: DayWords.Parts) throws(Fault) -> Int {
        let (month, shift) =
            switch parts {
            case .monthShift: (thisMonth + words.monthShift, words.monthShift)
            case .quarterShift: (thisMonth / 3 * 3 + words.quarterShift * 3, words.quarterShift)
            default: (thisMonth / 12 * 12 + words.yearShift * 12, words.yearShift)
            }
        guard shift != 0 else { throw Fault(.wholePeriod, words.from, words.to) }
        return try dayOfMonth(1, month, words)
    }

    /// The month of today, counted from the year 0.
    var thisMonth: Int { moment.local.date.year * 12 + moment.local.date.month - 1 }

    /// A day of a month counted from the year 0; 0 is its last.
    private func dayOfMonth(_ day: Int, _ month: Int, _ words: DayWords) throws(Fault) -> Int {
        guard let found = Self.dayOfMonth(day, month) else {
            let year = max(month, 0) / 12
            guard (1...9_999).contains(year) else { throw Fault(.beyondCalendar, words.from, words.to) }
            throw Fault(.noSuchDay, words.from, words.to, a: year, b: month % 12 + 1, c: day)
        }
        return found
    }

    /// A day of a month counted from the year 0, where the month has it; 0 is its last.
    static func dayOfMonth(_ day: Int, _ month: Int) -> Int? {
        guard (12..<120_000).contains(month) else { return nil }
        let (year, number) = (month / 12, month % 12 + 1)
        let length = GregorianMonth.length(year: year, month: number)
        return CivilDate(year: year, month: number, day: day == 0 ? length : day)?.daysSinceEpoch
    }

    /// `end of quarter` and the like.
    private func end(_ words: DayWords, from first: Int) throws(Fault) -> Int {
        switch words.endOf {
        case .quarter: return try dayOfMonth(0, thisMonth / 3 * 3 + 2 + words.quarterShift * 3, words)
        case .year:
            let year = words.parts.contains(.year) ? words.year : moment.local.date.year + words.yearShift
            return try dayOfMonth(0, year * 12 + 11, words)
        default:
            guard words.parts.contains(.month) else { return try dayOfMonth(0, thisMonth + words.monthShift, words) }
            return try inMonth(words, from: first) { Self.dayOfMonth(0, $0) }
        }
    }

    private func monthDay(_ words: DayWords, from first: Int) throws(Fault) -> Int {
        let day = words.monthDays.trailingZeroBitCount
        return try inMonth(words, from: first) { Self.dayOfMonth(day, $0) }
    }

    /// The nth weekday of a month, or its nth working day.
    private func nth(_ words: DayWords, from first: Int) throws(Fault) -> Int {
        guard words.nths.nonzeroBitCount == 1 else { throw Fault(.twoDays, words.from, words.to) }
        let place = RulePlaces.Nth(words)
        let isGiven = !words.parts.isDisjoint(with: [.monthShift, .year, .yearShift])
        return try inMonth(words, from: first) { place.day(inMonth: $0, from: isGiven ? .min : first) }
    }

    /// What a month has of something: the month that is named, or the next one that has it.
    private func inMonth(
        _ words: DayWords, from first: Int, _ find: (Int) -> Int?
    ) throws(Fault) -> Int {
        let parts = words.parts
        if parts.contains(.monthShift) || !parts.isDisjoint(with: [.year, .yearShift]) {
            let year = parts.contains(.year) ? words.year : moment.local.date.year + words.yearShift
            let month = parts.contains(.month) ? year * 12 + words.month - 1 : thisMonth + words.monthShift
            if let day = find(month) { return day }
            throw missing(words, month)
        }
        let search = MonthSearch(parts.contains(.month) ? words.month : 0, from: first)
        let found = search.first { month in find(month).flatMap { $0 >= first ? $0 : nil } }
        guard let found else { throw missing(words, search.end) }
        return found
    }

    private func missing(_ words: DayWords, _ month: Int) -> Fault {
        let year = month / 12
        guard (1...9_999).contains(year) else { return Fault(.beyondCalendar, words.from, words.to) }
        if words.parts.contains(.nth) { return Fault(.noFifth, words.from, words.to) }
        let isGiven = !words.parts.isDisjoint(with: [.year, .yearShift])
        return Fault(
            .noSuchDay, words.from, words.to, a: isGiven ? year : 0, b: month % 12 + 1,
            c: words.monthDays.trailingZeroBitCount)
    }

    // MARK: - By the moon

    private func lunarDay(_ words: DayWords, from first: Int) throws(Fault) -> Int {
        let day = words.monthDays.trailingZeroBitCount
        let year = words.parts.contains(.year) ? words.year : moment.local.date.year + words.yearShift
        let isGiven = !words.parts.isDisjoint(with: [.year, .yearShift])
        let place = RulePlaces.Lunar(month: RuleMonth(words.month, isLeap: words.isLeapMonth), day: day)
        let found = isGiven ? place.day(inYear: year) : place.first(from: first)
        guard let found else {
            throw Fault(.noSuchLunarDay, words.from, words.to, a: isGiven ? year : 0, b: words.month, c: day)
        }
        return found
    }
}
