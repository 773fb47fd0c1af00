/// Korean pieces that begin with a number, or with a word that holds one.
extension PhraseParser {
    mutating func readKoreanNumber() throws(Fault) {
        let number = next
        if try readLasting() { return }
        if !isDayOfMonth, let length = try readKoreanLength() { return try addKoreanLength(length) }
        guard number.kind == .number else { throw Fault(.notUnderstood, number) }
        switch counterKind {
        case .monthUnit:
            index += 2
            var month = number
            month.end = tokens[index - 1].end
            try addKoreanMonth(month)
        case .day:
            index += isNext(.day, at: 1) ? 2 : 1
            place(.monthDays)
            guard number.value > 0 else { throw Fault(.noSuchDay, number) }
            var day = number
            day.end = tokens[index - 1].end
            try words.day.add(monthDay: day.value, day)
        case .yearUnit where number.value >= 1_000:
            index += 2
            placeUnit = nil
            try words.day.add(.year, number)
            words.day.year = number.value
        case .hourUnit: try readHour()
        case .times: try readKoreanTimes()
        case .half where peek(1).end - peek(1).start == 2 && peek(1).isGlued: try readLatinHour()
        default: throw Fault(.notUnderstood, number)
        }
    }

    /// Whether 15일 can be nothing but a day of the month: behind a month, or with 마다 behind a monthly rule.
    private var isDayOfMonth: Bool {
        guard isNext(.number), isNext(.day, at: 1) else { return false }
        let main = draft.main.day.parts
        let place = placeUnit == nil ? [] : draft.place.day.parts
        if main.contains(.month) && !main.contains(.monthDays) { return true }
        if place.contains(.month) && !place.contains(.monthDays) { return true }
        return (placeUnit == .month || placeUnit == .quarter) && isNext(.each, at: 2)
    }

    /// What counts the number: of 3~5시 and 1~5일 that of the second.
    private var counterKind: Token.Kind {
        let isJoined = isNext(.dash, at: 1) || isNext(.comma, at: 1)
        guard isJoined, isNext(.number, at: 2) else { return peek(1).kind }
        let kind = peek(3).kind
        return kind == .hourUnit || kind == .day ? kind : .dash
    }

    /// `3pm` within a Korean phrase.
    private mutating func readLatinHour() throws(Fault) {
        let number = take()
        let half = take()
        var clock = clock(.bare, from: number, to: half)
        (clock.hour, clock.half, clock.isMarked) = (number.value, DayHalf(rawValue: half.value), true)
        try add(clock)
    }

    private mutating func readKoreanTimes() throws(Fault) {
        try checkNoMinus()
        let before = tokens[index - 1]
        let number = take()
        let times = take()
        if before.kind == .frequency || before.kind == .other {
            // 매주 한 번 is every week, 매주 3회 says no times.
            guard number.value == 1 else {
                let unit = before.kind == .frequency ? before.value : Fault.noUnit
                throw Fault(.countWithoutTimes, Int(before.start), Int(times.end), a: number.value, b: unit)
            }
            return
        }
        guard number.value > 0 else { throw Fault(.ruleNever, number) }
        guard draft.rule.count == nil else { throw Fault(.ruleEnds, draft.rule.from, Int(times.end)) }
        draft.rule.count = number.value
        (draft.rule.from, draft.rule.to) = (
            min(draft.rule.from, Int(number.start)), max(draft.rule.to, Int(times.end))
        )
    }

    // MARK: - Lengths

    /// A length, by what stands behind it: 뒤, 전, 마다, 동안, or 에 한 번; nil, and nothing taken, where it is none.
    private mutating func readKoreanLength() throws(Fault) -> Length? {
        let (start, first) = (index, next)
        let isDay = peek(1).kind == .day
        guard let length = try readBareLength() else { return nil }
        if endsLength { return length }
        // 3일 is a day of the month; all others are nothing but lengths.
        guard isDay, first.kind == .number, index == start + 2 else {
            throw Fault(.lengthAlone, length.from, length.to)
        }
        index = start
        return nil
    }

    /// 2시간 behind 3시부터, with or without 동안; false, and nothing taken, where it is no such length.
    private mutating func readLasting() throws(Fault) -> Bool {
        let start = index
        let isBegun = !draft.from.time.isEmpty && draft.main.isEmpty && draft.to.isEmpty && draft.length == nil
        guard isBegun, !draft.isRange, !draft.rule.isSaid, let length = try readBareLength() else { return false }
        // 3시부터 2시간마다 repeats, and 3시부터 30분까지 ends at a time.
        guard length.hasClock, !length.hasDays, isNext(.during) || !endsLength, !isNext(.to) else {
            index = start
            return false
        }
        _ = skip(.during)
        draft.length = length
        return true
    }

    /// A length, whatever stands behind it; nil, and nothing taken, where there is none.
    mutating func readBareLength() throws(Fault) -> Length? {
        let start = index
        var length = Length()
        length.from = Int(next.start)
        // A longer unit behind a shorter one belongs to something else, as in 매월 6일 2주 동안.
        while let unit = lengthUnit, unit.rawValue < length.smallest {
            let number = take()
            var thousandths = number.kind == .decimal ? number.value : number.value * 1_000
            if number.kind == .span {
                if number.value == SpanWord.halfHour || number.value == SpanWord.halfYear { thousandths = 500 }
            } else {
                index += 1
            }
            if skip(.thirty) { thousandths += 500 }
            try length.add(thousandths: thousandths, of: unit, tokens[index - 1])
        }
        return index > start ? length : nil
    }

    /// The unit of the number that comes next.
    private var lengthUnit: SpanUnit? {
        if isNext(.span) {
            return next.value == SpanWord.halfHour ? .hour : next.value == SpanWord.halfYear ? .year : .day
        }
        guard isNext(.number) || isNext(.decimal) else { return nil }
        switch peek(1).kind {
        case .unit: return SpanUnit(rawValue: peek(1).value)
        case .day: return .day
        case .minuteUnit: return .minute
        case .secondUnit: return .second
        // What is no year is a number of years.
        case .yearUnit where next.value < 1_000 || next.value > 9_999: return .year
        default: return nil
        }
    }

    private var endsLength: Bool {
        if isNext(.filler), isNext(.number, at: 1), isNext(.times, at: 2) { return true }
        if tokens[index - 1].kind == .span, isNext(.number), isNext(.times, at: 1) { return true }
        return [.later, .ago, .each, .during].contains(next.kind)
    }

    private mutating func addKoreanLength(_ length: Length) throws(Fault) {
        var length = length
        let last = take()
        length.to = Int(last.end)
        switch last.kind {
        // 금요일 3일 전 counts from that Friday.
        case .later where isBehindWeekday, .ago where isBehindWeekday:
            throw Fault(.relation, draft.main.day.from, length.to)
        case .later: try addKoreanDistance(length)
        case .ago: try addSpan(length, sign: -1)
        case .during: try setRuleSpan(length)
        case .each: try repeatEach(length, last)
        default:
            // 사흘에 한 번 is a rule, 하루에 두 번 says no times.
            let count = last.kind == .number ? last : take()
            let times = take()
            guard count.value == 1 else {
                throw Fault(
                    .countWithoutTimes, length.from, Int(times.end), a: count.value,
                    b: length.soleUnit?.rawValue ?? Fault.noUnit)
            }
            length.to = Int(times.end)
            try repeatEach(length, times)
        }
    }

    /// Whether a weekday was said before, and no rule.
    private var isBehindWeekday: Bool { draft.main.day.parts == .weekdays && !draft.rule.isSaid }

    /// 3일 뒤; behind 금요일부터 it counts from there.
    private mutating func addKoreanDistance(_ length: Length) throws(Fault) {
        let isFrom = draft.main.isEmpty && !draft.isRange && draft.to.isEmpty && !draft.from.isEmpty
        guard isFrom, !draft.rule.isSaid else { return try addSpan(length, sign: 1) }
        let base = draft.from
        let isNow = base.day.parts == .present
        guard base.time.isEmpty, isNow || !length.hasClock, !base.day.parts.contains(.span) else {
            throw Fault(.mixedParts, base.from, length.to)
        }
        (draft.from, draft.main) = (MomentWords(), isNow ? MomentWords() : base)
        try addSpan(length, sign: 1, isFromDay: !isNow)
        words.day.from = min(words.day.from, base.from)
    }

    /// 완료 후 3일마다, 완료 후 이틀, 완료 3일 후.
    private mutating func repeatAfterCompletion(_ token: Token) throws(Fault) {
        draft.rule.cover(token)
        draft.rule.isAnchoredAtCompletion = true
        let isOpen = token.value == 1
        guard let length = try readBareLength() else {
            guard !isOpen else { throw Fault(.incomplete, token) }
            return
        }
        guard !isOpen || isNext(.later) else { throw Fault(.incomplete, token) }
        let hasEnd = isNext(.later) || isNext(.each)
        let last = hasEnd ? take() : tokens[index - 1]
        try repeatEach(length, last)
    }

    private mutating func repeatEach(_ length: Length, _ token: Token) throws(Fault) {
        guard length.months + length.days + length.seconds > 0 else {
            throw Fault(.ruleNever, length.from, Int(token.start))
        }
        endRangeAtRule()
        try setInterval(length)
        placeUnit = draft.rule.unit
    }

    // MARK: - Rules

    mutating func readKoreanRule() throws(Fault) {
        let token = take()
        endRangeAtRule()
        switch token.kind {
        case .frequency:
            if token.value == SpanUnit.week.rawValue { makeRangeWeekdays() }
            try setKoreanRule(token, interval: 1)
        case .other: try setKoreanRule(token, interval: 2)
        case .unit where isNext(.each):
            index += 1
            try setKoreanRule(token, interval: 1)
        case .unit where isNext(.number) && isNext(.times, at: 1):
            throw Fault(.countWithoutTimes, Int(token.start), Int(peek(1).end), a: next.value, b: token.value)
        case .completion: try repeatAfterCompletion(token)
        case .every: try readKoreanEvery(token)
        case .each: try readEach(token)
        default: throw Fault(.notUnderstood, token)
        }
    }

    /// What stood behind a dash before the rule is the range's end.
    private mutating func endRangeAtRule() {
        guard draft.isRange, draft.to.isEmpty, !draft.main.isEmpty else { return }
        moveMain(to: \.to)
    }

    /// 월~금 매주, 월요일부터 금요일까지 매주: all days between are meant, and no beginning and end.
    private mutating func makeRangeWeekdays() {
        let (first, last) = (draft.from, draft.to)
        func isWeekday(_ words: MomentWords) -> Bool {
            words.day.parts == .weekdays && words.day.selector == .bare && words.time.isEmpty
        }
        guard draft.main.isEmpty, isWeekday(first), isWeekday(last) else { return }
        var (day, end) = (first.day.weekdays.trailingZeroBitCount, last.day.weekdays.trailingZeroBitCount)
        if day > end { end += 7 }
        draft.main.day = first.day
        (draft.from, draft.to, draft.isRange) = (MomentWords(), MomentWords(), false)
        while day <= end {
            draft.main.day.weekdays |= 1 << UInt8(day % 7)
            day += 1
        }
    }

    private mutating func setKoreanRule(_ token: Token, interval: Int) throws(Fault) {
        try draft.rule.set(SpanUnit(rawValue: token.value) ?? .day, interval: interval, token)
        placeUnit = draft.rule.unit
    }

    /// 매 2주, 매 평일.
    private mutating func readKoreanEvery(_ token: Token) throws(Fault) {
        draft.rule.cover(token)
        guard isNext(.number) || isNext(.span) else {
            guard [.weekday, .workday, .weekend].contains(next.kind) else { throw Fault(.incomplete, token) }
            placeUnit = .week
            return
        }
        var length = Length()
        length.from = Int(token.start)
        guard let unit = lengthUnit else { throw Fault(.incomplete, token) }
        let number = take()
        if number.kind == .number { index += 1 }
        try length.add(thousandths: number.value * 1_000, of: unit, tokens[index - 1])
        guard number.value > 0 else { throw Fault(.ruleNever, number) }
        try setInterval(length)
        placeUnit = draft.rule.unit
        _ = skip(.each)
    }

    /// 마다 behind days or a part of the day makes a rule of them.
    private mutating func readEach(_ token: Token) throws(Fault) {
        let repeated: DayWords.Parts = [.weekdays, .workday, .weekend, .month, .monthDays, .nth, .end, .lunar]
        let day = draft.main.day
        guard day.parts.isSubset(of: repeated), !draft.main.isEmpty || draft.rule.isSaid else {
            throw Fault(.ruleDay, token)
        }
        draft.rule.cover(token)
        try draft.place.day.merge(day)
        draft.main.day = DayWords()
    }
}
