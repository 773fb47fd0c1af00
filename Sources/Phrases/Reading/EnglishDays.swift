/// Days in English: weekdays, what `this`, `next` and `last` select, ordinals, ends.
extension PhraseParser {
    /// A weekday, in rules also `mon-fri`.
    mutating func readWeekday(_ selector: DayWords.Selector) throws(Fault) {
        let token = take()
        // Nobody knows whether the 3rd of "3rd monday and friday" counts both.
        guard !words.day.parts.contains(.nth) else { throw Fault(.twoDays, words.day.from, Int(token.end)) }
        var chosen = selector
        if selector == .bare, isNext(.after), isNext(.next, at: 1) {
            index += 2
            chosen = .afterNext
        }
        try add(weekday: token.value, chosen, token)
        // "every mon until fri" ends on a Friday.
        guard draft.rule.isSaid, role == .main, isNext(.dash) || isNext(.to) || isNext(.through),
            isNext(.weekday, at: 1), !isDate(at: 2)
        else { return }
        index += 1
        let last = take()
        var day = token.value
        while day != last.value {
            day = (day + 1) % 7
            words.day.add(weekday: day, last)
        }
    }

    /// Whether a date begins there, of which the weekday before it is a part: "every mon until tue 23 mar".
    private func isDate(at offset: Int) -> Bool {
        switch peek(offset).kind {
        case .month, .date, .slashes, .ordinal: true
        case .number: isNext(.month, at: offset + 1)
        default: false
        }
    }

    mutating func add(weekday: Int, _ selector: DayWords.Selector, _ token: Token) throws(Fault) {
        if words.day.parts.contains(.weekdays), words.day.selector != selector {
            throw Fault(.twoDays, words.day.from, Int(token.end))
        }
        words.day.selector = selector
        words.day.add(weekday: weekday, token)
    }

    mutating func readPluralDays(_ token: Token) throws(Fault) {
        role = .main
        draft.rule.cover(token)
        switch token.kind {
        case .workdays: try addWorkdays(token)
        case .weekends: try addWeekend(0, token)
        default: try add(weekday: token.value, .bare, token)
        }
    }

    /// The days from Monday to Friday, of "every weekday and saturday" each by itself.
    mutating func addWorkdays(_ token: Token) throws(Fault) {
        guard draft.rule.isSaid || role == .main, isNext(.comma) || isNext(.conjunction),
            isNext(.weekday, at: 1) || isNext(.weekdays, at: 1)
        else { return try words.day.add(.workday, token) }
        for day in 0..<5 { try add(weekday: day, .bare, token) }
    }

    mutating func addWeekend(_ shift: Int, _ token: Token) throws(Fault) {
        try words.day.add(.weekend, token)
        words.day.weekend = shift
    }

    /// `this`, `next` or `last`, and what it selects.
    mutating func readSelected() throws(Fault) {
        let selector = take()
        let token = next
        switch token.kind {
        case .weekday:
            // "last friday of november" is the last of its month, "last friday" the one before today.
            if selector.kind == .last, isOfMonth {
                return try readNth(-1, selector)
            }
            try readWeekday(selector.kind == .this ? .this : selector.kind == .next ? .next : .last)
        case .workday where selector.kind == .last && isOfMonth: try readNth(-1, selector)
        case .unit where selector.kind == .last && token.value == SpanUnit.day.rawValue && isOfMonth:
            try readNth(-1, selector)
        case .unit where selector.kind == .last && token.value == SpanUnit.day.rawValue:
            throw Fault(.monthMissing, Int(selector.start), Int(token.end))
        case .workday where selector.kind == .next: try words.day.add(.nextWorkday, take())
        // The last one may be that of the month or the one before today.
        case .workday:
            throw Fault(selector.kind == .last ? .monthMissing : .wholePeriod, Int(selector.start), Int(token.end))
        case .unit, .quarter: try addShift(selector.value, token.kind == .unit ? token.value : nil, take())
        case .weekend: try addWeekend(selector.value, take())
        // "the next 3 days" are all of them.
        case .number where selector.kind == .next && isNext(.unit, at: 1):
            let the = tokens[index - 2]
            let first = the.kind == .the ? the : selector
            throw Fault(.vague, Int(first.start), Int(peek(1).end))
        case .vague where selector.kind == .next: throw Fault(.vague, token)
        case .half where selector.kind == .this:
            try words.day.add(.relative, selector)
            try readEnglishTime()
        case .half where selector.kind == .last && token.value == DayHalf.night.rawValue:
            try words.day.add(.relative, selector)
            words.day.relative = -1
            try readEnglishTime()
        default:
            throw Fault(.notUnderstood, selector)
        }
        words.day.cover(selector)
    }

    /// Whether the last of something is that of a month, and not the one before today: in rules, and beside a month.
    private var isOfMonth: Bool {
        draft.rule.isSaid && role == .main || isMonthNamed || !words.day.parts.isDisjoint(with: [.month, .monthShift])
    }

    /// Whether what follows names a month: `of december`, `of the month`.
    private var isMonthNamed: Bool {
        var place = 1
        guard [.of, .inWord, .comma].contains(peek(place).kind) || isNext(.month, at: place) else { return false }
        while [.of, .inWord, .the, .comma, .this, .next, .last, .every].contains(peek(place).kind) { place += 1 }
        let isUnit = isNext(.unit, at: place) && peek(place).value >= SpanUnit.month.rawValue
        return isNext(.month, at: place) || isUnit
    }

    /// So many weeks, months, quarters or years on.
    mutating func addShift(_ shift: Int, _ unit: Int?, _ token: Token) throws(Fault) {
        switch SpanUnit(rawValue: unit ?? SpanUnit.quarter.rawValue) {
        case .week:
            try words.day.add(.week, token)
            words.day.week = shift
        case .month:
            try words.day.add(.monthShift, token)
            words.day.monthShift = shift
        case .quarter:
            try words.day.add(.quarterShift, token)
            words.day.quarterShift = shift
        case .year:
            try words.day.add(.yearShift, token)
            words.day.yearShift = shift
        default: throw Fault(.notUnderstood, token)
        }
    }

    /// The nth weekday, working day or day of a month; the ordinal is taken already.
    mutating func readNth(_ nth: Int, _ ordinal: Token) throws(Fault) {
        try readNths(nth < 0 ? 1 : nth < 8 ? 1 << UInt8(nth) : 0, day: nth, ordinal)
    }

    /// The same for several, as bits; `day` is the only one.
    private mutating func readNths(_ nths: UInt8, day: Int, _ ordinal: Token) throws(Fault) {
        let token = take()
        if token.kind != .weekday, token.kind != .workday {
            // The 15th day of a month is the 15th.
            words.day.cover(token)
            return try words.day.add(monthDay: max(day, 0), ordinal)
        }
        guard !words.day.parts.contains(.weekdays) else { throw Fault(.twoDays, words.day.from, Int(token.end)) }
        try words.day.add(.nth, ordinal)
        words.day.nths = nths
        words.day.counted = token.kind == .weekday ? .weekday : .workday
        words.day.cover(token)
        if token.kind == .weekday { try add(weekday: token.value, .bare, token) }
    }

    /// Several ordinals before a weekday, as in "1st and 3rd monday"; false, and nothing taken, where there are not.
    mutating func readNthList() throws(Fault) -> Bool {
        let first = next
        var (place, nths, count) = (index, UInt8(0), 0)
        while let bit = Self.nthBit(tokens[place]) {
            nths |= bit
            count += 1
            place += 1
            var following = place
            while [.comma, .conjunction, .the].contains(tokens[following].kind) { following += 1 }
            guard Self.nthBit(tokens[following]) != nil else { break }
            place = following
        }
        // 첫째·셋째 주 월요일
        if tokens[place].kind == .unit, tokens[place].value == SpanUnit.week.rawValue,
            tokens[place + 1].kind == .weekday
        {
            place += 1
        }
        guard count > 1, tokens[place].kind == .weekday || tokens[place].kind == .workday else { return false }
        index = place
        try readNths(nths, day: 0, first)
        return true
    }

    private static func nthBit(_ token: Token) -> UInt8? {
        switch token.kind {
        case .ordinal where (1...5).contains(token.value): 1 << UInt8(token.value)
        case .ordinal where token.value == -1: 1
        case .last: 1
        case .unit where token.value == SpanUnit.second.rawValue: 1 << 2
        default: nil
        }
    }

    /// A unit by itself: `day after tomorrow`, `week after next`, `the month`, `second`.
    mutating func readUnit() throws(Fault) {
        let token = take()
        let unit = SpanUnit(rawValue: token.value) ?? .day
        switch unit {
        case .second where isNext(.weekday) || isNext(.workday): try readNth(2, token)
        case .second where isNext(.of) || isNext(.month): try words.day.add(monthDay: 2, token)
        case .day where isNext(.after) && peek(1).kind == .relativeDay && peek(1).value == 1:
            try addRelative(2, from: token)
        case .day where isNext(.before) && peek(1).kind == .relativeDay && peek(1).value == -1:
            try addRelative(-2, from: token)
        case .week, .month, .year:
            if isNext(.after), isNext(.next, at: 1) {
                index += 2
                return try addShift(2, token.value, token)
            }
            if unit == .year, words.day.parts == .monthDays, words.day.monthDays == 1 {
                words.day.parts.remove(.monthDays)
                words.day.monthDays = 0
                words.day.endOf = .year
                return try words.day.add(.end, token)
            }
            guard unit == .month, words.day.parts.contains(.nth) || words.day.parts.contains(.monthDays)
            else { throw Fault(.notUnderstood, token) }
            try words.day.add(.ofMonth, token)
        default: throw Fault(.notUnderstood, token)
        }
    }

    private mutating func addRelative(_ days: Int, from token: Token) throws(Fault) {
        index += 1
        try words.day.add(.relative, token)
        words.day.cover(take())
        words.day.relative = days
    }

    /// `end of next month`, `eom`.
    mutating func readEnglishEnd() throws(Fault) {
        let token = take()
        try words.day.add(.end, token)
        switch token.kind {
        case .endOfMonth: words.day.endOf = .month
        case .endOfQuarter: words.day.endOf = .quarter
        case .endOfYear: words.day.endOf = .year
        default: try readWhatEnds(token)
        }
    }

    private mutating func readWhatEnds(_ token: Token) throws(Fault) {
        _ = skip(.of)
        _ = skip(.the)
        var shift: Int?
        if [.this, .next, .last].contains(next.kind) { shift = take().value }
        let isRepeated = shift == nil && isNext(.every)
        if isRepeated { draft.rule.cover(take()) }
        let last = take()
        switch last.kind {
        case .number where last.extra == 4 && !isRepeated && shift == nil:
            words.day.endOf = .year
            try words.day.add(.year, last)
            words.day.year = last.value
        case .unit, .quarter:
            let unit = last.kind == .quarter ? .quarter : SpanUnit(rawValue: last.value) ?? .day
            guard unit.months > 0 else { throw Fault(.vague, Int(token.start), Int(last.end)) }
            words.day.endOf = unit
            words.day.cover(last)
            if let shift { try addShift(shift, unit.rawValue, last) }
        case .month where shift == nil:
            words.day.endOf = .month
            try words.day.add(.month, last)
            words.day.month = last.value
            try readYear()
        case .unknown: throw Fault(.notUnderstood, last)
        default: throw Fault(.vague, token)
        }
    }
}
