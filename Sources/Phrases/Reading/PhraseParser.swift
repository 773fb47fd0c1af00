import Recurrence

/// Reads the tokens of a phrase, piece by piece, into a draft; the languages have their pieces in extensions.
struct PhraseParser {
    /// Which part of a phrase the pieces belong to.
    enum Role { case main, place, from, to }

    let tokens: TokenList
    let dateOrder: DateOrder?
    var index = 0
    var draft = Draft()
    var role = Role.main
    /// Whether the next piece goes on with a list.
    var isListed = false
    /// Whether "between" was said, and the "and" before the end is still to come.
    var isBetween = false
    /// In Korean the unit of the rule that was just said, whose days may follow.
    var placeUnit: SpanUnit?
    /// In Korean the half of the day of the hours that follow.
    var spokenHalf: DayHalf?
    /// Whether that half was said for the hour that comes next, and not for one before it.
    var isHalfFresh = false

    init(_ tokens: TokenList, dateOrder: DateOrder?) {
        self.tokens = tokens
        self.dateOrder = dateOrder
    }

    var next: Token { tokens[index] }

    func peek(_ offset: Int) -> Token { tokens[index + offset] }

    func isNext(_ kind: Token.Kind, at offset: Int = 0) -> Bool { tokens[index + offset].kind == kind }

    mutating func take() -> Token {
        index += 1
        return tokens[index - 1]
    }

    mutating func skip(_ kind: Token.Kind) -> Bool {
        guard isNext(kind) else { return false }
        index += 1
        return true
    }

    /// The words that the pieces go to.
    var words: MomentWords {
        get {
            switch role {
            case .main: draft.main
            case .place: draft.place
            case .from: draft.from
            case .to: draft.to
            }
        }
        _modify {
            switch role {
            case .main: yield &draft.main
            case .place: yield &draft.place
            case .from: yield &draft.from
            case .to: yield &draft.to
            }
        }
    }

    /// Makes room for a second beginning or end; false where there are two.
    mutating func makeRoom(
        in part: WritableKeyPath<Draft, MomentWords>, by earlier: WritableKeyPath<Draft, MomentWords>
    ) -> Bool {
        guard !draft[keyPath: part].isEmpty else { return true }
        guard draft[keyPath: earlier].isEmpty else { return false }
        (draft[keyPath: earlier], draft[keyPath: part]) = (draft[keyPath: part], MomentWords())
        return true
    }

    /// What ends every phrase: it must not stop in the middle.
    func checkEnd() throws(Fault) {
        guard isListed else { return }
        throw Fault(.incomplete, tokens[index - 1])
    }

    /// Refuses a minus right before a number of times, as in `-3 times`, and a choice such as `3-4 times`.
    func checkNoMinus() throws(Fault) {
        let (before, minus) = (tokens[index - 2], tokens[index - 1])
        guard minus.kind == .dash, next.isGlued else { return }
        guard before.kind == .number, minus.isGlued else {
            throw Fault(.ruleNever, Int(minus.start), Int(next.end))
        }
        throw Fault(.alternatives, Int(before.start), Int(next.end))
    }

    // MARK: - What both languages have

    /// Takes a sign or a word that each language reads alike; false where it is none.
    mutating func readCommonPiece() throws(Fault) -> Bool {
        switch next.kind {
        case .present: try words.day.add(.present, take())
        case .relativeDay: try readRelativeDay()
        case .date:
            let token = take()
            try words.day.add(.date, token)
            words.day.date = token.value
        case .slashes: try readSlashes(take())
        case .offset: words.time.offset = take().value
        case .zone: try readZone(take())
        case .zoneAbbreviation: throw Fault(.zoneAbbreviation, next)
        case .vague: throw Fault(.vague, next)
        case .holiday: throw Fault(.holiday, next, a: next.value)
        case .twice: throw countFault(next.value, from: next, at: 1)
        case .alternative: throw Fault(.alternatives, next)
        case .unknown: throw Fault(.notUnderstood, next)
        default: return false
        }
        return true
    }

    private mutating func readRelativeDay() throws(Fault) {
        let token = take()
        try words.day.add(.relative, token)
        words.day.relative = token.value
    }

    private mutating func readZone(_ token: Token) throws(Fault) {
        // Brackets around a name are no part of it.
        let range = Int(token.start) + token.value..<Int(token.end) - token.value
        guard draft.zone == nil || draft.zone?.count == range.count else { throw Fault(.twoZones, token) }
        draft.zone = range
    }

    /// `24/12` has one reading, `3/4` two.
    private mutating func readSlashes(_ token: Token) throws(Fault) {
        let (first, second) = (token.value >> 8, token.value & 0xFF)
        let year = token.extra == 0 ? 2028 : token.extra
        let isMonthFirst = CivilDate(year: year, month: first, day: second) != nil
        let isDayFirst = CivilDate(year: year, month: second, day: first) != nil
        guard isMonthFirst || isDayFirst else {
            throw Fault(.noSuchDay, token, a: token.extra, b: first, c: second)
        }
        if isMonthFirst, isDayFirst, first != second, dateOrder == nil {
            throw Fault(.slashes, token, a: first, b: second, c: token.extra)
        }
        let order = isMonthFirst && isDayFirst ? dateOrder ?? .monthFirst : isMonthFirst ? .monthFirst : .dayFirst
        try words.day.add(.month, token)
        words.day.month = order == .monthFirst ? first : second
        try words.day.add(monthDay: order == .monthFirst ? second : first, token)
        guard token.extra > 0 else { return }
        try words.day.add(.year, token)
        words.day.year = token.extra
    }

    /// Takes a time of day up, where it is the only one or one of a list.
    mutating func add(_ clock: ClockWords) throws(Fault) {
        if words.time.count > 0, !isListed { throw Fault(.twoTimes, words.time.from, clock.to) }
        try words.time.append(clock)
    }

    /// Takes a part of the day up; the second of a list in a rule makes times of both, as in `every morning and evening`.
    mutating func addPart(_ half: DayHalf, _ token: Token) throws(Fault) {
        guard isListed, draft.rule.isSaid else { return try words.time.setPart(half, token) }
        func part(_ half: DayHalf, _ from: Int, _ to: Int) -> ClockWords {
            var clock = ClockWords()
            (clock.form, clock.half) = (.part, half)
            (clock.from, clock.to) = (from, to)
            return clock
        }
        if let first = words.time.part {
            let clock = part(first, words.time.partFrom, words.time.partTo)
            words.time.part = nil
            try words.time.append(clock)
        }
        guard words.time.count > 0 else { return try words.time.setPart(half, token) }
        try words.time.append(part(half, Int(token.start), Int(token.end)))
    }

    /// A time of day in the bytes of these tokens.
    func clock(_ form: ClockWords.Form, from first: Token, to last: Token) -> ClockWords {
        var clock = ClockWords()
        clock.form = form
        (clock.from, clock.to) = (Int(first.start), Int(last.end))
        return clock
    }

    /// The time of a token such as `15:30`.
    func clock(_ token: Token) -> ClockWords {
        var clock = clock(.clock, from: token, to: token)
        (clock.hour, clock.pastHour) = (token.value / 3_600, token.value % 3_600)
        (clock.hasMinutes, clock.isMarked) = (true, true)
        return clock
    }
}

/// A length of time as it was said.
struct Length {
    var months = 0
    var days = 0
    var seconds = 0
    var hasClock = false
    var hasDays = false
    /// The smallest unit so far.
    var smallest = Int.max
    var from = Int.max
    var to = 0

    /// Whether it was said in weeks alone.
    var isWeeks: Bool {
        months == 0 && !hasClock && (smallest == SpanUnit.week.rawValue || smallest == SpanUnit.fortnight.rawValue)
    }

    /// The unit where it is just one.
    var soleUnit: SpanUnit? {
        guard seconds == 0 else { return nil }
        switch (months, days) {
        case (0, 1): return .day
        case (0, 7): return .week
        case (1, 0): return .month
        case (12, 0): return .year
        default: return nil
        }
    }

    /// The most of one unit that is taken.
    static let limit = 100_000

    /// Adds so many thousandths of a unit; only clock time and half years are parted.
    mutating func add(thousandths: Int, of unit: SpanUnit, _ token: Token) throws(Fault) {
        to = max(to, Int(token.end))
        guard unit.rawValue < smallest else { throw Fault(.twoTimes, from, to) }
        guard thousandths <= Self.limit * 1_000 else { throw Fault(.beyondCalendar, from, to) }
        smallest = unit.rawValue
        func part(_ size: Int) throws(Fault) -> Int {
            guard thousandths * size % 1_000 == 0 else {
                throw Fault(.halfOfUnit, from, to, a: thousandths, b: unit.rawValue)
            }
            return thousandths * size / 1_000
        }
        seconds += try part(unit.seconds)
        // Half a day has no certain length.
        if unit.days > 0, thousandths % 1_000 != 0 {
            throw Fault(.halfOfUnit, from, to, a: thousandths, b: unit.rawValue)
        }
        days += try part(unit.days)
        months += try part(unit.months)
        if unit.seconds > 0 { hasClock = true } else { hasDays = true }
    }
}

extension PhraseParser {
    /// Makes a length the distance of the day that is meant.
    mutating func addSpan(_ length: Length, sign: Int, isFromDay: Bool = false) throws(Fault) {
        var token = Token()
        (token.start, token.end) = (UInt16(min(length.from, 256)), UInt16(length.to))
        try words.day.add(.span, token)
        words.day.spanMonths = length.months * sign
        words.day.spanDays = length.days * sign
        words.day.spanSeconds = length.seconds * sign
        (words.day.spanHasClock, words.day.spanHasDays) = (length.hasClock, length.hasDays)
        words.day.spanIsWeeks = length.isWeeks
        words.day.spanIsFromDay = isFromDay
    }

    /// Makes a length the distance of a rule's occurrences.
    mutating func setInterval(_ length: Length) throws(Fault) {
        var token = Token()
        (token.start, token.end) = (UInt16(min(length.from, 256)), UInt16(length.to))
        let parts = (length.months != 0, length.days != 0, length.seconds != 0)
        switch parts {
        case (true, false, false):
            let isYears = length.months % 12 == 0 && length.smallest == SpanUnit.year.rawValue
            try draft.rule.set(
                isYears ? .year : .month, interval: isYears ? length.months / 12 : length.months, token)
        case (false, true, false):
            let isWeeks = length.smallest == SpanUnit.week.rawValue || length.smallest == SpanUnit.fortnight.rawValue
            try draft.rule.set(isWeeks ? .week : .day, interval: isWeeks ? length.days / 7 : length.days, token)
        case (false, false, true):
            let unit: SpanUnit =
                length.smallest == SpanUnit.hour.rawValue && length.seconds % 3_600 == 0
                ? .hour : length.seconds % 60 == 0 ? .minute : .second
            try draft.rule.set(unit, interval: length.seconds / unit.seconds, token)
        default: throw Fault(.ruleDay, length.from, length.to)
        }
    }

    /// Makes a length the time for which a rule goes on.
    mutating func setRuleSpan(_ length: Length) throws(Fault) {
        guard !length.hasClock, length.hasDays else {
            throw Fault(.duration, length.from, length.to, a: length.seconds)
        }
        guard !draft.rule.hasSpan else { throw Fault(.ruleEnds, draft.rule.from, length.to) }
        (draft.rule.spanMonths, draft.rule.spanDays) = (length.months, length.days)
        draft.rule.hasSpan = true
        (draft.rule.from, draft.rule.to) = (min(draft.rule.from, length.from), max(draft.rule.to, length.to))
    }
}
