/// The pieces of Korean phrases, whose particles stand behind what they belong to.
extension PhraseParser {
    mutating func readKorean() throws(Fault) {
        while next.kind != .end {
            role = .main
            if isNext(.comma) || isNext(.conjunction) {
                isListed = true
                index += 1
                continue
            }
            let (start, isDropped) = (index, isNext(.filler))
            try readKoreanPiece()
            guard index > start else { throw Fault(.notUnderstood, next) }
            // The half of an hour that is still to come does not end a list.
            if !isDropped, !isHalfFresh { isListed = false }
        }
        try checkEnd()
        role = .main
        if draft.isRange, draft.to.isEmpty { moveMain(to: \.to) }
    }

    private mutating func readKoreanPiece() throws(Fault) {
        if isNext(.date) || isNext(.slashes) || isNext(.relativeDay) { placeUnit = nil }
        if try readCommonPiece() { return }
        switch next.kind {
        case .filler, .at: index += 1
        case .weekday, .weekdayLetter, .workday, .weekend: try readKoreanDays()
        case .this, .next, .afterNext, .last: try readKoreanShift()
        case .weekShift: try addShift(next.value, SpanUnit.week.rawValue, take())
        case .monthShift: try addShift(next.value, SpanUnit.month.rawValue, take())
        case .yearShift: try addShift(next.value, SpanUnit.year.rawValue, take())
        case .number, .decimal, .span: try readKoreanNumber()
        case .ordinal: try readKoreanOrdinal()
        case .month: try addKoreanMonth(take())
        case .lunar, .leap: try readLunar()
        case .lastDay, .endOf, .endOfMonth, .endOfQuarter, .endOfYear: try readKoreanEnd()
        case .half, .clock, .noon, .midnight: try readKoreanTime()
        case .plus: try readPlus()
        default: try readKoreanJoint()
        }
    }

    private mutating func readKoreanJoint() throws(Fault) {
        let token = next
        switch token.kind {
        case .frequency, .other, .every, .each, .unit, .completion: try readKoreanRule()
        case .from, .dash:
            guard !draft.main.isEmpty, makeRoom(in: \.from, by: \.earlierFrom) else {
                throw Fault(.incomplete, token)
            }
            moveMain(to: \.from)
            if token.kind == .dash { draft.isRange = true }
            index += 1
        case .to:
            index += 1
            // Behind the days of a rule it says by when, which is what a due time means.
            guard !draft.main.isEmpty else {
                guard draft.rule.isSaid else { throw Fault(.incomplete, token) }
                return
            }
            guard makeRoom(in: \.to, by: \.earlierTo) else { throw Fault(.twoDays, token) }
            moveMain(to: \.to)
        case .later: throw Fault(.vague, token)
        default: throw Fault(.notUnderstood, token)
        }
    }

    mutating func moveMain(to part: WritableKeyPath<Draft, MomentWords>) {
        draft[keyPath: part] = draft.main
        draft.main = MomentWords()
        placeUnit = nil
        spokenHalf = nil
    }

    /// Lets a piece go to the rule that was just said, if it can be one of its days.
    mutating func place(_ part: DayWords.Parts) {
        let taken = draft.place.day.parts
        let isPlace: Bool =
            switch placeUnit {
            case .week, .fortnight: [.weekdays, .workday, .weekend].contains(part)
            case .month, .quarter: [.monthDays, .nth, .end].contains(part) && taken.isDisjoint(with: [.nth, .end])
            case .year:
                [.month, .lunar, .end].contains(part) && taken.isDisjoint(with: [.month, .end])
                    || [.monthDays, .nth].contains(part)
            default: false
            }
        let isSecond = !taken.isDisjoint(with: [.weekdays, .workday, .weekend, .monthDays, .nth])
        role = isPlace && (isListed || !isSecond || part == .lunar) ? .place : .main
        if role == .main { placeUnit = nil }
    }

    // MARK: - Days

    private mutating func readKoreanDays() throws(Fault) {
        switch next.kind {
        case .workday:
            place(.workday)
            try words.day.add(.workday, take())
        case .weekend:
            place(.weekend)
            try addWeekend(0, take())
        case .weekday:
            place(.weekdays)
            let first = take()
            try add(weekday: first.value, .bare, first)
            try readWeekdayRange(from: first)
        default: try readWeekdayLetters()
        }
    }

    /// 매주 월~금, 매주 월요일부터 금요일까지: in rules all days between are meant.
    private mutating func readWeekdayRange(from first: Token) throws(Fault) {
        let isRange =
            isNext(.dash) && isNext(first.kind, at: 1) || isNext(.from) && isNext(.weekday, at: 1) && isNext(.to, at: 2)
        guard role == .place, isRange else { return }
        index += 1
        let last = take()
        _ = skip(.to)
        var day = first.value
        while day != last.value {
            day = (day + 1) % 7
            words.day.add(weekday: day, last)
        }
    }

    /// 월수금: letters alone stand for days where there are several of them, behind a weekly rule, or in brackets.
    private mutating func readWeekdayLetters() throws(Fault) {
        let first = next
        let isBracketed =
            tokens[index - 1].kind == .filler && tokens[index - 1].value == 1 && isNext(.filler, at: 1)
            && peek(1).value == 1
        let following = peek(1).kind == .comma || peek(1).kind == .conjunction ? peek(2).kind : peek(1).kind
        let isList = following == .weekdayLetter || isListed && tokens[index - 2].kind == .weekdayLetter
        let isRange =
            isNext(.dash, at: 1) && isNext(.weekdayLetter, at: 2)
            || tokens[index - 1].kind == .dash && tokens[index - 2].kind == .weekdayLetter
        guard isList || isBracketed || isRange || placeUnit == .week else {
            if isNext(.number, at: 1), isNext(.times, at: 2) {
                // 월 3회 is of the month, 일 3회 of the day.
                let units: [Int: SpanUnit] = [0: .month, 6: .day]
                throw Fault(
                    .countWithoutTimes, Int(first.start), Int(peek(2).end), a: peek(1).value,
                    b: units[first.value]?.rawValue ?? Fault.noUnit)
            }
            throw Fault(.notUnderstood, first)
        }
        let wasListed = isListed
        repeat {
            if isNext(.comma) || isNext(.conjunction) {
                guard isNext(.weekdayLetter, at: 1) else { return }
                index += 1
            }
            place(.weekdays)
            let token = take()
            try add(weekday: token.value, .bare, token)
            try readWeekdayRange(from: token)
            isListed = true
        } while isNext(.weekdayLetter)
            || (isNext(.comma) || isNext(.conjunction)) && isNext(.weekdayLetter, at: 1)
        isListed = wasListed
    }

    /// 이번, 다음, 지난 and what they select.
    private mutating func readKoreanShift() throws(Fault) {
        let shift = take()
        placeUnit = nil
        switch next.kind {
        case .unit where next.value >= SpanUnit.week.rawValue: try addShift(shift.value, next.value, take())
        case .weekend: try addWeekend(shift.value, take())
        case .endOfMonth, .endOfQuarter, .endOfYear:
            let units: [Token.Kind: SpanUnit] = [.endOfMonth: .month, .endOfQuarter: .quarter, .endOfYear: .year]
            try addShift(shift.value, (units[next.kind] ?? .month).rawValue, shift)
            try readKoreanEnd()
        case .weekday:
            let selector: DayWords.Selector =
                switch shift.kind {
                case .this: .this
                case .next: .next
                case .afterNext: .afterNext
                default: .last
                }
            try add(weekday: next.value, selector, take())
        default: throw Fault(.notUnderstood, shift)
        }
        words.day.cover(shift)
    }

    mutating func addKoreanMonth(_ token: Token) throws(Fault) {
        guard (1...12).contains(token.value) else { throw Fault(.noSuchDay, token, b: token.value, c: 1) }
        place(.month)
        try words.day.add(.month, token)
        words.day.month = token.value
    }

    /// 음력, and 윤 before a leap month of it.
    private mutating func readLunar() throws(Fault) {
        let token = take()
        place(.lunar)
        if token.kind == .lunar { return try words.day.add(.lunar, token) }
        guard words.day.parts.contains(.lunar), isNext(.number), isNext(.monthUnit, at: 1) else {
            throw Fault(.notUnderstood, token)
        }
        words.day.isLeapMonth = true
    }

    private mutating func readKoreanEnd() throws(Fault) {
        let token = take()
        if token.kind == .lastDay {
            place(.monthDays)
            return try words.day.add(monthDay: 0, token)
        }
        place(.end)
        let parts = words.day.parts
        switch token.kind {
        case .endOfMonth: words.day.endOf = .month
        case .endOfQuarter: words.day.endOf = .quarter
        case .endOfYear: words.day.endOf = .year
        case _ where !parts.isDisjoint(with: [.month, .monthShift]): words.day.endOf = .month
        case _ where parts.contains(.quarterShift): words.day.endOf = .quarter
        case _ where !parts.isDisjoint(with: [.year, .yearShift]): words.day.endOf = .year
        default: throw Fault(.vague, token)
        }
        try words.day.add(.end, token)
    }

    /// 첫째 월요일, 둘째 주 화요일, 마지막 평일, 마지막 날.
    private mutating func readKoreanOrdinal() throws(Fault) {
        let start = index
        place(.nth)
        if try readNthList() { return }
        (index, role) = (start, .main)
        let ordinal = take()
        guard (1...5).contains(ordinal.value) || ordinal.value == -1 else {
            throw Fault(.noFifth, ordinal, a: ordinal.value)
        }
        let isOfWeek = isNext(.unit) && next.value == SpanUnit.week.rawValue
        if isOfWeek { index += 1 }
        while isNext(.filler) { index += 1 }
        // 마지막 주 평일 may be each of that week.
        guard !isOfWeek || !isNext(.workday) else { throw Fault(.mixedParts, Int(ordinal.start), Int(next.end)) }
        guard [.weekday, .workday, .day].contains(next.kind) else { throw Fault(.incomplete, ordinal) }
        place(next.kind == .day ? .monthDays : .nth)
        try readNth(ordinal.value, ordinal)
    }
}
