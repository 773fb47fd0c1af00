/// English pieces that begin with a number, and what numbers stand behind.
extension PhraseParser {
    /// A year of four digits, with or without a comma before it.
    mutating func readYear() throws(Fault) {
        let place = isNext(.comma) ? 1 : 0
        guard isNext(.number, at: place), peek(place).extra == 4, peek(place).value >= 1_000 else { return }
        index += place
        let token = take()
        try words.day.add(.year, token)
        words.day.year = token.value
    }

    /// `dec 1`, `december the 1st, 2027`.
    ///
    /// - Parameter day: The day that was said before the month; nil where it may follow.
    /// - Throws: A ``Fault`` for a second day.
    mutating func readMonth(of day: Token? = nil) throws(Fault) {
        let month = take()
        try words.day.add(.month, month)
        words.day.month = month.value
        words.day.isMonthLast = day != nil
        let place = isNext(.the) ? 1 : 0
        let isDay =
            isNext(.ordinal, at: place)
            || isNext(.number, at: place) && (1...2).contains(peek(place).extra) && !isHourOrLength(at: place)
        if isDay {
            let number = peek(place)
            guard day == nil, !words.day.parts.contains(.monthDays) else {
                throw Fault(.twoDays, words.day.from, Int(number.end))
            }
            index += place + 1
            try words.day.add(dayNumber: number.value, number)
        }
        try readYear()
    }

    /// Whether a number is that of an hour or a length by what follows it.
    private func isHourOrLength(at offset: Int) -> Bool {
        let following = peek(offset + 1)
        return [.oclock, .past, .unit, .times].contains(following.kind)
            || following.kind == .half && following.value <= DayHalf.afternoonHalf.rawValue
    }

    mutating func readNumbered() throws(Fault) {
        if isNext(.number), isNext(.times, at: 1) { return try readTimes() }
        if isNext(.article), isNext(.vague, at: 1) { throw Fault(.vague, peek(1)) }
        if isHalfYearly {
            index += 2
            role = .main
            return try draft.rule.set(.month, interval: 6, take())
        }
        if isNext(.ordinal) { return try readOrdinal() }
        // "at 10 day after tomorrow" has an hour and a day.
        let isHour = tokens[index - 1].kind == .at && isNext(.number)
        if !isHour, let length = try readLength() { return try readDistance(length) }
        if try readSpokenTime() { return }
        guard isNext(.number) else { throw Fault(.notUnderstood, next) }
        let number = next
        let place = isNext(.of, at: 1) ? 2 : 1
        if isNext(.month, at: place), number.extra > 0, number.extra <= 2, !isHour {
            index += place
            try words.day.add(dayNumber: number.value, number)
            return try readMonth(of: number)
        }
        if role == .to, try readDayAndYear() { return }
        if number.extra == 4, words.day.parts.contains(.month), !words.day.parts.contains(.year) {
            return try readYear()
        }
        try readBareNumber()
    }

    private var isHalfYearly: Bool {
        isNext(.thirty) && isNext(.dash, at: 1) && isNext(.frequency, at: 2)
            && peek(2).value == SpanUnit.year.rawValue
    }

    /// `dec 1 - 5, 2027`; false, and nothing taken, where no year follows the number.
    private mutating func readDayAndYear() throws(Fault) -> Bool {
        let place = isNext(.comma, at: 1) ? 2 : 1
        guard (1...2).contains(next.extra), isNext(.number, at: place), peek(place).extra == 4 else { return false }
        let day = take()
        try words.day.add(dayNumber: day.value, day)
        try readYear()
        return true
    }

    /// A number without anything that tells what it is.
    private mutating func readBareNumber() throws(Fault) {
        let before = tokens[index - 1].kind
        if before != .at, isNext(.halves, at: 1) { throw Fault(.notUnderstood, Int(next.start), Int(peek(1).end)) }
        if try readDayByNumber(behind: before) { return }
        // An hour stands behind "at": "every month 15" may be the 15th.
        let isLongRule = (draft.rule.unit?.months ?? 0) > 0 && words.day.isEmpty && before != .at
        if before == .the || before == .on || isLongRule { throw Fault(.numberAlone, next, a: next.value) }
        let isMarked = before == .at
        let number = take()
        guard number.extra <= 2, number.value <= 31, !isMarked || number.value < 24 else {
            throw Fault(isMarked ? .noSuchTime : .notUnderstood, number, a: number.value)
        }
        var clock = clock(.bare, from: number, to: number)
        (clock.hour, clock.isMarked) = (number.value, isMarked)
        try add(clock)
    }

    /// A number that is a day of the month: of "monthly on 15", and in a list that begins with one, as in "the 1st and 15".
    private mutating func readDayByNumber(behind before: Token.Kind) throws(Fault) -> Bool {
        let isOfMonths = draft.rule.unit == .month || draft.rule.unit == .quarter
        let isPlace = role == .main && isOfMonths && before == .on && words.day.isEmpty
        guard isPlace || isListed && isBehindMonthDay, (1...2).contains(next.extra), (1...31).contains(next.value)
        else { return false }
        let number = take()
        try words.day.add(dayNumber: number.value, number)
        return true
    }

    /// Whether the last word before the sign or the word of a list is a day of a month.
    private var isBehindMonthDay: Bool {
        var place = index - 1
        while [.comma, .conjunction, .on, .the].contains(tokens[place].kind) { place -= 1 }
        let last = tokens[place]
        return words.day.parts.contains(.monthDays) && words.time.isEmpty && [.number, .ordinal].contains(last.kind)
            && last.extra <= 2
    }

    private mutating func readTimes() throws(Fault) {
        try checkNoMinus()
        let number = take()
        let times = take()
        if isNext(.article) || isNext(.per) || isNext(.every) || isNext(.frequency) {
            throw countFault(number.value, from: number, at: 0)
        }
        guard number.value > 0 else { throw Fault(.ruleNever, number) }
        guard draft.rule.count == nil else { throw Fault(.ruleEnds, draft.rule.from, Int(times.end)) }
        draft.rule.count = number.value
        (draft.rule.from, draft.rule.to) = (
            min(draft.rule.from, Int(number.start)), max(draft.rule.to, Int(times.end))
        )
    }

    /// So many times in a unit, and nothing of when: `twice a month`, `3 times weekly`.
    ///
    /// - Parameters:
    ///   - count: How many times.
    ///   - first: The word or the number that says so.
    ///   - offset: Where what follows begins.
    /// - Returns: The fault, with the count and the unit.
    func countFault(_ count: Int, from first: Token, at offset: Int) -> Fault {
        var place = offset
        while [.article, .per, .every, .the, .inWord].contains(peek(place).kind) { place += 1 }
        let isUnit = isNext(.unit, at: place) || isNext(.frequency, at: place)
        let last = peek(isUnit ? place : offset - 1)
        return Fault(
            .countWithoutTimes, Int(first.start), Int(last.end), a: count, b: isUnit ? peek(place).value : Fault.noUnit)
    }

    /// `1st of december`, `2nd tuesday`, `the 15th`.
    private mutating func readOrdinal() throws(Fault) {
        if try readNthList() { return }
        let ordinal = take()
        let isDay = isNext(.unit) && next.value == SpanUnit.day.rawValue
        if isNext(.weekday) || isNext(.workday) || isDay {
            guard (1...5).contains(ordinal.value) || isDay && ordinal.value <= 31 else {
                throw Fault(.noFifth, ordinal, a: ordinal.value)
            }
            return try readNth(ordinal.value, ordinal)
        }
        if isNext(.unit) || isNext(.quarter) { throw Fault(.notUnderstood, Int(ordinal.start), Int(next.end)) }
        // "every first morning" is hardly the morning of the 1st.
        if draft.rule.isSaid, ordinal.extra == 0, isNext(.half) {
            throw Fault(.ruleDay, Int(ordinal.start), Int(next.end))
        }
        guard isListed || !words.day.parts.contains(.monthDays) else {
            throw Fault(.twoDays, words.day.from, Int(ordinal.end))
        }
        try words.day.add(dayNumber: ordinal.value, ordinal)
        let place = isNext(.of) ? 1 : 0
        guard isNext(.month, at: place) else { return }
        index += place
        try readMonth(of: ordinal)
    }

    // MARK: - Lengths

    /// `in 3 days`, or `in` as a word that is dropped.
    mutating func readIn() throws(Fault) {
        let token = take()
        if isNext(.dash) { throw Fault(.negativeLength, Int(token.start), Int(peek(1).end)) }
        if isNext(.clock) {
            let clock = next.value
            throw Fault(.clockBehindIn, Int(token.start), Int(next.end), a: clock / 3_600, b: clock / 60 % 60)
        }
        guard [.number, .decimal, .article, .thirty].contains(next.kind) || fraction(at: 0) != nil else { return }
        guard var length = try readLength() else { throw lengthFault(behind: token) }
        length.from = Int(token.start)
        // "in 2 hours from now" says it twice.
        if isNext(.from), isNext(.present, at: 1) {
            index += 1
            length.to = Int(take().end)
        }
        try addSpan(length, sign: 1)
    }

    /// Why no length stands behind a word.
    private func lengthFault(behind token: Token) -> Fault {
        switch peek(1).kind {
        case .vague: return Fault(.vague, peek(1))
        case .unknown: return Fault(.notUnderstood, peek(1))
        // Which days those are depends on holidays.
        case .workday, .workdays: return Fault(.vague, Int(next.start), Int(peek(1).end))
        case .dash, .alternative,
            .to where isNext(.number, at: 2):
            return Fault(.alternatives, Int(next.start), Int(peek(2).end))
        default: return Fault(.incomplete, token)
        }
    }

    /// Why no length of a rule stands behind a "for": that of `every monday for 3` lacks its unit.
    func spanFault(behind token: Token) -> Fault {
        guard isNext(.number), (1...999).contains(next.value),
            ![.times, .number, .dash, .comma, .unknown].contains(peek(1).kind),
            let unit = countedUnit
        else { return Fault(.incomplete, token) }
        return Fault(.unitMissing, Int(token.start), Int(next.end), a: next.value, b: unit.rawValue)
    }

    /// The unit in which people count how long the rule goes on; nil where nothing repeats.
    private var countedUnit: SpanUnit? {
        let parts = words.day.parts
        if let unit = draft.rule.unit { return unit.rawValue < SpanUnit.day.rawValue ? .day : unit }
        if draft.rule.isSaid {
            if parts.contains(.month) { return .year }
            if !parts.isDisjoint(with: [.nth, .monthDays]) { return .month }
            return parts.isEmpty ? .day : .week
        }
        // "for 3 every day"
        guard let place = (index..<tokens.count).first(where: { [.every, .frequency].contains(tokens[$0].kind) })
        else { return nil }
        let repeated = tokens[place].kind == .every ? tokens[place + 1] : tokens[place]
        guard [.unit, .frequency].contains(repeated.kind), let unit = SpanUnit(rawValue: repeated.value) else {
            return .week
        }
        return unit.rawValue < SpanUnit.day.rawValue ? .day : unit
    }

    /// `+3d`.
    mutating func readPlus() throws(Fault) {
        let token = take()
        guard next.isGlued, var length = try readLength() else { throw Fault(.notUnderstood, token) }
        length.from = Int(token.start)
        try addSpan(length, sign: 1)
    }

    /// What follows a length: `ago`, `later`, `from now`, `after tomorrow`.
    private mutating func readDistance(_ length: Length) throws(Fault) {
        var length = length
        switch next.kind {
        case .ago, .later:
            let token = take()
            length.to = Int(token.end)
            try addSpan(length, sign: token.kind == .ago ? -1 : 1)
        case .from where isNext(.present, at: 1):
            index += 1
            length.to = Int(take().end)
            try addSpan(length, sign: 1)
        case .from, .after, .before:
            if isNext(.completion, at: 1) { return try repeatAfterCompletion(length) }
            let token = take()
            guard next.kind != .end else { throw Fault(.incomplete, token) }
            guard !length.hasClock else { throw Fault(.relation, token) }
            try addSpan(length, sign: token.kind == .before ? -1 : 1, isFromDay: true)
        // "5 minutes to noon" ends at no time.
        case .to where length.hasClock: throw Fault(.relation, next)
        default: throw Fault(.lengthAlone, length.from, length.to)
        }
    }

    /// `3 days after completion`.
    private mutating func repeatAfterCompletion(_ length: Length) throws(Fault) {
        let token = take()
        guard token.kind != .before else { throw Fault(.mixedParts, length.from, Int(token.end)) }
        draft.rule.cover(take())
        guard length.months + length.days + length.seconds > 0 else {
            throw Fault(.ruleNever, length.from, length.to)
        }
        draft.rule.isAnchoredAtCompletion = true
        role = .main
        try setInterval(length)
    }

    /// A length such as `1h30m`, `an hour and a half` or `2 weeks`; nil, and nothing taken, where there is none.
    mutating func readLength() throws(Fault) -> Length? {
        let start = index
        var length = Length()
        length.from = Int(next.start)
        guard try readLengthPart(into: &length) else {
            index = start
            return nil
        }
        while true {
            let before = index
            if isNext(.conjunction) || isNext(.comma) { index += 1 }
            guard [.number, .decimal, .article].contains(next.kind), try readLengthPart(into: &length) else {
                index = before
                return length
            }
        }
    }

    /// One number with its unit, and a half that follows it.
    private mutating func readLengthPart(into length: inout Length) throws(Fault) -> Bool {
        guard var thousandths = readQuantity() else { return false }
        _ = thousandths < 1_000 && skip(.article)
        let token = next
        guard token.kind == .unit || token.kind == .quarter && !isNext(.past, at: 1) && !isNext(.to, at: 1) else {
            return false
        }
        let unit = token.kind == .quarter ? .quarter : SpanUnit(rawValue: token.value) ?? .day
        index += 1
        if unit == .quarter, isNext(.of), isNext(.article, at: 1), isNext(.unit, at: 2),
            peek(2).value == SpanUnit.hour.rawValue
        {
            index += 3
            try length.add(thousandths: thousandths / 4, of: .hour, tokens[index - 1])
            return true
        }
        if isNext(.conjunction), isNext(.article, at: 1), isNext(.thirty, at: 2) {
            index += 3
            thousandths += 500
        }
        try length.add(thousandths: thousandths, of: unit, tokens[index - 1])
        return true
    }

    /// The thousandths of `1/2`, `1/4` and `3/4` where a unit follows, without which they are a date.
    func fraction(at offset: Int) -> Int? {
        let unit = isNext(.article, at: offset + 1) ? offset + 2 : offset + 1
        guard isNext(.slashes, at: offset), peek(offset).extra == 0, isNext(.unit, at: unit) else { return nil }
        return switch (peek(offset).value >> 8, peek(offset).value & 0xFF) {
        case (1, 2): 500
        case (1, 4): 250
        case (3, 4): 750
        default: nil
        }
    }

    /// A number in thousandths: `3`, `1.5`, `1 1/2`, `a`, `half`, `twenty five`, `2 and a half`.
    private mutating func readQuantity() -> Int? {
        let token = take()
        switch token.kind {
        case .decimal: return token.value
        case .thirty: return 500
        case .article: return skip(.thirty) ? 500 : 1_000
        case .slashes: return fraction(at: -1)
        case .number:
            var value = token.value
            if let part = fraction(at: 0) {
                index += 1
                return value * 1_000 + part
            }
            if token.extra == 0, value >= 20, value % 10 == 0 {
                let place = isNext(.dash) ? 1 : 0
                if isNext(.number, at: place), peek(place).extra == 0, peek(place).value < 10 {
                    index += place
                    value += take().value
                }
            }
            guard isNext(.conjunction), isNext(.article, at: 1), isNext(.thirty, at: 2), isNext(.unit, at: 3) else {
                return value * 1_000
            }
            index += 3
            return value * 1_000 + 500
        default: return nil
        }
    }
}
